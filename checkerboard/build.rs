//! Checks the name of the game, and keeps the library in memory once it is loaded: a search may still run when the host
//! unloads it.

/// The games for which programs load libraries.
const GAMES: [&str; 6] = [
    "english",
    "italian",
    "spanish",
    "russian",
    "brazilian",
    "czech",
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=KEMPELEN_GAME");
    if let Ok(game) = std::env::var("KEMPELEN_GAME")
        && !GAMES.contains(&game.as_str())
    {
        println!("cargo:error=KEMPELEN_GAME: found '{game}', expected one of {GAMES:?}");
    }
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-link-arg-cdylib=-Wl,-z,nodelete");
    }
}
