//! The books, ballots and names of openings in the program.

use crate::prelude::*;

/// Reads the book and the ballots of a game, and counts the moves for its start position.
fn embedded_openings(game: &'static GameInfo) -> [usize; 2] {
    let count = |text: String| game.read_book(text.as_bytes()).unwrap().moves(&game.start()).len();
    [game.book(), game.ballots.map(str::to_owned)].map(|text| text.map_or(0, count))
}

#[test]
fn every_draughts_game_has_a_book_and_ballots() {
    for name in variant_names() {
        let [book, ballots] = embedded_openings(game_info(name).unwrap());
        assert!(book > 0 && ballots > 0, "{name}: {book}, {ballots}");
    }
}

fn played(moves: &str) -> GameLine<AnyPosition> {
    let mut line = GameLine::new(game_info("chess").unwrap().start());
    for word in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
        line.play(line.position().parse_move(word).unwrap());
    }
    line
}

/// The tags of a record of chess that had these and gets the name of its opening.
fn named(tags: &[(&str, &str)], moves: &str) -> String {
    let mut record = GameRecord::default();
    for (name, value) in tags {
        record.set_tag(name, value);
    }
    game_info("chess").unwrap().set_opening(&mut record, &played(moves));
    let shown: Vec<String> = record.tags.iter().map(|(name, value)| format!("{name} {value}")).collect();
    shown.join("; ")
}

#[test]
fn main_lines_have_the_codes_of_the_encyclopaedia() {
    for (moves, expected) in [
        (
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Be7 Qf3 Qc7 O-O-O Nbd7 g4 b5",
            "ECO B99; Opening Sicilian Defense: Najdorf Variation",
        ),
        (
            "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Ne1 Nd7 f3 f5",
            "ECO E99; Opening King's Indian Defense: Orthodox Variation",
        ),
        (
            "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6 a3 Bxc3 bxc3 dxc4 Bxc4 Qc7",
            "ECO E59; Opening Nimzo-Indian Defense: Normal Variation",
        ),
        (
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2",
            "ECO C97; Opening Ruy Lopez: Closed",
        ),
        (
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6 Bc4 Bd7 O-O-O Rc8",
            "ECO B78; Opening Sicilian Defense: Dragon Variation",
        ),
        // By another order of moves.
        (
            "Nf3 c5 e4 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 d6 Be3 g6 f3 Bg7 Qd2 O-O Bc4 Bd7 O-O-O",
            "ECO B78; Opening Sicilian Defense: Dragon Variation",
        ),
    ] {
        assert_eq!(named(&[], moves), expected, "{moves}");
    }
}

/// Also in games that go from one position of the complete data to another by any moves.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn codes_are_those_of_the_complete_data() {
    let (mut codes, mut known) = (HashMap::new(), HashSet::new());
    for letter in ["a", "b", "c", "d", "e"] {
        let text = fs::read_to_string(data(&format!("openings/lichess-eco-{letter}.tsv"))).unwrap();
        for row in text.lines().skip(1) {
            let line = played(row.rsplit('\t').next().unwrap());
            known.extend(line.earlier_keys().iter().copied().chain([line.position().key()]));
            codes.insert(line.position().key(), row[..3].to_owned());
        }
    }
    assert_eq!(codes.len(), 3807);
    let chess = game_info("chess").unwrap();
    let mut random = Random::new(1);
    for _ in 0..3000 {
        let (mut line, mut code) = (GameLine::new(chess.start()), None);
        while line.moves().len() < 36 {
            let mut moves = line.position().moves();
            moves.retain(|&mv| known.contains(&line.position().play(mv).key()));
            let Some(mv) = (!moves.is_empty()).then(|| random.choose(&moves)) else { break };
            line.play(mv);
            code = codes.get(&line.position().key()).or(code);
            let name = chess.opening_name(&line).unwrap();
            assert_eq!(Some(&name[..3]), code.map(|it| &**it), "{name}: {:?}", line.moves());
        }
    }
}

#[test]
fn a_name_does_not_contradict_the_tags_of_a_record() {
    let own = "ECO C60; Opening Ruy Lopez";
    for (tags, expected) in [
        (&[][..], own),
        (&[("ECO", "C60")], own),
        (&[("ECO", "?"), ("Opening", "?")], own),
        (&[("ECO", " "), ("Opening", "")], own),
        (&[("ECO", "?")], own),
        (&[("ECO", "B90")], "ECO B90"),
        (&[("ECO", "B90"), ("Opening", "?")], "ECO B90; Opening ?"),
        (&[("Opening", "Spanish")], "Opening Spanish"),
        (&[("ECO", "?"), ("Opening", "Spanish")], "ECO ?; Opening Spanish"),
    ] {
        assert_eq!(named(tags, "e4 e5 Nf3 Nc6 Bb5"), expected, "{tags:?}");
    }
}
