//! The Universal Chess Interface (Rudolf Huber and Stefan Meyer-Kahlen, 2000).

pub mod client;
pub mod syntax;

use super::options::{self, DEFAULT_HASH, Kind};
use super::talk::{Output, Talk};
use crate::game::Side;
use crate::player::{Player, Question, Screen, player};
use crate::search::{Bound, Budget, Finding, Limits, Score, Time};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use syntax::{
    Answer, Command, Effort, Go, Info, Line, OptionDeclaration, OptionKind, ScoreBound, Start,
    UciScore,
};

/// A win by an endgame table, in hundredths of a pawn, as most engines write it.
const TABLE_WIN: i32 = 20_000;

/// One conversation over UCI.
pub struct Uci {
    output: Output,
    player: Box<dyn Player>,
}

impl Uci {
    /// A conversation with a chess engine.
    pub fn new(output: Output) -> Result<Uci, String> {
        let mut player = player("chess", DEFAULT_HASH)?;
        player.settings().journal = output.journal().clone();
        Ok(Uci { output, player })
    }

    fn answer(&mut self, command: Command) -> Result<ControlFlow<()>, String> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                self.prepare();
                self.tell(Answer::ReadyOk);
            }
            Command::SetOption { name, value } => {
                self.settle();
                options::set(&mut *self.player, &name, value.as_deref())?;
                for note in self.player.take_notes() {
                    self.output.remark(&note);
                }
            }
            Command::UciNewGame => self.player.new_game(),
            Command::Position { start, moves } => {
                self.settle();
                let fen = match &start {
                    Start::Startpos => None,
                    Start::Fen(fen) => Some(fen.as_str()),
                };
                let placed = self.player.set_position(fen, &moves);
                placed.map_err(|error| format!("position: {error}"))?;
            }
            Command::Go(go) => self.go(go),
            Command::Stop => self.player.stop(),
            Command::PonderHit => self.player.ponder_hit(),
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Debug(on) => self.player.settings().self_check = on,
            Command::Register => (),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn tell(&self, answer: Answer) {
        self.output.line(&answer.to_string());
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.tell(Answer::Name(format!("Kempelen {version}")));
        self.tell(Answer::Author("the Kempelen authors".into()));
        for (name, kind) in options::all(&*self.player) {
            let kind = match kind {
                Kind::Check { default } => OptionKind::Check(default),
                Kind::Spin { default, min, max } => OptionKind::Spin { default, min, max },
                Kind::Text { default } => OptionKind::String(default.to_owned()),
                Kind::Button => OptionKind::Button,
            };
            let name = name.to_owned();
            self.tell(Answer::Option(OptionDeclaration { name, kind }));
        }
        self.tell(Answer::UciOk);
    }

    /// The answers to `isready` and `go` are due even where the memory is not to be had; the former
    /// table stays then.
    fn prepare(&mut self) {
        if let Err(error) = self.player.prepare() {
            self.output.remark(&error);
        }
    }

    fn go(&mut self, go: Go) {
        let received = Instant::now();
        self.settle();
        if let Some(word) = &go.ignored {
            self.output.remark(&format!("go: passed over '{word}'"));
        }
        self.prepare();
        if let Some(depth) = go.perft {
            return self.divide(u32::from(depth));
        }
        let limits = Limits {
            depth: go.depth.map(i32::from),
            nodes: go.nodes,
            distance: go.mate.map(|moves| 2 * u32::from(moves)),
            time: self.time(&go),
        };
        let question = Question {
            limits,
            hold: go.infinite,
            ponder: go.ponder,
            moves: go.searchmoves,
            received,
        };
        let settings = self.player.settings();
        let screen = UciScreen {
            several: settings.lines > 1,
            chances: settings.show_chances,
            output: self.output.clone(),
        };
        self.player.think(question, Box::new(screen));
    }

    fn time(&mut self, go: &Go) -> Time {
        let milliseconds = |number: i64| Duration::from_millis(number.max(0) as u64);
        if let Some(time) = go.movetime {
            return Time::Exact(Duration::from_millis(time));
        }
        let (ours, theirs, increment) = match self.player.side_to_move() {
            Side::First => (go.wtime, go.btime, go.winc),
            Side::Second => (go.btime, go.wtime, go.binc),
        };
        match ours.or(theirs) {
            Some(remaining) if !go.infinite => Time::Clock(Budget {
                remaining: milliseconds(remaining),
                increment: Duration::from_millis(increment.unwrap_or(0)),
                moves_to_go: go.movestogo.map(u32::from).filter(|&moves| moves > 0),
                overhead: self.player.settings().overhead,
            }),
            _ => Time::Infinite,
        }
    }

    /// The counts that many engines show for `go perft`.
    fn divide(&mut self, depth: u32) {
        let style = self.player.settings().style;
        let counts = self.player.divide(depth, style);
        for (mv, nodes) in &counts {
            self.output.line(&format!("{mv}: {nodes}"));
        }
        let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
        self.output.line(&format!("nodes searched: {total}"));
    }
}

impl Talk for Uci {
    fn line(&mut self, line: &str) -> ControlFlow<()> {
        let answer = match syntax::read(line) {
            Ok(None) => return ControlFlow::Continue(()),
            Ok(Some(command)) => self.answer(command),
            Err(error) => Err(error.to_string()),
        };
        answer.unwrap_or_else(|error| {
            self.output.remark(&error);
            ControlFlow::Continue(())
        })
    }

    fn player(&mut self) -> &mut dyn Player {
        &mut *self.player
    }
}

/// Writes what the search finds as UCI lines.
struct UciScreen {
    output: Output,
    several: bool,
    chances: bool,
}

impl Screen for UciScreen {
    fn line(&mut self, finding: &Finding, moves: &[String]) {
        let answer = Answer::Info(Info::Line(Line {
            depth: finding.depth.clamp(0, 255) as u8,
            seldepth: finding.reached.min(255) as u8,
            multipv: self.several.then_some(finding.rank as u16),
            score: uci_score(finding.shown),
            bound: match finding.bound {
                Bound::Lower => ScoreBound::Lower,
                Bound::Upper => ScoreBound::Upper,
                Bound::Exact | Bound::None => ScoreBound::Exact,
            },
            wdl: finding.chances.filter(|_| self.chances),
            effort: Effort {
                nodes: finding.nodes,
                time: finding.elapsed.as_millis() as u64,
                hashfull: finding.fullness,
                tbhits: finding.table_hits,
            },
            pv: moves.to_vec(),
        }));
        self.output.line(&answer.to_string());
    }

    fn decided(&mut self, best: Option<&str>, ponder: Option<&str>) {
        let answer = Answer::BestMove {
            best: best.map(str::to_owned),
            ponder: ponder.map(str::to_owned),
        };
        self.output.line(&answer.to_string());
    }

    fn note(&mut self, text: &str) {
        self.output.remark(text);
    }
}

/// UCI counts the way to mate in moves of the side that mates. It has no words for a win by an
/// endgame table: clients know it by a score that no evaluation gives.
fn uci_score(score: Score) -> UciScore {
    match (score.distance(), score.table_distance()) {
        (Some(plies), _) if plies > 0 => UciScore::Mate((plies + 1) / 2),
        (Some(plies), _) => UciScore::Mate(-((1 - plies) / 2)),
        (None, Some(plies)) if score.is_win() => UciScore::Cp(TABLE_WIN - plies),
        (None, Some(plies)) => UciScore::Cp(plies - TABLE_WIN),
        (None, None) => UciScore::Cp(score.value()),
    }
}
