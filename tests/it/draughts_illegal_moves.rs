//! Illegal moves are answered with the number of the rule that they break, and a text that is true for the game.

use crate::draughts_rules::random_position;
use crate::prelude::*;
use kempelen::games::draughts::move_rules::rules_of;

/// The error about an illegal move.
fn error(variant: &str, position: &str, text: &str) -> Option<MoveError> {
    let position = find_game(variant).unwrap().start().parse_position(position);
    position.unwrap_or_else(|error| panic!("{variant}: {error}")).parse_move(text).err()
}

/// Variants, a position, an illegal move, and the number of the rule that it breaks.
fn examples() -> Vec<[&'static str; 4]> {
    cases("draughts_text", "broken_rules")
}

#[test]
fn examples_of_every_rule() {
    let mut wrong = Vec::new();
    for [variants, position, text, number] in examples() {
        for variant in variants.split_whitespace() {
            let error = error(variant, position, text);
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
    for [variant, position, text, answer] in cases("draughts_text", "answers") {
        assert_eq!(error(variant, position, text).unwrap().to_string(), answer);
    }
}

/// The numbers of the rules that random texts break.
struct RandomTexts(u64);

impl DraughtsVisitor for RandomTexts {
    type Output = (BTreeSet<u8>, BTreeSet<u8>);

    fn visit<V: DraughtsVariant>(self, variant: V) -> Self::Output {
        let listed: BTreeSet<u8> = rules_of(variant.rules(), V::FLYING_KINGS).iter().map(|rule| rule.number).collect();
        let mut random = Random::new(self.0);
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
    let squares = usize::from(V::Board::SIZE.squares());
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
        let of_examples = examples().into_iter().filter(|[variants, ..]| variants.split(' ').any(|it| it == name));
        let broken: BTreeSet<u8> = of_examples.map(|[.., number]| number.parse().unwrap()).chain(broken).collect();
        let never: Vec<_> = listed.difference(&broken).collect();
        if !never.is_empty() {
            missing.push(format!("{name} {never:?}"));
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}
