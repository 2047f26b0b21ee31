//! Folders and files of Syzygy tables, damaged ones among them.

use super::{Thinker, endgames, position};
use crate::prelude::*;
use kempelen::games::chess::syzygy::SyzygyTables;
use kempelen::player::player;

#[test]
fn a_player_tells_what_it_loaded_and_keeps_it_when_a_path_is_wrong() {
    let mut chess = player("chess", 1).unwrap();
    let error = chess.load_tables("/no/such/folder").unwrap_err();
    assert!(error.starts_with("cannot read the folder '/no/such/folder': "), "{error}");
    assert_eq!(chess.take_messages(), Vec::<String>::new());
    chess.load_tables("").unwrap();
    assert_eq!(chess.take_messages(), ["no endgame tables"]);
    assert_eq!(chess.take_messages(), Vec::<String>::new());
    let mut draughts = player("english", 1).unwrap();
    assert!(draughts.load_tables("x").is_err());
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn a_folder_that_cannot_be_read_is_left_out() {
    let mut chess = player("chess", 1).unwrap();
    chess.load_tables(&format!("/no/such/folder;{}", data("syzygy").display())).unwrap();
    contains_all(&chess.take_messages().join("\n"), ["found 35 ", "left out: cannot"]);
}

#[test]
fn files_that_are_no_tables_are_reported_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let open =
        || SyzygyTables::open(&ChessPosition::start(), folder.path().to_str().unwrap()).map(|tables| tables.summary());
    let error = open().unwrap_err();
    assert!(error.starts_with("found no new endgame tables (.rtbw) in '"), "{error}");
    for (bytes, ending) in [
        (&b""[..], "is shorter than any table"),
        (b"KQvK", "begins with [4b, 51, 76, 4b], expected [71, e8, 23, 5d]"),
        (b"\x71\xe8\x23\x5d....", "found a length that no table has"),
    ] {
        fs::write(folder.path().join("KQvK.rtbw"), bytes).unwrap();
        let error = open().unwrap_err();
        assert!(error.ends_with(ending), "{error}");
        assert!(error.contains("KQvK.rtbw'"), "{error}");
    }
    fs::create_dir(folder.path().join("KRvK.rtbw")).unwrap();
    assert!(open().is_err());
}

#[test]
fn results_and_distances_may_have_folders_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let table = |name: &str, magic: [u8; 4]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, [magic, [0; 4], [0; 4], [0; 4]].concat()).unwrap();
        path.parent().unwrap().to_str().unwrap().to_owned()
    };
    let results = table("wdl/KQvK.rtbw", [0x71, 0xe8, 0x23, 0x5d]);
    let distances = table("dtz/KQvK.rtbz", [0xd7, 0x66, 0x0c, 0xa5]);
    let open = |path: &str| SyzygyTables::open(&ChessPosition::start(), path).map(|tables| tables.summary());
    let both = open(&format!("{results};{distances}")).unwrap();
    assert_eq!(both, "found 1 endgame tables with results and 1 with distances, of up to 3 men");
    let error = open(&distances).map(|_| ()).unwrap_err();
    assert_eq!(error, "found tables with distances (.rtbz), expected some with results (.rtbw) too");
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn a_table_that_is_cut_short_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let position = position("8/8/4k3/4r3/8/8/3Q4/K7 w - - 0 1");
    let bytes = fs::read(data("syzygy/KQvKR.rtbw")).unwrap();
    for keep in [16, 80, 16 + 64 * 20] {
        fs::write(folder.path().join("KQvKR.rtbw"), &bytes[..keep]).unwrap();
        let tables = Arc::new(SyzygyTables::open(&ChessPosition::start(), folder.path().to_str().unwrap()).unwrap());
        let mut thinker = Thinker::new(Arc::clone(&tables));
        assert!(thinker.think(&position, &[], 1000).score.is_estimate());
        assert_eq!(tables.take_error().unwrap(), "the endgame table KQvKR.rtbw is damaged", "{keep} bytes");
        assert_eq!(tables.wdl(&position), None);
        assert_eq!(tables.take_error(), None);
    }
}

/// Bytes that were changed can make a table lie, but never make the engine fail.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn altered_tables_do_no_harm() {
    let (folder, endgames) = (data("syzygy"), endgames());
    let mut random = Random::new(2013);
    for name in ["KQvKR", "KPvKP", "KBNvK", "KRvK"] {
        let files = ["rtbw", "rtbz"].map(|ending| format!("{name}.{ending}"));
        let read = |file: &String| fs::read(folder.join(file)).unwrap();
        let whole = files.each_ref().map(read);
        for _ in 0..40 {
            let folder = tempfile::tempdir().unwrap();
            for (file, bytes) in files.iter().zip(&whole) {
                let altered = alter(bytes.clone(), &mut random);
                fs::write(folder.path().join(file), altered).unwrap();
            }
            probe_all(folder.path(), &endgames);
        }
    }
}

fn alter(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..8 {
        // Most damage is done near the beginning, where lengths and codes stand.
        let reach = if random.below(2) == 0 { 200 } else { bytes.len() };
        let place = 4 + random.below(reach.min(bytes.len()) - 4);
        bytes[place] = random.below(256) as u8;
    }
    bytes
}

fn probe_all(folder: &Path, endgames: &[(ChessPosition, i32, i32)]) {
    let Ok(tables) = SyzygyTables::open(&ChessPosition::start(), folder.to_str().unwrap()) else { return };
    for (position, ..) in endgames {
        let _ = (tables.wdl(position), tables.dtz(position));
    }
    for fen in ["8/8/4k3/4r3/8/8/3Q4/K7 w - - 0 1", "8/8/8/3k4/8/8/8/K2NB3 b - - 0 1"] {
        let _ = (tables.wdl(&position(fen)), tables.dtz(&position(fen)));
    }
    if let Some(trouble) = tables.take_error() {
        assert!(!trouble.contains('\n'), "{trouble}");
    }
}
