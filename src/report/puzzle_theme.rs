//! The goal and the themes of a puzzle, those that can be shown.

use super::analyser::Analyser;
use super::analysis::Analysis;
use super::exchange::piece_value;
use super::reason::forced_end;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Outcome};
use crate::picture::{Picture, PictureCell, PieceKind};
use crate::search::points;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// What the solution reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleGoal {
    /// It wins.
    Win,
    /// It holds the draw.
    Draw,
}

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleTheme {
    /// A win in this many moves.
    WinIn(usize),
    /// A piece attacks two others and takes one of them.
    Fork,
    /// One move takes this many pieces.
    Capture(usize),
    /// A pawn or a man becomes another piece.
    Promotion,
    /// The only move by endgame tables.
    OnlyMoveByTables,
    /// The only move that holds the draw.
    HoldsTheDraw,
}

impl PuzzleTheme {
    /// Its word in lichess' file of puzzles, and words of the same kind for themes that it does not have.
    pub fn key(self) -> String {
        match self {
            PuzzleTheme::WinIn(moves) => format!("mateIn{moves}"),
            PuzzleTheme::Fork => "fork".to_owned(),
            PuzzleTheme::Capture(count) => format!("captureOf{count}"),
            PuzzleTheme::Promotion => "promotion".to_owned(),
            PuzzleTheme::OnlyMoveByTables => "tablebase".to_owned(),
            PuzzleTheme::HoldsTheDraw => "equality".to_owned(),
        }
    }
}

impl Display for PuzzleTheme {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self {
            PuzzleTheme::WinIn(moves) => write!(formatter, "win in {moves}"),
            PuzzleTheme::Fork => formatter.write_str("fork"),
            PuzzleTheme::Capture(count) => write!(formatter, "capture of {count} pieces"),
            PuzzleTheme::Promotion => formatter.write_str("promotion"),
            PuzzleTheme::OnlyMoveByTables => formatter.write_str("only move by the endgame tables"),
            PuzzleTheme::HoldsTheDraw => formatter.write_str("the only move that holds the draw"),
        }
    }
}

/// The themes of a solution. `first` is the analysis of its first move.
pub fn themes_of(
    line: &GameLine<AnyPosition>,
    solution: &[AnyMove],
    first: &Analysis,
    goal: PuzzleGoal,
    analyser: &mut Analyser,
) -> Vec<PuzzleTheme> {
    let solver = line.position().side_to_move();
    let mut positions = vec![line.position().clone()];
    for &mv in solution {
        positions.push(positions[positions.len() - 1].play(mv));
    }
    let steps = || positions.windows(2).zip(solution).step_by(2);
    let captured = steps().map(|(step, _)| pieces(&step[0]).saturating_sub(pieces(&step[1]))).max().unwrap_or(0);
    let count = |position: &AnyPosition, kind: PieceKind| {
        cells(position).filter_map(|cell| cell.piece).filter(|piece| piece.side == solver && piece.kind == kind).count()
    };
    let promotes = |step: &[AnyPosition]| {
        [PieceKind::Pawn, PieceKind::Man].into_iter().any(|kind| count(&step[0], kind) > count(&step[1], kind))
    };
    let has_promotion = steps().any(|(step, _)| promotes(step));
    let is_fork = (0..solution.len().saturating_sub(2)).step_by(2).any(|ply| {
        let [forking, taking] = [ply, ply + 2].map(|ply| positions[ply].move_cells(solution[ply]));
        let takes = pieces(&positions[ply + 2]) > pieces(&positions[ply + 3]);
        let same_piece = forking.last().is_some() && forking.last() == taking.first();
        takes && same_piece && is_forked(&positions[ply + 1], &taking[0], &taking[taking.len() - 1])
    });
    let is_shown = positions[positions.len() - 1].outcome().is_some();
    let won_in = forced_end(first).filter(|_| is_shown).map(|(_, moves)| PuzzleTheme::WinIn(moves.len().div_ceil(2)));
    [
        won_in,
        is_fork.then_some(PuzzleTheme::Fork),
        (captured > 1).then_some(PuzzleTheme::Capture(captured)),
        has_promotion.then_some(PuzzleTheme::Promotion),
        is_only_by_tables(line, solution[0], analyser).then_some(PuzzleTheme::OnlyMoveByTables),
        (goal == PuzzleGoal::Draw).then_some(PuzzleTheme::HoldsTheDraw),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Whether the piece of chess on `cell` attacks the piece on `taken` and another one that is worth as much as itself, or gives
/// check as well. A knight or a pawn alone cannot attack through a piece, so only their checks count.
fn is_forked(position: &AnyPosition, cell: &str, taken: &str) -> bool {
    let kind_on =
        |name: &str| cells(position).find(|it| it.name == name).and_then(|it| it.piece).map(|piece| piece.kind);
    let Some(kind) = kind_on(cell).filter(|kind| !matches!(kind, PieceKind::Man | PieceKind::CrownedMan)) else {
        return false;
    };
    let Ok(passed) = position.passed() else {
        let gives_check = position.without(cell).is_some_and(|without| without.passed().is_ok());
        return matches!(kind, PieceKind::Knight | PieceKind::Pawn) && gives_check;
    };
    let worth = |kind: Option<PieceKind>| kind.and_then(piece_value).unwrap_or(0);
    let takes = |&mv: &AnyMove| passed.move_cells(mv).first().is_some_and(|from| from == cell);
    let mut targets: Vec<String> =
        passed.moves().into_iter().filter(takes).filter_map(|mv| passed.move_cells(mv).pop()).collect();
    targets.retain(|target| worth(kind_on(target)) >= worth(Some(kind)).max(1));
    targets.sort_unstable();
    targets.dedup();
    targets.len() > 1 && targets.iter().any(|target| target == taken)
}

/// The number of pieces on the board.
pub fn pieces(position: &AnyPosition) -> usize {
    position.rows().iter().flatten().flatten().filter(|cell| cell.piece.is_some()).count()
}

fn cells(position: &AnyPosition) -> impl Iterator<Item = PictureCell> {
    position.rows().into_iter().flatten().flatten()
}

/// Whether the endgame tables know all moves, and only this one keeps the result.
fn is_only_by_tables(line: &GameLine<AnyPosition>, mv: AnyMove, analyser: &mut Analyser) -> bool {
    let value = |outcome: Outcome| points(outcome.wdl());
    let Some(result) = analyser.engine.table_result(line).map(value) else { return false };
    let keeps = |other: AnyMove, analyser: &mut Analyser| {
        let mut next = line.clone();
        next.play(other);
        Some(value(analyser.engine.table_result(&next)?.flipped()) >= result)
    };
    line.position().moves().into_iter().all(|other| keeps(other, analyser) == Some(other == mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::notation::set_up;
    use crate::report::settings::{AnalysisSettings, OutputFormat};
    use crate::search::SearchLimits;

    /// The themes of a solution, as text and as keys.
    fn themes(game: &str, position: &str, solution: &str, goal: PuzzleGoal) -> [String; 2] {
        let limits = SearchLimits { nodes: Some(5000), ..SearchLimits::default() };
        let settings =
            AnalysisSettings { game: game.to_owned(), limits, ..AnalysisSettings::shallow(1, OutputFormat::Plain) };
        let mut analyser = Analyser::new(&settings).unwrap();
        let solution: Vec<String> = solution.split_whitespace().map(str::to_owned).collect();
        let played = set_up(&find_game(game).unwrap().start(), Some(position), &solution).unwrap();
        let line = GameLine::new(played.start().clone());
        let first = analyser.analyse(&line, None, &|| false).unwrap().unwrap();
        let themes = themes_of(&line, played.moves(), &first, goal, &mut analyser);
        let list = |text: fn(&PuzzleTheme) -> String| themes.iter().map(text).collect::<Vec<_>>().join(", ");
        [list(ToString::to_string), list(|theme| theme.key())]
    }

    #[test]
    fn each_theme_is_shown_by_its_solution() {
        use PuzzleGoal::{Draw, Win};
        let doubled = "3r2k1/5ppp/8/8/8/4R3/4RPPP/6K1 w - - 0 1";
        let tables = "only move by the endgame tables";
        for (game, position, solution, goal, text, keys) in [
            ("chess", "6k1/5ppp/8/8/8/8/r4PPP/4R1K1 w - - 0 1", "Re8", Win, "win in 1", "mateIn1"),
            ("chess", doubled, "Re8 Rxe8 Rxe8", Win, "win in 2", "mateIn2"),
            ("chess", doubled, "Re8", Win, "", ""),
            ("russian", "W:Wc3,a1,h2:Bd4,f6", "c3:g7", Win, "win in 1, capture of 2 pieces", "mateIn1, captureOf2"),
            ("chess", "r3k3/8/8/3N4/8/8/P7/4K3 w - - 0 1", "Nc7 Kd7 Nxa8", Win, "fork", "fork"),
            ("chess", "4k3/8/2n1n3/8/3P4/8/P7/4K3 w - - 0 1", "d5 Kd7 dxe6", Win, "fork", "fork"),
            ("chess", "r3k3/8/8/3N4/8/8/P7/4K3 w - - 0 1", "Nc7 Kd7", Win, "", ""),
            ("russian", "W:Wg3,a1,h2:Bf4,d6,h8", "g3:c7", Win, "capture of 2 pieces", "captureOf2"),
            ("russian", "W:Wc3,a1,h2:Bd4,h6,h8", "c3:e5", Win, "", ""),
            ("chess", "8/P6k/8/8/8/8/7p/K7 w - - 0 1", "a8=Q", Win, "promotion", "promotion"),
            ("russian", "W:Wa7,c3,e3:Bh6,g5,h4", "a7-b8", Win, "promotion", "promotion"),
            ("russian", "W:WKb8,c3,e3:Bh6,g5,h4", "b8-a7", Win, "", ""),
            ("russian", "W:W5,32:B3,28", "a7-b8", Win, &format!("promotion, {tables}"), "promotion, tablebase"),
            (
                "russian",
                "B:WK18:B20,24",
                "g3-h2",
                Draw,
                &format!("{tables}, the only move that holds the draw"),
                "tablebase, equality",
            ),
            (
                "chess",
                "8/7k/R4K2/1r6/5R2/7P/p7/8 b - - 7 59",
                "Rb6 Rxb6 a1=Q",
                Draw,
                "promotion, the only move that holds the draw",
                "promotion, equality",
            ),
            ("russian", "B:Wa3,c3,e3,h2:Bb6,d6,h8,f8", "b6-a5", Draw, "the only move that holds the draw", "equality"),
        ] {
            assert_eq!(themes(game, position, solution, goal), [text, keys], "{position} {solution}");
        }
    }
}
