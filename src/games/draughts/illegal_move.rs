//! Why a move is illegal: the rule that it breaks.

use super::move_rules::DraughtsRule;
use super::paths::{PathEnd, PathPattern, StopFault};
use super::rules::{CapturePromotion, Criterion, KingLanding, capture_value};
use super::view::{Capture, View, view};
use super::written_move::WrittenMove;
use super::{DraughtsMove, DraughtsPosition, DraughtsVariant, Geometry};
use crate::board::Bitset;
use crate::game::Game;
use crate::notation::MoveRule;
use std::ops::ControlFlow;

/// The rule that a move breaks. The move must not match any legal move.
pub(super) fn broken_rule<V: DraughtsVariant>(position: &DraughtsPosition<V>, written: &WrittenMove) -> MoveRule {
    let rule = find(position, written);
    let of_game = |rule: DraughtsRule| rule.of(position.rules(), V::FLYING_KINGS);
    let known = of_game(rule);
    debug_assert!(known.is_some(), "{rule:?} {written:?} {position:?}");
    known.unwrap_or_else(|| of_game(DraughtsRule::Jump).expect("this rule holds in all games"))
}

fn find<V: DraughtsVariant>(position: &DraughtsPosition<V>, written: &WrittenMove) -> DraughtsRule {
    let Some(bits) = written.squares.as_deref().filter(|_| written.from.any()) else { return DraughtsRule::OnBoard };
    let Some(from) = { written.from & position.us }.next() else { return DraughtsRule::OwnPiece };
    let as_capture = || broken_by_capture(position, from, bits);
    if written.captures || bits.len() > 1 {
        return as_capture().unwrap_or(DraughtsRule::Jump);
    }
    if position.occupied().has(bits[0]) {
        return DraughtsRule::EmptyTarget;
    }
    match fault_of_step(position, from, bits[0]) {
        Some(DraughtsRule::MenForward) => DraughtsRule::MenForward,
        Some(fault) => as_capture().unwrap_or(fault),
        None if position.has_capture(position.side_to_move()) => DraughtsRule::CaptureCompulsory,
        None => DraughtsRule::KingRests,
    }
}

/// What is wrong with a step to an empty square, if captures are not regarded.
fn fault_of_step<V: DraughtsVariant>(position: &DraughtsPosition<V>, from: u8, to: u8) -> Option<DraughtsRule> {
    let between = squares_between::<V::Board>(from, to).filter(|between| between.diagonal);
    let over = between.map(|between| between.over);
    let king = position.kings.has(from);
    if king && V::FLYING_KINGS {
        let free = over.is_some_and(|over| (over & position.occupied()).is_empty());
        (!free).then_some(DraughtsRule::KingSlides)
    } else if over != Some(Bitset::EMPTY) {
        Some(DraughtsRule::OneStep)
    } else if king || (to > from) == position.moves_down(position.side_to_move) {
        None
    } else {
        Some(DraughtsRule::MenForward)
    }
}

/// A straight line between two squares.
struct SquaresBetween {
    /// The squares between, without the ends.
    over: Bitset,
    /// The square before the target.
    last: u8,
    diagonal: bool,
}

/// The straight line from one square to another, along a diagonal, row or column.
fn squares_between<G: Geometry>(from: u8, to: u8) -> Option<SquaresBetween> {
    let [near, far, back, far_back] = G::all_steps(true);
    let column = G::PERIOD as i8;
    [near, far, back, far_back, column, -column, 1, -1].into_iter().enumerate().find_map(|(number, step)| {
        let mut between = SquaresBetween { over: Bitset::EMPTY, last: from, diagonal: number < 4 };
        let mut at = Bitset::of(from);
        loop {
            at = match step {
                1 | -1 => G::shift_along_row(at, step),
                _ => super::geometry::shift(at, step) & G::BOARD,
            };
            if at.is_empty() {
                return None;
            }
            if at.has(to) {
                return Some(between);
            }
            between.over |= at;
            between.last = at.first();
        }
    })
}

/// The rule that a capture breaks, if a similar capture is possible on the board.
fn broken_by_capture<V: DraughtsVariant>(
    position: &DraughtsPosition<V>,
    from: u8,
    bits: &[u8],
) -> Option<DraughtsRule> {
    let ends = similar_captures(position, from, bits);
    if let Some(complete) = ends.iter().find(|end| end.fault.is_none()) {
        let legal = position.moves().into_iter().find(|mv| mv.captures())?;
        return better_capture(&complete.mv, &legal, position.kings, position.rules().precedence);
    }
    let stop_rule = ends.iter().filter_map(|end| end.fault).min().map(|fault| match fault {
        StopFault::GoesOnAsNewKing => DraughtsRule::PassKingRow,
        StopFault::GoesOn => DraughtsRule::GoOn,
        StopFault::GoesOnElsewhere => DraughtsRule::LandToGoOn,
        StopFault::NotBehind => DraughtsRule::LandBehind,
    });
    let mut found = stop_rule.or_else(|| fault_of_path(position, from, bits));
    if found.is_some() {
        return found;
    }
    // Some squares of the path may be left out: try the paths of a king.
    let fits = |squares: &[u8]| {
        let mut rest = squares[1..].iter();
        bits.iter().all(|bit| rest.any(|it| it == bit)) && squares.last() == bits.last()
    };
    let mut paths = 0;
    position.visit_paths(from, true, position.them, false, &mut |path| {
        paths += 1;
        if fits(path.squares) {
            found = fault_of_path(position, from, &path.squares[1..]);
        }
        if found.is_some() || paths == MOST_PATHS { ControlFlow::Break(()) } else { ControlFlow::Continue(Some(0)) }
    });
    found
}

/// The most paths that are looked at; flying kings can have very many.
const MOST_PATHS: usize = 4096;

/// The captures of a piece, legal or not, that the squares can mean.
fn similar_captures<V: DraughtsVariant>(position: &DraughtsPosition<V>, from: u8, bits: &[u8]) -> Vec<PathEnd> {
    let (&to, between) = bits.split_last().expect("a move has a target");
    let set: Bitset = bits[1..].iter().copied().collect();
    if set.any() && (set & !position.them).is_empty() {
        // As the Hub protocol writes captures.
        let pattern = PathPattern { between: &[], to: bits[0], each: false, behind: false };
        let mut ends = position.ends_of(from, pattern, set);
        ends.retain(|end| end.mv.captured == set);
        return ends;
    }
    let readings = PathPattern::readings(between, to).into_iter();
    let found = readings.map(|pattern| position.ends_of(from, pattern, position.them));
    found.into_iter().find(|ends| !ends.is_empty()).unwrap_or_default()
}

/// The rule by which a legal capture goes before another one.
fn better_capture(
    mv: &DraughtsMove,
    legal: &DraughtsMove,
    kings: Bitset,
    precedence: &[Criterion],
) -> Option<DraughtsRule> {
    let count = |mv: &DraughtsMove, criterion: Criterion| match criterion {
        Criterion::Pieces => mv.captured.count(),
        Criterion::Value => capture_value(mv.captured.count(), (mv.captured & kings).count()),
        Criterion::ByKing => kings.has(mv.from).into(),
        Criterion::Kings => (mv.captured & kings).count(),
        Criterion::KingsSoonest => 0,
    };
    let is_worse = |criterion| criterion == Criterion::KingsSoonest || count(mv, criterion) < count(legal, criterion);
    precedence.iter().copied().find(|&criterion| is_worse(criterion)).map(DraughtsRule::of_criterion)
}

/// The first fault of a capture whose squares are all given.
fn fault_of_path<V: DraughtsVariant>(position: &DraughtsPosition<V>, from: u8, bits: &[u8]) -> Option<DraughtsRule> {
    view!(position, view => {
        let view = view.without(from);
        let mut capture = Capture::start(from, view.kings.has(from));
        let mut passed_king_row = false;
        for &to in bits {
            if let Some(fault) = view.fault_of_jump(&capture, to, passed_king_row) {
                // A rule about jumps says the least, so another one may be found.
                return (fault != DraughtsRule::Jump).then_some(fault);
            }
            let between = squares_between::<V::Board>(capture.at, to)?;
            let was_king = capture.king;
            (capture, _) = view.landed(&capture, between.over & view.them & !capture.captured, to);
            passed_king_row |= !was_king && position.king_row(position.side_to_move).has(to);
        }
        None
    })
}

impl<V: DraughtsVariant, const DOWN: bool> View<V, DOWN> {
    /// What is wrong with a jump from the square of a capture to the square `to`.
    fn fault_of_jump(&self, capture: &Capture, to: u8, passed_king_row: bool) -> Option<DraughtsRule> {
        let rules = self.rules();
        let between = squares_between::<V::Board>(capture.at, to);
        let Some(between) = between.filter(|between| between.diagonal || rules.captures_along_rows) else {
            return Some(DraughtsRule::Jump);
        };
        let empty = if rules.lifts_at_once { self.empty | capture.captured } else { self.empty };
        let victim = between.over & !empty;
        let enemy = self.them & !capture.captured;
        if victim.count() != 1 || (victim & enemy).is_empty() || !empty.has(to) {
            return Some(DraughtsRule::Jump);
        }
        let flies = capture.king && V::FLYING_KINGS;
        let short = between.over == victim;
        let backward = between.diagonal && (to > capture.at) != DOWN;
        if !capture.king && passed_king_row {
            match rules.promotion {
                CapturePromotion::Ends => return Some(DraughtsRule::StopOnKingRow),
                CapturePromotion::ContinuesAsMan if !short => return Some(DraughtsRule::PassKingRow),
                CapturePromotion::ContinuesAsMan | CapturePromotion::ContinuesAsKing => {}
            }
        }
        if !flies && !short {
            return Some(DraughtsRule::Jump);
        }
        if !capture.king && backward && !rules.men_capture_backward {
            return Some(DraughtsRule::MenForward);
        }
        if !capture.king && (victim & self.their_kings).any() && !rules.men_capture_kings {
            return Some(DraughtsRule::MenSpareKings);
        }
        if flies && !victim.has(between.last) && rules.landing == KingLanding::Behind {
            return Some(DraughtsRule::LandBehind);
        }
        None
    }
}
