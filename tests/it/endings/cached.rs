//! Endgame tables that are built at first use and kept in a folder of the user.

use crate::prelude::*;

/// How long a build may take on a busy machine, with tests that are not optimised.
const PATIENCE: Duration = Duration::from_secs(400);

/// The program with this cache folder.
fn with_cache(folder: &Path, words: &str) -> Command {
    let mut command = kempelen(words);
    command.env("KEMPELEN_CACHE", folder);
    command
}

/// An engine for Spanish draughts with this cache folder.
fn spanish(folder: &Path) -> Engine {
    let mut engine = Engine::run(with_cache(folder, ""));
    engine.tell("hub\nset-param name=variant value=spanish");
    engine
}

/// White wins, but a capture is 14 plies away: no search of a moment sees it.
const FOUR_PIECES: &str = "pos pos=W:WK4,K29,K20:BK13";

/// The lines of a search for a short time.
fn think(engine: &mut Engine) -> Vec<String> {
    engine.ask(&format!("{FOUR_PIECES}\nlevel move-time=0.05\ngo think"), "done")
}

/// The messages of the engine about the tables.
fn remarks(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.contains("message=")).collect()
}

/// The files of the cache by their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let version = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).next();
    let mut files: Vec<_> = fs::read_dir(version.unwrap()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn names(folder: &Path) -> Vec<String> {
    let name = |file: &PathBuf| file.file_name().unwrap().to_str().unwrap().to_owned();
    files(folder).iter().map(name).collect()
}

const WHOLE: [&str; 6] =
    ["spanish-2.dtc", "spanish-2.wdl", "spanish-3.dtc", "spanish-3.wdl", "spanish-4.dtc", "spanish-4.wdl"];

fn wait_until_built(folder: &Path) {
    let begun = Instant::now();
    while names(folder) != WHOLE {
        assert!(begun.elapsed() < PATIENCE, "{:?}", names(folder));
        sleep(Duration::from_millis(50));
    }
}

/// Two engines that begin at once build the tables once; the next search of each uses them, and a third finds them. A
/// damaged file is refused in words and built again.
#[test]
fn tables_are_built_at_first_use_and_read_at_the_second() {
    let folder = tempfile::tempdir().unwrap();
    let mut engines = [spanish(folder.path()), spanish(folder.path())];
    for engine in &mut engines {
        let lines = think(engine);
        let [message] = remarks(&lines)[..] else { panic!("{lines:?}") };
        assert!(message.contains("endgame tables of this game are built in"), "{message}");
        assert!(message.starts_with("info message="), "{message}");
    }
    wait_until_built(folder.path());
    for engine in &mut engines {
        // The thread that built them may need a moment to say so.
        let begun = Instant::now();
        while !uses_tables(&think(engine)) {
            assert!(begun.elapsed() < PATIENCE);
        }
        assert_eq!(names(folder.path()), WHOLE);
    }
    drop(engines);

    let mut third = spanish(folder.path());
    let lines = think(&mut third);
    assert!(uses_tables(&lines) && remarks(&lines).is_empty(), "{lines:?}");
    // A search that is to be repeatable does not depend on them.
    let counted = third.ask(&format!("{FOUR_PIECES}\nlevel nodes=3000\ngo think"), "done");
    assert!(!uses_tables(&counted), "{counted:?}");
    for other in ["\"\"", "none"] {
        third.tell(&format!("set-param name=endgame-path value={other}"));
        assert!(!uses_tables(&think(&mut third)), "{other}");
    }
    third.tell("set-param name=endgame-path value=auto");
    assert!(uses_tables(&think(&mut third)));
    drop(third);
    let path = folder.path().to_str().unwrap();
    let probe = "egdb probe --game spanish --fen W:WK4,K29,K20:BK13";
    output(&mut with_cache(folder.path(), probe)).text();

    let damaged = files(folder.path()).pop().unwrap();
    let mut bytes = fs::read(&damaged).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, bytes).unwrap();
    let mut engine = spanish(folder.path());
    let lines = think(&mut engine);
    let [message] = remarks(&lines)[..] else { panic!("{lines:?}") };
    assert!(message.contains(path) && message.contains("spanish-4.wdl"), "{message}");
    assert!(message.contains("is damaged; the tables are built again"), "{message}");
    assert!(!uses_tables(&lines), "{lines:?}");
    // An engine that is told to quit does not finish the build.
    let quits = Instant::now();
    engine.tell("quit");
    engine.end();
    assert!(quits.elapsed() < Duration::from_secs(5), "{:?}", quits.elapsed());
    assert_ne!(names(folder.path()), WHOLE);
}

/// Whether the last line of a search knows from the tables that the position is won.
fn uses_tables(lines: &[String]) -> bool {
    lines.iter().rfind(|line| line.starts_with("info depth=")).unwrap().contains(" score=89.")
}

#[test]
fn searches_that_can_be_repeated_build_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = spanish(folder.path());
    engine.tell("init");
    for level in ["level depth=3", "level nodes=500"] {
        engine.tell(&format!("{FOUR_PIECES}\n{level}"));
        assert!(remarks(&engine.ask("go think", "done")).is_empty());
    }
    // Neither do games whose tables are in the program, or have none.
    for variant in ["russian", "frisian", "frysk"] {
        engine.tell(&format!("set-param name=variant value={variant}\nlevel move-time=0.02"));
        let lines = engine.ask("go think", "done");
        assert!(remarks(&lines).is_empty(), "{lines:?}");
    }
    engine.end();
    output(&mut with_cache(folder.path(), "analyse --game spanish --nodes 500")).text();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_cache_that_cannot_be_written_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    // Root may write everywhere, but not below a file.
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let mut engine = spanish(&file);
    let begun = Instant::now();
    let mut messages = Vec::new();
    while messages.len() < 2 {
        assert!(begun.elapsed() < PATIENCE, "{messages:?}");
        messages.extend(remarks(&think(&mut engine)).into_iter().cloned());
    }
    contains_all(last(&messages), ["cannot be built", "those in the program are used"]);
    assert!(remarks(&think(&mut engine)).is_empty());
}

#[test]
fn egdb_without_a_folder_takes_the_cache() {
    let folder = tempfile::tempdir().unwrap();
    let build = "egdb build --game spanish --pieces 2";
    output(&mut with_cache(folder.path(), build)).exits_with(0).remarks("endgame tables in '");
    assert_eq!(names(folder.path()), WHOLE[..2]);
    run("egdb build --game spanish").fails_with("KEMPELEN_CACHE is empty");
}
