//! Networks trained from games: they learn, and training goes on where it was.

use crate::prelude::*;

/// A folder with a file of games of chess.
fn with_games(games: u32) -> Folder {
    let folder = Folder::new();
    let cheap = "--nodes 25 --hash 1 --max-plies 120 --eval weights";
    folder.run(format!("datagen play --game chess --games {games} --output chess {cheap}")).text();
    folder
}

/// Trains a small network. `words` names the file, and settings that replace the small ones.
fn train(folder: &Folder, words: &str) -> Ran {
    let small = ["--neurons 32", "--batch 256", "--blend 0", "--threads 1"];
    let small = small.into_iter().filter(|setting| !words.contains(setting.split_once(' ').unwrap().0));
    folder.run(format!("train --data chess {} --output {words}", small.collect::<Vec<_>>().join(" ")))
}

/// The numbers behind a word on standard error.
fn numbers(output: &Ran, word: &str) -> Vec<f64> {
    output.exits_with(0);
    let text = output.err();
    let number =
        |rest: &str| rest[..rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len())].parse().ok();
    text.split(word).skip(1).filter_map(number).collect()
}

#[test]
fn a_network_learns_and_values_positions() {
    let folder = with_games(600);
    let output = train(&folder, "net.nnue --epochs 12 --rate 0.003 --curve loss.svg");
    let losses = numbers(&output, "training loss ");
    assert_eq!(losses.len(), 12, "{output:?}");
    assert!(losses[11] < 0.6 * losses[0], "{losses:?}");
    // Of the evaluation in the program, after every epoch, and in whole numbers.
    let validation = numbers(&output, "validation loss ");
    assert_eq!(validation.len(), 14, "{output:?}");
    assert!((validation[13] / validation[12] - 1.0).abs() < 0.02, "{validation:?}");
    assert!(folder.read("loss.svg").starts_with("<svg"));
    // It knows what a queen is worth, more or less.
    let value = |fen: &str| {
        folder.run(format!("eval --json --weights net.nnue --fen '{fen}'")).json()["value"].as_i64().unwrap()
    };
    let with = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let without = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
    assert!(with - without > 91, "{with} {without}");
}

#[test]
fn what_is_there_is_left_alone_or_gone_on_with() {
    let folder = with_games(20);
    numbers(&train(&folder, "net --epochs 2"), "loss ");
    let net = folder.bytes("net");
    // All epochs are done: the network is written once more.
    folder.remove("net");
    assert_eq!(numbers(&train(&folder, "net --epochs 2 --resume"), "training loss ").len(), 0);
    assert_eq!(folder.bytes("net"), net);
}

#[test]
fn scores_on_the_way_replace_results_at_a_known_scale() {
    let folder = with_games(20);
    let train = |name: &str, lambda: &str| {
        train(&folder, &format!("{name} --lambda {lambda} --scale 150 --epochs 1 --blend 1"))
    };
    // Results are 0, 1/2 or 1; scores are mostly near 1/2, so they leave a smaller error.
    let [results, returns, scores] = [("results", "1"), ("returns", "0.5"), ("scores", "0")]
        .map(|(name, lambda)| numbers(&train(name, lambda), "training loss ")[0]);
    assert!(returns < 0.8 * results && scores < 0.8 * results && returns != scores, "{results} {returns} {scores}");
    let bytes = folder.bytes("returns");
    let provenance = String::from_utf8_lossy(&bytes);
    assert!(provenance.contains("\"lambda\":0.5") && provenance.contains("\"scale\":150.0"), "options in the file");
    train("returns --resume", "0.9").fails_with("lambda: found 0.5, expected 0.9");
}

#[test]
fn neurons_are_added_to_a_network() {
    let folder = with_games(20);
    numbers(&train(&folder, "first --epochs 1"), "loss ");
    let wider = "wide --from first --neurons 64 --epochs 1";
    numbers(&train(&folder, wider), "loss ");
    let wide = folder.bytes("wide");
    assert!(wide.len() > 19 * folder.bytes("first").len() / 10);
    // The checkpoint has the wider network, and continues it.
    folder.remove("wide");
    assert_eq!(numbers(&train(&folder, &format!("{wider} --resume")), "training loss ").len(), 0);
    assert_eq!(folder.bytes("wide"), wide);
    let narrow = train(&folder, "narrow --from wide");
    narrow.fails_with("found 64 neurons, expected at most 32: --neurons can only add to them");
}
