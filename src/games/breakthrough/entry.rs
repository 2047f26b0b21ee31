//! Breakthrough in the table of games.

use super::eval::BreakthroughWeights;
use super::position::{Breakthrough, MAX_MOVES};
use crate::game::StartPosition;
use crate::games::entry::{GameEntry, GameInfo};
use crate::search::Neutral;

/// Search knowledge for Breakthrough.
pub type BreakthroughKnowledge = Neutral<Breakthrough, BreakthroughWeights, MAX_MOVES>;

impl GameEntry for BreakthroughKnowledge {
    type NetworkFeatures = ();

    fn games() -> &'static [&'static GameInfo] {
        &[&GameInfo {
            name: "breakthrough",
            about: "Breakthrough: pawns race to the last row",
            how_to_play: "A pawn goes one square forward, straight or diagonally, to an empty square. It captures diagonally forward only, and never has to.\n\
Whoever brings a pawn to the far row, or captures all pawns, wins. There are no draws.",
            uci_variant: Some("breakthrough"),
            bench: &[
                "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w",
                "1pp1pppp/pp3pp1/3p3p/4P3/p1PP4/1P4P1/P1P1PP1P/PP1PP1P1 b",
                "2p3p1/1p4pp/p2P4/1P2p3/3p2P1/P6P/2P3P1/1P4P1 w",
            ],
            bench_depth: 9,
            ..GameInfo::NEW
        }]
    }

    fn start(_: &GameInfo) -> Breakthrough {
        Breakthrough::start()
    }
}
