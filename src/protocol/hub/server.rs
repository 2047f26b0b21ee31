//! Hub as the engine speaks it.

use super::level::HubLevel;
use super::numbering::SquareNumbering;
use super::syntax::HubLine;
use super::{HUB_VARIANT, RULES_PARAMETER};
use crate::any_position::{AnyMove, AnyPosition};
use crate::games::{GameInfo, find_game, is_rules_file};
use crate::notation::{MoveStyle, excerpt, show_moves};
use crate::player::Player;
use crate::protocol::options::{self, OptionKind, ProtocolKind, hub_name};
use crate::protocol::output::ProtocolOutput;
use crate::protocol::server::{CommandStatus, ProtocolServer};
use crate::protocol::variant::{default_player, find_variant, set_game, variants};
use crate::search::{Bound, SearchInfo, SearchListener, SearchRequest, ShownScore};
use crate::system::Instant;
use std::ops::RangeInclusive;

/// Answers the commands of a Hub client.
pub struct HubServer {
    output: ProtocolOutput,
    player: Player,
    /// The game that was chosen by its name, not by a rules file.
    variant: &'static GameInfo,
    numbering: SquareNumbering,
    level: HubLevel,
}

impl HubServer {
    /// A server for the default variant, at the initial position.
    pub fn new(output: ProtocolOutput) -> Result<HubServer, String> {
        let player = default_player(HUB_VARIANT, &output)?;
        output.set_diagnostic_format(hub_diagnostic);
        Ok(HubServer {
            output,
            variant: player.game(),
            player,
            numbering: SquareNumbering::default(),
            level: HubLevel::default(),
        })
    }

    fn answer(&mut self, line: &HubLine) -> Result<CommandStatus, String> {
        match line.command.as_str() {
            "hub" => self.introduce(),
            "set-param" => self.set_parameter(line)?,
            "init" => {
                self.prepare();
                self.output.line("ready");
            }
            "new-game" => self.player.new_game(),
            "pos" => self.set_position(line)?,
            "level" => self.level = self.level.with(line).inspect_err(|_| self.level.has_problem = true)?,
            "go" => self.go(line),
            "ping" => self.output.line("pong"),
            "stop" => self.player.stop(),
            "ponder-hit" => self.player.ponder_hit(),
            "quit" => return Ok(CommandStatus::Quit),
            _ => return Ok(CommandStatus::Unknown),
        }
        Ok(CommandStatus::Handled)
    }

    fn introduce(&self) {
        let id = HubLine::new("id")
            .with("name", "Kempelen")
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("author", "the Kempelen authors")
            .with("country", "HU");
        self.output.line(&id.to_string());
        let own = [
            enum_parameter("variant", &variants(HUB_VARIANT)),
            parameter(RULES_PARAMETER, "", "string"),
            enum_parameter("numbering", &SquareNumbering::ALL.map(SquareNumbering::name)),
        ];
        let options = options::declared_options([self.player.game()].into_iter(), ProtocolKind::Hub);
        let options = options.into_iter().filter_map(|(name, kind)| option_parameter(&hub_name(name), kind));
        for line in own.into_iter().chain(options) {
            self.output.line(&line.to_string());
        }
        self.output.line("wait");
    }

    fn set_parameter(&mut self, line: &HubLine) -> Result<(), String> {
        let name = line.value("name").ok_or("set-param: expected name=")?;
        let value = line.value("value");
        if let Some((found, _)) = line.arguments.iter().find(|(known, _)| known != "name" && known != "value") {
            let found = excerpt(found);
            return Err(format!("set-param: found '{found}', expected a value with blanks in double quotes"));
        }
        self.end_search();
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "variant" => {
                let game = find_variant(HUB_VARIANT, "set-param: found variant", value)?;
                set_game(&mut self.player, game)?;
                self.variant = game;
                Ok(())
            }
            RULES_PARAMETER => self.set_rules(value.unwrap_or("")),
            "numbering" => {
                let asked = value.unwrap_or("");
                let known = SquareNumbering::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(asked));
                self.numbering = known.ok_or_else(|| {
                    let expected = SquareNumbering::ALL.map(SquareNumbering::name).join(" or ");
                    format!("set-param: found numbering '{}', expected {expected}", excerpt(asked))
                })?;
                Ok(())
            }
            "tt-size" => {
                // The logarithm to base 2 of the number of entries, each of 16 bytes.
                let mebibytes = (1_u64 << (number("tt-size", value, "a power of two", 16..=34)? - 16)).to_string();
                options::set(&mut self.player, ProtocolKind::Hub, "hash", Some(&mebibytes))
            }
            "book" => options::set(&mut self.player, ProtocolKind::Hub, "ownbook", value),
            // It changes nothing: the engine uses all endgame tables that it has.
            "bb-size" => number("bb-size", value, "a number", 0..=8).map(drop),
            _ => {
                options::set(&mut self.player, ProtocolKind::Hub, &name, value)?;
                // Hub has no line for messages that are not errors.
                self.player.take_messages();
                Ok(())
            }
        }
    }

    /// Chooses the game that a file describes. An empty name stands for the game of the parameter `variant`.
    fn set_rules(&mut self, name: &str) -> Result<(), String> {
        let game = if name.is_empty() {
            self.variant
        } else if is_rules_file(name) {
            find_game(name).map_err(|error| format!("set-param: {error}"))?
        } else {
            let found = excerpt(name);
            return Err(format!("set-param: found rules '{found}', expected the name of a file that ends in .toml"));
        };
        set_game(&mut self.player, game)
    }

    fn set_position(&mut self, line: &HubLine) -> Result<(), String> {
        self.end_search();
        self.read_position(line).map_err(|error| self.reject_position(format!("pos: {error}")))?;
        self.level = HubLevel::default();
        Ok(())
    }

    fn read_position(&mut self, line: &HubLine) -> Result<(), String> {
        line.check_quotes()?;
        let game = self.player.game().name;
        let moves = line.value("moves").unwrap_or("").split_whitespace();
        let moves: Vec<String> = moves.map(|mv| self.numbering.mv(game, mv).into_owned()).collect();
        match line.value("pos") {
            Some(_) if line.has("start") => Err("found start and pos=, expected one of them".into()),
            _ if line.has("start") => self.player.set_position(None, &moves),
            Some(position) => self.player.set_position(Some(&self.numbering.position(game, position)?), &moves),
            None => Err("expected start or pos=".into()),
        }
    }

    /// Starts a search. If the memory for a new table is missing, it uses the old one: every `go`
    /// is answered by a `done`.
    fn go(&mut self, line: &HubLine) {
        let received = Instant::now();
        self.prepare();
        let mut level = std::mem::take(&mut self.level);
        level.infinite |= line.has("analyze");
        let request = SearchRequest {
            infinite: level.infinite,
            limits: level.limits(self.player.settings().move_overhead),
            ponder: line.has("ponder"),
            received,
            ..self.player.settings().request()
        };
        let observer = HubSearchOutput {
            output: self.output.clone(),
            position: self.player.position().clone(),
            style: self.player.settings().move_style,
            numbering: self.numbering,
            game: self.player.game().name,
        };
        self.player.think(request, Box::new(observer));
    }

    fn prepare(&mut self) {
        self.end_search();
        self.allocate();
    }
}

/// The value of a parameter of Scan, a whole number within a range; `what` describes it in the message.
fn number(name: &str, value: Option<&str>, what: &str, range: RangeInclusive<u32>) -> Result<u32, String> {
    let found = value.unwrap_or("");
    found.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let (found, least, most) = (excerpt(found), range.start(), range.end());
        format!("set-param: found {name} '{found}', expected {what} from {least} to {most}")
    })
}

fn parameter(name: &str, value: impl ToString, kind: &str) -> HubLine {
    HubLine::new("param").with("name", name).with("value", value).with("type", kind)
}

/// Declares a parameter with a list of words as values, the default first.
fn enum_parameter(name: &str, values: &[&str]) -> HubLine {
    parameter(name, values[0], "enum").with("values", values.join(" "))
}

/// Declares an option; `None` for a button, which Hub does not have.
fn option_parameter(name: &str, kind: OptionKind) -> Option<HubLine> {
    match kind {
        OptionKind::Check { default } => Some(parameter(name, default, "bool")),
        OptionKind::Spin { default, min, max } => {
            Some(parameter(name, default, "int").with("min", min).with("max", max))
        }
        OptionKind::Combo { values } => Some(enum_parameter(name, values)),
        OptionKind::Text { default } => Some(parameter(name, default, "string")),
        OptionKind::Button => None,
    }
}

impl ProtocolServer for HubServer {
    fn execute(&mut self, line: &str) -> Result<CommandStatus, String> {
        let error = match HubLine::parse(line) {
            Ok(None) => return Ok(CommandStatus::Handled),
            Ok(Some(line)) => return self.answer(&line),
            Err(error) => error,
        };
        match line.split_whitespace().next() {
            Some("pos") => return Err(self.reject_position(format!("pos: {error}"))),
            Some("level") => self.level.has_problem = true,
            // The client waits for the answer.
            Some(word @ ("go" | "init")) => {
                self.output.diagnostic(&error);
                return self.answer(&HubLine::new(word));
            }
            _ => {}
        }
        Err(error)
    }

    fn player(&mut self) -> &mut Player {
        &mut self.player
    }

    fn output(&self) -> &ProtocolOutput {
        &self.output
    }
}

/// Writes `info` lines and `done`.
struct HubSearchOutput {
    output: ProtocolOutput,
    position: AnyPosition,
    style: MoveStyle,
    /// How the client numbers squares in the game called `game`.
    numbering: SquareNumbering,
    game: &'static str,
}

impl HubSearchOutput {
    /// Moves from the position as text.
    fn texts(&self, moves: &[AnyMove]) -> Vec<String> {
        let texts = show_moves(&self.position, moves, self.style).into_iter();
        texts.map(|mv| self.numbering.mv(self.game, &mv).into_owned()).collect()
    }
}

impl SearchListener<AnyMove> for HubSearchOutput {
    /// Hub has no fields for bounds, and none for other variations than the best.
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        if info.bound != Bound::Exact || info.multi_pv > 1 {
            return;
        }
        let seconds = info.elapsed.as_secs_f64();
        let millions = info.nodes as f64 / seconds.max(1e-6) / 1e6;
        let text = HubLine::new("info")
            .with("depth", info.depth)
            .with("mean-depth", format!("{:.1}", f64::from(info.depth)))
            .with("score", hub_score(info.shown_score))
            .with("nodes", info.nodes)
            .with("time", format!("{seconds:.3}"))
            .with("nps", format!("{millions:.3}"))
            .with("pv", self.texts(moves).join(" "));
        self.output.line(&text.to_string());
    }

    fn best_move(&mut self, best: Option<AnyMove>, ponder: Option<AnyMove>) {
        let mut moves = self.texts(&best.into_iter().chain(ponder).collect::<Vec<_>>()).into_iter();
        let line = HubLine::new("done").with_optional("move", moves.next()).with_optional("ponder", moves.next());
        self.output.line(&line.to_string());
    }

    fn message(&mut self, text: &str) {
        self.output.diagnostic(text);
    }

    fn reason(&mut self, text: &str) {
        self.notice(text);
    }

    fn notice(&mut self, text: &str) {
        self.output.line(&HubLine::new("info").with("message", text).to_string());
    }
}

/// Writes a message for the user.
fn hub_diagnostic(text: &str) -> String {
    HubLine::new("error").with("message", text).to_string()
}

/// A score in men. A win in N plies is 100 - N/100; a win known from an endgame table, with N plies
/// to the positions of the table, is 90 - N/100. N counts up to 100, and evaluations stay below.
fn hub_score(score: ShownScore) -> String {
    const END: i32 = 10_000;
    const TABLE: i32 = 9_000;
    let below = |most: i32, plies: i32| most - plies.clamp(1, 100);
    let hundredths = match score {
        ShownScore::WinIn(plies) => below(END, plies),
        ShownScore::LossIn(plies) => -below(END, plies),
        ShownScore::TablebaseWin(plies) => below(TABLE, plies),
        ShownScore::TablebaseLoss(plies) => -below(TABLE, plies),
        ShownScore::Estimate(_) | ShownScore::Payoff(_) => {
            let most = below(TABLE, 100) - 1;
            score.hundredths().clamp(-most, most)
        }
    };
    format!("{:.2}", f64::from(hundredths) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;

    #[test]
    fn scores_have_their_bands() {
        for (score, expected) in [
            (Score::win_in(1), "99.99"),
            (Score::win_in(7), "99.93"),
            (Score::win_in(1_500), "99.00"),
            (Score::loss_in(0), "-99.99"),
            (Score::loss_in(8), "-99.92"),
            (Score::tablebase_win_in(0), "89.99"),
            (Score::tablebase_win_in(30), "89.70"),
            (Score::tablebase_loss_in(1_500), "-89.00"),
            (Score::MAX_ESTIMATE, "88.99"),
            (Score::estimate(-123), "-1.23"),
            (Score::DRAW, "0.00"),
        ] {
            assert_eq!(hub_score(ShownScore::of_score(score, 100)), expected);
        }
    }
}
