//! What a page shows beside the game: an annotated game, a tree, a solution, a comparison of algorithms. A document is what the
//! program writes into files for the same settings.

use super::{PageHost, to_json};
use crate::any_position::AnyPosition;
use crate::drawing::tree::output::{TreeFormat, draw_position};
use crate::drawing::tree::request::TreeRequest;
use crate::game::WorkLimit;
use crate::games::GameInfo;
use crate::games::records::{game_of, records_of};
use crate::notation::reader::RecordReader;
use crate::notation::record::{GameRecord, GameResult, RecordedMove};
use crate::play::Session;
use crate::report::analyser::Analyser;
use crate::report::compare::comparison::{Comparison, chart_picture};
use crate::report::compare::node_counter::NodeCounter;
use crate::report::compare::position_counts::PositionCounts;
use crate::report::game_page::game_page;
use crate::report::game_review::review;
use crate::report::settings::{AnalysisSettings, OutputFormat, limits, table_mebibytes};
use crate::report::solving::{SolveMethod, SolveSettings, StrategyFor, StrategyRequest, read_goal, value_of};
use crate::system::Instant;
use anyhow::{Context, anyhow, ensure};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::time::Duration;

/// What a page asks for. The settings are those of the command of the same name, with the same defaults.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum DocumentCommand {
    Analyse(AnalyseSettings),
    Tree(TreeRequest),
    Solve(SolveCommand),
    Compare(CompareSettings),
}

/// A game, every move of which is analysed.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
struct AnalyseSettings {
    /// A record (PGN, PDN); `None` for the game on the page.
    record: Option<String>,
    depth: Option<i32>,
    nodes: Option<u64>,
    movetime: Option<u64>,
}

/// The value of the position, or a strategy.
#[derive(Deserialize, Debug)]
#[serde(default, deny_unknown_fields)]
struct SolveCommand {
    #[serde(rename = "for")]
    whom: Option<StrategyFor>,
    goal: Option<String>,
    method: SolveMethod,
    format: TreeFormat,
    nodes: u32,
    hash: u32,
}

/// Node counts on the position.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
struct CompareSettings {
    algorithm: Vec<String>,
    depth: Vec<String>,
    nodes: Option<u64>,
}

/// What is shown.
#[derive(Serialize)]
struct Document {
    title: String,
    files: Vec<DocumentFile>,
}

/// A part of a document.
#[derive(Serialize)]
struct DocumentFile {
    /// Its name as a file; the end says what it is: `.html`, `.svg` or `.txt`.
    name: &'static str,
    content: String,
}

impl Default for SolveCommand {
    fn default() -> SolveCommand {
        SolveCommand {
            whom: None,
            goal: None,
            method: SolveMethod::default(),
            format: TreeFormat::default(),
            nodes: SolveSettings::POSITIONS,
            hash: SolveSettings::TABLE_MEBIBYTES,
        }
    }
}

/// The greatest transposition table of an analysis, in MiB: a page has little memory.
const MAX_TABLE: usize = 16;

/// The greatest memory of a proof search, in MiB.
const MAX_HASH: u32 = 1 << 20;

/// Makes a document about the game of a session, or about its position.
///
/// # Errors
/// The settings are wrong, or the document cannot be made.
pub(super) fn make_document(
    session: &Session,
    command: serde_json::Value,
    host: &dyn PageHost,
) -> Result<String, String> {
    let command = serde_json::from_value(command).map_err(|error| format!("document: {error}"))?;
    let work = DocumentWork { session, host, told: Cell::new(Instant::now()) };
    let document = match command {
        DocumentCommand::Analyse(settings) => work.analyse(settings),
        DocumentCommand::Tree(request) => work.tree(request),
        DocumentCommand::Solve(command) => work.solve(&command),
        DocumentCommand::Compare(settings) => work.compare(&settings),
    };
    document.map(|document| to_json(&serde_json::json!({ "document": document }))).map_err(|error| format!("{error:#}"))
}

struct DocumentWork<'a> {
    session: &'a Session,
    host: &'a dyn PageHost,
    /// When the host heard of progress for the last time.
    told: Cell<Instant>,
}

impl DocumentWork<'_> {
    fn game(&self) -> &'static GameInfo {
        self.session.game()
    }

    fn position(&self) -> &AnyPosition {
        self.session.line().position()
    }

    /// Tells the host how much is done, of how much if that is known; a few times a second.
    fn tell(&self, done: u64, of: Option<usize>) {
        const OFTEN: Duration = Duration::from_millis(100);
        if self.told.get().elapsed() >= OFTEN {
            self.told.set(Instant::now());
            self.host.progress(&to_json(&serde_json::json!({ "done": done, "of": of })));
        }
    }

    fn analyse(&self, settings: AnalyseSettings) -> anyhow::Result<Document> {
        let (name, game, mut record) = match &settings.record {
            Some(text) => read_record(text, self.game())?,
            None => (self.session.settings().game.as_str(), self.game(), record_of(self.session)),
        };
        ensure!(!record.moves.is_empty(), "found a game without moves, expected one with moves");
        let AnalyseSettings { depth, nodes, movetime, .. } = settings;
        let limits = limits(depth, nodes, movetime, None, AnalysisSettings::USUAL_TIME);
        let mut analyser = Analyser::new(&AnalysisSettings {
            game: name.to_owned(),
            table_mebibytes: table_mebibytes(&limits).min(MAX_TABLE),
            limits,
            multi_pv: 1,
            jobs: 1,
            format: OutputFormat::Plain,
        })?;
        let (done, of) = (Cell::new(0), record.moves.len());
        let progress = || {
            done.set(done.get() + 1);
            self.tell(done.get(), Some(of));
        };
        let reviewed = review(&mut record, &mut analyser, &|| self.host.wants_stop(), &progress);
        let review = reviewed.map_err(|error| anyhow!(error.message))?;
        let review = review.context("stopped before a move was analysed")?;
        let title = if review.interrupted {
            format!("The analysis of the first {} of {of} moves", review.moves.len())
        } else {
            "The analysis of the game".to_owned()
        };
        let content = game_page(game, &record, &review)?;
        Ok(Document { title, files: vec![DocumentFile { name: "game.html", content }] })
    }

    fn tree(&self, request: TreeRequest) -> anyhow::Result<Document> {
        let evaluation = self.game().evaluation(self.position(), None)?;
        let content = draw_position(self.game().name, self.position().clone(), &evaluation, request, TreeFormat::Svg)?;
        let name = if request.steps { "steps.html" } else { "tree.svg" };
        let title = if request.graph { "The state graph" } else { "The game tree" };
        Ok(Document { title: title.to_owned(), files: vec![DocumentFile { name, content }] })
    }

    fn solve(&self, command: &SolveCommand) -> anyhow::Result<Document> {
        let (game, root) = (self.game(), self.position());
        let goal = command.goal.as_deref().map(read_goal).transpose().map_err(|error| anyhow!("--goal: {error}"))?;
        ensure!(command.nodes > 0, "--nodes: found 0, expected at least 1");
        ensure!((1..=MAX_HASH).contains(&command.hash), "--hash: found {}, expected 1 to {MAX_HASH}", command.hash);
        let is_strategy = command.whom.is_some();
        ensure!(is_strategy || goal.is_none(), "--goal: found no --for, expected --for first, second or value");
        let progress = |positions| self.tell(positions, None);
        let settings = &SolveSettings {
            method: command.method,
            search: WorkLimit {
                positions: command.nodes.into(),
                stop: &|| self.host.wants_stop(),
                progress: &progress,
            },
            table_mebibytes: command.hash as usize,
            tables: "",
            json: false,
        };
        let answer = match command.whom {
            None => value_of(game, root, settings)?,
            Some(whom) => {
                StrategyRequest { game: game.name, root, settings, whom, goal, format: command.format }.answer()?
            }
        };
        let is_picture = is_strategy && command.format == TreeFormat::Svg && answer.is_found;
        let name = if is_picture { "strategy.svg" } else { "solution.txt" };
        let title = if is_strategy { "A strategy" } else { "The value of the position" };
        Ok(Document { title: title.to_owned(), files: vec![DocumentFile { name, content: answer.text }] })
    }

    fn compare(&self, settings: &CompareSettings) -> anyhow::Result<Document> {
        let (game, position) = (self.game(), self.position());
        let comparison = Comparison::read(game, &settings.algorithm, &settings.depth)?;
        let subject = Comparison::subject(position)?;
        let counter = NodeCounter::new(game, position, None)?;
        let limit = WorkLimit {
            positions: settings.nodes.unwrap_or(u64::MAX),
            stop: &|| self.host.wants_stop(),
            progress: &|nodes| self.tell(nodes, None),
        };
        let mut text = comparison.head(&subject);
        let mut chart = comparison.chart(subject, "nodes");
        for &depth in &comparison.depths {
            let counts = PositionCounts::count(game, &counter, position, &comparison.specs, depth, &limit)?;
            text += &format!("\n{}", counts.text());
            counts.add_to(&mut chart);
            if self.host.wants_stop() {
                break;
            }
        }
        let mut files = vec![DocumentFile { name: "compare.txt", content: text }];
        // Nothing can be drawn if every algorithm was stopped; the table says so.
        files.extend(chart_picture(chart).ok().map(|content| DocumentFile { name: "nodes.svg", content }));
        Ok(Document { title: "The nodes of the algorithms".to_owned(), files })
    }
}

/// Reads the first game of a text: one of the game that its tags name, else of `usual`. Returns the name of the game, too.
fn read_record(text: &str, usual: &'static GameInfo) -> anyhow::Result<(&'static str, &'static GameInfo, GameRecord)> {
    let first = RecordReader::new(text.as_bytes()).next().context("found no game, expected one")??;
    let has_name = ["Variant", "GameType"].iter().any(|tag| first.tag(tag).is_some());
    let game =
        if has_name { game_of(&first).context("found a game that is not in the table of games")? } else { usual };
    let record =
        records_of(game, RecordReader::new(text.as_bytes())).next().context("found no game, expected one")??;
    Ok((game.name, game, record))
}

/// The record of the game of a session.
fn record_of(session: &Session) -> GameRecord {
    let game = session.game();
    let mut record = GameRecord {
        two_points: game.two_points,
        result: session.end().map_or(GameResult::Unknown, |end| game.result(end.winner)),
        moves: session.moves().iter().map(|mv| RecordedMove::new(&mv.text)).collect(),
        ..GameRecord::default()
    };
    for (tag, side) in [("White", game.white), ("Black", !game.white)] {
        record.set_tag(tag, session.name(side));
    }
    if let Some(start) = &session.settings().start {
        record.set_tag("FEN", start);
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::html_page::{HOSTILE, check_hostile_page};
    use crate::game::Game;
    use crate::games::games;
    use crate::notation::{MoveStyle, Notation};
    use crate::play::page::PageSession;
    use serde_json::{Value, json};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// Wants a stop when it has been asked this often.
    struct StoppingHost(AtomicUsize);

    impl PageHost for StoppingHost {
        fn progress(&self, json: &str) {
            assert!(serde_json::from_str::<Value>(json).unwrap()["done"].is_u64(), "{json}");
        }

        fn wants_stop(&self) -> bool {
            let left = self.0.load(Relaxed);
            self.0.store(left.saturating_sub(1), Relaxed);
            left == 0
        }
    }

    /// A page with a game of two people, which is stopped when it has asked this often.
    fn page(game: &str, position: Option<&str>, moves: &[&str], asked: usize) -> PageSession {
        let mut page = PageSession::new(Arc::new(StoppingHost(AtomicUsize::new(asked))));
        let players = ["person name=Anna", "person name=Bela"];
        let command = json!({ "new": { "game": game, "position": position, "moves": moves, "players": players } });
        let state = page.answer(&command.to_string());
        assert!(!state.starts_with("{\"error\""), "{state}");
        page
    }

    fn document(page: &mut PageSession, command: Value) -> Value {
        serde_json::from_str(&page.answer(&json!({ "document": command }).to_string())).unwrap()
    }

    /// The names of the files, or the error.
    fn outcome(answer: &Value) -> String {
        let Some(files) = answer["document"]["files"].as_array() else {
            return answer["error"].as_str().unwrap().to_owned();
        };
        assert!(files.iter().all(|file| !file["content"].as_str().unwrap().is_empty()));
        let names: Vec<_> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
        names.join(" ")
    }

    const DOCUMENTS: &str = r#"[
        {"analyse": {"nodes": 20}},
        {"tree": {"depth": 1}},
        {"tree": {"depth": 1, "algorithm": "alpha-beta", "steps": true, "boards": true}},
        {"tree": {"depth": 1, "graph": true, "and_or": true}},
        {"solve": {"nodes": 300, "hash": 1}},
        {"solve": {"for": "first", "goal": "draw", "nodes": 300, "hash": 1}},
        {"compare": {"algorithm": ["alpha-beta", "search"], "depth": ["1", "2"], "nodes": 500}}
    ]"#;

    #[test]
    fn every_game_has_its_documents_or_a_reason() {
        let commands: Vec<Value> = serde_json::from_str(DOCUMENTS).unwrap();
        for game in games() {
            let start = game.start();
            let first = start.show_move(start.moves()[0], MoveStyle::Long);
            let mut page = page(game.name, None, &[&first], usize::MAX);
            for command in &commands {
                let outcome = outcome(&document(&mut page, command.clone()));
                assert!(!outcome.is_empty() && !outcome.contains('\n'), "{} {command}: {outcome}", game.name);
                let is_analysis = command.get("analyse").is_some();
                assert!(!is_analysis || outcome == "game.html", "{} {command}: {outcome}", game.name);
            }
        }
    }

    #[test]
    fn files_are_of_their_kind() {
        let mut page = page("tictactoe", Some("xxo/oo./x.. x"), &[], usize::MAX);
        for (command, expected) in [
            (json!({ "tree": {} }), "tree.svg"),
            (json!({ "tree": { "graph": true } }), "tree.svg"),
            (json!({ "tree": { "steps": true } }), "steps.html"),
            (json!({ "solve": {} }), "solution.txt"),
            (json!({ "solve": { "for": "first", "format": "svg" } }), "strategy.svg"),
            (json!({ "solve": { "for": "value" } }), "solution.txt"),
            (json!({ "compare": { "depth": ["2", "3"] } }), "compare.txt nodes.svg"),
            (json!({ "compare": { "depth": ["3"], "algorithm": ["minimax"], "nodes": 2 } }), "compare.txt"),
        ] {
            assert_eq!(outcome(&document(&mut page, command.clone())), expected, "{command}");
        }
    }

    #[test]
    fn wrong_settings_are_refused_as_on_the_command_line() {
        let mut page = page("tictactoe", None, &[], usize::MAX);
        for (command, expected) in [
            (json!({ "tree": { "graph": true, "algorithm": "alpha-beta" } }), "expected minimax"),
            (json!({ "tree": { "graph": true, "steps": true } }), "expected a tree"),
            (json!({ "tree": {} }), "expected at most 1000: depth 3 has 586"),
            (json!({ "tree": { "max_nodes": 0 } }), "from 1 to 10000"),
            (json!({ "tree": { "depth": 101 } }), "at most 100"),
            (json!({ "tree": { "dept": 1 } }), "unknown field `dept`"),
            (json!({ "tree": { "algorithm": "negascout" } }), "expected `minimax` or `alpha-beta`"),
            (json!({ "solve": { "goal": "win" } }), "found no --for"),
            (json!({ "solve": { "for": "first", "goal": "mate" } }), "expected win, draw or a payoff"),
            (json!({ "solve": { "for": "value", "format": "svg" } }), "a picture has one strategy"),
            (json!({ "solve": { "nodes": 0 } }), "found 0"),
            (json!({ "solve": { "hash": 0 } }), "--hash: found 0"),
            (json!({ "compare": { "algorithm": ["magic"] } }), "magic"),
            (json!({ "compare": { "depth": ["0"] } }), "from 1 to"),
            (json!({ "analyse": {} }), "without moves"),
            (json!({ "analyse": { "record": "" } }), "found no game"),
            (json!({ "analyse": { "record": "1. e5 *" } }), "e5"),
            (json!({ "analyse": { "record": "[Variant \"go\"]\n\n1. e5 *" } }), "table of games"),
            (json!({ "poem": {} }), "unknown variant `poem`"),
        ] {
            let outcome = outcome(&document(&mut page, command.clone()));
            assert!(outcome.contains(expected), "{command}: {outcome}");
        }
        let mut empty = PageSession::new(Arc::new(StoppingHost(AtomicUsize::new(9))));
        assert_eq!(outcome(&document(&mut empty, json!({ "tree": {} }))), "there is no game yet");
    }

    #[test]
    fn a_stop_ends_every_document() {
        let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
        let mut some = page("chess", None, &moves, 20);
        let answer = document(&mut some, json!({ "analyse": { "movetime": 100 } }));
        assert_eq!(outcome(&answer), "game.html");
        assert!(
            answer["document"]["title"].as_str().unwrap().contains(" of 6 moves"),
            "{}",
            answer["document"]["title"]
        );
        for (command, expected) in [
            (json!({ "analyse": { "depth": 30 } }), "stopped before a move was analysed"),
            (json!({ "solve": { "method": "graph" } }), "interrupted"),
            (json!({ "solve": { "method": "proof" } }), "interrupted"),
            (json!({ "compare": { "algorithm": ["minimax"], "depth": ["9", "10"] } }), "compare.txt"),
        ] {
            let mut none = page("chess", None, &moves, 5);
            let outcome = outcome(&document(&mut none, command.clone()));
            assert!(outcome.contains(expected), "{command}: {outcome}");
        }
    }

    #[test]
    fn names_in_records_are_no_markup() {
        let name = HOSTILE.replace('"', "'");
        let record = format!("[White \"{name}\"]\n[Black \"{name}\"]\n[Event \"{name}\"]\n\n1. a1 b2 *");
        let mut page = page("tictactoe", None, &[], usize::MAX);
        let answer = document(&mut page, json!({ "analyse": { "record": record, "nodes": 10 } }));
        let content = answer["document"]["files"][0]["content"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(check_hostile_page(content) > 40);
    }
}
