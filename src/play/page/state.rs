//! What a page shows of a game.

use super::Playing;
use super::snapshot::GameSnapshot;
use crate::game::Side;
use crate::games::GameInfo;
use crate::notation::Notation;
use crate::picture::diagram::Diagram;
use crate::picture::svg_board::board_picture;
use crate::picture::svg_document::SvgTheme;
use crate::picture::svg_parts::BoardParts;
use crate::picture::{BoardLayout, BoardView, PictureCell, PicturePiece, PieceKind};
use crate::play::orientation::bottom_side;
use crate::play::{SearchStatistics, texts};
use crate::search::{Depth, ShownScore};
use serde::Serialize;

/// What the page shows.
#[derive(Serialize)]
pub(super) struct PageState {
    /// The game, from which another session could go on.
    snapshot: GameSnapshot,
    rules: String,
    /// The picture (SVG).
    board: String,
    /// The size of the picture, in its units.
    size: (f64, f64),
    /// Cells that can be pointed at, in reading order.
    cells: Vec<PageCell>,
    /// Moves among which one has to be chosen.
    choices: Vec<String>,
    /// Whether the move that has been pointed out may end here.
    may_stop: bool,
    /// Whether a machine is to move or to give a hint, so that the page should ask for an update.
    is_busy: bool,
    /// Whether a machine is to move, but waits for `go_on`.
    is_paused: bool,
    /// The names of the sides, the first mover first.
    sides: [&'static str; 2],
    turn: usize,
    waits_for_person: bool,
    /// Whether the clock of the side to move runs.
    clock_runs: bool,
    /// The side that has the white pieces, or is written first; scores are for this side.
    white: usize,
    /// The side at the bottom of the board.
    bottom: usize,
    can_analyse: bool,
    /// The last search, of this position or of the one before.
    search: Option<PageSearch>,
    /// How the game has ended.
    end: Option<String>,
    messages: Vec<String>,
    position: String,
    /// The last move, to be read aloud.
    spoken: Option<String>,
}

/// What a search has found up to now.
#[derive(Serialize)]
pub(super) struct PageSearch {
    /// The expected result of the first side, from 0 to 1.
    expected: f64,
    depth: Depth,
    nodes: u64,
    /// Nodes a second.
    nps: u64,
    /// The best line first.
    lines: Vec<PageLine>,
}

/// A line of an analysis.
#[derive(Serialize)]
struct PageLine {
    /// For the side with the white pieces.
    score: String,
    depth: Depth,
    /// Its moves.
    pv: Vec<String>,
}

impl PageSearch {
    /// The lines of a search, at least one.
    pub(super) fn new(game: &GameInfo, mover: Side, lines: &[SearchStatistics]) -> PageSearch {
        let best = &lines[0];
        let score = |score: ShownScore| if mover == game.white { score } else { -score };
        let shown = |line: &SearchStatistics| PageLine {
            score: score(line.info.shown_score).to_string(),
            depth: line.info.depth,
            pv: line.pv.clone(),
        };
        PageSearch {
            expected: best.expected_of_first(mover),
            depth: best.info.depth,
            nodes: best.info.nodes,
            nps: best.nps(),
            lines: lines.iter().map(shown).collect(),
        }
    }
}

/// A cell of the board.
#[derive(Serialize)]
pub(super) struct PageCell {
    name: String,
    /// Left, top, width and height, in the units of the picture; none for the moves of a tree.
    pub(super) place: Option<[f64; 4]>,
    /// Its row and column, from the top left.
    at: (usize, usize),
    /// What is read aloud.
    label: String,
    /// Whether it can be picked next.
    is_target: bool,
    /// Whether it has been picked.
    is_picked: bool,
}

impl Playing {
    /// What the page is to show; messages are shown once.
    pub(super) fn state(&mut self) -> PageState {
        let session = &self.session;
        let view = session.view();
        let mut diagram = match session.moves().last() {
            Some(last) => Diagram::after_move(&view, &view, &last.cells),
            None => Diagram::new(&view),
        };
        let places = |cells: &[String], diagram: &Diagram| cells.iter().filter_map(|name| diagram.find(name)).collect();
        diagram.marks = places(self.picking.cells(), &diagram);
        if self.hint.len() > 1 {
            diagram.arrows = vec![places(&self.hint, &diagram)];
        }
        if self.is_flipped {
            diagram.flip();
        }
        diagram.title = texts::title(session);
        let parts = BoardParts::new(&diagram);
        let is_machine_to_move = session.end().is_none() && !session.waits_for_person();
        PageState {
            snapshot: self.snapshot(),
            rules: session.rules(),
            board: board_picture(&diagram, SvgTheme::Auto, None),
            size: parts.size,
            cells: self.cells(&diagram, &parts, &view),
            choices: self.choices.clone(),
            may_stop: self.stop.is_some(),
            sides: view.side_names,
            turn: session.side_to_move().index(),
            waits_for_person: session.waits_for_person(),
            is_busy: session.is_thinking() || is_machine_to_move && !session.is_paused(),
            is_paused: is_machine_to_move && session.is_paused(),
            clock_runs: session.running_clock().is_some() && !session.is_paused(),
            white: session.game().white.index(),
            bottom: bottom_side(session, self.is_flipped).index(),
            can_analyse: session.can_analyse(),
            search: session.last_search().map(|(mover, lines)| PageSearch::new(session.game(), mover, lines)),
            end: session.end().map(|end| texts::result(session, end)),
            messages: std::mem::take(&mut self.messages),
            position: session.line().position().show(),
            spoken: texts::spoken_move(session),
        }
    }

    fn cells(&self, diagram: &Diagram, parts: &BoardParts, view: &BoardView) -> Vec<PageCell> {
        let targets = self.picking.targets();
        let mut cells = page_cells(diagram, parts, view);
        for cell in &mut cells {
            cell.is_target = targets.contains(&&*cell.name);
            cell.is_picked = self.picking.cells().contains(&cell.name);
        }
        cells
    }
}

/// The cells of a board, none of which can be picked.
pub(super) fn page_cells(diagram: &Diagram, parts: &BoardParts, view: &BoardView) -> Vec<PageCell> {
    let is_tree = matches!(diagram.layout, BoardLayout::Branches(_));
    let cell = |(at, cell): ((usize, usize), &PictureCell)| PageCell {
        name: cell.name.clone(),
        place: parts.grid.filter(|_| !is_tree).map(|grid| {
            let (x, y) = grid.corner(at);
            [x, y, grid.step, grid.step]
        }),
        at,
        label: match cell.piece {
            Some(PicturePiece { kind: PieceKind::Counter, .. }) => format!("{}, counter", cell.name),
            Some(piece) => format!("{}, {}", cell.name, piece_words(piece, view)),
            None => cell.name.clone(),
        },
        is_target: false,
        is_picked: false,
    };
    diagram.places().map(cell).collect()
}

/// A piece in words: `White queen`.
pub(super) fn piece_words(piece: PicturePiece, view: &BoardView) -> String {
    format!("{} {}", view.side_names[piece.side.index()], piece.kind.word())
}
