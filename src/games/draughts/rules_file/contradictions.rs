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
    let is_of_kings = |it: &Criterion| !matches!(it, Criterion::Pieces | Criterion::Value);
    let first_king = rules.goal == Goal::FirstKing;
    let kings_at_start = rules.start.map(|[_, [white, black]]| white | black);
    let contradictions: [(bool, &[&str], &str); 8] = [
        (
            rules.captures_along_rows && kind.rows() == 8,
            &["captures_along_rows", "board", "like"],
            "captures along rows are built for 10 x 10 squares only; expected board = 10 or captures_along_rows = false",
        ),
        (
            rules.landing != KingLanding::Any && !kind.flying_kings(),
            &["landing", "kings", "like"],
            "short kings land directly behind a captured piece anyway; expected kings = \"flying\" or landing = \"anywhere behind\"",
        ),
        (
            (order.iter().enumerate()).any(|(index, it)| order[..index].contains(it)),
            &["order"],
            "a criterion comes twice; expected each once",
        ),
        (
            first_king && order.iter().any(is_of_kings),
            &["order", "goal", "like"],
            "the first king wins, so there are no kings to compare; expected no criterion of kings, or another goal",
        ),
        (
            first_king && kings_at_start.is_some_and(Bitset::any),
            &["start", "goal", "like"],
            "the first king wins, but there are kings at the start; expected men alone, or another goal",
        ),
        (
            first_king && rules.king_moves_in_a_row > 0,
            &["king_moves_in_a_row", "goal", "like"],
            "the first king wins, so no king moves; expected king_moves_in_a_row = 0, or another goal",
        ),
        (
            rules.may_stop && !order.iter().all(is_of_kings),
            &["may_stop", "order", "like"],
            "who stops captures fewer pieces than the order demands; expected may_stop = false, or another order",
        ),
        (
            rules.start.is_none() && rules.rows_of_men >= kind.rows() / 2,
            &["board", "like"],
            "found 4 rows of men in the game that it is like, expected rows_of_men = 1 to 3",
        ),
    ];
    match contradictions.into_iter().find(|(holds, _, _)| *holds) {
        Some((_, names, message)) => Err(format!("{}: {message}", fields.location_of(names))),
        None => Ok(()),
    }
}
