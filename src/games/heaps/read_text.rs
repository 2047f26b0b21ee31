//! Reads what follows the name of a heap game in the text of a position.

use super::position::{
    HeapFacts, HeapForm, HeapParameters, HeapPosition, HeapRules, MAX_HEAP, MAX_HEAPS, MAX_LISTED, PUT_BACKS, ensure,
};
use super::taking::{Taking, TakingRule};
use crate::game::Side;
use crate::notation::excerpt;
use std::sync::Arc;

/// The greatest number of heaps that tokens are placed on.
const MAX_PLACES: u64 = 100;

/// The greatest number of rows or columns of a board.
const MAX_SIDE: u64 = 50;

/// The greatest number of numbers in a set of `take=`.
const MAX_SET: usize = 64;

/// Whether a word is behind the heaps.
pub(super) fn is_parameter(word: &str) -> bool {
    word.contains('=') || word == "misere" || word == "p1" || word == "p2"
}

/// Reads what follows the name of the game. Missing parameters are taken from `alike`, or have their defaults. The first
/// side moves if the text does not say which one does.
pub(super) fn read(
    rules: &'static dyn HeapRules,
    alike: Option<&HeapPosition>,
    words: &[&str],
) -> Result<HeapPosition, String> {
    let (body, words) = words.split_at(words.iter().position(|word| is_parameter(word)).unwrap_or(words.len()));
    let (side_to_move, words) = match words.split_last() {
        Some((&"p1", words)) => (Side::First, words),
        Some((&"p2", words)) => (Side::Second, words),
        _ => (Side::First, words),
    };
    let facts = rules.facts();
    let gives = |name| words.iter().any(|word| word.split_once('=').is_some_and(|it| it.0 == name));
    let mut position = HeapPosition {
        rules,
        heaps: Vec::new(),
        parameters: HeapParameters {
            // A set takes the place of a limit.
            k: alike.filter(|_| !gives("take")).and_then(|alike| alike.parameters.k),
            max: alike.and_then(|alike| alike.parameters.max),
            put: if facts.parameters.contains(&"put") { PUT_BACKS } else { 0 },
            ..HeapParameters::default()
        },
        taking: None,
        misere: facts.always_misere || alike.is_some_and(|alike| alike.misere),
        side_to_move,
    };
    // What follows from a limit, or was given instead of one, does not hold with another limit.
    let mut taking = alike.filter(|_| !gives("k")).and_then(|alike| alike.taking.as_deref()).map(|it| it.rule.clone());
    let mut given = Vec::new();
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        if !(facts.parameters.contains(&name) || *word == "misere") {
            let expected = match word.as_bytes() {
                b"p1" | b"p2" => "it at the end",
                [b'0'..=b'9', ..] => "heaps before the parameters",
                _ => &expected_parameters(&facts),
            };
            return Err(format!("found '{}', expected {expected}", excerpt(word)));
        }
        if given.contains(&name) {
            return Err(format!("found '{name}' twice, expected it once"));
        }
        given.push(name);
        read_parameter(&mut position, &mut taking, name, value)?;
    }
    read_body(&mut position, body)?;
    let taking = taking.or_else(|| rules.taking_rule(&position));
    let largest = position.heaps.iter().copied().max().unwrap_or(0);
    position.taking = taking.map(|rule| Arc::new(Taking::new(rule, largest)));
    checked(position)
}

/// The words that may stand behind the heaps.
pub(super) fn expected_parameters(facts: &HeapFacts) -> String {
    let misere = (!facts.always_misere).then(|| "misere".to_owned());
    let named = facts.parameters.iter().map(|name| format!("{name}="));
    named.chain(misere).chain(["p1 or p2".to_owned()]).collect::<Vec<_>>().join(", ")
}

fn read_parameter(
    position: &mut HeapPosition,
    taking: &mut Option<TakingRule>,
    name: &str,
    value: &str,
) -> Result<(), String> {
    let number = |least| number(value, least, MAX_HEAP).map_err(|error| format!("{name}=: {error}"));
    let parameters = &mut position.parameters;
    match name {
        "k" => parameters.k = Some(number(1)?),
        "max" => parameters.max = Some(number(1)?),
        "prev" => parameters.prev = number(1)?,
        "put" => parameters.put = number(0)?,
        "l" => {
            let places = number(1)?;
            ensure(places <= MAX_PLACES, || format!("l=: found {places}, expected at most {MAX_PLACES}"))?;
            position.heaps = vec![0; places as usize];
        }
        "bag" => {
            let bags = numbers(value, 0).map_err(|error| format!("bag=: {error}"))?;
            parameters.bag = bags.try_into().map_err(|_| "bag=: expected two numbers, one for each side")?;
        }
        "take" => {
            let mut set = numbers(value, 1).map_err(|error| format!("take=: {error}"))?;
            set.sort_unstable();
            set.dedup();
            let found = set.len();
            ensure(found <= MAX_SET, || format!("take=: found {found} numbers, expected at most {MAX_SET}"))?;
            *taking = Some(TakingRule::Set(set));
        }
        "rules" => {
            let code = value.parse().map_err(|error| format!("rules=: found '{}', {error}", excerpt(value)))?;
            *taking = Some(TakingRule::Octal(code));
        }
        _ => position.misere = true,
    }
    Ok(())
}

fn read_body(position: &mut HeapPosition, body: &[&str]) -> Result<(), String> {
    let parameters = &mut position.parameters;
    match (position.rules.facts().form, body) {
        (HeapForm::Heaps, [_, ..]) => {
            let heaps = body.join(" ").replace(", ", ",").replace(' ', ",");
            position.heaps = numbers(&heaps, 0).map_err(|error| format!("heaps: {error}"))?;
        }
        (HeapForm::OneHeap | HeapForm::Total | HeapForm::Number, [heap]) => {
            position.heaps = vec![number(heap, 0, MAX_HEAP)?];
        }
        (HeapForm::Ring, [_, ..]) => {
            let coins = body.join("-");
            parameters.unbroken = !coins.contains('-') && number(&coins, 0, MAX_HEAP)? > 0;
            position.heaps = numbers(&coins.replace('-', ","), 0)?;
            position.heaps.retain(|&run| run > 0);
        }
        (HeapForm::Tokens, [tokens, heaps @ ..]) if heaps.len() < 2 => {
            parameters.tokens = number(tokens, 0, MAX_HEAP)?;
            if let [heaps] = heaps {
                let l = position.heaps.len();
                position.heaps = numbers(heaps, 0).map_err(|error| format!("heaps: {error}"))?;
                let found = position.heaps.len();
                ensure(l == 0 || l == found, || format!("found l={l} and {found} heaps, expected the same number"))?;
            }
            ensure(!position.heaps.is_empty(), || "expected the number of heaps, l=, or the heaps".to_owned())?;
        }
        (HeapForm::Board, [size, columns]) => {
            let (rows, width) = size.split_once('x').unwrap_or((size, ""));
            let side = |text| number(text, 1, MAX_SIDE).map_err(|error| format!("rows x columns: {error}"));
            parameters.rows = side(rows)?;
            let width = side(width)?;
            let pairs: Vec<&str> = columns.split(',').collect();
            ensure(pairs.len() as u64 == width, || format!("found {} columns, expected {width}", pairs.len()))?;
            for (column, pair) in (1..).zip(pairs) {
                let men = men(pair, parameters.rows).map_err(|error| format!("column {column}: {error}"))?;
                position.heaps.extend(men);
            }
        }
        (form, _) => return Err(format!("found '{}', expected {}", excerpt(&body.join(" ")), expected_body(form))),
    }
    Ok(())
}

fn expected_body(form: HeapForm) -> &'static str {
    match form {
        HeapForm::Heaps => "heaps such as 3,4,5",
        HeapForm::OneHeap => "one heap such as 20",
        HeapForm::Board => "a board such as 8x3 1-8,2-5,3-4",
        HeapForm::Ring => "a ring such as 12, or runs such as 5-3-1",
        HeapForm::Tokens => "tokens and heaps such as 7 l=3, or 2 3,1,1",
        HeapForm::Total => "a total such as 37",
        HeapForm::Number => "a number such as 360",
    }
}

/// The rows of the two men of a column.
fn men(pair: &str, rows: u64) -> Result<[u64; 2], String> {
    let (top, bottom) = pair.split_once('-').unwrap_or((pair, ""));
    let (top, bottom) = (number(top, 1, rows)?, number(bottom, 1, rows)?);
    ensure(top < bottom, || format!("found {top}-{bottom}, expected the row of the top man, then a greater one"))?;
    Ok([top, bottom])
}

fn numbers(text: &str, least: u64) -> Result<Vec<u64>, String> {
    let words: Vec<&str> = text.split(',').collect();
    ensure(words.len() <= MAX_HEAPS, || format!("found {} numbers, expected at most {MAX_HEAPS}", words.len()))?;
    words.iter().map(|word| number(word, least, MAX_HEAP)).collect()
}

fn number(text: &str, least: u64, greatest: u64) -> Result<u64, String> {
    whole_number(text)
        .filter(|number| (least..=greatest).contains(number))
        .ok_or_else(|| format!("found '{}', expected a number from {least} to {greatest}", excerpt(text)))
}

/// The number that digits alone stand for.
pub(super) fn whole_number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Refuses a position that the rules cannot play, or that has too many moves to be searched if no theorem serves.
fn checked(position: HeapPosition) -> Result<HeapPosition, String> {
    let (found, max) = (position.heaps.len(), position.rules.facts().max_heaps);
    ensure(found <= max, || format!("found {found} heaps, expected at most {max}"))?;
    position.rules.check(&position)?;
    let count = position.rules.count_moves(&position);
    ensure(count.is_none_or(|count| count <= MAX_LISTED) || position.rules.theory(&position).is_some(), || {
        format!("found a position with more than {MAX_LISTED} moves that no theorem knows, expected smaller heaps")
    })?;
    Ok(position)
}
