//! A slow move generator for draughts, which works on rows and columns.

use crate::prelude::*;
use kempelen::games::draughts::DraughtsRules;
use kempelen::games::draughts::rules::{CapturePromotion, Criterion, KingLanding};

pub type Place = (i32, i32);

/// A board of rows and columns.
#[derive(Clone)]
pub struct Plain {
    /// The colour of the piece on each square, and whether it is a king.
    cells: Vec<Vec<Option<(Colour, bool)>>>,
    mover: Colour,
    rules: &'static DraughtsRules,
    flying: bool,
    resting: Option<Place>,
}

/// Start, target and captured squares of a move, and whether it became a king on the way.
pub type PlainMove = (Place, Place, BTreeSet<Place>, bool);

/// A capture: the piece, its squares and the captured squares, in order.
#[derive(Clone)]
pub struct PlainPath {
    king: bool,
    promoted: bool,
    from: Place,
    at: Place,
    taken: Vec<Place>,
}

impl Plain {
    pub fn of<V: DraughtsVariant>(position: &DraughtsPosition<V>, mover: Colour) -> Plain {
        let setup = position.setup();
        let size = usize::from(V::Board::ROWS);
        let mut cells = vec![vec![None; size]; size];
        for bit in V::Board::BOARD {
            let (row, column) = place::<V>(bit);
            for colour in [Colour::White, Colour::Black] {
                let sets = [(setup.men, false), (setup.kings, true)];
                for (sets, king) in sets {
                    if sets[colour as usize].has(bit) {
                        cells[row as usize][column as usize] = Some((colour, king));
                    }
                }
            }
        }
        let rules = position.rules();
        let run = setup.counters.king_runs[mover as usize];
        let limit = rules.king_moves_in_a_row;
        let rests = limit > 0 && run.moves() >= limit && setup.men[mover as usize].any();
        Plain { cells, mover, rules, flying: V::FLYING_KINGS, resting: rests.then(|| place::<V>(run.square())) }
    }

    fn at(&self, (row, column): Place) -> Option<Option<(Colour, bool)>> {
        self.cells.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn is_empty(&self, place: Place) -> bool {
        self.at(place) == Some(None)
    }

    fn forward(&self) -> i32 {
        if self.mover == Colour::White { -1 } else { 1 }
    }

    /// The squares from `at` in a direction, the nearest first: all that are empty, then the first that is not.
    fn ray(&self, at: Place, (down, right): Place) -> Vec<Place> {
        let next = |place: &Place| Some((place.0 + down, place.1 + right));
        let mut squares = Vec::new();
        for place in std::iter::successors(next(&at), next) {
            if self.at(place).is_none() {
                break;
            }
            squares.push(place);
            if !self.is_empty(place) {
                break;
            }
        }
        squares
    }

    fn pieces(&self) -> Vec<(Place, bool)> {
        let size = self.cells.len() as i32;
        let all = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        all.filter_map(|place| match self.at(place)? {
            Some((colour, king)) if colour == self.mover => Some((place, king)),
            _ => None,
        })
        .collect()
    }

    fn steps(&self) -> Vec<PlainMove> {
        let forward = self.forward();
        let mut moves = Vec::new();
        for (from, king) in self.pieces() {
            if self.resting == Some(from) {
                continue;
            }
            let all = [(forward, -1), (forward, 1), (-forward, -1), (-forward, 1)];
            for direction in &all[..if king { 4 } else { 2 }] {
                let reach = if king && self.flying { 99 } else { 1 };
                let free = self.ray(from, *direction).into_iter().take(reach).filter(|&to| self.is_empty(to));
                moves.extend(free.map(|to| (from, to, BTreeSet::new(), false)));
            }
        }
        moves
    }

    /// All captures by this piece or that, each once for every path.
    pub fn captures(&self) -> Vec<PlainPath> {
        let mut found = Vec::new();
        for (from, king) in self.pieces() {
            let mut lifted = self.clone();
            lifted.cells[from.0 as usize][from.1 as usize] = None;
            let start = PlainPath { king, promoted: false, from, at: from, taken: Vec::new() };
            lifted.go_on(&start, &mut found);
        }
        found
    }

    /// Adds all captures that go on from `path`, and returns whether there are any.
    fn go_on(&self, path: &PlainPath, found: &mut Vec<PlainPath>) -> bool {
        let forward = self.forward();
        let mut directions = vec![(forward, -1), (forward, 1)];
        if path.king || self.rules.men_capture_backward {
            directions.extend([(-forward, -1), (-forward, 1)]);
        }
        if self.rules.captures_along_rows {
            directions.extend([(2, 0), (-2, 0), (0, 2), (0, -2)]);
        }
        let mut possible = false;
        for direction in directions {
            possible |= self.go_on_in(path, direction, found);
        }
        possible
    }

    fn go_on_in(&self, path: &PlainPath, direction: Place, found: &mut Vec<PlainPath>) -> bool {
        let flies = path.king && self.flying;
        let victim = match self.ray(path.at, direction)[..] {
            [] => return false,
            [.., last] if flies => last,
            [first, ..] => first,
        };
        let Some(Some((colour, is_king))) = self.at(victim) else { return false };
        let allowed = path.king || !is_king || self.rules.men_capture_kings;
        if colour == self.mover || path.taken.contains(&victim) || !allowed {
            return false;
        }
        let behind = self.ray(victim, direction);
        let mut landings: Vec<Place> = behind.into_iter().filter(|&to| self.is_empty(to)).collect();
        if !flies || self.rules.landing == KingLanding::Behind {
            landings.truncate(1);
        }
        if landings.is_empty() {
            return false;
        }
        let mut goes_on = false;
        let mut ends = Vec::new();
        let last_row = if self.mover == Colour::White { 0 } else { self.cells.len() as i32 - 1 };
        for (distance, &at) in landings.iter().enumerate() {
            let mut next = path.clone();
            next.at = at;
            next.taken.push(victim);
            let crowned = !path.king && at.0 == last_row;
            if crowned && self.rules.promotion == CapturePromotion::ContinuesAsKing {
                next.king = true;
                next.promoted = true;
            }
            let mut board = self.clone();
            if self.rules.lifts_at_once {
                board.cells[victim.0 as usize][victim.1 as usize] = None;
            }
            if !(crowned && self.rules.promotion == CapturePromotion::Ends) {
                goes_on |= board.go_on(&next, found);
            }
            let stops_behind = is_king && self.rules.landing == KingLanding::BehindLastKing;
            if distance == 0 || !stops_behind {
                ends.push(next);
            }
        }
        if !goes_on || self.rules.may_stop {
            found.extend(ends);
        }
        true
    }

    /// The numbers by which captures are compared.
    fn rank(&self, path: &PlainPath) -> Vec<usize> {
        let is_king = |place: &Place| matches!(self.at(*place), Some(Some((_, true))));
        let kings = path.taken.iter().filter(|place| is_king(place)).count();
        let of = |criterion: &Criterion| match criterion {
            Criterion::Pieces => vec![path.taken.len()],
            Criterion::Value => vec![100 * path.taken.len() + 99 * kings],
            Criterion::ByKing => vec![usize::from(is_king(&path.from))],
            Criterion::Kings => vec![kings],
            Criterion::KingsSoonest => {
                let order = path.taken.iter().map(|it| is_king(it).into());
                // Ranks have equal lengths.
                order.chain(std::iter::repeat(0)).take(20).collect()
            }
        };
        self.rules.precedence.iter().flat_map(of).collect()
    }
}

pub fn place<V: DraughtsVariant>(bit: u8) -> Place {
    (V::Board::SIZE.row(bit).into(), V::Board::SIZE.column(bit).into())
}

pub fn plain<V: DraughtsVariant>(mv: DraughtsMove) -> PlainMove {
    let captured = mv.captured.map(place::<V>).collect();
    (place::<V>(mv.from), place::<V>(mv.to), captured, mv.promoted)
}

/// The legal moves, and their number if captures in another order count as others.
pub fn slow_moves<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> (BTreeSet<PlainMove>, u64) {
    let board = Plain::of(position, position.colour(position.side_to_move()));
    let captures = board.captures();
    let Some(best) = captures.iter().map(|path| board.rank(path)).max() else {
        let steps = board.steps();
        return (steps.iter().cloned().collect(), steps.len() as u64);
    };
    let legal = captures.into_iter().filter(|path| board.rank(path) == best);
    let (mut moves, mut orders) = (BTreeSet::new(), BTreeSet::new());
    for path in legal {
        moves.insert((path.from, path.at, path.taken.iter().copied().collect(), path.promoted));
        orders.insert((path.from, path.at, path.taken, path.promoted));
    }
    (moves, orders.len() as u64)
}
