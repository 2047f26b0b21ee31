//! Sprague-Grundy values and their periods, and all winning moves, against a plain second computation.

use super::{PlainSearch, parse};
use crate::game::{Game, Theory};
use crate::games::entry::{GameEntry, GameInfo};
use crate::games::heaps::grundy_values::{GrundyLimit, GrundyPeriod, GrundyValues};
use crate::games::heaps::taking::TakingRule;
use crate::games::heaps::{HeapKnowledge, HeapMove, HeapPosition, nimber};
use crate::notation::{Notation, from_data};
use std::collections::{HashMap, HashSet};

fn octal(code: &str) -> TakingRule {
    TakingRule::Octal(code.parse().unwrap())
}

/// The values of heaps up to `limit`, by the definition. `options` are the values after the moves on a heap, by those of
/// smaller heaps.
fn plain(limit: usize, options: impl Fn(usize, &[u64]) -> HashSet<u64>) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for size in 0..=limit {
        let options = options(size, &values);
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// The values of an octal game. `digits` are those of the code.
fn plain_octal(digits: &[u8], limit: usize) -> Vec<u64> {
    plain(limit, |size, values| {
        let mut options = HashSet::new();
        for (taken, digit) in digits.iter().enumerate().take(size + 1) {
            let rest = size - taken;
            if digit & 1 != 0 && rest == 0 && taken > 0 {
                options.insert(0);
            }
            if digit & 2 != 0 && rest > 0 && taken > 0 {
                options.insert(values[rest]);
            }
            if digit & 4 != 0 {
                options.extend((1..rest).map(|part| values[part] ^ values[rest - part]));
            }
        }
        options
    })
}

fn agree(values: &GrundyValues, expected: &[u64], name: &str) {
    for (size, &expected) in (0..).zip(expected) {
        assert_eq!(values.value(size), Some(expected), "{name}: {size}");
    }
}

#[test]
fn kayles() {
    let rule = octal("0.77");
    let values = rule.values(&GrundyLimit::up_to(2_000));
    agree(&values, &plain_octal(&[0, 7, 7], 2_000), "0.77");
    assert_eq!(values.period(), Some(GrundyPeriod { start: 71, length: 12 }));
    let published = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    let found: Vec<u64> = (72..84).map(|size| values.value(size).unwrap()).collect();
    assert_eq!(found, published);
    assert_eq!(values.value(12 * 10u64.pow(15) + 3), Some(8));
    let all = rule.values(&GrundyLimit { until_period: false, ..GrundyLimit::up_to(2_000) });
    assert_eq!(all.computed().len(), 2_001);
    assert!((0..=2_000).all(|size| all.value(size) == values.value(size)));
}

#[test]
fn grundys_game() {
    let values = TakingRule::UnequalSplit.values(&GrundyLimit::up_to(2_000));
    let expected = plain(2_000, |size, values| {
        (1..size).filter(|part| 2 * part != size).map(|part| values[part] ^ values[size - part]).collect()
    });
    agree(&values, &expected, "grundy");
    assert_eq!(values.period(), None);
    let lost: Vec<usize> = (1..=334).filter(|&size| expected[size] == 0).collect();
    assert_eq!(lost, [1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334]);
}

/// Every code with up to three digits after the point, 0 or 4 before it.
fn all_codes() -> impl Iterator<Item = [u8; 4]> {
    (1..1024u32).map(|code| {
        let digit = |shift: u32| (code >> shift & 7) as u8;
        [digit(9) * 4, digit(6), digit(3), digit(0)]
    })
}

fn octal_code_agrees(digits: [u8; 4], limit: usize) {
    let [d0, d1, d2, d3] = digits;
    let text = format!("{d0}.{d1}{d2}{d3}");
    agree(&octal(&text).values(&GrundyLimit::up_to(limit as u64)), &plain_octal(&digits, limit), &text);
}

#[test]
fn octal_codes() {
    for digits in all_codes() {
        octal_code_agrees(digits, 60);
    }
}

#[test]
#[ignore = "takes half a minute"]
fn octal_codes_to_500() {
    for digits in all_codes() {
        octal_code_agrees(digits, 500);
    }
}

/// Periods that Guy and Smith 1956 and others have published.
#[test]
fn periods() {
    for (code, length) in
        [("0.07", 34), ("0.77", 12), ("0.137", 34), ("0.15", 10), ("4.3", 2), ("0.3", 2), ("0.156", 349)]
    {
        let values = octal(code).values(&GrundyLimit::up_to(10_000));
        assert_eq!(values.period().map(|period| period.length), Some(length), "{code}");
    }
    // The table ends at its greatest heap, or where a period is proved: it is looked for among 32, 48, 72 ... values.
    for (largest, computed) in [(0, 1), (31, 32), (241, 242), (242, 243), (243, 243)] {
        assert_eq!(octal("0.77").values(&GrundyLimit::up_to(largest)).computed().len(), computed);
    }
    assert_eq!(octal("0.007").values(&GrundyLimit::up_to(2_000)).period(), None);
    for (set, start, length) in
        [(&[1, 3, 4][..], 0, 7), (&[1, 2, 3], 0, 4), (&[2, 5], 0, 7), (&[1, 5, 12], 0, 17), (&[2, 4, 7], 8, 3)]
    {
        let values = TakingRule::Set(set.to_vec()).values(&GrundyLimit::up_to(10_000));
        assert_eq!(values.period().map(|it| it.length), Some(length), "{set:?} {:?}", values.period());
        assert_eq!(values.period().map(|it| it.start), Some(start), "{set:?} {:?}", values.period());
    }
}

#[test]
fn subtraction_sets() {
    for set in [&[1, 3, 4][..], &[2, 4, 7], &[1, 5, 12], &[6, 10, 15], &[64]] {
        let values = TakingRule::Set(set.to_vec()).values(&GrundyLimit::up_to(2_000));
        let expected = plain(2_000, |size, values| {
            set.iter().filter_map(|&taken| size.checked_sub(taken as usize)).map(|left| values[left]).collect()
        });
        agree(&values, &expected, &format!("{set:?}"));
    }
}

/// Single heaps that are lost in misere play of Grundy's game: by a plain search, and by the theory up to the heap `certain`, where
/// it can tell.
fn misere_heaps(largest: u64, certain: u64) -> Vec<u64> {
    let mut search = PlainSearch::default();
    let lost = |&size: &u64| {
        let position = parse(&format!("grundy {size} misere p1"));
        if size <= certain || position.theory().is_some() {
            search.agrees(&position);
        }
        !search.wins(&position)
    };
    (1..=largest).filter(lost).collect()
}

#[test]
fn misere_grundy() {
    assert_eq!(misere_heaps(24, 24), Vec::from_iter((3..=24).step_by(3)));
}

#[test]
#[ignore = "takes some seconds"]
fn misere_grundy_as_far_as_published() {
    assert_eq!(misere_heaps(44, 30), Vec::from_iter((3..=42).step_by(3)));
}

/// The Sprague-Grundy values of positions, by plain search.
#[derive(Default)]
struct PlainValues(HashMap<String, u64>);

impl PlainValues {
    fn value(&mut self, position: &HeapPosition) -> u64 {
        let text = position.clone().canonical().show();
        if let Some(&value) = self.0.get(&text) {
            return value;
        }
        let after: Vec<_> = position.moves().into_iter().map(|mv| position.play(mv)).collect();
        let values: Vec<_> = after.iter().map(|after| self.value(after)).collect();
        let value = nimber::mex(&values);
        self.0.insert(text, value);
        value
    }
}

/// The positions of the tests of all games that a plain search can search out, and those after two plies.
fn small_positions() -> Vec<HeapPosition> {
    let of_game = |game: &&GameInfo| {
        let more: Vec<String> = from_data("law_positions", game.name);
        let bench = game.bench.iter().map(|text| parse(text));
        bench.chain(more.iter().map(|text| parse(text))).collect::<Vec<_>>()
    };
    let positions = HeapKnowledge::games().iter().flat_map(of_game).filter(|it| it.count_moves() < 16);
    let mut small = Vec::new();
    for start in positions {
        for mv in start.moves() {
            let after = start.play(mv);
            small.extend(after.moves().first().map(|&mv| after.play(mv)));
        }
        small.push(start);
    }
    small
}

#[test]
fn all_winning_moves() {
    let mut search = PlainSearch::default();
    let mut counts = [0, 0];
    for position in small_positions() {
        let wins = |mv: &HeapMove| !search.wins(&position.play(*mv));
        let mut expected: Vec<_> = position.moves().into_iter().filter(wins).collect();
        let mut found = position.winning_moves().unwrap();
        expected.sort_by_key(|&mv| position.describe(mv));
        found.sort_by_key(|&mv| position.describe(mv));
        assert_eq!(found, expected, "{}", position.show());
        counts[usize::from(found.is_empty())] += 1;
    }
    assert!(counts[0] > 100 && counts[1] > 50, "{counts:?}");
}

#[test]
fn grundy_values_of_all_games() {
    let mut plain = PlainValues::default();
    let mut counts = [0, 0];
    for position in small_positions() {
        let text = position.show();
        let has_value = !position.misere && position.game() != "poker";
        assert_eq!(position.grundy_value(), has_value.then(|| plain.value(&position)), "{text}");
        counts[usize::from(has_value)] += 1;
    }
    assert!(counts[0] > 50 && counts[1] > 100, "{counts:?}");
}

#[test]
fn winning_moves_where_they_are_too_many_to_list() {
    let moves = |text: &str| {
        let position = parse(text);
        Some(position.winning_moves()?.into_iter().map(|mv| position.describe(mv)).collect::<Vec<_>>())
    };
    let nim = moves("nim 4611686018427387904,4611686018427387905,4611686018427387907 p1");
    let expected = [
        "take 4611686018427387902 from heap 1",
        "take 4611686018427387902 from heap 2",
        "take 4611686018427387906 from heap 3",
    ];
    assert_eq!(nim.unwrap(), expected);
    let wythoff = moves("wythoff 1000000,1100000 p1").unwrap();
    assert_eq!(wythoff, ["take 838197 from heap 1 and take 838197 from heap 2"]);
    assert_eq!(moves("lasker 1000000 p1"), None);
    assert_eq!(moves("end 1000000,2 p1").unwrap(), ["take 999998 from heap 1"]);
    assert_eq!(moves("end 0,1000000,0 misere p1").unwrap(), ["take 999999 from heap 2"]);
    // Each of the 18,605 moves has as many replies.
    let circle = moves("circular 63,62,61,60,59 k=2 p1").unwrap();
    assert_eq!(circle, ["take 1 from heap 1 and take 3 from heap 2"]);
    let value = |text: &str| parse(text).grundy_value();
    assert_eq!(value("nim 9000000000000000000 p1"), Some(9_000_000_000_000_000_000));
    // A single move is listed, from which no value follows.
    for text in ["moore 9000000000000000000,5 k=2 p1", "wythoff 1000000,5 p1", "end 1000000,2 p1"] {
        assert_eq!(value(text), None, "{text}");
    }
}
