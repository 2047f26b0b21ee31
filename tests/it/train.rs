//! Networks trained from games: they learn, training goes on where it was, and what cannot be used
//! is refused.

use crate::shell::{complaint, run, stdout};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// A folder with a file of games of chess.
struct Folder {
    folder: TempDir,
}

impl Folder {
    fn new(games: u32) -> Folder {
        let folder = Folder { folder: TempDir::new().unwrap() };
        folder.play("chess", games);
        folder
    }

    fn play(&self, game: &str, games: u32) {
        let (path, count) = (self.path(game), games.to_string());
        let play = ["datagen", "play", "--game", game, "--games", &count, "--output", &path];
        let cheap = ["--nodes", "25", "--hash", "1", "--max-plies", "120", "--eval", "weights"];
        stdout(&run(&[&play[..], &cheap].concat()));
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn train(&self, output: &str, more: &[&str]) -> Output {
        let (data, output) = (self.path("chess"), self.path(output));
        let small = [["--neurons", "32"], ["--batch", "256"], ["--blend", "0"], ["--threads", "1"]];
        let small = small.iter().filter(|[name, _]| !more.contains(name));
        let train = ["train", "--data", &data, "--output", &output];
        run(&[&train[..], &small.flatten().copied().collect::<Vec<_>>(), more].concat())
    }
}

/// The numbers behind a word in what was told.
fn told(output: &Output, word: &str) -> Vec<f64> {
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let number = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
        text[..end.unwrap_or(text.len())].parse().ok()
    };
    told.split(word).skip(1).filter_map(number).collect()
}

#[test]
fn a_network_learns_and_values_positions() {
    let folder = Folder::new(600);
    let curve = folder.path("loss.svg");
    let output = folder.train("net.nnue", &["--epochs", "12", "--rate", "0.003", "--curve", &curve]);
    let losses = told(&output, "training loss ");
    assert_eq!(losses.len(), 12, "{output:?}");
    assert!(losses[11] < 0.6 * losses[0], "{losses:?}");
    // Of the evaluation in the program, after every epoch, and in whole numbers.
    let validation = told(&output, "validation loss ");
    assert_eq!(validation.len(), 14, "{output:?}");
    assert!((validation[13] / validation[12] - 1.0).abs() < 0.02, "{validation:?}");
    assert!(fs::read_to_string(curve).unwrap().starts_with("<svg"));
    // It knows what a queen is worth, more or less.
    let net = folder.path("net.nnue");
    let value = |fen: &str| -> i64 {
        let told = stdout(&run(&["eval", "--json", "--weights", &net, "--fen", fen]));
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        told["value"].as_i64().unwrap()
    };
    let with = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let without = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
    assert!(with - without > 91, "{with} {without}");
}

#[test]
fn what_is_there_is_left_alone_or_gone_on_with() {
    let folder = Folder::new(20);
    told(&folder.train("net", &["--epochs", "2"]), "loss ");
    let net = fs::read(folder.path("net")).unwrap();
    let refused = complaint(&folder.train("net", &["--epochs", "2"]));
    assert!(refused.contains("is there already"), "{refused}");
    // All epochs are done: the network is written once more.
    fs::remove_file(folder.path("net")).unwrap();
    let epochs = told(&folder.train("net", &["--epochs", "2", "--resume"]), "training loss ");
    assert_eq!(epochs.len(), 0);
    assert_eq!(fs::read(folder.path("net")).unwrap(), net);
}

#[test]
fn scores_on_the_way_replace_results_at_a_known_scale() {
    let folder = Folder::new(20);
    let unknown = complaint(&folder.train("none", &["--lambda", "0.9"]));
    assert!(unknown.contains("--lambda needs the scale of the scores: give --scale, or --from"), "{unknown}");
    let unused = complaint(&folder.train("none", &["--lambda", "0.9", "--scale", "150"]));
    assert!(unused.contains("--lambda has no effect"), "{unused}");
    let train = |name, lambda, more: &[&str]| {
        let options = ["--lambda", lambda, "--scale", "150", "--epochs", "1", "--blend", "1"];
        folder.train(name, &[&options, more].concat())
    };
    // Results are 0, 1/2 or 1; scores are mostly near 1/2, so they leave a smaller error.
    let [results, returns, scores] = [("results", "1"), ("returns", "0.5"), ("scores", "0")]
        .map(|(name, lambda)| told(&train(name, lambda, &[]), "training loss ")[0]);
    assert!(returns < 0.8 * results && scores < 0.8 * results && returns != scores, "{results} {returns} {scores}");
    let bytes = fs::read(folder.path("returns")).unwrap();
    let provenance = String::from_utf8_lossy(&bytes);
    assert!(
        provenance.contains("\"lambda\":0.5") && provenance.contains("\"scale\":150.0"),
        "the options stand in the file"
    );
    let other = complaint(&train("returns", "0.9", &["--resume"]));
    assert!(other.contains("lambda: found 0.5, expected 0.9"), "{other}");
}

#[test]
fn neurons_are_added_to_a_network() {
    let folder = Folder::new(20);
    let first = folder.path("first");
    told(&folder.train("first", &["--epochs", "1"]), "loss ");
    let wider = ["--from", &first, "--neurons", "64", "--epochs", "1"];
    told(&folder.train("wide", &wider), "loss ");
    let wide = fs::read(folder.path("wide")).unwrap();
    assert!(wide.len() > 19 * fs::read(&first).unwrap().len() / 10);
    // The checkpoint has the wider network, and continues it.
    fs::remove_file(folder.path("wide")).unwrap();
    let resumed = folder.train("wide", &[&wider[..], &["--resume"]].concat());
    assert_eq!(told(&resumed, "training loss ").len(), 0);
    assert_eq!(fs::read(folder.path("wide")).unwrap(), wide);
    let narrow = complaint(&folder.train("narrow", &["--from", &folder.path("wide")]));
    assert!(narrow.contains("found 64 neurons, expected at most 32: --neurons can only add to them"), "{narrow}");
}

#[test]
fn what_cannot_be_used_is_refused() {
    let folder = Folder::new(6);
    told(&folder.train("net", &["--epochs", "1"]), "loss ");
    let checkpoint = folder.path("net.checkpoint");
    let other = complaint(&folder.train("net", &["--epochs", "2", "--resume"]));
    assert!(other.contains("epochs: found 1, expected 2"), "{other}");
    let mut bytes = fs::read(&checkpoint).unwrap();
    bytes[400] ^= 1;
    fs::write(&checkpoint, &bytes).unwrap();
    let damaged = complaint(&folder.train("net", &["--epochs", "1", "--resume"]));
    assert!(damaged.contains("the checkpoint is damaged or truncated"), "{damaged}");
    fs::write(&checkpoint, "KEMPGAME").unwrap();
    let foreign = complaint(&folder.train("net", &["--epochs", "1", "--resume"]));
    assert!(foreign.contains("found no checkpoint of this version of 'kempelen train'"), "{foreign}");
    let early = complaint(&folder.train("early", &["--skip-plies", "9999"]));
    assert!(early.contains("found no position to learn from"), "{early}");
    assert!(!Path::new(&folder.path("early")).exists());
    folder.play("breakthrough", 2);
    let (data, output) = (folder.path("breakthrough"), folder.path("none.nnue"));
    let none = complaint(&run(&["train", "--data", &data, "--output", &output]));
    assert!(none.contains("there are no networks for the game breakthrough"), "{none}");
    for odd in [
        ["--neurons", "33"],
        ["--lambda", "1.1"],
        ["--rate", "0"],
        ["--final-rate", "0"],
        ["--blend", "nan"],
        ["--final-blend", "2"],
    ] {
        let output = folder.train("odd", &odd);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}
