//! Syzygy endgame tables (Ronald de Man, 2013), read with the crate `shakmaty-syzygy`.
//!
//! The files are read by system calls, not mapped into memory: if a file is truncated or its disk fails, that is an
//! error, where a memory map would kill the process. The transposition table keeps the number of probes small.

use super::{ChessPosition, Piece};
use crate::board::Bitset;
use crate::game::{Outcome, Side};
use crate::search::{Tablebase, TablebaseValue};
use crate::system::error_words::explain;
use crate::system::regular_file;
use parking_lot::Mutex;
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Color, FromSetup, PositionError, Setup, Square};
use shakmaty_syzygy::{
    AmbiguousWdl, Dtz, MaybeRounded, Metric, ProbeError, SyzygyError, Tablebase as ShakmatyTablebase,
};
use std::collections::BTreeSet;
use std::io::{ErrorKind, Read};
use std::num::NonZeroU32;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub use shakmaty_syzygy::Wdl;

/// The endgame tables found in some folders.
#[derive(Default)]
pub struct SyzygyTables {
    tables: ShakmatyTablebase<shakmaty::Chess>,
    men: u32,
    about: String,
    /// Whether `damage` has entries. Probes test this first, so that they seldom need the lock.
    damaged: AtomicBool,
    damage: Mutex<DamagedTables>,
}

/// Tables that could not be read.
#[derive(Default)]
struct DamagedTables {
    /// The [`material`] of the positions that are no longer probed.
    materials: BTreeSet<u64>,
    /// Error messages that were not fetched yet.
    unreported: Vec<String>,
}

/// The result under the fifty-move rule at this distance to zeroing; `None` if it depends on the ply that rounding leaves open.
pub(super) fn result_at(distance: MaybeRounded<Dtz>, position: &ChessPosition) -> Option<Wdl> {
    AmbiguousWdl::from_dtz_and_halfmoves(distance, position.clock().into()).unambiguous()
}

impl SyzygyTables {
    /// The result for the side to move if the fifty-move counter were 0; `None` if the position is not in the tables.
    pub fn wdl(&self, position: &ChessPosition) -> Option<Wdl> {
        self.probe(position, |tables, it| tables.probe_wdl_after_zeroing(it))
    }

    /// The distance to zeroing (DTZ): the number of plies to the next capture or pawn move with best play. It is negative for a
    /// loss and 0 for a draw. Above 100, or below -100, the fifty-move rule makes the game a draw. If it is rounded, the true
    /// distance may be one ply more, since some tables count moves. `None` if the position is not in the tables.
    pub fn dtz(&self, position: &ChessPosition) -> Option<MaybeRounded<Dtz>> {
        self.probe(position, |tables, it| tables.probe_dtz(it))
    }

    /// Probes the tables by `question`. A damaged file causes an error or a panic of the crate. Either is recorded,
    /// and positions with this material are not probed again.
    fn probe<T>(
        &self,
        position: &ChessPosition,
        question: impl FnOnce(&ShakmatyTablebase<shakmaty::Chess>, &shakmaty::Chess) -> Result<T, SyzygyError>,
    ) -> Option<T> {
        if position.occupied().count() > self.men || position.castling().any() {
            return None;
        }
        if self.damaged.load(Relaxed) && self.damage.lock().materials.contains(&material(position)) {
            return None;
        }
        let theirs = convert(position)?;
        let answer = catch_unwind(AssertUnwindSafe(|| question(&self.tables, &theirs)));
        let damage = match answer {
            Ok(Ok(answer)) => return Some(answer),
            Ok(Err(error)) => describe(&error)?,
            Err(_) => "an endgame table is damaged".to_owned(),
        };
        self.damaged.store(true, Relaxed);
        let mut noted = self.damage.lock();
        noted.materials.insert(material(position));
        noted.unreported.push(damage);
        None
    }
}

impl Tablebase<ChessPosition> for SyzygyTables {
    const DISTANCE: &'static str = "plies to the next capture or pawn move (DTZ)";

    /// `path` is a list of folders, separated by `;`, or by `:` too on other systems than Windows.
    fn open(_: &ChessPosition, path: &str) -> Result<SyzygyTables, String> {
        let mut collector = TableCollector::default();
        let separators: &[char] = if cfg!(windows) { &[';'] } else { &[';', ':'] };
        for folder in path.split(separators).map(str::trim) {
            if !folder.is_empty() {
                collector.add_folder(Path::new(folder));
            }
        }
        if collector.results.is_empty() {
            if let Some(problem) = collector.problems.first() {
                return Err(problem.clone());
            }
            if !collector.distances.is_empty() {
                return Err("found tables with distances (.rtbz), expected some with results (.rtbw) too".to_owned());
            }
        }
        Ok(collector.into_tables())
    }

    fn max_pieces(&self) -> u32 {
        self.men
    }

    fn summary(&self) -> String {
        if self.men == 0 { "no endgame tables".to_owned() } else { self.about.clone() }
    }

    /// The result under the fifty-move rule; `None` unless the fifty-move counter is 0 and the tables know it.
    fn result(&self, position: &ChessPosition) -> Option<Outcome> {
        let wdl = (position.clock() == 0).then(|| self.wdl(position))?;
        wdl.map(outcome)
    }

    /// The result under the fifty-move rule, and the distance if there are tables of distances.
    fn value(&self, position: &ChessPosition) -> Option<TablebaseValue> {
        let Some(distance) = self.dtz(position) else {
            return Some(TablebaseValue { outcome: self.result(position)?, distance: None });
        };
        let outcome = outcome(result_at(distance, position)?);
        let decided = outcome != Outcome::Draw;
        Some(TablebaseValue { outcome, distance: decided.then(|| distance.ignore_rounding().0.unsigned_abs()) })
    }

    fn take_error(&self) -> Option<String> {
        if !self.damaged.load(Relaxed) {
            return None;
        }
        let unreported = std::mem::take(&mut self.damage.lock().unreported);
        (!unreported.is_empty()).then(|| unreported.join("; "))
    }
}

/// The result under the fifty-move rule.
pub(super) fn outcome(wdl: Wdl) -> Outcome {
    match wdl {
        Wdl::Win => Outcome::Win,
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Outcome::Draw,
        Wdl::Loss => Outcome::Loss,
    }
}

/// Collects the tables of some folders.
#[derive(Default)]
struct TableCollector {
    tables: ShakmatyTablebase<shakmaty::Chess>,
    /// The names of the files with results (`.rtbw`), without the extension.
    results: BTreeSet<String>,
    /// The names of the files with distances (`.rtbz`), without the extension.
    distances: BTreeSet<String>,
    problems: Vec<String>,
}

impl TableCollector {
    fn add_folder(&mut self, folder: &Path) {
        let files = match std::fs::read_dir(folder) {
            Ok(files) => files,
            Err(error) => {
                self.problems.push(format!("cannot read the folder '{}': {}", folder.display(), explain(&error)));
                return;
            }
        };
        let mut paths: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
        paths.sort_unstable();
        let found = |it: &TableCollector| it.results.len() + it.distances.len() + it.problems.len();
        let before = found(self);
        for path in paths {
            self.add_file(&path);
        }
        if found(self) == before {
            self.problems.push(format!("found no new endgame tables (.rtbw) in '{}'", folder.display()));
        }
    }

    fn add_file(&mut self, path: &Path) {
        let Some((name, metric)) = table_name(path) else { return };
        let added = check_magic(path, metric).and_then(|()| {
            self.tables.add_file(path).map_err(|error| match error.kind() {
                ErrorKind::InvalidData => "found a length that no table has".to_owned(),
                _ => explain(&error),
            })
        });
        match (added, metric) {
            (Ok(()), Metric::Wdl) => _ = self.results.insert(name),
            (Ok(()), Metric::Dtz) => _ = self.distances.insert(name),
            (Err(problem), _) => self.problems.push(format!("'{}': {problem}", path.display())),
        }
    }

    fn into_tables(self) -> SyzygyTables {
        let men = self.results.iter().map(|name| men(name)).max().unwrap_or(0);
        let [results, distances] = [&self.results, &self.distances].map(BTreeSet::len);
        let mut about =
            format!("found {results} endgame tables with results and {distances} with distances, of up to {men} men");
        if let Some(first) = self.problems.first() {
            about += &match self.problems.len() {
                1 => format!("; left out: {first}"),
                more => format!("; left out {more}, the first: {first}"),
            };
        }
        SyzygyTables { tables: self.tables, men, about, ..SyzygyTables::default() }
    }
}

/// The material in the name of a table's file, such as `KQvK`, and the kind of the table; `None` for other files.
fn table_name(path: &Path) -> Option<(String, Metric)> {
    let metric = match path.extension()?.to_str()? {
        "rtbw" => Metric::Wdl,
        "rtbz" => Metric::Dtz,
        _ => return None,
    };
    let name = path.file_stem()?.to_str()?;
    let (first, second) = name.split_once('v')?;
    let side =
        |text: &str| text.strip_prefix('K').is_some_and(|rest| rest.chars().all(|piece| "QRBNP".contains(piece)));
    (side(first) && side(second) && (3..=MAX_MEN).contains(&men(name))).then(|| (name.to_owned(), metric))
}

/// The largest number of men of any table.
const MAX_MEN: u32 = 7;

fn men(name: &str) -> u32 {
    name.len() as u32 - 1
}

/// Checks the first bytes of a file, since the crate opens files only when they are first probed.
fn check_magic(path: &Path, metric: Metric) -> Result<(), String> {
    use shakmaty_syzygy::Syzygy as _;
    let expected = match metric {
        Metric::Wdl => shakmaty::Chess::TBW.magic,
        Metric::Dtz => shakmaty::Chess::TBZ.magic,
    };
    let mut found = [0; 4];
    match regular_file::open(path).and_then(|mut file| file.read_exact(&mut found)) {
        Ok(()) if found == expected => Ok(()),
        Ok(()) => Err(format!("begins with {found:02x?}, expected {expected:02x?}")),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err("is shorter than any table".to_owned()),
        Err(error) => Err(explain(&error)),
    }
}

/// A message about a damaged file; `None` if there is only no such table.
fn describe(error: &SyzygyError) -> Option<String> {
    let SyzygyError::ProbeFailed { metric, material, error } = error else { return None };
    let ending = match metric {
        Metric::Wdl => "rtbw",
        Metric::Dtz => "rtbz",
    };
    let reason = match &**error {
        ProbeError::Read { error } => format!("cannot be read: {}", explain(error)),
        ProbeError::Magic { .. } | ProbeError::CorruptedTable { .. } => "is damaged".to_owned(),
    };
    Some(format!("the endgame table {material}.{ending} {reason}"))
}

/// The number of men of each kind and side, as one number.
fn material(position: &ChessPosition) -> u64 {
    let counts = Side::BOTH
        .into_iter()
        .flat_map(|side| Piece::ALL.map(|piece| (position.kind(piece) & position.of(side)).count()));
    counts.fold(0, |number, count| number << 4 | u64::from(count))
}

/// Converts a position to the crate's. Castling rights are dropped: the tables do not have such positions.
fn convert(position: &ChessPosition) -> Option<shakmaty::Chess> {
    let set = |squares: Bitset| Bitboard(squares.0);
    let kind = |piece: Piece| set(position.kind(piece));
    let by_role = ByRole {
        pawn: kind(Piece::Pawn),
        knight: kind(Piece::Knight),
        bishop: kind(Piece::Bishop),
        rook: kind(Piece::Rook),
        queen: kind(Piece::Queen),
        king: kind(Piece::King),
    };
    let by_color = ByColor { black: set(position.of(Side::Second)), white: set(position.of(Side::First)) };
    let setup = Setup {
        board: Board::try_from_bitboards(by_role, by_color).ok()?,
        promoted: Bitboard::EMPTY,
        pockets: None,
        turn: Color::from_white(position.side() == Side::First),
        castling_rights: Bitboard::EMPTY,
        ep_square: position.en_passant.map(|square| Square::new(u32::from(square.number()))),
        remaining_checks: None,
        halfmoves: u32::from(position.clock()),
        fullmoves: NonZeroU32::MIN,
    };
    shakmaty::Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::EnPassantMode;
    use shakmaty::fen::Fen;

    #[test]
    fn a_position_is_the_same_to_the_crate() {
        for fen in [
            "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30",
            "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
            "8/8/8/8/3Pp1k1/8/8/4K2B b - d3 0 1",
            "1r4q1/1n5b/8/8/8/8/8/K1kQRBN1 b - - 12 1",
        ] {
            let position = ChessPosition::parse(fen).unwrap();
            let theirs: Fen = fen.parse().unwrap();
            let theirs: shakmaty::Chess = theirs.into_position(CastlingMode::Standard).unwrap();
            let converted = convert(&position).unwrap();
            assert_eq!(converted, theirs, "{fen}");
            let text = Fen::from_position(&converted, EnPassantMode::PseudoLegal).to_string();
            assert_eq!(text.rsplit_once(' ').unwrap().0, fen.rsplit_once(' ').unwrap().0);
        }
    }

    #[test]
    fn names_of_tables() {
        let name = |text| table_name(Path::new(text)).map(|(name, _)| name);
        assert_eq!(name("a/KQvK.rtbw").as_deref(), Some("KQvK"));
        assert_eq!(name("KRPvKR.rtbz").as_deref(), Some("KRPvKR"));
        for text in ["KQvK.txt", "KvK.rtbw", "KQPPPvKQQ.rtbw", "KXvK.rtbw", "readme", "v.rtbw"] {
            assert_eq!(name(text), None, "{text}");
        }
    }
}
