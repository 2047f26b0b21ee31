//! `kempelen egdb probe`.

use super::Tables;
use crate::game::{Game, Outcome};
use crate::games::draughts::egdb::board::EgdbBoard;
use crate::games::draughts::{DraughtsPosition, DraughtsVariant, DraughtsVisitor};
use crate::notation::{MoveStyle, Notation};
use crate::system::files::NamedOutput;
use anyhow::anyhow;
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

/// Show the value of a position and of every move.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen egdb probe --path tables --fen B:W18,K27:BK9,K10")]
pub struct Probe {
    #[command(flatten)]
    pub(super) place: Tables,
    /// Position in FEN
    #[arg(long)]
    fen: String,
}

impl DraughtsVisitor for Probe {
    type Output = anyhow::Result<ExitCode>;

    fn visit<V: DraughtsVariant>(self) -> anyhow::Result<ExitCode> {
        let tables = self.place.open::<V>()?;
        let position =
            DraughtsPosition::<V>::parse(&self.fen).map_err(|error| anyhow!("{error}"))?;
        let mut output = NamedOutput::stdout();
        let board = EgdbBoard::of(&position);
        let told = |value: Option<Outcome>, plies: Option<u8>| {
            let text = name(value);
            match plies {
                Some(1) => format!("{text}, a ply to a conversion"),
                Some(plies) => format!("{text}, {plies} plies to a conversion"),
                None => text.to_owned(),
            }
        };
        writeln!(
            output,
            "{}",
            told(tables.probe(&board), tables.distance(&board))
        )?;
        for mv in position.moves() {
            let after = EgdbBoard::of(&position.play(mv));
            let value = tables.probe(&after).map(Outcome::flipped);
            let name = position.show_move(mv, MoveStyle::Short);
            writeln!(
                output,
                "{name:<10} {}",
                told(value, tables.distance(&after))
            )?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn name(value: Option<Outcome>) -> &'static str {
    match value {
        Some(Outcome::Win) => "won",
        Some(Outcome::Draw) => "drawn",
        Some(Outcome::Loss) => "lost",
        None => "not in the tables",
    }
}
