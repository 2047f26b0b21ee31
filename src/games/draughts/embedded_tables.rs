//! The endgame tables in the program: up to four pieces of the two games of the family that are played most, up to three
//! of the others on 8 x 8 squares. `kempelen egdb build` makes those of four pieces in a few seconds.

/// A file of values and one of distances.
type TableFiles = [&'static [u8]; 2];

/// The files with these names.
macro_rules! tables {
    ($($name:literal)*) => {
        &[$([
            include_bytes!(concat!("../../../endgames/", $name, ".wdl")).as_slice(),
            include_bytes!(concat!("../../../endgames/", $name, ".dtc")).as_slice(),
        ]),*]
    };
}

/// The games with embedded tables, and their files in the order of the number of pieces.
static ALL: [(&str, &[TableFiles]); 12] = [
    ("english", tables!("english-2" "english-3" "english-4")),
    ("pongor", tables!("pongor-2" "pongor-3")),
    ("russian", tables!("russian-2" "russian-3" "russian-4")),
    ("brazilian", tables!("brazilian-2" "brazilian-3")),
    ("pool", tables!("pool-2" "pool-3")),
    ("spanish", tables!("spanish-2" "spanish-3")),
    ("portuguese", tables!("portuguese-2" "portuguese-3")),
    ("czech", tables!("czech-2" "czech-3")),
    ("italian", tables!("italian-2" "italian-3")),
    ("slovak", tables!("slovak-2" "slovak-3")),
    ("thai", tables!("thai-2" "thai-3")),
    ("giveaway", tables!("giveaway-2" "giveaway-3")),
];

/// The tables of a game; empty if none are embedded.
pub(super) fn embedded_tables(game: &str) -> &'static [TableFiles] {
    let found = ALL.iter().find(|(name, _)| *name == game);
    found.map_or(&[], |(_, files)| files)
}
