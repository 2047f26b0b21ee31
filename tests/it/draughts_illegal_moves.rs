//! Illegal moves are answered with the number of the rule that they break, and a text that is true for the game.

use crate::draughts_rules::random_position;
use crate::prelude::*;
use kempelen::games::draughts::fen;
use kempelen::games::draughts::move_rules::{DraughtsRule, rules_of};

/// The error about an illegal move.
struct Broken<'a>(&'a str, &'a str);

impl DraughtsVisitor for Broken<'_> {
    type Output = Option<MoveError>;

    fn visit<V: DraughtsVariant>(self, variant: V) -> Option<MoveError> {
        let position = fen::parse(variant, self.0);
        let position = position.unwrap_or_else(|error| panic!("{variant:?} {}: {error}", self.0));
        position.parse_move(self.1).err()
    }
}

/// Variants, a position, an illegal move, and the number of the rule that it breaks.
const EXAMPLES: &str = "
english russian thai frisian | W:W22:B1 | 22-99 | 1
english                      | W:W22:B1 | c3-c4 | 1
russian                      | W:W22:B1 | k3-d4 | 1
english russian              | W:W22:B1 | 23-18 | 2
english russian              | W:W22:B1 | 1-5 | 2
russian                      | W:W22:B1 | ab4 | 2
english russian czech pool   | W:W22,30:B18 | 30-25 | 3
english pongor russian       | W:W22,18:B1 | 22-18 | 5
english russian italian      | W:W22:B1 | 22-13 | 6
english russian              | W:W22:B1 | 22-26 | 7
english czech thai           | W:W15:B1,18 | 15x22 | 7
spanish portuguese italian   | W:W15:B1,19 | 15x22 | 7
english                      | W:W15:B10,18,3 | 15x6x15x22 | 8
english                      | W:W22:B6,7,18,15 | 22x31 | 8
english russian pool         | W:W22:B1 | 22x15 | 8
russian                      | W:WK22:B15,11 | 22x4 | 8
russian slovak               | W:W22,18:B15 | 22x11 | 8
english russian czech        | W:W22:B18,11 | 22x15 | 9
russian pool                 | W:WK29:B22,11 | 29x15 | 9
english thai slovak          | W:W10:B7,8 | 10x3x12 | 10
spanish italian              | W:W10:B6,7 | 10x3x12 | 10
pongor brazilian             | W:W22,31:B18,11,27 | 31x24 | 4
international                | W:W32,48:B28,19,43 | 48x39 | 4
italian spanish portuguese   | W:W22,31:B19,12,28 | 31x24 | 4
frisian                      | W:W32,48:B28,19,43 | 48x39 | 11
frisian                      | W:W32,48:BK28,43 | 48x39 | 11
czech slovak                 | W:W22,K30:B18,26 | 22x15 | 12
italian                      | W:W22,K31:B19,28 | 22x15 | 12
frisian                      | W:W32,K46:B28,41 | 32x23 | 12
spanish portuguese italian   | W:WK22:BK19,18 | 22x13 | 13
italian                      | W:WK22:BK19,12,18,K10 | 22x6 | 14
russian slovak               | W:WK22:B1 | 22-23 | 15
russian                      | W:WK29,22:B1 | 29-18 | 15
russian                      | W:WK29:B25,16 | 29x18 | 16
russian giveaway             | W:W10:B7,8 | 10x3 | 17
brazilian pool               | W:W9:B6,11 | 9x2x16 | 17
thai                         | W:WK29:B25 | 29x18 | 18
killer                       | W:WK46:BK32 | 46x23 | 18
italian                      | W:W22:BK19 | 22x15 | 19
frisian frysk                | W:WK28,45:B1:RW28x3 | 28-22 | 20
";

fn examples() -> impl Iterator<Item = [&'static str; 4]> {
    let fields = |line: &'static str| -> [&'static str; 4] {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        fields.try_into().unwrap_or_else(|_| panic!("'{line}' does not have four fields"))
    };
    EXAMPLES.trim().lines().map(fields)
}

#[test]
fn examples_of_every_rule() {
    let mut wrong = Vec::new();
    for [variants, position, text, number] in examples() {
        for variant in variants.split_whitespace() {
            let error = with_variant(variant, Broken(position, text)).unwrap();
            let rule = error.as_ref().and_then(MoveError::rule);
            if rule.is_none_or(|rule| rule.number.to_string() != number) {
                wrong.push(format!("{variant} {position} {text} {number}: {error:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_answer_gives_number_and_text() {
    for (variant, position, text, answer) in [
        ("english", "W:W22:B18,11", "22x15", "illegal move '22x15': rule 9: a capture must go on while it can"),
        (
            "russian",
            "W:W22:B1",
            "c3-b2",
            "illegal move 'c3-b2': rule 7: men move forward only; they capture backward too",
        ),
        (
            "frisian",
            "W:WK28,45:B1:RW28x3",
            "28-22",
            "illegal move '28-22': rule 20: a side that has men moves the same king at most 3 times in a row without a capture",
        ),
    ] {
        assert_eq!(with_variant(variant, Broken(position, text)).unwrap().unwrap().to_string(), answer);
    }
}

/// The numbers of the rules that random texts break.
struct RandomTexts(u64);

impl DraughtsVisitor for RandomTexts {
    type Output = (BTreeSet<u8>, BTreeSet<u8>);

    fn visit<V: DraughtsVariant>(self, variant: V) -> Self::Output {
        let listed: BTreeSet<u8> = rules_of(variant).iter().map(|rule| rule.number).collect();
        let mut random = Random(self.0);
        let mut broken = BTreeSet::new();
        for number in 0..40_000 {
            let position = random_position(variant, &mut random, number % 9);
            let own = position.pieces(position.side_to_move());
            for _ in 0..8 {
                let text = random_text(&position, own.count() > 0, &mut random);
                if let Err(MoveError::Illegal { reason, .. }) = position.parse_move(&text) {
                    assert!(listed.contains(&reason.number), "{variant:?} {text} {reason}");
                    broken.insert(reason.number);
                }
            }
            if broken == listed {
                break;
            }
        }
        (broken, listed)
    }
}

/// A random move text, often close to legal: its squares follow a capture path if there is one.
fn random_text<V: DraughtsVariant>(position: &DraughtsPosition<V>, own: bool, random: &mut Random) -> String {
    let variant = position.variant();
    let squares = usize::from(V::Board::SQUARES);
    let mut numbers = Vec::new();
    let pieces: Vec<u8> = position.pieces(position.side_to_move()).collect();
    numbers.push(if own && random.below(8) > 0 {
        variant.squares().number(random.choose(&pieces))
    } else {
        random.below(squares + 2) as u8
    });
    let more = 1 + random.below(3);
    for _ in 0..more {
        numbers.push(1 + random.below(squares) as u8);
    }
    let sign = if numbers.len() > 2 { "x" } else { random.choose(&["-", "x"]) };
    let texts: Vec<String> = numbers.iter().map(u8::to_string).collect();
    texts.join(sign)
}

#[test]
fn every_listed_rule_of_every_game_can_be_broken() {
    let mut missing = Vec::new();
    for (seed, name) in (1..).zip(variant_names()) {
        let (broken, listed) = with_variant(name, RandomTexts(seed)).unwrap();
        let of_examples = examples().filter(|[variants, ..]| variants.split(' ').any(|it| it == name));
        let broken: BTreeSet<u8> = of_examples.map(|[.., number]| number.parse().unwrap()).chain(broken).collect();
        let never: Vec<_> = listed.difference(&broken).collect();
        if !never.is_empty() {
            missing.push(format!("{name} {never:?}"));
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn rules_have_their_numbers() {
    for (number, rule) in (1..).zip(DraughtsRule::ALL) {
        assert_eq!(*rule as u8, number);
    }
}
