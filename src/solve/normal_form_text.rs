//! The normal form as a table.

use super::normal_form::{NormalForm, NormalFormKind};
use super::unfolded_tree::{PlannedChoices, UnfoldedTree};
use crate::any_position::AnyPosition;
use crate::notation::{MoveStyle, Notation};
use serde_json::{Value, json};

/// The strategies of both sides, the matrix with its row minima and column maxima, and the Nash pairs.
pub fn normal_form_text(form: &NormalForm, kind: NormalFormKind, tree: &UnfoldedTree<AnyPosition>) -> String {
    let mut text = format!("{} of {}\n\n", kind.name(), tree.position(0).show());
    for (letter, strategies) in ["A", "B"].into_iter().zip(&form.strategies) {
        for (number, strategy) in (1..).zip(strategies) {
            text += &format!("{letter}{number}: {}\n", choices(strategy, tree));
        }
        text.push('\n');
    }
    text += &line("", (1..=form.strategies[1].len()).map(|number| format!("B{number}")), "min");
    for ((number, row), least) in (1..).zip(&form.rows).zip(form.row_minima()) {
        text += &line(&format!("A{number}"), row.iter().map(i32::to_string), &least.to_string());
    }
    text += &line("max", form.column_maxima().into_iter().map(|it| it.to_string()), "");
    let value = form.maximin();
    debug_assert_eq!(value, form.minimax());
    let shown = |pairs: Vec<(usize, usize)>| {
        let pairs = pairs.iter().map(|(row, column)| format!("(A{}, B{})", row + 1, column + 1));
        pairs.collect::<Vec<_>>().join(", ")
    };
    text += &format!("\nmaximin = minimax = {value}: the value\nNash pairs: {}\n", shown(form.nash_pairs()));
    if kind == NormalFormKind::Full {
        text += &format!("subgame perfect: {}\n", shown(form.subgame_perfect_pairs(tree)));
    }
    text
}

/// The same as fields for JSON. Pairs are indices of a row and a column, counted from 0.
pub fn normal_form_json(form: &NormalForm, kind: NormalFormKind, tree: &UnfoldedTree<AnyPosition>) -> Value {
    let strategies = |side: usize| form.strategies[side].iter().map(|it| choices(it, tree)).collect::<Vec<_>>();
    let perfect = (kind == NormalFormKind::Full).then(|| form.subgame_perfect_pairs(tree));
    json!({
        "form": kind.name(), "rows": strategies(0), "columns": strategies(1), "payoffs": form.rows,
        "row_minima": form.row_minima(), "column_maxima": form.column_maxima(), "value": form.maximin(),
        "nash_pairs": form.nash_pairs(), "subgame_perfect_pairs": perfect,
    })
}

/// The choices of a strategy, the first one first: `2; after 2 1: 1`.
fn choices(strategy: &PlannedChoices, tree: &UnfoldedTree<AnyPosition>) -> String {
    let mut strategy = strategy.clone();
    strategy.sort_unstable();
    let show = |&(node, mv): &(usize, usize)| {
        let child = tree.children(node).start + mv;
        let chosen = last_move(child, tree).map_or_else(String::new, |(_, mv)| mv);
        let before = moves_before(node, tree);
        if before.is_empty() { chosen } else { format!("after {}: {chosen}", before.join(" ")) }
    };
    let shown: Vec<_> = strategy.iter().map(show).collect();
    if shown.is_empty() { "no choice".to_owned() } else { shown.join("; ") }
}

/// The moves from the root to a node.
fn moves_before(mut node: usize, tree: &UnfoldedTree<AnyPosition>) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some((before, mv)) = last_move(node, tree) {
        moves.push(mv);
        node = before;
    }
    moves.reverse();
    moves
}

fn last_move(node: usize, tree: &UnfoldedTree<AnyPosition>) -> Option<(usize, String)> {
    let (before, mv) = tree.before(node)?;
    Some((before, tree.position(before).show_move(mv, MoveStyle::Long)))
}

/// A line of the table.
fn line(name: &str, cells: impl Iterator<Item = String>, last: &str) -> String {
    const WIDTH: usize = 7;
    let cells: String = cells.map(|cell| format!("{cell:>WIDTH$}")).collect();
    let text = format!("{name:<WIDTH$}{cells}  | {last}");
    format!("{}\n", text.trim_end())
}
