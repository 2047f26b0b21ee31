//! Chooses the game, and keeps the library in memory once it is loaded: a search may still run when the host unloads it.

use std::env;
use std::fs;
use std::path::Path;

/// The games for which programs load libraries, the default first, and the type of each in the module `games::draughts`.
const GAMES: [(&str, &str); 6] = [
    ("english", "English"),
    ("italian", "ShortKings8x8"),
    ("spanish", "FlyingKings8x8"),
    ("russian", "FlyingKings8x8"),
    ("brazilian", "FlyingKings8x8"),
    ("czech", "FlyingKings8x8"),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=KEMPELEN_GAME");
    let wanted = env::var("KEMPELEN_GAME").unwrap_or(GAMES[0].0.to_owned());
    let Some((game, variant)) = GAMES.iter().find(|(game, _)| *game == wanted) else {
        let names = GAMES.map(|(game, _)| game);
        println!("cargo::error=KEMPELEN_GAME: found '{wanted}', expected one of {names:?}");
        return;
    };
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let text = format!(
        "const GAME: &str = \"{game}\";\n\
         type LibraryGame = kempelen_engine::games::draughts::Draughts<kempelen_engine::games::draughts::{variant}>;\n"
    );
    fs::write(Path::new(&folder).join("game.rs"), text).expect("OUT_DIR can be written");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,nodelete");
    }
}
