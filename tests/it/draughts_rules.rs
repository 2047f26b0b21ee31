//! The move generator compared with a slow one, which works on rows and columns, on random boards.

use crate::random::Random;
use kempelen::board::Bitset;
use kempelen::game::{Game, Side, perft, perft_paths};
use kempelen::games::draughts::position::DraughtsSetup;
use kempelen::games::draughts::variant::Precedence;
use kempelen::games::draughts::{
    Colour, DraughtsMove, DraughtsPosition, DraughtsVariant, English, Geometry, Pongor, moves,
};
use std::collections::BTreeSet;

/// A board of rows and columns.
#[derive(Clone)]
struct Plain {
    /// The colour of the piece on each square, and whether it is a king.
    cells: [[Option<(Colour, bool)>; 8]; 8],
    mover: Colour,
}

/// Start, target and captured squares of a move, each as row and column.
type PlainMove = ((i32, i32), (i32, i32), BTreeSet<(i32, i32)>);

impl Plain {
    fn of<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> Plain {
        let setup = position.setup();
        let mut cells = [[None; 8]; 8];
        for number in 1..=32 {
            let (row, column) = place(number);
            let bit = V::Board::bit(number);
            for colour in [Colour::White, Colour::Black] {
                if setup.men[colour as usize].has(bit) {
                    cells[row as usize][column as usize] = Some((colour, false));
                }
                if setup.kings[colour as usize].has(bit) {
                    cells[row as usize][column as usize] = Some((colour, true));
                }
            }
        }
        Plain {
            cells,
            mover: setup.to_move,
        }
    }

    fn at(&self, (row, column): (i32, i32)) -> Option<Option<(Colour, bool)>> {
        let on_board = (0..8).contains(&row) && (0..8).contains(&column);
        on_board.then(|| self.cells[row as usize][column as usize])
    }

    fn directions(&self, king: bool) -> Vec<(i32, i32)> {
        let forward = if self.mover == Colour::White { -1 } else { 1 };
        let all = [(forward, -1), (forward, 1), (-forward, -1), (-forward, 1)];
        all[..if king { 4 } else { 2 }].to_vec()
    }

    /// All captures, each once for every path, then the moves without capture.
    fn moves(&self) -> (Vec<PlainMove>, Vec<PlainMove>) {
        let (mut captures, mut quiet) = (Vec::new(), Vec::new());
        for row in 0..8 {
            for column in 0..8 {
                let from = (row, column);
                let Some(Some((colour, king))) = self.at(from) else {
                    continue;
                };
                if colour != self.mover {
                    continue;
                }
                for (down, right) in self.directions(king) {
                    let to = (row + down, column + right);
                    if self.at(to) == Some(None) {
                        quiet.push((from, to, BTreeSet::new()));
                    }
                }
                let mut lifted = self.clone();
                lifted.cells[row as usize][column as usize] = None;
                lifted.leap(king, from, from, &BTreeSet::new(), &mut captures);
            }
        }
        (captures, quiet)
    }

    fn leap(
        &self,
        king: bool,
        from: (i32, i32),
        at: (i32, i32),
        taken: &BTreeSet<(i32, i32)>,
        captures: &mut Vec<PlainMove>,
    ) {
        let mut stays = true;
        for (down, right) in self.directions(king) {
            let over = (at.0 + down, at.1 + right);
            let to = (at.0 + 2 * down, at.1 + 2 * right);
            let Some(Some((colour, _))) = self.at(over) else {
                continue;
            };
            if colour != self.mover && !taken.contains(&over) && self.at(to) == Some(None) {
                stays = false;
                let mut more = taken.clone();
                more.insert(over);
                self.leap(king, from, to, &more, captures);
            }
        }
        if stays && !taken.is_empty() {
            captures.push((from, at, taken.clone()));
        }
    }
}

fn place(number: u8) -> (i32, i32) {
    let (row, place) = (i32::from(number - 1) / 4, i32::from(number - 1) % 4);
    (row, 2 * place + 1 - row % 2)
}

fn plain<V: DraughtsVariant>(mv: DraughtsMove) -> PlainMove {
    let place = |bit| place(V::Board::number(bit));
    (
        place(mv.from),
        place(mv.to),
        mv.captured.map(place).collect(),
    )
}

/// The legal moves, and the number of paths of all of them.
fn slow_moves<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> (BTreeSet<PlainMove>, u64) {
    let (mut captures, quiet) = Plain::of(position).moves();
    if V::PRECEDENCE == Precedence::Most {
        let most = captures.iter().map(|capture| capture.2.len()).max();
        captures.retain(|capture| Some(capture.2.len()) == most);
    }
    let legal = if captures.is_empty() { quiet } else { captures };
    let paths = legal.len() as u64;
    (legal.into_iter().collect(), paths)
}

/// A random board that is not empty. Of 8 pieces, `kings` are kings.
fn random_position<V: DraughtsVariant>(random: &mut Random, kings: usize) -> DraughtsPosition<V> {
    let mut setup = DraughtsSetup {
        to_move: random.choose(&[Colour::White, Colour::Black]),
        men: [Bitset::EMPTY; 2],
        kings: [Bitset::EMPTY; 2],
        clock: 0,
    };
    let mut free: Vec<u8> = (1..=32).collect();
    for colour in [Colour::White, Colour::Black] {
        let last = if colour == Colour::White {
            1..=4
        } else {
            29..=32
        };
        for _ in 0..random.below(13) {
            let number = free.swap_remove(random.below(free.len()));
            let square = Bitset::of(V::Board::bit(number));
            let crowned = random.below(8) < kings || last.contains(&number);
            let sets = if crowned {
                &mut setup.kings
            } else {
                &mut setup.men
            };
            sets[colour as usize] |= square;
        }
    }
    DraughtsPosition::new(&setup).unwrap_or_else(|_| random_position(random, kings))
}

fn agrees_with_the_slow_generator<V: DraughtsVariant>(seed: u64) {
    let mut random = Random(seed);
    let mut most = 0;
    for number in 0..20_000 {
        let position = random_position::<V>(&mut random, number % 9);
        let (slow, slow_paths) = slow_moves(&position);
        let fast: BTreeSet<PlainMove> = position.moves().into_iter().map(plain::<V>).collect();
        assert_eq!(fast, slow, "{position:?}");
        assert_eq!(position.count_moves(), slow.len() as u64, "{position:?}");
        assert_eq!(perft_paths(&position, 1), slow_paths, "{position:?}");
        assert_eq!(position.has_moves(), !slow.is_empty(), "{position:?}");
        most = most.max(slow.len());
        for side in Side::BOTH {
            let mut plain = Plain::of(&position);
            plain.mover = DraughtsPosition::<V>::colour(side);
            let captures = !plain.moves().0.is_empty();
            assert_eq!(position.has_capture(side), captures, "{position:?}");
        }
        assert_eq!(position.mirrored().mirrored(), position);
        assert_eq!(
            perft(&position.mirrored(), 2),
            perft(&position, 2),
            "{position:?}"
        );
    }
    assert!(most > 20 && 3 * most < moves::MAX_MOVES, "{most}");
}

#[test]
fn english_agrees_with_the_slow_generator() {
    agrees_with_the_slow_generator::<English>(1);
}

#[test]
fn pongor_agrees_with_the_slow_generator() {
    agrees_with_the_slow_generator::<Pongor>(2);
}

/// The moves of a position have different codes, even if a king can reach all pieces that it can ever capture: tries
/// every subset of these nine pieces for every square.
#[test]
fn codes_differ_among_all_captures_of_a_king() {
    let mut most = 0;
    for start in [14, 18, 1, 5, 4, 32] {
        let (row, column) = place(start);
        let met: Vec<u8> = (1..=32)
            .filter(|&number| {
                let (r, c) = place(number);
                (1..7).contains(&r)
                    && (1..7).contains(&c)
                    && (r + row) % 2 == 1
                    && (c + column) % 2 == 1
            })
            .collect();
        assert_eq!(met.len(), 9);
        for chosen in 1..1 << 9 {
            let bit = |number| Bitset::of(<English as DraughtsVariant>::Board::bit(number));
            let victims = (met.iter().enumerate())
                .filter(|(index, _)| chosen >> index & 1 == 1)
                .fold(Bitset::EMPTY, |set, (_, &number)| set | bit(number));
            let position = DraughtsPosition::<English>::new(&DraughtsSetup {
                to_move: Colour::White,
                men: [Bitset::EMPTY; 2],
                kings: [bit(start), victims],
                clock: 0,
            })
            .unwrap();
            let moves = position.moves();
            let codes: BTreeSet<u16> = moves
                .iter()
                .map(|&mv| DraughtsPosition::<English>::code(mv))
                .collect();
            assert_eq!(codes.len(), moves.len(), "{position:?}");
            let slow = slow_moves(&position).0;
            assert_eq!(slow.len(), moves.len(), "{position:?}");
            most = most.max(moves.len());
        }
    }
    assert_eq!(most, 8);
}

/// A king can capture around a square in two directions: that is one move with two paths.
#[test]
fn a_capture_around_a_square_has_two_paths() {
    let position = kempelen::games::draughts::fen::parse::<English>("W:WK10:B14,15,22,23").unwrap();
    assert_eq!((perft(&position, 1), perft_paths(&position, 1)), (1, 2));
}
