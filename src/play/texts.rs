//! A game in words: the board, pieces, moves, searches and results as lines of text.

use super::level::Level;
use super::picking::PointedMove;
use super::played_move::{PieceCounts, PlayedMove, SearchStatistics};
use super::session::{GameOver, Session};
use crate::game::{Game, Side, Theory};
use crate::notation::Notation;
use crate::notation::record::GameRecord;
use crate::picture::diagram::Diagram;
use crate::picture::text_diagram::{TextDiagramStyle, text_diagram};
use crate::picture::{BoardLayout, Picture};
use crate::player::PlayerAlgorithm;
use crate::search::ShownScore;
use crate::system::printable::between_words;
use std::fmt::Display;

/// The most characters in a line of text, but for boards.
pub const LINE_WIDTH: usize = 78;

/// What a side is called.
pub fn side_name(session: &Session, side: Side) -> &'static str {
    session.view().side_names[side.index()]
}

/// The game, its parameters where they are not the usual ones, and what it is: `nim misere: Nim, ...`; or the puzzle.
pub fn title(session: &Session) -> String {
    if let Some(title) = session.puzzle_title() {
        return title;
    }
    let game = session.game();
    let words = [&[game.name.to_owned()][..], &parameters(session)].concat();
    // "Nim: ..." needs no "nim: " before it.
    let letters = game.about.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase());
    let is_named = letters.take(game.name.len()).eq(game.name.chars());
    if is_named && words.len() == 1 { game.about.to_owned() } else { format!("{}: {}", words.join(" "), game.about) }
}

/// The parameters of the game that its usual start does not have.
fn parameters(session: &Session) -> Vec<String> {
    let usual = session.game().start().parameters();
    let mut own = session.line().position().parameters();
    own.retain(|word| !usual.contains(word));
    own
}

/// A number of things: `1 move`, `2 moves`.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

/// The board in rows, a letter for each piece.
pub fn board(session: &Session) -> String {
    text_diagram(&Diagram::new(&session.view()), TextDiagramStyle::default())
}

/// The tree below the position in a game of trees, a node a line with its move and its payoff, in at most `most` lines. Empty in
/// other games.
pub fn tree_outline(session: &Session, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    // The positions to write, the next one last: how deep they are, and the move that leads to them.
    let mut open = vec![(0, String::new(), session.line().position().clone())];
    while let Some((depth, name, position)) = open.pop() {
        let BoardLayout::Branches(payoff) = position.layout() else { break };
        if lines.len() == most {
            lines.pop();
            lines.push("...".to_owned());
            break;
        }
        if depth > 0 {
            let payoff = payoff.map_or_else(String::new, |payoff| format!(": {payoff}"));
            lines.push(format!("{:indent$}{name}{payoff}", "", indent = 2 * depth));
        }
        let children = PointedMove::all(&position).into_iter().rev();
        open.extend(children.map(|child| (depth + 1, child.text, position.play(child.mv))));
    }
    lines
}

/// The pieces of each side with their cells: `White: K e1, R a1`.
pub fn pieces(session: &Session) -> String {
    let view = session.view();
    let mut text = String::new();
    for side in Side::BOTH {
        let named = view.cells().filter_map(|cell| {
            let piece = cell.piece.filter(|piece| piece.side == side)?;
            Some(format!("{} {}", piece.letter.to_ascii_uppercase(), cell.name))
        });
        let mut named: Vec<String> = named.collect();
        named.sort_by(|one, other| with_numbers(one).cmp(&with_numbers(other)));
        text += &format!("{}: {}\n", side_name(session, side), named.join(", "));
    }
    text
}

/// A text in parts that sort numbers by their value: `B 2` before `B 10`.
fn with_numbers(text: &str) -> (&str, Option<u64>) {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    (letters, text[letters.len()..].parse().ok())
}

/// How well the machines play, and how to change it.
pub fn level_help(session: &Session) -> String {
    let now = plain_level_line(session).map_or_else(String::new, |line| line + "\n");
    let ratings = "'level elo=800' to 'level elo=2400' play at this rating, measured in games of chess between programs; it is no rating among people.\n";
    let ratings = if session.game().has_ratings() { ratings } else { "" };
    format!(
        "{now}'level 1' to 'level 10' think so many plies ahead.\n{ratings}\
         Others: 'level movetime=500' (milliseconds), 'level nodes=10000' (positions), 'level clock'.\n"
    )
}

/// [`level_line`] for a game by lines of text.
pub fn plain_level_line(session: &Session) -> Option<String> {
    level_line(session, "'level N'", ["'first random'", "'second random'"])
}

/// How well the machines with a level play, and what changes it: the level, or another player of this side where the theory of
/// the game leaves nothing to a level. Of two machines with the same level, only the first is named. `None` if no machine has a
/// level.
pub fn level_line(session: &Session, change_level: &str, change_player: [&str; 2]) -> Option<String> {
    // A machine that follows the theory has no level here.
    let machine = |side| {
        let level = session.player(side).level()?;
        Some((side, if follows_theory(session, side) { None } else { Some(level) }))
    };
    let mut machines: Vec<(Side, Option<Level>)> = Side::BOTH.into_iter().filter_map(machine).collect();
    machines.dedup_by_key(|machine| machine.1);
    let change = match machines.iter().filter(|machine| machine.1.is_some()).count() {
        0 => format!("{} is weaker", change_player[machines.first()?.0.index()]),
        1 => format!("{change_level} changes it"),
        _ => format!("{change_level} changes both"),
    };
    let named: Vec<String> =
        machines.iter().map(|&(side, level)| format!("{} {}", session.name(side), manner(level))).collect();
    Some(format!("{}; {change}", named.join(", ")))
}

/// Whether a machine plays by the theory of the game, so that its level means nothing in this position.
fn follows_theory(session: &Session, side: Side) -> bool {
    let algorithm = session.player(side).machine.as_ref().map(|machine| machine.algorithm);
    let knows_theory = [PlayerAlgorithm::Best, PlayerAlgorithm::Theory].map(Some).contains(&algorithm);
    knows_theory && session.line().position().has_theory()
}

/// How a machine with this level plays; without one, by the theory.
fn manner(level: Option<Level>) -> String {
    let Some(level) = level else { return "plays by the theory of the game".to_owned() };
    let verb = match level {
        Level::Depth(_) | Level::Rating(_) => "plays at",
        Level::Nodes(_) => "searches",
        Level::Time(_) | Level::Clock => "thinks",
    };
    format!("{verb} {}", level_words(level))
}

/// A level in words: `level 4 of 10`, `a rating of 1000`, `500 ms a move`, `10,000 nodes a move`, `by the clock`.
pub fn level_words(level: Level) -> String {
    match level {
        Level::Depth(depth) => format!("level {depth} of {}", Level::MAX_DEPTH),
        Level::Rating(rating) => format!("a rating of {rating}"),
        Level::Time(time) => format!("{} ms a move", time.as_millis()),
        Level::Nodes(1) => "1 node a move".to_owned(),
        Level::Nodes(nodes) => format!("{} nodes a move", grouped(nodes)),
        Level::Clock => "by the clock".to_owned(),
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", grouped(number / 1000), number % 1000) }
}

/// What a person who has a single legal move is told if it cannot be pointed out on the board, such as a pass.
pub fn only_move(session: &Session) -> Option<String> {
    let moves = session.legal_moves();
    let [only] = &moves[..] else { return None };
    let is_pass = only.text.eq_ignore_ascii_case("pass");
    let text = if is_pass { "you must pass".to_owned() } else { format!("the only move is {}", only.text) };
    // Of more moves than can be listed, one may be.
    let is_only = session.line().position().count_moves() == 1;
    (is_only && session.waits_for_person() && only.cells.is_empty()).then_some(text)
}

/// The last move, to be read aloud: `Black man from 11 to 18, takes 1`.
pub fn spoken_move(session: &Session) -> Option<String> {
    let (last, earlier) = session.moves().split_last()?;
    let view = session.view();
    let piece_on = |name: &String| view.cells().find(|cell| cell.name == *name)?.piece;
    let ([from, .., to], Some(piece)) = (&last.cells[..], last.cells.last().and_then(piece_on)) else {
        return Some(last.text.clone());
    };
    let side = side_name(session, last.side);
    let before = earlier.last().and_then(|mv| mv.pieces);
    let other = (!last.side).index();
    let taken = before.zip(last.pieces).map_or(0, |(before, now)| before[other].saturating_sub(now[other]));
    let takes = if taken > 0 { format!(", takes {taken}") } else { String::new() };
    Some(format!("{side} {} from {from} to {to}{takes}", piece.kind.word()))
}

/// The moves of the game, two a line, with the number of pieces of each side where a move has changed it.
pub fn move_list(session: &Session) -> String {
    let mut text = move_rows(session, listed, "  ").concat();
    if let Some(plies) = session.line().position().plies_to_draw() {
        let plies = if plies == 1 { "1 more ply".to_owned() } else { format!("{plies} more plies") };
        text += &format!("a draw after {plies} without progress\n");
    }
    text
}

/// The moves, two a line that begins with their number, as a record of the game numbers them. If the second player begins,
/// `...` stands in the place of the first move.
pub fn move_rows(session: &Session, cell: fn(&str, Option<PieceCounts>) -> String, between: &str) -> Vec<String> {
    let mut record = GameRecord::default();
    session.game().set_tags(&mut record);
    record.set_tag("FEN", session.line().start().show());
    let (first, begins_second) = record.move_number(0);
    let skipped = begins_second.then(|| cell("...", None));
    let moves = session.moves().iter().zip(changed_pieces(session.moves()));
    let cells: Vec<String> = skipped.into_iter().chain(moves.map(|(mv, pieces)| cell(&mv.text, pieces))).collect();
    (first..).zip(cells.chunks(2)).map(|(number, pair)| format!("{number:>3}. {}\n", pair.join(between))).collect()
}

/// For each move the number of pieces after it if the move has changed it.
fn changed_pieces(moves: &[PlayedMove]) -> impl Iterator<Item = Option<PieceCounts>> {
    let changed = |pair: &[PlayedMove]| pair[1].pieces.filter(|_| pair[1].pieces != pair[0].pieces);
    std::iter::once(None).chain(moves.windows(2).map(changed))
}

fn listed(text: &str, pieces: Option<PieceCounts>) -> String {
    pieces.map_or_else(|| text.to_owned(), |[first, second]| format!("{text} ({first}:{second})"))
}

/// What a search did, in a line.
pub fn statistics(search: &SearchStatistics) -> String {
    let info = &search.info;
    let score = score(info.shown_score);
    if info.nodes <= 1 && matches!(info.shown_score, ShownScore::TablebaseWin(_) | ShownScore::TablebaseLoss(_)) {
        let result = if score.starts_with('+') { "a win" } else { "a loss" };
        return format!("{result}, known without a search: {}", search.pv.join(" "));
    }
    format!(
        "{score} at depth {}, {} in {:.2} s, {}: {}",
        info.depth,
        counted(info.nodes, "node"),
        info.elapsed.as_secs_f64(),
        speed(search.nps()),
        search.pv.join(" ")
    )
}

/// Nodes a second, to three digits or so: `2.3 M nodes/s`.
fn speed(nps: u64) -> String {
    match nps {
        0..10_000 => format!("{nps} nodes/s"),
        10_000..1_000_000 => format!("{} k nodes/s", nps / 1000),
        _ => format!("{:.1} M nodes/s", nps as f64 / 1e6),
    }
}

/// A score for the side that searched.
fn score(score: ShownScore) -> String {
    let moves = |plies: i32| counted((plies + 1) / 2, "move");
    match score {
        ShownScore::WinIn(plies) => format!("wins in {}", moves(plies)),
        ShownScore::LossIn(plies) => format!("loses in {}", moves(plies)),
        ShownScore::Payoff(_) => format!("payoff {score}"),
        other => other.to_string(),
    }
}

/// How the game ended, with the names of the players.
pub fn result(session: &Session, end: &GameOver) -> String {
    result_with(session, end, |side| format!("{} ({})", session.name(side), side_name(session, side)))
}

/// How the game ended, without the names of the players.
pub fn short_result(session: &Session, end: &GameOver) -> String {
    result_with(session, end, |side| side_name(session, side).to_owned())
}

/// The winner and the reason of an end, with the payoff where there is one.
fn result_with(session: &Session, end: &GameOver, name: impl Fn(Side) -> String) -> String {
    let winner = end.winner.map_or_else(|| "drawn".to_owned(), |side| name(side) + " wins");
    let payoff = match session.view().layout {
        BoardLayout::Branches(Some(payoff)) => format!(", payoff {payoff}"),
        _ => String::new(),
    };
    format!("{winner}: {}{payoff}", end.reason)
}

/// Breaks lines between words, and longer words anywhere, so that no line has more than `width` characters. Blanks at the
/// beginning of a line are dropped.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for mut line in text.lines().flat_map(|line| between_words(line, width)) {
        while let Some((end, _)) = line.char_indices().nth(width.max(1)) {
            let rest = line.split_off(end);
            lines.push(std::mem::replace(&mut line, rest));
        }
        lines.push(line);
    }
    lines
}

/// The lines of a text. Those of more than `width` characters are broken between words; longer words, such as positions, stay
/// whole.
pub fn wrapped_between_words(text: &str, width: usize) -> Vec<String> {
    let line = |line: &str| {
        if line.chars().count() > width { between_words(line, width) } else { vec![line.trim_end().to_owned()] }
    };
    text.lines().flat_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_one_thing_is_singular() {
        for (nps, expected) in [(812, "812 nodes/s"), (84_200, "84 k nodes/s"), (2_341_032, "2.3 M nodes/s")] {
            assert_eq!(speed(nps), expected);
        }
        assert_eq!(score(ShownScore::WinIn(1)), "wins in 1 move");
        assert_eq!(score(ShownScore::WinIn(3)), "wins in 2 moves");
        assert_eq!(score(ShownScore::LossIn(2)), "loses in 1 move");
        assert_eq!(score(ShownScore::Payoff(-7)), "payoff -7");
        assert_eq!(counted(0_u64, "node"), "0 nodes");
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        for (text, expected) in [
            ("one two three\n\n  x", &["one two", "three", "", "x"][..]),
            ("a 123456789é b", &["a", "12345678", "9é", "b"]),
            ("12345678 b", &["12345678", "b"]),
        ] {
            assert_eq!(wrapped(text, 8), expected);
        }
        let lines = wrapped_between_words("  a b \none two three 123456789", 8);
        assert_eq!(lines, ["  a b", "one two", "three", "123456789"]);
    }
}
