//! The Universal Chess Interface (Rudolf Huber and Stefan Meyer-Kahlen, 2000).

pub mod client;
mod limits;
pub mod syntax;

use super::options::{self, DEFAULT_HASH, Kind};
use super::talk::{Output, Reply, Talk};
use crate::player::{Count, Player, Screen, player};
use crate::search::{Bound, Score, SearchInfo, SearchRequest};
use limits::limits;
use std::time::Instant;
use syntax::{
    Answer, Command, Effort, Go, Info, Line, OptionDeclaration, OptionKind, ScoreBound, Start,
    SyntaxError, UciScore,
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

    fn answer(&mut self, command: Command) -> Result<Reply, String> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                self.prepare();
                self.tell(Answer::ReadyOk);
            }
            Command::SetOption { name, value } => {
                self.settle();
                options::set(&mut *self.player, &name, value.as_deref())?;
                self.remark_notes();
            }
            Command::UciNewGame => self.player.new_game(),
            Command::Position { start, moves } => self.set_position(&start, &moves)?,
            Command::Go(go) => self.go(go)?,
            Command::Stop => self.player.stop(),
            Command::PonderHit => self.player.ponder_hit(),
            Command::Quit => return Ok(Reply::Over),
            Command::Debug(on) => self.player.settings().self_check = on,
            Command::Register => (),
            Command::Draw => self.draw()?,
            Command::Evaluate => self.evaluate()?,
        }
        Ok(Reply::Answered)
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), String> {
        self.settle();
        let fen = match start {
            Start::Startpos => None,
            Start::Fen(fen) => Some(fen.as_str()),
        };
        let placed = self.player.set_position(fen, moves);
        placed.map_err(|error| self.refuse_position(format!("position: {error}")))
    }

    /// The client means a position that is not known; a search of the one before would find a move
    /// that is illegal or absurd in it. Gives back the reason.
    fn refuse_position(&mut self, why: String) -> String {
        self.settle();
        self.player.refuse_position(&why);
        why
    }

    /// What is wrong with a line that begins like a command.
    fn complain(&mut self, error: &SyntaxError) -> String {
        match error.command {
            "position" => self.refuse_position(error.to_string()),
            _ => error.to_string(),
        }
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
        self.remark_notes();
    }

    fn remark_notes(&mut self) {
        for note in self.player.take_notes() {
            self.output.remark(&note);
        }
    }

    fn go(&mut self, go: Go) -> Result<(), String> {
        let received = Instant::now();
        self.settle();
        if let Some(problem) = &go.problem {
            self.output
                .remark(&format!("{problem}; this part is left out"));
        }
        self.prepare();
        if let Some(depth) = go.perft {
            return self.divide(depth.into());
        }
        let side = self.player.side_to_move();
        let request = SearchRequest {
            limits: limits(&go, side, self.player.settings().overhead),
            infinite: go.infinite,
            ponder: go.ponder,
            moves: go.searchmoves,
            received,
            ..self.player.settings().request()
        };
        let settings = self.player.settings();
        let screen = UciScreen {
            several: settings.lines > 1,
            chances: settings.show_chances,
            output: self.output.clone(),
        };
        self.player.think(request, Box::new(screen));
        Ok(())
    }

    /// The counts that many engines show for `go perft`; `stop` ends them.
    fn divide(&mut self, depth: u32) -> Result<(), String> {
        let output = self.output.clone();
        let show = move |count| match count {
            Count::Move(mv, nodes) => output.line(&format!("{mv}: {nodes}")),
            Count::Total(nodes) => output.line(&format!("nodes searched: {nodes}")),
            Count::Stopped => output.remark("perft: stopped before the end, so there is no sum"),
        };
        self.player.count(depth, Box::new(show))
    }

    fn draw(&self) -> Result<(), String> {
        for line in self.player.drawing()? {
            self.output.line(&line);
        }
        Ok(())
    }

    /// The value alone; the command `kempelen eval` shows what it is made of.
    fn evaluate(&self) -> Result<(), String> {
        let value = f64::from(self.player.static_evaluation()?) / 100.0;
        let line = format!("static evaluation: {value:+.2} pawns for the side to move");
        self.output.line(&line);
        Ok(())
    }
}

impl Talk for Uci {
    fn line(&mut self, line: &str) -> Reply {
        let answer = match syntax::read(line) {
            Ok(None) => return Reply::Unknown,
            Ok(Some(command)) => self.answer(command),
            Err(error) => Err(self.complain(&error)),
        };
        answer.unwrap_or_else(|error| {
            self.output.remark(&error);
            Reply::Answered
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
    fn line(&mut self, finding: &SearchInfo, moves: &[String]) {
        let answer = Answer::Info(Info::Line(Line {
            depth: finding.depth.clamp(0, 255) as u8,
            seldepth: finding.seldepth.min(255) as u8,
            multipv: self.several.then_some(finding.multi_pv as u16),
            score: uci_score(finding.shown_score),
            bound: match finding.bound {
                Bound::Lower => ScoreBound::Lower,
                Bound::Upper => ScoreBound::Upper,
                Bound::Exact | Bound::None => ScoreBound::Exact,
            },
            wdl: finding.wdl.filter(|_| self.chances),
            effort: Effort {
                nodes: finding.nodes,
                time: finding.elapsed.as_millis() as u64,
                hashfull: finding.hashfull,
                tbhits: finding.tb_hits,
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
    match (score.distance(), score.tablebase_distance()) {
        (Some(plies), _) if plies > 0 => UciScore::Mate((plies + 1) / 2),
        (Some(plies), _) => UciScore::Mate(-((1 - plies) / 2)),
        (None, Some(plies)) if score.is_win() => UciScore::Cp(TABLE_WIN - plies),
        (None, Some(plies)) => UciScore::Cp(plies - TABLE_WIN),
        (None, None) => UciScore::Cp(score.value()),
    }
}
