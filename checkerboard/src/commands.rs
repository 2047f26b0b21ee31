//! The text commands of CheckerBoard: `name`, `get hashsize`, `set gamehist ...`.

use crate::TEXT_SIZE;
use crate::board::Gametype;
use crate::engine::CheckerboardEngine;
use kempelen_engine::game::Game;
use kempelen_engine::games::GameInfo;
use kempelen_engine::player::PlayerSettings;

/// The least and greatest memory of the transposition table, in MiB.
const HASH: std::ops::RangeInclusive<usize> = 1..=65_536;

/// The most threads.
const THREADS: std::ops::RangeInclusive<usize> = 1..=256;

/// Whether a command asks for something about a position, and not about the engine or its search.
pub fn is_about_position(command: &str) -> bool {
    let (word, rest) = split(command);
    word == "staticevaluation" || (word == "get" && split(rest).0 == "movelist")
}

/// The reply to a command that asks for what never changes. It needs no engine, which may be busy.
pub fn constant_reply(game: &GameInfo, command: &str) -> Option<String> {
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    match split(command) {
        ("name", _) => Some(format!("Kempelen {VERSION} ({})", game.name)),
        ("about", _) => Some(format!("Kempelen {VERSION}: {}", game.about)),
        ("get", "protocolversion") => Some("2".to_owned()),
        ("get", "gametype") => Some(Gametype::of(game)?.number().to_string()),
        _ => None,
    }
}

impl CheckerboardEngine {
    /// Carries out a command. Returns the reply; `None` if the command is not known or was refused.
    pub fn command(&mut self, text: &str) -> Option<String> {
        let constant = constant_reply(self.player.game(), text);
        let known = constant.or_else(|| self.options().reply(text));
        known.or_else(|| match split(text) {
            ("get", rest) => {
                let ("movelist", fen) = split(rest) else {
                    return None;
                };
                let position = self.gametype.read_fen(fen).ok()?;
                let is_understood = self.gametype.has_move_list();
                is_understood.then(|| self.move_list(&position)).flatten()
            }
            ("set", rest) => set(self, rest),
            ("staticevaluation", rest) => {
                set_up(self, rest)?;
                let value = self.player.static_evaluation();
                value.ok().map(|value| value.to_string())
            }
            _ => None,
        })
    }

    /// The reply to `get movelist` for a position in the notation of Hub: the number of legal moves, then
    /// [each of them](Gametype::listed). An illegal position has none: with one, CheckerBoard tests whether an engine knows the
    /// command. `None` if the list does not fit into a reply.
    fn move_list(&mut self, position: &str) -> Option<String> {
        const NO_MOVES: &str = "movelist 0";
        if self.player.set_position(Some(position), &[]).is_err() {
            return Some(NO_MOVES.to_owned());
        }
        let before = self.gametype.board(position);
        let line = self.player.line().clone();
        let moves = line.position().moves();
        if moves.is_empty() {
            return Some(NO_MOVES.to_owned());
        }
        let mut list = format!("movelist {},", moves.len());
        for mv in moves {
            self.player.set_line(line.clone());
            let played = self.play(mv, &before).ok()?;
            list += &self.gametype.listed(&played.mv);
        }
        (list.len() < TEXT_SIZE).then_some(list)
    }
}

/// The first word of a command, and the rest.
pub(super) fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
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
            let level = number.filter(|level| *level <= 3)?;
            if level > 0 && engine.player.game().book().is_none() {
                return None;
            }
            engine.book_level = level;
            engine.player.settings().use_book = level > 0;
        }
        "dbpath" => {
            engine.player.load_tables(value).ok()?;
            engine.table_path = value.to_owned();
            return Some("dbpath set".to_owned());
        }
        "gamehist" => {
            engine.history = history(engine, value);
            // Without the value: some programs have little room for the reply.
            return engine.history.is_some().then(|| "gamehist set".to_owned());
        }
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
    use super::*;
    use kempelen_engine::games::games;
    use kempelen_engine::notation::Notation;
    use kempelen_engine::player::player;
    use std::collections::HashMap;

    #[test]
    fn commands_are_answered_or_refused() {
        let mut engine = CheckerboardEngine::new(player("russian", 1).unwrap()).unwrap();
        for (command, reply) in [
            ("get gametype", "25"),
            ("get protocolversion", "2"),
            ("set hashsize 2", "hashsize set to 2"),
            ("get hashsize", "2"),
            ("set searchthreads 2", "searchthreads set to 2"),
            (" get  searchthreads ", "2"),
            ("set book 3", "book set to 3"),
            ("get book", "3"),
            ("set book 0", "book set to 0"),
            ("get book", "0"),
            ("set gamehist W:WK1:BK32 1-5 32-28", "gamehist set"),
            ("get dbpath", ""),
            // What CheckerBoard asks to find out whether the command is known.
            ("get movelist B:W1:B", "movelist 0"),
        ] {
            assert_eq!(engine.command(command).as_deref(), Some(reply), "{command}");
        }
        let (start, moves) = engine.history.clone().unwrap();
        assert!(start.starts_with("WWeee") && start.ends_with("eeB"), "{start}");
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
        engine.command("set gamehist x");
        assert_eq!(engine.history, None);
        assert!(engine.command("name").unwrap().ends_with(" (russian)"));
        let mut czech = CheckerboardEngine::new(player("czech", 1).unwrap()).unwrap();
        assert_eq!(czech.command("get movelist B:W1:B"), None);
    }

    /// The examples of the documentation of CheckerBoard, which have the numbers of Italian draughts.
    #[test]
    fn moves_are_listed() {
        let mut engine = CheckerboardEngine::new(player("italian", 1).unwrap()).unwrap();
        for (fen, list) in [
            ("B:W31:B3", "movelist 2,0,6,6,3,6;0,6,6,3,7;"),
            ("B:W11,13,19,21:B6,9", "movelist 2,2,6,6,9,25,18,13,5,25,21,5;2,6,6,6,22,15,11,5,22,19,5;"),
        ] {
            let sorted = |list: &str| {
                let (head, moves) = list.split_once(',').unwrap();
                let mut moves: Vec<String> = moves.split(';').map(str::to_owned).collect();
                moves.sort_unstable();
                (head.to_owned(), moves)
            };
            let listed = engine.command(&format!("get movelist {fen}")).unwrap();
            assert_eq!(sorted(&listed), sorted(list));
        }
    }

    #[test]
    fn all_legal_moves_are_listed() {
        let more = include_str!("../../tests/data/law_positions.toml");
        let more: HashMap<String, Vec<String>> = toml::from_str(more).unwrap();
        for game in games().filter(|game| Gametype::of(game).is_some()) {
            let mut engine = CheckerboardEngine::new(player(game.name, 1).unwrap()).unwrap();
            let more = more.get(game.name).into_iter().flatten().map(String::as_str);
            for text in game.bench.iter().copied().chain(more) {
                engine.player.set_position(Some(text), &[]).unwrap();
                let moves = engine.player.position().count_moves() as usize;
                let position = engine.player.position().show_for_protocols();
                let Some(list) = engine.move_list(&position) else {
                    assert!(moves > 20, "{} {text}", game.name);
                    continue;
                };
                let count = list.matches(';').count();
                assert_eq!(count, moves, "{} {text}: {list}", game.name);
            }
        }
    }
}
