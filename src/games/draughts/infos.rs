//! Names and data of the games of the family, for the table of games.
//!
//! The numbers of the tag `GameType` are those of PDN 3.0; 96 to 98 are those of lidraughts.org.

use super::{parameters, published_counts};
use crate::game::Side;
use crate::games::entry::GameInfo;

// What follows is in statics where it refers to files: each codegen unit may have its own copy of what a constant
// points to.

/// A game like another: with its own name, also in Hub, and its own book and ballots.
macro_rules! game {
    ($name:literal like $other:expr) => {
        GameInfo {
            name: $name,
            hub_variant: Some($name),
            book: Some(include_str!(concat!("../../../book/", $name, ".txt"))),
            ballots: Some(include_str!(concat!("../../../book/ballots/", $name, ".txt"))),
            ..$other
        }
    };
}

/// What the games of the family have in common.
const FAMILY: GameInfo = GameInfo {
    options: &["Endgame Path"],
    compare_depths: &[2, 4, 6, 8],
    parameters: parameters::ALL,
    ..GameInfo::NEW
};

/// Games with twelve men on 8 x 8 squares in which Black begins.
const BLACK_BEGINS: GameInfo = GameInfo {
    white: Side::Second,
    bench: &[
        "B:W21-32:B1-12",
        "W:W21,22,25-32:B1-4,6-8,10-12,16",
        "B:W18,22,25-27,29-32:B1-3,5,7,8,10,12,15",
        "W:W13,19,21,25,26,29,30:B3,5,7,11,12,14,20",
        "B:W17,21,22,28,K11:B2,5,9,12,K31",
        "W:WK10,K15,27:BK6,K18,4",
    ],
    ..FAMILY
};

/// English draughts.
pub(super) static ENGLISH: GameInfo = GameInfo {
    about: "English draughts (American checkers)",
    signature: Some((9, 37_379)),
    law_positions: &[
        "W:W19,27:B3,4,5,7,8,21,K25,K30",
        "B:W23,22,15,14:B11,10",
        "W:WK1,K8:BK32:H70",
        "W:WK10:B6,7,14,15,22,23",
    ],
    tags: &[("GameType", "21,B,8,8,N1,0")],
    book: Some(concat!(include_str!("../../../book/english.txt"), include_str!("../../../book/english-ballots.txt"))),
    bench_depth: 17,
    ..game!("english" like BLACK_BEGINS)
};

/// Games with twelve men on 8 x 8 squares in which White begins.
const WHITE_BEGINS: GameInfo = GameInfo {
    white: Side::First,
    bench: &[
        "W:W21-32:B1-12",
        "B:W21,22,25-32:B1-4,6-8,10-12,16",
        "W:W18,22,25-27,29-32:B1-3,5,7,8,10,12,15",
        "B:W13,19,21,25,26,29,30:B3,5,7,11,12,14,20",
        "W:W17,21,22,28,K11:B2,5,9,12,K31",
        "B:WK10,K15,27:BK6,K18,4",
    ],
    bench_depth: 11,
    ..FAMILY
};

/// Games with eight men, in two rows, on 8 x 8 squares.
const TWO_ROWS: &[&str] =
    &["W:W25-32:B1-8", "B:W21,22,27-32:B1-3,5-8,11", "W:W18,22,25,27:B3,7,10,K31", "B:WK10,K15,27:BK6,K18,4"];

/// Games with twenty men on 10 x 10 squares.
const TEN_ROWS: GameInfo = GameInfo {
    white: Side::First,
    bench: &[
        "W:W31-50:B1-20",
        "B:W28,32-40,42,43,45-50:B2-9,11-13,15-20,22",
        "W:W27,28,32,33,37-39,42,43,48:B7-9,12-14,18,19,23,24",
        "W:W28,32,38,K5:B9,13,K46",
        "B:W6,41,K44:B35,K4,K17",
    ],
    compare_depths: &[2, 4, 6],
    bench_depth: 9,
    ..FAMILY
};

/// Games with short kings on 8 x 8 squares.
pub(super) static SHORT_KINGS_8X8: [&GameInfo; 2] = [
    // The game of Pongor's thesis.
    &GameInfo {
        about: "English draughts in which the longest capture is compulsory",
        tags: &[("Variant", "pongor")],
        signature: Some((9, 79_200)),
        law_positions: &[
            "W:W19,27:B3,4,5,7,8,21,K25,K30",
            "B:W23,22,15,14:B11,10",
            "W:WK1,K8:BK32:H40",
            "W:WK10:B6,7,14,15,22,23",
        ],
        bench_depth: 15,
        published_counts: published_counts::PONGOR,
        ..game!("pongor" like BLACK_BEGINS)
    },
    &GameInfo {
        about: "Italian draughts",
        signature: Some((9, 51_148)),
        tags: &[("GameType", "22,W,8,8,N2,1")],
        ..game!("italian" like WHITE_BEGINS)
    },
];

/// Games with flying kings on 8 x 8 squares.
pub(super) static FLYING_KINGS_8X8: [&GameInfo; 9] = [
    &GameInfo {
        about: "Russian draughts (shashki)",
        signature: Some((9, 51_002)),
        tags: &[("GameType", "25,W,8,8,A0,0")],
        ..game!("russian" like WHITE_BEGINS)
    },
    &GameInfo {
        about: "Brazilian draughts",
        signature: Some((9, 49_979)),
        tags: &[("GameType", "26,W,8,8,A0,0")],
        ..game!("brazilian" like WHITE_BEGINS)
    },
    &GameInfo {
        about: "American pool checkers",
        signature: Some((9, 47_689)),
        tags: &[("GameType", "23,B,8,8,N1,0")],
        bench_depth: 11,
        ..game!("pool" like BLACK_BEGINS)
    },
    &GameInfo {
        about: "Spanish draughts",
        signature: Some((9, 61_404)),
        tags: &[("GameType", "24,W,8,8,N1,1")],
        game_types: &[28],
        ..game!("spanish" like WHITE_BEGINS)
    },
    &GameInfo {
        // The rules are those of Spanish draughts, and so are the book and the ballots.
        name: "portuguese",
        about: "Portuguese draughts",
        hub_variant: Some("portuguese"),
        signature: Some((9, 61_404)),
        tags: &[("GameType", "28,W,8,8,N1,1")],
        game_types: &[24],
        ..game!("spanish" like WHITE_BEGINS)
    },
    &GameInfo {
        about: "Czech draughts",
        signature: Some((9, 41_607)),
        tags: &[("GameType", "29,W,8,8,A0,0")],
        ..game!("czech" like WHITE_BEGINS)
    },
    &GameInfo {
        about: "Draughts of the Slovak document: eight men, captures may be stopped",
        signature: Some((9, 44_779)),
        tags: &[("Variant", "slovak")],
        bench: TWO_ROWS,
        ..game!("slovak" like WHITE_BEGINS)
    },
    &GameInfo {
        about: "Thai checkers (makhos)",
        signature: Some((9, 34_449)),
        tags: &[("GameType", "31,B,8,8,N2,0")],
        bench: &[
            "B:W25-32:B1-8",
            "W:W21,22,27-32:B1-3,5-8,11",
            "B:W18,22,25,27:B3,7,10,K31",
            "W:WK10,K15,27:BK6,K18,4",
        ],
        bench_depth: 11,
        ..game!("thai" like BLACK_BEGINS)
    },
    &GameInfo {
        about: "Russian draughts in which the loser of all pieces wins",
        signature: Some((9, 10_676)),
        tags: &[("Variant", "giveaway")],
        ..game!("giveaway" like WHITE_BEGINS)
    },
];

/// Games with flying kings on 10 x 10 squares.
pub(super) static FLYING_KINGS_10X10: [&GameInfo; 6] = [
    &GameInfo {
        about: "International draughts",
        hub_variant: Some("normal"),
        signature: Some((7, 20_709)),
        tags: &[("GameType", "20,W,10,10,N2,0")],
        two_points: true,
        ..game!("international" like TEN_ROWS)
    },
    &GameInfo {
        about: "International draughts in which a king stops behind a captured king",
        signature: Some((7, 21_517)),
        tags: &[("Variant", "killer")],
        ..game!("killer" like TEN_ROWS)
    },
    &GameInfo {
        about: "Breakthrough draughts: international, the first king wins",
        signature: Some((7, 19_696)),
        tags: &[("GameType", "96,W,10,10,N2,0")],
        bench: &[
            "W:W31-50:B1-20",
            "B:W28,32-40,42,43,45-50:B2-9,11-13,15-20,22",
            "W:W27,28,32,33,37-39,42,43,48:B7-9,12-14,18,19,23,24",
        ],
        ..game!("bt" like TEN_ROWS)
    },
    &GameInfo {
        about: "International draughts in which the loser of all pieces wins",
        signature: Some((7, 4_258)),
        tags: &[("GameType", "98,W,10,10,N2,0")],
        ..game!("losing" like TEN_ROWS)
    },
    &GameInfo {
        about: "Frisian draughts: captures along rows and columns too",
        signature: Some((7, 19_300)),
        tags: &[("GameType", "40,W,10,10,N2,0")],
        game_types: &[97],
        ..game!("frisian" like TEN_ROWS)
    },
    &GameInfo {
        about: "Frisian draughts with five men a side",
        signature: Some((7, 9_161)),
        tags: &[("GameType", "97,W,10,10,N2,0")],
        // What pydraughts writes.
        game_types: &[40],
        bench: &["W:W46-50:B1-5", "B:W38,47-50:B1-4,10", "W:W33,39,K7:B12,15,K41"],
        ..game!("frysk" like TEN_ROWS)
    },
];
