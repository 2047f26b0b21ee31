//! Why a move is illegal: the rule that it breaks.

use super::geometry::Geometry;
use super::paths::Path;
use super::position::DraughtsPosition;
use super::variant::DraughtsVariant;
use super::written_move::{MoveFit, WrittenMove};
use crate::board::Bitset;
use crate::notation::MoveRule;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The rules that a move can break. Rule 1 comes first.
pub const RULES: [MoveRule; 10] = [
    OFF_BOARD,
    NOT_OWN_PIECE,
    CAPTURE_COMPULSORY,
    MOST_COMPULSORY,
    TARGET_OCCUPIED,
    ONE_STEP,
    MEN_GO_FORWARD,
    LEAP,
    CAPTURE_UNFINISHED,
    MAN_STOPS_ON_KING_ROW,
];

const OFF_BOARD: MoveRule = rule(1, "a move names squares of the board");
const NOT_OWN_PIECE: MoveRule = rule(2, "a move starts with a piece of the side to move");
const CAPTURE_COMPULSORY: MoveRule = rule(3, "a capture must be made if there is one");
const MOST_COMPULSORY: MoveRule = rule(4, "the capture of the most pieces must be made");
const TARGET_OCCUPIED: MoveRule = rule(5, "a piece goes to an empty square");
const ONE_STEP: MoveRule = rule(6, "a piece that does not capture goes one step diagonally");
const MEN_GO_FORWARD: MoveRule = rule(7, "men move and capture forward only");
const LEAP: MoveRule = rule(
    8,
    "a capture leaps over adjacent pieces of the opponent, each once, onto empty squares",
);
const CAPTURE_UNFINISHED: MoveRule = rule(9, "a capture must go on while it can");
const MAN_STOPS_ON_KING_ROW: MoveRule =
    rule(10, "a man that captures its way to the king row stops");

/// The rule that a move breaks. The move must not match any legal move.
pub(super) fn broken_rule<V: DraughtsVariant>(
    position: &DraughtsPosition<V>,
    written: &WrittenMove,
) -> MoveRule {
    let on_board = |number: &u8| (1..=V::Board::SQUARES).contains(number);
    if !written.numbers.iter().all(on_board) {
        return OFF_BOARD;
    }
    let from = position.variant().bit(written.numbers[0]);
    if !position.us.has(from) {
        return NOT_OWN_PIECE;
    }
    if written.captures {
        return broken_by_capture(position, written, from).unwrap_or(LEAP);
    }
    let to = position.variant().bit(written.numbers[1]);
    if position.occupied().has(to) {
        return TARGET_OCCUPIED;
    }
    if !V::Board::neighbours(Bitset::of(from)).has(to) {
        return broken_by_capture(position, written, from).unwrap_or(ONE_STEP);
    }
    if position.kings.has(from) || goes_forward::<V>(position, from, to) {
        CAPTURE_COMPULSORY
    } else {
        MEN_GO_FORWARD
    }
}

/// The most paths that are looked at; flying kings can have very many.
const MOST_PATHS: usize = 4096;

fn paths_from<V: DraughtsVariant>(
    position: &DraughtsPosition<V>,
    from: u8,
    like_king: bool,
) -> Vec<Path> {
    let mut paths = Vec::new();
    let _ = position.visit_paths_from(from, like_king, position.them, |path| {
        paths.push(path.clone());
        if paths.len() < MOST_PATHS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    paths
}

/// The rule that a capture breaks, if a similar capture is possible on the board.
fn broken_by_capture<V: DraughtsVariant>(
    position: &DraughtsPosition<V>,
    written: &WrittenMove,
    from: u8,
) -> Option<MoveRule> {
    let king = position.kings.has(from);
    let fits = |path: &&Path| written.fit(position.variant(), path) > MoveFit::None;
    let own = paths_from(position, from, king);
    if own.iter().any(|path| path.complete && fits(&path)) {
        return Some(MOST_COMPULSORY);
    }
    if own.iter().any(|path| fits(&path)) {
        return Some(CAPTURE_UNFINISHED);
    }
    let like_king = paths_from(position, from, true);
    let path = like_king.iter().find(fits)?;
    let backward = |leap: &&[u8]| !goes_forward::<V>(position, leap[0], leap[1]);
    let first_backward = path.squares.windows(2).find(backward)?;
    let king_row = position.king_row(position.side_to_move);
    if king_row.has(first_backward[0]) {
        Some(MAN_STOPS_ON_KING_ROW)
    } else {
        Some(MEN_GO_FORWARD)
    }
}

fn goes_forward<V: DraughtsVariant>(position: &DraughtsPosition<V>, from: u8, to: u8) -> bool {
    (to > from) == position.moves_down(position.side_to_move)
}

const fn rule(number: u8, text: &'static str) -> MoveRule {
    MoveRule {
        number,
        text: Cow::Borrowed(text),
    }
}
