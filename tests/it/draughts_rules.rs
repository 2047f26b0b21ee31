//! The move generator compared with a slow one, which works on rows and columns, on random boards of all variants.

use crate::prelude::*;
use crate::slow_draughts::{Plain, PlainMove, plain, slow_moves};
use kempelen::games::draughts::fen;
use kempelen::games::draughts::king_run::KingRun;
use kempelen::games::draughts::position::{DraughtsCounters, DraughtsSetup};

/// A random board that is not empty. Of 8 pieces, `kings` are kings.
pub fn random_position<V: DraughtsVariant>(variant: V, random: &mut Random, kings: usize) -> DraughtsPosition<V> {
    let mut setup = DraughtsSetup::empty(random.choose(&[Colour::White, Colour::Black]));
    let mut free: Vec<u8> = V::Board::BOARD.collect();
    for colour in [Colour::White, Colour::Black] {
        let most = usize::from(variant.rules().pieces).min(14);
        for _ in 0..random.below(most + 1) {
            let bit = free.swap_remove(random.below(free.len()));
            let crowned = random.below(8) < kings || V::Board::last_row(colour == Colour::Black).has(bit);
            *setup.set_mut(colour, crowned) |= Bitset::of(bit);
        }
        let kings: Vec<u8> = setup.kings[colour as usize].collect();
        if variant.rules().king_moves_in_a_row > 0 && !kings.is_empty() {
            let moves = random.below(4) as u8;
            setup.counters.king_runs[colour as usize] = KingRun::new(random.choose(&kings), moves);
        }
    }
    DraughtsPosition::new(variant, &setup).unwrap_or_else(|_| random_position(variant, random, kings))
}

/// The same position with colours exchanged and the board turned by 180 degrees.
fn mirrored<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> DraughtsPosition<V> {
    let setup = position.setup();
    let turned = |[white, black]: [Bitset; 2]| [black, white].map(V::Board::turned);
    let turned_run = |run: KingRun| KingRun::new(V::Board::turned(Bitset::of(run.square())).first(), run.moves());
    let [white, black] = setup.counters.king_runs;
    let king_runs = [black, white].map(|run| if run.moves() > 0 { turned_run(run) } else { run });
    let to_move = if setup.to_move == Colour::White { Colour::Black } else { Colour::White };
    let counters = DraughtsCounters { king_runs, ..setup.counters };
    let (men, kings) = (turned(setup.men), turned(setup.kings));
    DraughtsPosition::new(position.variant(), &DraughtsSetup { to_move, men, kings, counters }).unwrap()
}

/// Compares the two generators on random boards.
pub struct Agreement {
    pub seed: u64,
    pub boards: usize,
}

impl DraughtsVisitor for Agreement {
    type Output = usize;

    /// The largest number of moves of a position.
    fn visit<V: DraughtsVariant>(self, variant: V) -> usize {
        let mut random = Random::new(self.seed);
        let mut most = 0;
        for number in 0..self.boards {
            let position = random_position(variant, &mut random, number % 9);
            let (slow, slow_paths) = slow_moves(&position);
            let fast: BTreeSet<PlainMove> = position.moves().into_iter().map(plain::<V>).collect();
            let text = format!("{} {}", variant.rules().name, fen::show(&position));
            assert_eq!(fast, slow, "{text}");
            assert_eq!(position.count_moves(), slow.len() as u64, "{text}");
            assert_eq!(perft_paths(&position, 1), slow_paths, "{text}");
            assert_eq!(position.has_moves(), !slow.is_empty(), "{text}");
            most = most.max(slow.len());
            for side in Side::BOTH {
                let captures = Plain::of(&position, position.colour(side)).captures();
                assert_eq!(position.has_capture(side), !captures.is_empty(), "{text}");
            }
            assert_eq!(fen::parse(variant, &fen::show(&position)).unwrap(), position);
            let mirrored = mirrored(&position);
            assert_eq!(perft(&mirrored, 2), perft(&position, 2), "{text}");
        }
        most
    }
}

#[test]
fn english_agrees_with_the_slow_generator() {
    let (seed, boards) = (1, 20_000);
    let most = with_variant("english", Agreement { seed, boards });
    assert!(most > Some(20), "{most:?}");
}

#[test]
fn all_variants_agree_with_the_slow_generator() {
    for (seed, name) in (2..).zip(variant_names()) {
        let most = with_variant(name, Agreement { seed, boards: 2_000 });
        assert!(most > Some(15), "{name} {most:?}");
    }
}

/// A king can capture around a square in two directions: that is one move with two paths.
#[test]
fn a_capture_around_a_square_has_two_paths() {
    let position = fen::parse(English, "W:WK10:B14,15,22,23").unwrap();
    assert_eq!((perft(&position, 1), perft_paths(&position, 1)), (1, 2));
}

/// A king that has moved three times in a row rests while its side has men.
#[test]
fn a_frisian_king_rests_after_three_moves() {
    let start = find_game("frisian").unwrap().start();
    // The squares from which moves begin.
    let from = |text| -> BTreeSet<u8> {
        let position = start.parse_position(text).unwrap();
        let moves = position.moves().into_iter().map(|mv| position.show_move(mv, MoveStyle::Long));
        moves.map(|mv| mv.split('-').next().unwrap().parse().unwrap()).collect()
    };
    assert_eq!(from("W:W45,K28:BK1:RW28x2"), [28, 45].into());
    assert_eq!(from("W:W45,K28:BK1:RW28x3"), [45].into());
    assert_eq!(from("W:WK28:BK1:RW28x3"), [28].into());
    assert!(DraughtsPosition::<English>::start().has_moves());
}

/// Where a side has no men, the moves of its kings are not counted, so that positions repeat.
#[test]
fn frisian_kings_without_men_have_no_run() {
    let start = find_game("frisian").unwrap().start();
    let kings = start.parse_position("W:WK46,K47:BK4,K3:RW46x1").unwrap();
    let played = |position: &AnyPosition, moves: &[&str]| {
        moves.iter().fold(position.clone(), |position, text| position.play(position.parse_move(text).unwrap()))
    };
    assert_eq!(played(&kings, &["46-41", "4-9", "41-46", "9-4"]).key(), kings.key());
    for (text, mv, expected) in [
        ("W:W32,45:B28,K1:RB1x2", "32x23", "B:W23,45:BK1"),
        ("W:W32,45:B28,20,K1:RB1x2", "32x23", "B:W23,45:BK1,20:RB1x2"),
        ("W:W6,K45:B20:RW45x2", "6-1", "B:WK1,K45:B20"),
    ] {
        assert_eq!(played(&start.parse_position(text).unwrap(), &[mv]).show(), expected, "{text}");
    }
    let with_run = start.parse_position("W:W45,K28:B6,K1:RW28x2").unwrap();
    let without = |cell| with_run.without(cell).map(|position| position.show());
    assert_eq!(without("28").as_deref(), Some("W:W45:BK1,6"));
    assert_eq!(without("1").as_deref(), Some("W:WK28,45:B6:RW28x2"));
}

/// Three kings are more than five men, and less than six.
#[test]
fn frisian_kings_count_a_little_less_than_two_men() {
    let start = find_game("frisian").unwrap().start();
    for (text, expected) in [
        ("W:W47,36:BK42,K33,31,22,13", "47x29x33x42"),
        ("W:W46,50:B7,9,16,20,40,K23,K32,K41", "46x19x23x32x41"),
        ("W:W46,50:B7,9,16,20,21,40,K23,K32,K41", "50x17x7x9x16x20x21x40"),
    ] {
        let position = start.parse_position(text).unwrap();
        let moves = position.moves().into_iter().map(|mv| position.show_move(mv, MoveStyle::Long));
        assert_eq!(moves.collect::<Vec<_>>(), [expected], "{text}");
    }
}
