//! The values of a position and of its moves in endgame tables.

use crate::game::{Game, Outcome};
use crate::games::draughts::egdb::board::EgdbBoard;
use crate::games::draughts::egdb::tables::Egdb;
use crate::games::draughts::{DraughtsPosition, DraughtsVariant};
use crate::notation::{MoveStyle, Notation};
use anyhow::anyhow;
use std::io::Write;

/// Writes the value of a position and of every move.
///
/// # Errors
/// The position is malformed, or the output cannot be written.
pub fn show_values<V: DraughtsVariant>(
    variant: V,
    tables: &Egdb,
    fen: &str,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let position = DraughtsPosition::parse(variant, fen).map_err(|error| anyhow!("{error}"))?;
    let board = EgdbBoard::of(&position);
    writeln!(output, "{}", describe(tables.probe(&board), tables.distance(&board)))?;
    for mv in position.moves() {
        let after = EgdbBoard::of(&position.play(mv));
        let value = tables.probe(&after).map(Outcome::flipped);
        let name = position.show_move(mv, MoveStyle::Short);
        writeln!(output, "{name:<10} {}", describe(value, tables.distance(&after)))?;
    }
    Ok(())
}

fn describe(value: Option<Outcome>, plies: Option<u8>) -> String {
    let text = match value {
        Some(Outcome::Win) => "won",
        Some(Outcome::Draw) => "drawn",
        Some(Outcome::Loss) => "lost",
        None => "not in the tables",
    };
    match plies {
        Some(1) => format!("{text}, a ply to a conversion"),
        Some(plies) => format!("{text}, {plies} plies to a conversion"),
        None => text.to_owned(),
    }
}
