//! What a page shows beside the game: an annotated game, a tree, a solution, a comparison of algorithms. A document is what the
//! program writes into files for the same settings.

#[cfg(test)]
mod tests;

use super::PageHost;
use crate::any_position::AnyPosition;
use crate::drawing::tree::output::{TreeFormat, draw_position};
use crate::drawing::tree::request::{MAX_SPACE_DEPTH, TreeRequest};
use crate::game::{WorkLimit, perft};
use crate::games::GameInfo;
use crate::games::records::named_game;
use crate::notation::reader::RecordReader;
use crate::notation::record::{GameRecord, GameResult, RecordedMove};
use crate::play::Session;
use crate::report::analyser::Analyser;
use crate::report::compare::comparison::Comparison;
use crate::report::compare::node_counter::{NodeCounter, PositionCounts};
use crate::report::exercise::GameExercises;
use crate::report::game_page::game_page;
use crate::report::game_review::{annotate_record, legal_moves, review};
use crate::report::settings::{AnalysisSettings, limits, table_mebibytes};
use crate::report::solving::{SolveMethod, SolveSettings, StrategyFor, StrategyRequest, read_goal, value_of};
use crate::system::Instant;
use anyhow::{Context, anyhow, bail, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::Cell;
use std::time::Duration;

/// What the page asks for. The settings are those of the command of the same name, with the same defaults.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum DocumentCommand {
    Analyse(AnalyseSettings),
    Tree(TreeRequest),
    Solve(SolveCommand),
    Compare(CompareSettings),
    /// No document, but settings that suit the position.
    Suggestions,
}

/// A game, every move of which is analysed.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct AnalyseSettings {
    /// A record (PGN, PDN); `None` for the game on the page.
    record: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<u64>,
}

/// The value of the position, or a strategy.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct SolveCommand {
    #[serde(rename = "for")]
    whom: Option<StrategyFor>,
    goal: Option<String>,
    #[serde(default)]
    method: SolveMethod,
    format: Option<TreeFormat>,
    nodes: Option<u32>,
    hash: Option<u32>,
}

/// Node counts on the position.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct CompareSettings {
    #[serde(default)]
    algorithm: Vec<String>,
    #[serde(default)]
    depth: Vec<String>,
    nodes: Option<u64>,
}

/// Maximum size of the transposition table of an analysis, in MiB: browsers limit memory.
const MAX_TABLE: usize = 16;

/// Maximum memory of a proof search, in MiB.
const MAX_HASH: u32 = 1 << 20;

/// Makes a document about the game of a session, or about its position.
///
/// # Errors
/// The settings are wrong, or the document cannot be made.
pub(super) fn make_document(session: &Session, command: Value, host: &dyn PageHost) -> Result<Value, String> {
    let command = serde_json::from_value(command).map_err(|error| format!("document: {error}"))?;
    let work = DocumentWork { session, host, told: Cell::new(Instant::now()) };
    let document = match command {
        DocumentCommand::Analyse(settings) => work.analyse(settings),
        DocumentCommand::Tree(request) => work.tree(request),
        DocumentCommand::Solve(command) => work.solve(&command),
        DocumentCommand::Compare(settings) => work.compare(&settings),
        DocumentCommand::Suggestions => Ok(work.suggestions()),
    };
    document.map_err(|error| format!("{error:#}"))
}

/// The game of a document: that of the record that is to be analysed, else `usual`.
pub(super) fn game_of_document(command: &Value, usual: &'static GameInfo) -> &'static GameInfo {
    let text = command["analyse"]["record"].as_str();
    text.and_then(|text| read_record(text, usual).ok()).map_or(usual, |(game, _)| game)
}

/// A document. The extension of a file gives its type: `.html`, `.svg` or `.txt`.
fn document(title: &str, files: impl IntoIterator<Item = (&'static str, String)>) -> Value {
    let files = files.into_iter().map(|(name, content)| json!({ "name": name, "content": content }));
    json!({ "document": { "title": title, "files": files.collect::<Value>() } })
}

struct DocumentWork<'a> {
    session: &'a Session,
    host: &'a dyn PageHost,
    /// The time of the last progress report.
    told: Cell<Instant>,
}

impl DocumentWork<'_> {
    fn game(&self) -> &'static GameInfo {
        self.session.game()
    }

    fn position(&self) -> &AnyPosition {
        self.session.line().position()
    }

    /// Reports progress a few times a second; `of` is `None` if the total is unknown.
    fn tell(&self, done: u64, of: Option<usize>) {
        const OFTEN: Duration = Duration::from_millis(100);
        if self.told.get().elapsed() >= OFTEN {
            self.told.set(Instant::now());
            self.host.progress(&json!({ "done": done, "of": of }).to_string());
        }
    }

    /// Settings that suit the position: a tree depth with a readable number of nodes, `null` for the whole tree, and the depths
    /// at which algorithms are compared.
    fn suggestions(&self) -> Value {
        const AT_A_GLANCE: u64 = 150;
        let mut nodes = 1;
        let levels = (1..=MAX_SPACE_DEPTH).map(|depth| (depth, perft(self.position(), depth)));
        let tree_depth = levels.take_while(|&(_, lines)| lines > 0).find_map(|(depth, lines)| {
            nodes += lines;
            (nodes > AT_A_GLANCE).then(|| (depth - 1).max(1))
        });
        json!({ "tree_depth": tree_depth, "compare_depth": self.game().compare_depths })
    }

    fn analyse(&self, settings: AnalyseSettings) -> anyhow::Result<Value> {
        let (game, mut record) = match &settings.record {
            Some(text) => read_record(text, self.game())?,
            None => (self.game(), record_of(self.session)),
        };
        ensure!(!record.moves.is_empty(), "found a game without moves, expected one with moves");
        let AnalyseSettings { depth, nodes, movetime, .. } = settings;
        let depth = depth.map(i32::try_from).transpose().context("depth")?;
        let limits = limits(depth, nodes, movetime, None, AnalysisSettings::USUAL_TIME);
        let table = table_mebibytes(&limits).min(MAX_TABLE);
        let settings = AnalysisSettings { reasons: true, ..AnalysisSettings::new(game.name, limits, table) };
        let mut analyser = Analyser::new(&settings)?;
        let (done, of) = (Cell::new(0), record.moves.len());
        let progress = || {
            done.set(done.get() + 1);
            self.tell(done.get(), Some(of));
        };
        let (line, error) = legal_moves(&record, game).map_err(|error| anyhow!(error.message))?;
        if let Some(error) = error {
            bail!(error.message);
        }
        let stop = || self.host.wants_stop();
        let review = review(&line, game.white, &mut analyser, &settings, &stop, &progress);
        let review = review.context("stopped before a move was analysed")?;
        let title = if review.interrupted {
            format!("The analysis of the first {} of {of} moves", review.moves.len())
        } else {
            "The analysis of the game".to_owned()
        };
        let exercises = GameExercises::of(&review, &[], true, &mut analyser, &stop).map_err(|error| anyhow!(error))?;
        let reviews = [review];
        annotate_record(&mut record, &reviews);
        Ok(document(&title, [("game.html", game_page(game, &record, &reviews, &exercises.mistakes)?)]))
    }

    fn tree(&self, request: TreeRequest) -> anyhow::Result<Value> {
        let evaluation = self.game().evaluation(self.position(), None)?;
        let content = draw_position(self.game().name, self.position().clone(), &evaluation, request, TreeFormat::Svg)?;
        let name = if request.steps { "steps.html" } else { "tree.svg" };
        let title = if request.graph { "The state graph" } else { "The game tree" };
        Ok(document(title, [(name, content)]))
    }

    fn solve(&self, command: &SolveCommand) -> anyhow::Result<Value> {
        let (game, root) = (self.game(), self.position());
        let goal = command.goal.as_deref().map(read_goal).transpose().map_err(|error| anyhow!("--goal: {error}"))?;
        let nodes = command.nodes.unwrap_or(SolveSettings::POSITIONS);
        let hash = command.hash.unwrap_or(SolveSettings::TABLE_MEBIBYTES);
        ensure!(nodes > 0, "--nodes: found 0, expected at least 1");
        ensure!((1..=MAX_HASH).contains(&hash), "--hash: found {hash}, expected 1 to {MAX_HASH}");
        let is_strategy = command.whom.is_some();
        let asks_for_strategy = goal.is_some() || command.format.is_some();
        ensure!(is_strategy || !asks_for_strategy, "--goal, --format: found no --for, expected first, second or value");
        let format = command.format.unwrap_or_default();
        let progress = |positions| self.tell(positions, None);
        let settings = &SolveSettings {
            method: command.method,
            search: WorkLimit {
                positions: nodes.into(),
                stop: &|| self.host.wants_stop(),
                progress: &progress,
                ..WorkLimit::default()
            },
            table_mebibytes: hash as usize,
            tables: "",
            json: false,
        };
        let answer = match command.whom {
            None => value_of(game, root, settings)?,
            Some(whom) => StrategyRequest { game: game.name, root, settings, whom, goal, format }.answer()?,
        };
        let is_picture = is_strategy && format == TreeFormat::Svg && answer.is_found;
        let name = if is_picture { "strategy.svg" } else { "solution.txt" };
        let title = if is_strategy { "A strategy" } else { "The value of the position" };
        Ok(document(title, [(name, answer.text)]))
    }

    fn compare(&self, settings: &CompareSettings) -> anyhow::Result<Value> {
        let (game, position) = (self.game(), self.position());
        let comparison = Comparison::read(game, &settings.algorithm, &settings.depth)?;
        let subject = Comparison::subject(position)?;
        let counter = NodeCounter::new(game, position, None)?;
        let (stop, progress) = (|| self.host.wants_stop(), |nodes| self.tell(nodes, None));
        let positions = settings.nodes.unwrap_or(u64::MAX);
        let limit = WorkLimit { positions, stop: &stop, progress: &progress, ..WorkLimit::default() };
        let mut text = comparison.head(&subject);
        let mut chart = comparison.chart(subject, "nodes");
        for &depth in &comparison.depths {
            let counts = PositionCounts::count(&comparison, &counter, position, depth, &limit)?;
            text += &format!("\n{}", counts.text());
            counts.add_to(&mut chart);
            if self.host.wants_stop() {
                break;
            }
        }
        // Nothing can be drawn if every algorithm was stopped; the table says so.
        let chart = chart.svg().map(|picture| ("nodes.svg", picture));
        Ok(document("The nodes of the algorithms", [("compare.txt", text)].into_iter().chain(chart)))
    }
}

/// Reads the first game of a text: one of the game that its tags name, else of `usual`.
fn read_record(text: &str, usual: &'static GameInfo) -> anyhow::Result<(&'static GameInfo, GameRecord)> {
    let first = RecordReader::new(text.as_bytes()).next().context("found no game, expected one")??;
    let game = named_game(&first, usual).map_err(|error| anyhow!(error))?.unwrap_or(usual);
    Ok((game, game.own_record(first)?))
}

/// The record of the game of a session, including the moves that were taken back. Unlike a saved record it always uses the
/// game's own notation, which the review reads.
fn record_of(session: &Session) -> GameRecord {
    let game = session.game();
    let mut record = GameRecord {
        two_points: game.two_points,
        result: session.end().map_or(GameResult::Unknown, |end| game.result(end.winner)),
        moves: session.moves().iter().chain(session.undone()).map(|mv| RecordedMove::new(&mv.text)).collect(),
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
