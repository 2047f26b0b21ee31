//! The files in the program, a line for each game of the table. A game's rules and its names stand in a [rules
//! file](super::rules_file) in the folder `games`.

use crate::opening::OpeningNames;
use crate::system::data_file::{DataFile, data_file, embedded_file};

/// The files of a game.
pub struct GameFiles {
    /// The name of the game.
    pub name: &'static str,
    /// The text of its rules file.
    pub rules: &'static str,
    /// The parts of its opening book.
    pub book: &'static [DataFile],
    /// The text of its ballots.
    pub ballots: &'static str,
    /// Its evaluation.
    pub evaluation: EvaluationFiles,
    /// Its endgame tables, in the order of the number of pieces: the files of values and of distances.
    pub tables: &'static [[DataFile; 2]],
}

/// The evaluation of a game.
#[derive(Clone, Copy)]
pub struct EvaluationFiles {
    /// The text weights.
    pub weights: DataFile,
    /// The network, if there is one.
    pub network: Option<DataFile>,
}

impl EvaluationFiles {
    /// The network, or the weights if there is none.
    pub const fn file(self) -> DataFile {
        match self.network {
            Some(network) => network,
            None => self.weights,
        }
    }
}

/// The names of openings of English draughts.
pub static ENGLISH_NAMES: OpeningNames = OpeningNames::new(data_file!("book/english-names.txt"));

macro_rules! embedded_games {
    ($($game:ident: $name:literal, [$opening:literal $($more:literal)?], $network:expr, [$($pieces:literal)*];)*) => {
        $(pub(super) static $game: GameFiles = GameFiles {
            name: $name,
            rules: include_str!(concat!("games/", $name, ".toml")),
            book: &[
                data_file!(concat!("book/", $opening, ".txt")),
                $(data_file!(concat!("book/", $more, ".txt")))?
            ],
            ballots: include_str!(concat!("../../../book/ballots/", $opening, ".txt")),
            evaluation: EvaluationFiles {
                weights: embedded_file!(concat!("eval/", $opening, ".toml")),
                network: $network,
            },
            tables: &[$([
                data_file!(concat!("endgames/", $name, "-", $pieces, ".wdl")),
                data_file!(concat!("endgames/", $name, "-", $pieces, ".dtc")),
            ]),*],
        };)*

        /// The games, in the order of the table.
        pub(super) static ALL: &[&GameFiles] = &[$(&$game),*];
    };
}

/// The network with a name.
macro_rules! network {
    ($name:literal) => {
        Some(data_file!(concat!("eval/", $name, ".nnue")))
    };
}

// The endgame tables have up to four pieces in the two games that are played most, and up to three in the others on 8 x 8
// squares. `kempelen egdb build` makes those of four pieces in a few seconds.
embedded_games! {
    // the rules file, [what book, ballots and weights are called, and a second book], the network, [endgame tables]
    ENGLISH: "english", ["english" "english-ballots"], network!("english"), [2 3 4];
    PONGOR: "pongor", ["pongor"], None, [2 3];
    ITALIAN: "italian", ["italian"], network!("italian"), [2 3];
    RUSSIAN: "russian", ["russian"], network!("russian"), [2 3 4];
    BRAZILIAN: "brazilian", ["brazilian"], network!("brazilian"), [2 3];
    POOL: "pool", ["pool"], network!("pool"), [2 3];
    SPANISH: "spanish", ["spanish"], network!("spanish"), [2 3];
    PORTUGUESE: "portuguese", ["spanish"], SPANISH.evaluation.network, [2 3];
    CZECH: "czech", ["czech"], network!("czech"), [2 3];
    SLOVAK: "slovak", ["slovak"], None, [2 3];
    THAI: "thai", ["thai"], network!("thai"), [2 3];
    GIVEAWAY: "giveaway", ["giveaway"], network!("giveaway"), [2 3];
    INTERNATIONAL: "international", ["international"], network!("international"), [];
    KILLER: "killer", ["killer"], network!("killer"), [];
    BREAKTHROUGH: "bt", ["bt"], network!("bt"), [];
    LOSING: "losing", ["losing"], network!("losing"), [];
    FRISIAN: "frisian", ["frisian"], network!("frisian"), [];
    FRYSK: "frysk", ["frysk"], None, [];
}

/// The files of the game with a name, if it is in the table.
pub(super) fn files_of(name: &str) -> Option<&'static GameFiles> {
    ALL.iter().copied().find(|files| files.name == name)
}
