//! Chess in the table of games.

use super::eval::ChessFeatures;
use super::{Chess, ChessPosition, parameters, to_polyglot};
use crate::game::StartPosition;
use crate::games::entry::{GameEntry, GameInfo};
use crate::opening::OpeningNames;
use crate::system::data_file::data_file;

static OPENING_NAMES: OpeningNames = OpeningNames::new(data_file!("book/chess-names.txt"));

impl GameEntry for Chess {
    type NetworkFeatures = ChessFeatures;

    fn games() -> &'static [&'static GameInfo] {
        static GAMES: &[&GameInfo] = &[&GameInfo {
            name: "chess",
            about: "Chess and Chess960",
            how_to_play: "The king goes one square in any direction, the queen any distance along rows, columns and diagonals, the rook along rows and columns, the bishop along diagonals. The knight jumps two squares along a row or column and one aside.\n\
A pawn goes one square forward, or two from where it started, and captures one square diagonally forward. A pawn that has just gone two squares can be captured by a pawn as if it had gone one. On the far row a pawn becomes a queen, rook, bishop or knight.\n\
Castling: if neither the king nor a rook has moved, no piece stands between them, and the king crosses no attacked square, the king goes two squares towards the rook, and the rook to its other side. Pick the king and its target.\n\
Whoever attacks the king so that it cannot escape (checkmate) wins. The game is drawn if a side that is not in check has no legal move (stalemate), by the third occurrence of a position, by fifty moves of each side without a capture or a pawn's move, and if no piece is left that could checkmate.",
            uci_variant: Some("chess"),
            options: &["UCI_Chess960", "SyzygyPath", "SyzygyProbeLimit", "SyzygyProbeDepth", "Syzygy50MoveRule"],
            variants: &["Standard", "From Position", "Chess960", "Fischerandom"],
            book_files: &[data_file!("book/chess.txt")],
            opening_names: Some(&OPENING_NAMES),
            polyglot: Some(to_polyglot),
            bench: &[
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                "r1bqk2r/pp2bppp/2n2n2/2pp4/3P4/2N2NP1/PP2PPBP/R1BQ1RK1 w kq - 4 9",
                "r2q1rk1/1b2bppp/p1n1pn2/1p6/3N4/1BN1B3/PPP1QPPP/R4RK1 b - - 3 12",
                "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 0 40",
                "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
            ],
            bench_depth: 13,
            parameters: parameters::ALL,
            ..GameInfo::NEW
        }];
        GAMES
    }

    fn start(_: &GameInfo) -> ChessPosition {
        ChessPosition::start()
    }
}
