//! The draughts family in the table of games.

use super::{
    Draughts, DraughtsMove, DraughtsPosition, English, Pongor, eval, parameters, published_counts,
};
use crate::game::{Side, StartPosition};
use crate::games::entry::{GameEntry, GameInfo};

/// What the games of the family have in common.
const FAMILY: GameInfo = GameInfo {
    options: &["Endgame Path"],
    white: Side::Second,
    bench: &[
        "B:W21-32:B1-12",
        "W:W21,22,25-32:B1-4,6-8,10-12,16",
        "B:W18,22,25-27,29-32:B1-3,5,7,8,10,12,15",
        "W:W13,19,21,25,26,29,30:B3,5,7,11,12,14,20",
        "B:W17,21,22,28,K11:B2,5,9,12,K31",
        "W:WK10,K15,27:BK6,K18,4",
    ],
    compare_depths: &[2, 4, 6, 8],
    parameters: parameters::ALL,
    ..GameInfo::NEW
};

impl GameEntry for Draughts<English> {
    type Inputs = eval::EnglishFeatures;

    fn first_step(position: &Self::Game, mv: DraughtsMove) -> usize {
        position.first_step(mv)
    }

    const GAMES: &'static [&'static GameInfo] = &[&GameInfo {
        name: "english",
        about: "English draughts (American checkers)",
        hub_variant: Some("english"),
        signature: Some((9, 37_379)),
        law_positions: &[
            "W:W19,27:B3,4,5,7,8,21,K25,K30",
            "B:W23,22,15,14:B11,10",
            "W:WK1,K8:BK32:H70",
            "W:WK10:B6,7,14,15,22,23",
        ],
        tags: &[("GameType", "21")],
        book: Some(concat!(
            include_str!("../../../book/english.txt"),
            include_str!("../../../book/english-ballots.txt")
        )),
        ballots: Some(include_str!("../../../book/ballots.txt")),
        bench_depth: 17,
        ..FAMILY
    }];

    fn start(_: &GameInfo) -> Self::Game {
        DraughtsPosition::start()
    }
}

impl GameEntry for Draughts<Pongor> {
    type Inputs = ();

    fn first_step(position: &Self::Game, mv: DraughtsMove) -> usize {
        position.first_step(mv)
    }

    const GAMES: &'static [&'static GameInfo] = &[&GameInfo {
        name: "pongor",
        about: "English draughts in which the longest capture is compulsory",
        hub_variant: Some("pongor"),
        signature: Some((9, 79_200)),
        law_positions: &[
            "W:W19,27:B3,4,5,7,8,21,K25,K30",
            "B:W23,22,15,14:B11,10",
            "W:WK1,K8:BK32:H40",
            "W:WK10:B6,7,14,15,22,23",
        ],
        bench_depth: 15,
        published_counts: published_counts::PONGOR,
        ..FAMILY
    }];

    fn start(_: &GameInfo) -> Self::Game {
        DraughtsPosition::start()
    }
}
