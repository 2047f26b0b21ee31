//! Endgame tables of draughts: built, interrupted, damaged and asked.

use crate::data::folder;
use crate::random::Random;
use crate::shell;
use kempelen::eval::Model;
use kempelen::game::{Game, Outcome, Side};
use kempelen::games::draughts::egdb::board::EgdbBoard;
use kempelen::games::draughts::egdb::build::{EgdbBuildError, build};
use kempelen::games::draughts::egdb::file::{EgdbFileError, EgdbFileKind};
use kempelen::games::draughts::egdb::folder::path;
use kempelen::games::draughts::egdb::tables::{Egdb, EgdbBytes};
use kempelen::games::draughts::egdb::values::ValueLookup;
use kempelen::games::draughts::eval::EnglishModel;
use kempelen::games::draughts::{
    Draughts, DraughtsMove, DraughtsPosition, DraughtsVariant, English, Pongor, fen,
};
use kempelen::notation::{MoveStyle, Notation};
use kempelen::retrograde::ThreadPool;
use kempelen::search::listener::Silent;
use kempelen::search::{Knowledge, Score, Search, SearchLimits, Tablebase, TranspositionTable};
use kempelen::search::{SearchResult, task::SearchTask};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

const CREW: ThreadPool = ThreadPool {
    run_on_all_threads: &on_two_threads,
    interrupted: &|| false,
};

fn on_two_threads(work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

fn open<V: DraughtsVariant>(folder: &Path, pieces: u8) -> Result<Egdb<V>, EgdbFileError> {
    let mut tables = Egdb::default();
    for pieces in 2..=pieces {
        let bytes = fs::read(path::<V>(folder, pieces, EgdbFileKind::Values)).unwrap();
        tables.add(EgdbBytes::Embedded(bytes.leak()))?;
    }
    Ok(tables)
}

/// Won, drawn and lost for the side to move, of all positions with so many pieces.
fn counts<V: DraughtsVariant>(tables: &Egdb<V>, pieces: u8) -> [u64; 3] {
    let mut counts = [0; 3];
    for table in tables
        .tables()
        .filter(|table| table.index.slice.pieces() == pieces)
    {
        let size = table.index.size();
        table
            .index
            .walk(0..size, |board| counts[tables.value(&board) as usize] += 1);
    }
    counts
}

/// The counts are those of other programs' tables.
#[test]
fn as_much_is_won_as_is_known() {
    let folder = tempfile::tempdir().unwrap();
    build::<English>(folder.path(), 4, CREW, |_| ()).unwrap();
    let tables = open::<English>(folder.path(), 4).unwrap();
    assert_eq!(tables.men(), 4);
    assert_eq!(counts(&tables, 2), [716, 2_370, 402]);
    assert_eq!(counts(&tables, 3), [100_250, 8_477, 87_305]);
    assert_eq!(counts(&tables, 4), [2_574_304, 1_717_922, 1_917_090]);
    for table in tables.tables() {
        table
            .index
            .walk(0..table.index.size().min(20_000), |board| {
                assert_eq!(
                    tables.value(&board),
                    tables.value_by_moves(&board),
                    "{board:?}"
                );
            });
    }
}

/// A won position is one ply farther than the nearest lost one after it; what leaves the slice is
/// a conversion.
#[test]
fn distances_follow_from_moves() {
    let folder = tempfile::tempdir().unwrap();
    build::<English>(folder.path(), 3, CREW, |_| ()).unwrap();
    let mut tables = open::<English>(folder.path(), 3).unwrap();
    for pieces in 2..=3 {
        let file = path::<English>(folder.path(), pieces, EgdbFileKind::Distances);
        let bytes = fs::read(file).unwrap().leak();
        tables.add_distances(EgdbBytes::Embedded(bytes)).unwrap();
    }
    let mut longest = 0;
    for table in tables.tables() {
        let mut number = 0;
        table.index.walk(0..table.index.size(), |board| {
            number += 1;
            let won = tables.value(&board) == Outcome::Win && !board.has_capture();
            if !won || number % 29 != 0 {
                return;
            }
            let mut nearest = u8::MAX;
            let _ = board.visit(|mv| {
                let after = board.after(mv);
                if tables.value(&after) == Outcome::Loss {
                    let inside = tables.distance(&after).unwrap();
                    let outside = board.promotes(mv);
                    nearest = nearest.min(if outside { 1 } else { inside + 1 });
                }
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(tables.distance(&board), Some(nearest), "{board:?}");
            longest = longest.max(nearest);
        });
    }
    assert!((20..40).contains(&longest), "{longest}");
}

#[test]
fn an_interrupted_build_goes_on_to_the_same_files() {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    build::<Pongor>(whole.path(), 3, CREW, |_| ()).unwrap();
    let mut interruptions = 0;
    loop {
        let asked = AtomicUsize::new(0);
        let crew = ThreadPool {
            run_on_all_threads: &|work| work(),
            interrupted: &|| asked.fetch_add(1, Relaxed) > 60,
        };
        match build::<Pongor>(parts.path(), 3, crew, |_| ()) {
            Ok(()) => break,
            Err(EgdbBuildError::Interrupted) => interruptions += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(interruptions > 2, "{interruptions}");
    for pieces in 2..=3 {
        for kind in EgdbFileKind::ALL {
            let read = |folder: &Path| fs::read(path::<Pongor>(folder, pieces, kind)).unwrap();
            assert!(
                read(whole.path()) == read(parts.path()),
                "{pieces} pieces, {kind:?}"
            );
        }
    }
    assert_eq!(fs::read_dir(parts.path()).unwrap().count(), 4);
}

#[test]
fn two_builds_do_not_write_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut refused = 0;
    build::<Pongor>(folder.path(), 2, CREW, |_| {
        let other = build::<Pongor>(folder.path(), 2, CREW, |_| ());
        assert!(matches!(other, Err(EgdbBuildError::Busy(_))), "{other:?}");
        refused += 1;
    })
    .unwrap();
    assert!(refused > 0);
    open::<Pongor>(folder.path(), 2).unwrap();
}

#[test]
fn files_that_are_not_right_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    build::<English>(folder.path(), 2, CREW, |_| ()).unwrap();
    let file = path::<English>(folder.path(), 2, EgdbFileKind::Values);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let truncated = EgdbFileError::Truncated(bytes.len() - 1);
    assert_eq!(open::<English>(folder.path(), 2).err(), Some(truncated));
    let error = build::<English>(folder.path(), 3, CREW, |_| ()).unwrap_err();
    assert!(
        error.to_string().contains("english-2.wdl': ends after"),
        "{error}"
    );
    let mut changed = bytes.clone();
    changed[100] ^= 1;
    fs::write(&file, changed).unwrap();
    let found = open::<English>(folder.path(), 2).err();
    assert!(
        matches!(found, Some(EgdbFileError::Damaged(_))),
        "{found:?}"
    );
    fs::write(
        path::<Pongor>(folder.path(), 2, EgdbFileKind::Values),
        &bytes,
    )
    .unwrap();
    let found = open::<Pongor>(folder.path(), 2).err();
    assert!(
        matches!(found, Some(EgdbFileError::Other { .. })),
        "{found:?}"
    );
}

#[test]
fn the_command_builds_checks_and_asks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let egdb = |words: &[&str]| shell::run(&[&["egdb"], words, &["--path", path]].concat());
    let probe = ["probe", "--fen", "W:WK10,K15:BK1"];
    let told = shell::complaint(&egdb(&probe));
    assert!(told.contains("kempelen egdb build makes them"), "{told}");
    shell::stdout(&egdb(&["build", "--pieces", "3"]));
    let told = shell::stdout(&egdb(&["verify"]));
    assert_eq!(
        told,
        "176532 positions without a capture, 0 do not follow from their moves\n"
    );
    let told = shell::stdout(&egdb(&["stats"]));
    assert!(
        told.lines().any(|line| line
            .split_whitespace()
            .eq("all 3 pieces 100250 8477 87305".split(' '))),
        "{told}"
    );
    let told = shell::stdout(&egdb(&probe));
    assert!(told.starts_with("won, "), "{told}");
    let told = shell::complaint(&egdb(&["probe", "--game", "chess", "--fen", "8"]));
    assert!(told.contains("expected english or pongor"), "{told}");
}

/// The tables in the program.
fn embedded() -> Arc<Egdb<English>> {
    Arc::new(Tablebase::open("").unwrap())
}

#[test]
fn the_tables_in_the_program_are_those_that_are_built() {
    let tables = embedded();
    assert_eq!(Tablebase::max_pieces(&*tables), 4);
    let folder = tempfile::tempdir().unwrap();
    build::<English>(folder.path(), 3, CREW, |_| ()).unwrap();
    for pieces in 2..=3 {
        for kind in EgdbFileKind::ALL {
            let built = fs::read(path::<English>(folder.path(), pieces, kind)).unwrap();
            let kept = path::<English>(Path::new("endgames"), pieces, kind);
            assert!(built == fs::read(&kept).unwrap(), "{}", kept.display());
        }
    }
    assert_eq!(counts(&tables, 4), [2_574_304, 1_717_922, 1_917_090]);
}

#[test]
fn a_folder_comes_beside_the_tables_in_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    let open = <Egdb<English> as Tablebase>::open;
    let error = open(name).unwrap_err();
    assert!(
        error.contains("no endgame tables of 'english' in"),
        "{error}"
    );
    let five = path::<English>(folder.path(), 5, EgdbFileKind::Values);
    fs::write(&five, b"KEMPEGDB\x07\x00").unwrap();
    let error = open(name).unwrap_err();
    assert!(error.contains("english-5.wdl': found version 7"), "{error}");
    fs::remove_file(five).unwrap();
    let three = path::<English>(folder.path(), 3, EgdbFileKind::Values);
    fs::copy(
        path::<English>(Path::new("endgames"), 3, EgdbFileKind::Values),
        three,
    )
    .unwrap();
    assert_eq!(Tablebase::max_pieces(&open(name).unwrap()), 4);
}

/// A search with these tables.
fn searcher(tables: &Arc<Egdb<English>>) -> Search<Draughts<English>> {
    let table = Arc::new(TranspositionTable::new(16).unwrap());
    let mut search = Search::new(table, &EnglishModel::embedded().unwrap());
    search.tablebase = Arc::clone(tables);
    search
}

/// What a search of few positions with these tables thinks.
fn think(
    tables: &Arc<Egdb<English>>,
    position: &DraughtsPosition<English>,
    nodes: u64,
) -> SearchResult<DraughtsMove> {
    let limits = SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    searcher(tables).think(SearchTask::new(position, limits), &mut Silent)
}

/// Some position with so many pieces.
fn some(pieces: usize, random: &mut Random) -> Option<DraughtsPosition<English>> {
    let mut squares: Vec<u8> = (1..=32).collect();
    let mut next = || squares.swap_remove(random.below(squares.len()));
    let [white, black]: [Vec<String>; 2] = [0, 1].map(|colour| {
        (0..pieces)
            .filter(|piece| piece % 2 == colour)
            .map(|_| next())
            .map(|square| match square % 3 {
                0 => format!("K{square}"),
                _ => square.to_string(),
            })
            .collect()
    });
    fen::parse(&format!("B:W{}:B{}", white.join(","), black.join(","))).ok()
}

fn kings(position: &DraughtsPosition<English>) -> u32 {
    let kings = Side::BOTH.map(|side| position.kings(side).count());
    kings.iter().sum()
}

/// Plays a won ending out against the best defence of the tables; every conversion comes as soon
/// as the tables say.
fn win(tables: &Arc<Egdb<English>>, start: &DraughtsPosition<English>) {
    let mut position = *start;
    let mut left = u32::from(tables.distance(&EgdbBoard::of(&position)).unwrap());
    let winner = position.side_to_move();
    while position.has_moves() {
        let mv = if position.side_to_move() == winner {
            think(tables, &position, 300).pv[0]
        } else {
            position
                .moves()
                .into_iter()
                .max_by_key(|&mv| tables.distance(&EgdbBoard::of(&position.play(mv))))
                .unwrap()
        };
        assert!(
            left > 0,
            "no conversion: {}, {start:?}",
            fen::show(&position)
        );
        let next = position.play(mv);
        let converted = mv.captures() || kings(&next) > kings(&position);
        position = next;
        left = if converted {
            tables
                .distance(&EgdbBoard::of(&position))
                .unwrap_or(0)
                .into()
        } else {
            left - 1
        };
    }
    assert_ne!(position.side_to_move(), winner, "{start:?}");
}

/// Wins so many endings with so many pieces.
fn win_some(tables: &Arc<Egdb<English>>, pieces: usize, count: usize) {
    let mut random = Random(3);
    let mut won = 0;
    while won < count {
        let Some(position) = some(pieces, &mut random) else {
            continue;
        };
        if tables.probe(&EgdbBoard::of(&position)) == Some(Outcome::Win) {
            win(tables, &position);
            won += 1;
        }
    }
}

#[test]
fn won_endings_are_won_against_the_best_defence() {
    win_some(&embedded(), 4, 100);
}

/// The tables know nothing of positions with a capture: what they have there is the value of another.
#[test]
fn tables_are_not_asked_where_something_can_be_captured() {
    let position = fen::parse("B:WK10,25,30:B1,K7,12").unwrap();
    let limits = SearchLimits {
        depth: Some(13),
        ..SearchLimits::default()
    };
    let thought = searcher(&embedded()).think(SearchTask::new(&position, limits), &mut Silent);
    assert!(thought.score.value().abs() < 300, "{:?}", thought.score);
    let captures = fen::parse("B:WK10,25:BK7").unwrap();
    assert_eq!(probe(&captures), None);
}

/// What the search is told of a position below the root.
fn probe(position: &DraughtsPosition<English>) -> Option<Score> {
    let mut search = searcher(&embedded());
    search.probe_limit = 4;
    let told = Draughts::<English>::probe_tablebase(&mut search, position, 1, 1)?;
    assert_eq!(search.tb_hits, 1);
    Some(told.0)
}

#[test]
fn a_lost_ending_is_lost_as_late_as_can_be() {
    let position = fen::parse("W:BK22,K23,K15:WK32").unwrap();
    let best = think(&embedded(), &position, 300).pv[0];
    assert_eq!(position.show_move(best, MoveStyle::Short), "32-28");
}

#[test]
fn wins_are_not_believed_where_the_draw_rule_is_near() {
    let at = |clock: u16| probe(&fen::parse(&format!("W:WK1,K2:BK32:H{clock}")).unwrap());
    let half = English::CLOCK_LIMIT / 2;
    for clock in [0, half] {
        assert!(at(clock).is_some_and(Score::is_win), "{clock}");
    }
    for clock in [half + 1, English::CLOCK_LIMIT - 1] {
        assert_eq!(at(clock), None, "{clock}");
    }
    let drawn = fen::parse("W:WK1:BK32:H79").unwrap();
    assert_eq!(probe(&drawn), Some(Score::DRAW));
}

fn tables_beside_the_program(pieces: u32) -> Arc<Egdb<English>> {
    let folder = folder("KEMPELEN_EGDB");
    let tables: Egdb<English> = Tablebase::open(folder.to_str().unwrap()).unwrap();
    assert!(tables.men() >= pieces, "{} pieces", tables.men());
    Arc::new(tables)
}

#[test]
#[ignore = "needs KEMPELEN_EGDB"]
fn endings_of_five_pieces_are_won() {
    win_some(&tables_beside_the_program(5), 5, 100);
}

/// Tables of six pieces take minutes to build.
#[test]
#[ignore = "needs KEMPELEN_EGDB with six pieces"]
fn endings_and_the_fourth_position_are_won_with_six_pieces() {
    let tables = tables_beside_the_program(6);
    win_some(&tables, 6, 100);
    let fourth = fen::parse("B:W30,K31,K32:BK20,21,K22,K23").unwrap();
    assert!(think(&tables, &fourth, 5_000_000).score.is_win());
    let defended = fen::parse("W:W30,K31,K32:BK20,21,K22,K23").unwrap();
    assert!(!think(&tables, &defended, 5_000_000).score.is_loss());
}
