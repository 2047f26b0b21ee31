//! Rules that contradict each other.

use super::super::rules::{Criterion, DraughtsRules, Goal, KingLanding};
use super::super::variant::VariantKind;
use crate::board::Bitset;
use crate::notation::toml_fields::TomlFields;

/// Checks that no two rules contradict each other. The order of captures is `order`.
///
/// # Errors
/// Two do; the error names the line of one of them, a line of the file if it has one.
pub(super) fn check(
    kind: VariantKind,
    rules: &DraughtsRules,
    order: &[Criterion],
    fields: &TomlFields,
) -> Result<(), String> {
    let refuse = |names: &[&str], message: &str| {
        let place = fields.place_of(names);
        Err(format!("{place}: {message}"))
    };
    if rules.captures_along_rows && kind.rows() == 8 {
        return refuse(
            &["captures_along_rows", "board", "like"],
            "captures along rows are built for 10 x 10 squares only; expected board = 10 or captures_along_rows = false",
        );
    }
    if rules.landing != KingLanding::Any && !kind.flying_kings() {
        return refuse(
            &["landing", "kings", "like"],
            "short kings land directly behind a captured piece anyway; expected kings = \"flying\" or landing = \"anywhere behind\"",
        );
    }
    let twice = (order.iter().enumerate()).any(|(index, it)| order[..index].contains(it));
    if twice {
        return refuse(&["order"], "a criterion comes twice; expected each once");
    }
    let of_kings = |it: &Criterion| !matches!(it, Criterion::Pieces | Criterion::Value);
    if rules.goal == Goal::FirstKing && order.iter().any(of_kings) {
        return refuse(
            &["order", "goal", "like"],
            "the first king wins, so there are no kings to compare; expected no criterion of kings, or another goal",
        );
    }
    let kings = rules.start.map(|start| start.kings[0] | start.kings[1]);
    if rules.goal == Goal::FirstKing && kings.is_some_and(Bitset::any) {
        return refuse(
            &["start", "goal", "like"],
            "the first king wins, but there are kings at the start; expected men alone, or another goal",
        );
    }
    if rules.goal == Goal::FirstKing && rules.king_moves_in_a_row > 0 {
        return refuse(
            &["king_moves_in_a_row", "goal", "like"],
            "the first king wins, so no king moves; expected king_moves_in_a_row = 0, or another goal",
        );
    }
    let of_number = |it: &Criterion| matches!(it, Criterion::Pieces | Criterion::Value);
    if rules.may_stop && order.iter().any(of_number) {
        return refuse(
            &["may_stop", "order", "like"],
            "who stops captures fewer pieces than the order demands; expected may_stop = false, or another order",
        );
    }
    Ok(())
}
