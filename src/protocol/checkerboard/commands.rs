//! The text commands of CheckerBoard: `name`, `get hashsize`, `set gamehist ...`.

use super::engine::CheckerboardEngine;
use crate::player::PlayerSettings;

/// The least and greatest memory of the transposition table, in MiB.
const HASH: std::ops::RangeInclusive<usize> = 1..=65_536;

/// The most threads.
const THREADS: std::ops::RangeInclusive<usize> = 1..=256;

impl CheckerboardEngine {
    /// Carries out a command. Returns the reply; `None` if the command is not known or was refused.
    pub fn command(&mut self, text: &str) -> Option<String> {
        let (word, rest) = split(text);
        match word {
            "name" => Some(concat!("Kempelen ", env!("CARGO_PKG_VERSION")).to_owned()),
            "about" => {
                let about = self.player.game().about;
                Some(format!("Kempelen {}: {about}", env!("CARGO_PKG_VERSION")))
            }
            "get" => get(self, rest),
            "set" => set(self, rest),
            "staticevaluation" => {
                set_up(self, rest)?;
                let value = self.player.static_evaluation();
                value.ok().map(|value| value.to_string())
            }
            _ => None,
        }
    }
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

fn get(engine: &mut CheckerboardEngine, rest: &str) -> Option<String> {
    match rest {
        "protocolversion" => Some("2".to_owned()),
        "gametype" => Some(engine.gametype.number().to_string()),
        "hashsize" => Some(engine.player.settings().hash_mib.to_string()),
        "searchthreads" => Some(engine.player.settings().threads.to_string()),
        "book" => Some(u8::from(engine.player.settings().use_book).to_string()),
        _ => None,
    }
}

fn set(engine: &mut CheckerboardEngine, rest: &str) -> Option<String> {
    let (name, value) = split(rest);
    let number = value.parse::<usize>().ok();
    match name {
        "hashsize" => {
            let size = number.filter(|it| HASH.contains(it))?;
            prepare(engine, |settings| &mut settings.hash_mib, size)?;
        }
        "searchthreads" => {
            let threads = number.filter(|it| THREADS.contains(it))?;
            prepare(engine, |settings| &mut settings.threads, threads)?;
        }
        "book" => {
            let wants = number.filter(|level| *level <= 3)? > 0;
            if wants && engine.player.game().book.is_none() {
                return None;
            }
            engine.player.settings().use_book = wants;
        }
        "dbpath" => engine.player.load_tables(value).ok()?,
        "gamehist" => engine.history = Some(history(engine, value)?),
        _ => return None,
    }
    Some(format!("{name} set to {value}"))
}

/// Changes a setting that takes memory or threads. If the system refuses them, the old value stays.
fn prepare(
    engine: &mut CheckerboardEngine,
    setting: fn(&mut PlayerSettings) -> &mut usize,
    value: usize,
) -> Option<()> {
    let old = std::mem::replace(setting(engine.player.settings()), value);
    let prepared = engine.player.prepare().ok();
    if prepared.is_none() {
        *setting(engine.player.settings()) = old;
    }
    prepared
}

/// The position after the last move that cannot be taken back, and the moves since.
fn history(engine: &CheckerboardEngine, text: &str) -> Option<(String, Vec<String>)> {
    let (fen, moves) = split(text);
    let start = engine.gametype.read_fen(fen).ok()?;
    let square = |number: &str| engine.gametype.square_of(number.parse().ok()?);
    let moves = moves.split_whitespace().map(|mv| {
        let (from, to) = mv.split_once(['-', 'x'])?;
        Some(format!("{}-{}", square(from)?, square(to)?))
    });
    Some((start, moves.collect::<Option<_>>()?))
}

fn set_up(engine: &mut CheckerboardEngine, fen: &str) -> Option<()> {
    let position = engine.gametype.read_fen(fen).ok()?;
    engine.player.set_position(Some(&position), &[]).ok()
}

#[cfg(test)]
mod tests {
    use super::super::engine::CheckerboardEngine;
    use crate::player::player;

    #[test]
    fn commands_are_answered_or_refused() {
        let mut engine = CheckerboardEngine::new(player("russian", 1).unwrap()).unwrap();
        for (command, reply) in [
            ("get gametype", "25"),
            ("get protocolversion", "2"),
            ("set hashsize 2", "hashsize set to 2"),
            ("get hashsize", "2"),
            ("set searchthreads 2", "searchthreads set to 2"),
            (" get searchthreads ", "2"),
            ("set book 0", "book set to 0"),
            ("get book", "0"),
            (
                "set gamehist W:WK1:BK32 1-5 32-28",
                "gamehist set to W:WK1:BK32 1-5 32-28",
            ),
        ] {
            assert_eq!(engine.command(command).as_deref(), Some(reply), "{command}");
        }
        let (start, moves) = engine.history.clone().unwrap();
        assert!(
            start.starts_with("WWeee") && start.ends_with("eeB"),
            "{start}"
        );
        assert_eq!(moves, ["1-5", "32-28"]);
        for refused in [
            "",
            "x",
            "get",
            "get x",
            "set",
            "set hashsize",
            "set hashsize -1",
            "set hashsize 999999999",
            "set searchthreads 0",
            "set book 9",
            "set gamehist W:W99:B1",
            "set dbpath /nowhere",
            "staticevaluation",
        ] {
            let answer = engine.command(refused);
            assert_eq!(answer, None, "{refused}");
        }
        assert!(engine.command("staticevaluation W:WK1,K2:BK32").is_some());
        assert!(engine.command("name").unwrap().starts_with("Kempelen "));
    }
}
