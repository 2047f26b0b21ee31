//! Moves of all draughts variants as text: every legal move reads back in every form.

use crate::draughts_rules::random_position;
use crate::prelude::*;
use kempelen::games::draughts::fen;

const STYLES: [MoveStyle; 3] = [MoveStyle::Long, MoveStyle::LongCastlingByRook, MoveStyle::Short];

/// Reads a move and writes it in one style; an error is written as its message.
fn reread(variant: &str, position: &str, text: &str, style: MoveStyle) -> String {
    let position = find_game(variant).unwrap().start().parse_position(position).unwrap();
    position.parse_move(text).map_or_else(|error| error.to_string(), |mv| position.show_move(mv, style))
}

fn short(variant: &str, position: &str, text: &str) -> String {
    reread(variant, position, text, MoveStyle::Short)
}

#[test]
fn games_have_their_usual_notation() {
    for [variant, position, hub, usual] in cases("draughts_text", "usual") {
        let usual = usual.replace("f6", "e5");
        assert_eq!(short(variant, position, hub), usual, "{variant}");
        assert_eq!(reread(variant, position, &usual, MoveStyle::Long), hub, "{variant}");
    }
}

/// The texts that stand for one move.
#[test]
fn every_form_is_read_in_every_game() {
    for variant in ["russian", "english", "brazilian", "czech", "pool"] {
        let forms = ["22-18", "c3-d4", "C3-D4", "c3d4", "cd4", "c-d4", " 22-18 ", "c3-18"];
        for text in forms {
            assert_eq!(reread(variant, "W:W22:B1", text, MoveStyle::Long), "22-18", "{variant} {text}");
        }
        let forms = [
            "22x15",
            "22:15",
            "22-15",
            "22X15",
            " 22x15x18 ",
            "c3:e5",
            "c3xe5",
            "c3e5",
            "c:e5",
            "cxe5",
            "ce5",
            "2215",
            "22x15x18",
            "22-15-18",
            "c3:e5:d4",
        ];
        for text in forms {
            assert_eq!(reread(variant, "W:W22:B18", text, MoveStyle::Long), "22x15x18", "{variant} {text}");
        }
    }
    // On the mirrored board a1 is no playing square, and square 22 is d3.
    assert_eq!(reread("spanish", "W:W22:B1", "d3-c4", MoveStyle::Long), "22-18");
    assert_eq!(reread("international", "W:W46:B1", "a1-b2", MoveStyle::Long), "46-41");
    assert_eq!(reread("international", "W:WK46:B14", "a1xj10", MoveStyle::Long), "46x5x14");
}

/// Several squares behind the same piece are one capture, whichever is written.
#[test]
fn landing_squares_behind_the_same_piece_are_one_capture() {
    let position = "W:WK4:B13,20,32,37";
    for [text, found] in cases("draughts_text", "landings") {
        assert_eq!(reread("international", position, text, MoveStyle::Long), found, "{text}");
    }
    assert_eq!(short("international", position, "4x42x15"), "4x31x42x15");
}

struct ReadBack {
    seed: u64,
    boards: usize,
}

impl DraughtsVisitor for ReadBack {
    type Output = (usize, usize);

    /// The number of moves, and of those that need squares between.
    fn visit<V: DraughtsVariant>(self, variant: V) -> (usize, usize) {
        let mut random = Random::new(self.seed);
        let (mut count, mut ambiguous) = (0, 0);
        for number in 0..self.boards {
            let position = random_position(variant, &mut random, number % 9);
            let mut texts = BTreeSet::new();
            let moves = position.moves();
            for &mv in &moves {
                count += 1;
                for style in STYLES {
                    let text = position.show_move(mv, style);
                    let read = position.parse_move(&text);
                    assert_eq!(read, Ok(mv), "{variant:?} {text} {}", fen::show(&position));
                }
                let text = position.show_move(mv, MoveStyle::Short);
                ambiguous += usize::from(text.matches(['x', ':']).count() > 1);
                for form in other_forms(&position, mv, &text) {
                    let read = position.parse_move(&form);
                    let text = fen::show(&position);
                    assert_eq!(read, Ok(mv), "{variant:?} {form} {text}");
                }
                assert!(texts.insert(text));
            }
        }
        (count, ambiguous)
    }
}

/// Other texts of a move whose short form is `text`: in numbers and in algebraic squares, with other signs.
fn other_forms<V: DraughtsVariant>(position: &DraughtsPosition<V>, mv: DraughtsMove, text: &str) -> Vec<String> {
    let variant = position.variant();
    let algebraic = |bit: u8| {
        let column = V::Board::SIZE.column(bit);
        let column = if variant.rules().mirrored { V::Board::ROWS - 1 - column } else { column };
        format!("{}{}", char::from(b'a' + column), V::Board::ROWS - V::Board::SIZE.row(bit))
    };
    let number = |bit: u8| variant.squares().number(bit).to_string();
    let named =
        |name: &str| V::Board::BOARD.into_iter().find(|&bit| algebraic(bit) == name || number(bit) == name).unwrap();
    let bits: Vec<u8> = text.split(['-', 'x', ':']).map(named).collect();
    assert_eq!((bits[0], bits[bits.len() - 1]), (mv.from, mv.to));
    let join = |name: &dyn Fn(u8) -> String, sign: &str| {
        let names: Vec<String> = bits.iter().map(|&bit| name(bit)).collect();
        names.join(sign)
    };
    let mut forms = vec![join(&algebraic, "")];
    for sign in if mv.captures() { &["x", ":"][..] } else { &["-"] } {
        forms.extend([join(&algebraic, sign), join(&number, sign)]);
    }
    forms
}

#[test]
fn all_legal_moves_read_back_in_all_styles() {
    let mut all_ambiguous = 0;
    for (seed, name) in (50..).zip(variant_names()) {
        let (moves, ambiguous) = with_variant(name, ReadBack { seed, boards: 600 }).unwrap();
        assert!(moves > 1_500, "{name} {moves}");
        all_ambiguous += ambiguous;
    }
    assert!(all_ambiguous > 100, "{all_ambiguous}");
}

/// One of its kings has millions of paths, which lead to few moves.
#[test]
fn very_many_paths_are_no_problem() {
    let text = "W:WK5,16,K45:B4,7,8,9,10,12,15,17,18,21,K24,27,K29,K33,34,36,37,40,43,K50";
    let position = find_game("frisian").unwrap().start().parse_position(text).unwrap();
    let moves = position.moves();
    for &mv in &moves[..3] {
        let text = position.show_move(mv, MoveStyle::Short);
        assert_eq!(position.parse_move(&text), Ok(mv), "{text}");
    }
    for text in ["5x1", "5x10x4x9x3x8", "5x37x16x50x5"] {
        assert!(position.parse_move(text).is_err(), "{text}");
    }
    assert_eq!(moves.len(), 17);
}
