//! Endgame tables of draughts: building, resuming, verifying, and errors in files.

use super::{embedded, on_two_threads, open};
use crate::prelude::*;
use kempelen::games::draughts::FlyingKings10x10;
use kempelen::games::draughts::egdb::board::EgdbBoard;
use kempelen::games::draughts::egdb::build::{EgdbBuildError, build};
use kempelen::games::draughts::egdb::file::EgdbFileKind;
use kempelen::games::draughts::egdb::game::EgdbGame;
use kempelen::games::draughts::egdb::solve::{memory_needed, positions};
use kempelen::games::draughts::egdb::tables::EgdbBytes;
use kempelen::games::draughts::egdb::tables::table_path;
use kempelen::games::draughts::family::built_in_game;
use kempelen::games::draughts::geometry::Geometry;
use kempelen::retrograde::ThreadPool;
use kempelen::system::available_memory;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const THREADS: ThreadPool = ThreadPool { run_on_all_threads: &on_two_threads, stop: &|| false };

/// The numbers of positions with `pieces` pieces that are won, drawn and lost for the side to move.
fn counts(tables: &Egdb, pieces: u8) -> [u64; 3] {
    let mut counts = [0; 3];
    for table in tables.tables().filter(|table| table.index.slice.pieces() == pieces) {
        for pieces in table.index.boards(0..table.index.size()) {
            counts[EgdbBoard::new(English, pieces).value(tables) as usize] += 1;
        }
    }
    counts
}

#[test]
fn numbers_of_won_positions_are_the_published_ones() {
    are_the_published_ones(&embedded());
}

#[test]
#[ignore = "takes several seconds"]
fn numbers_of_built_tables_are_the_published_ones() {
    let folder = tempfile::tempdir().unwrap();
    build(&English, folder.path(), 4, THREADS, &mut |_| ()).unwrap();
    are_the_published_ones(&open(&English, folder.path(), 4).unwrap());
}

/// The expected numbers come from the tables of other programs.
fn are_the_published_ones(tables: &Egdb) {
    assert_eq!(tables.max_pieces(), 4);
    assert_eq!(counts(tables, 2), [716, 2_370, 402]);
    assert_eq!(counts(tables, 3), [100_250, 8_477, 87_305]);
    assert_eq!(counts(tables, 4), [2_574_304, 1_717_922, 1_917_090]);
    for table in tables.tables() {
        for pieces in table.index.boards(0..table.index.size().min(20_000)) {
            let board = EgdbBoard::new(English, pieces);
            assert_eq!(board.value(tables), board.value_by_moves(tables), "{board:?}");
        }
    }
}

/// The distance of a won position is that of its nearest lost successor plus one ply. A move that leaves the slice is a
/// conversion.
#[test]
fn distances_follow_from_moves() {
    let folder = tempfile::tempdir().unwrap();
    build(&English, folder.path(), 3, THREADS, &mut |_| ()).unwrap();
    let mut tables = open(&English, folder.path(), 3).unwrap();
    for pieces in 2..=3 {
        let bytes = fs::read(table_path(&English, folder.path(), pieces, EgdbFileKind::Distances)).unwrap().leak();
        tables.add_distances(&English, EgdbBytes::Embedded(bytes)).unwrap();
    }
    let mut longest = 0;
    for table in tables.tables() {
        let mut number = 0;
        for pieces in table.index.boards(0..table.index.size()) {
            let board = EgdbBoard::new(English, pieces);
            number += 1;
            let won = board.value(&tables) == Outcome::Win && !board.has_capture();
            if !won || number % 29 != 0 {
                continue;
            }
            let mut nearest = u8::MAX;
            board.for_each_move(|mv| {
                let after = board.play(mv);
                if after.value(&tables) == Outcome::Loss {
                    let inside = tables.distance(&after).unwrap();
                    nearest = nearest.min(if board.promotes(mv) { 1 } else { inside + 1 });
                }
            });
            assert_eq!(tables.distance(&board), Some(nearest), "{board:?}");
            longest = longest.max(nearest);
        }
    }
    assert!((20..40).contains(&longest), "{longest}");
}

#[test]
fn a_resumed_build_makes_the_same_files() {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    build(&pongor(), whole.path(), 3, THREADS, &mut |_| ()).unwrap();
    let mut interruptions = 0;
    loop {
        let asked = AtomicUsize::new(0);
        let crew = ThreadPool { run_on_all_threads: &|work| work(), stop: &|| asked.fetch_add(1, Relaxed) > 60 };
        match build(&pongor(), parts.path(), 3, crew, &mut |_| ()) {
            Ok(()) => break,
            Err(EgdbBuildError::Interrupted) => interruptions += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(interruptions > 2, "{interruptions}");
    for pieces in 2..=3 {
        for kind in EgdbFileKind::ALL {
            let read = |folder: &Path| fs::read(table_path(&pongor(), folder, pieces, kind)).unwrap();
            assert!(read(whole.path()) == read(parts.path()), "{pieces} pieces, {kind:?}");
        }
    }
    assert_eq!(fs::read_dir(parts.path()).unwrap().count(), 4);
}

#[test]
fn two_builds_do_not_write_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut refused = 0;
    build(&pongor(), folder.path(), 2, THREADS, &mut |_| {
        let other = build(&pongor(), folder.path(), 2, THREADS, &mut |_| ());
        assert!(matches!(other, Err(EgdbBuildError::Lock(_))), "{other:?}");
        refused += 1;
    })
    .unwrap();
    assert!(refused > 0);
    open(&pongor(), folder.path(), 2).unwrap();
}

/// The numbers of positions are known (Lake, Schaeffer and Lu 1994). They include those with pieces of one side only.
#[test]
fn the_memory_is_known_before() {
    assert_eq!(positions(4, 6), 2_503_611_964 - 77_526_288);
    assert_eq!(positions(4, 7), 34_779_531_480 - 536_417_856);
    let needed = memory_needed(4, 7) >> 30;
    assert!((11..13).contains(&needed), "{needed} GiB");
    // Seven pieces on 10 x 10 squares take more than nearly every computer has.
    if available_memory().is_none_or(|free| free >= memory_needed(5, 7)) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let international = FlyingKings10x10::of(built_in_game("international").unwrap().rules);
    let error = build(&international, folder.path(), 7, THREADS, &mut |_| ()).unwrap_err();
    assert!(error.to_string().starts_with("tables of 7 pieces take "), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn wrong_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    build(&English, folder.path(), 2, THREADS, &mut |_| ()).unwrap();
    let file = table_path(&English, folder.path(), 2, EgdbFileKind::Values);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let refused = |game: &dyn EgdbGame| open(game, folder.path(), 2).unwrap_err();
    assert_eq!(refused(&English), format!("ends after {} bytes, in the middle of the tables", bytes.len() - 1));
    let error = build(&English, folder.path(), 3, THREADS, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("english-2.wdl': ends after"), "{error}");
    let mut changed = bytes.clone();
    changed[100] ^= 1;
    fs::write(&file, changed).unwrap();
    let found = refused(&English);
    assert!(found.starts_with("byte ") && found.ends_with("the section that begins here is damaged"), "{found}");
    fs::write(table_path(&pongor(), folder.path(), 2, EgdbFileKind::Values), &bytes).unwrap();
    assert_eq!(refused(&pongor()), "found tables of 'english wdl', expected 'pongor wdl'");
}

/// The tables of Italian draughts under the name of the English ones.
#[test]
fn the_tables_of_another_game_do_not_follow_from_its_moves() {
    let folder = Folder::new();
    folder.run("egdb build --game italian --pieces 2 --path .").text();
    for kind in ["wdl", "dtc"] {
        let mut bytes = fs::read(folder.path(&format!("italian-2.{kind}"))).unwrap();
        bytes[11..18].copy_from_slice(b"english");
        fs::write(folder.path(&format!("english-2.{kind}")), bytes).unwrap();
    }
    let told = "3272 positions without a capture, 26 do not follow from their moves\n";
    assert_eq!(folder.run("egdb verify --path .").exits_with(1).out(), told);
}

/// Where the first king wins, the side that has it has won, also if it could be captured.
#[test]
fn finished_games_are_counted_by_their_result() {
    let folder = Folder::new();
    folder.run("egdb build --game bt --pieces 2 --path .").text();
    let counts = folder.run("egdb stats --game bt --path .").text();
    contains_all(&counts, ["1 king - 1 man                       2205            0            0 "]);
    contains_all(&counts, ["1 man - 1 king                          0            0         2205 "]);
    contains_all(&counts, ["1 king - 1 king                         0            0         2450 "]);
    for number in ["1", "8"] {
        for command in ["build", "stats", "verify"] {
            let refused = folder.run(format!("egdb {command} --path . --pieces {number}"));
            refused.exits_with(2).remarks("is not in 2..=7");
        }
    }
}

/// Compares the embedded tables of up to three pieces with built ones.
struct CompareTables;

impl DraughtsVisitor for CompareTables {
    type Output = usize;

    fn visit<V: DraughtsVariant>(self, variant: V) -> usize {
        if variant.rules().have_endgame_tables() && V::Board::ROWS == 8 {
            let folder = tempfile::tempdir().unwrap();
            build(&variant, folder.path(), 3, THREADS, &mut |_| ()).unwrap();
            for (pieces, kind) in [2, 3].into_iter().flat_map(|it| EgdbFileKind::ALL.map(|kind| (it, kind))) {
                let built = fs::read(table_path(&variant, folder.path(), pieces, kind)).unwrap();
                let kept = table_path(&variant, Path::new("endgames"), pieces, kind);
                assert!(built == fs::read(&kept).unwrap(), "{}", kept.display());
            }
            1
        } else {
            0
        }
    }
}

#[test]
fn embedded_tables_equal_built_ones() {
    assert_eq!(variant_names().map(|name| with_variant(name, CompareTables).unwrap()).sum::<usize>(), 12);
}

#[test]
fn tables_of_a_folder_are_added_to_the_embedded_ones() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    let open = || Egdb::open(&DraughtsPosition::<English>::start(), name);
    contains_all(&open().unwrap_err(), ["no endgame tables of 'english' in"]);
    let five = table_path(&English, folder.path(), 5, EgdbFileKind::Values);
    fs::write(five.with_file_name("english-6.wdl"), "").unwrap();
    contains_all(&open().unwrap_err(), ["english-5.wdl': not found, and needed for those of 6 pieces"]);
    fs::write(&five, b"KEMPEGDB\x07\x00").unwrap();
    contains_all(&open().unwrap_err(), ["english-5.wdl': found version 7"]);
    fs::remove_file(five.with_file_name("english-6.wdl")).unwrap();
    fs::remove_file(five).unwrap();
    let three = table_path(&English, folder.path(), 3, EgdbFileKind::Values);
    fs::copy(table_path(&English, Path::new("endgames"), 3, EgdbFileKind::Values), three).unwrap();
    assert_eq!(open().unwrap().max_pieces(), 4);
}
