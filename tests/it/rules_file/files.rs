//! A game described by a file is the game of the table.

use super::written;
use crate::prelude::*;
use kempelen::games::draughts::family::built_in_games;
use kempelen::games::draughts::fen;
use kempelen::games::draughts::rules_file::{from_text, load};

/// The counts from the start to a depth.
struct Counts(u32);

impl GameVisitor for Counts {
    type Output = Vec<u64>;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Vec<u64> {
        let start = K::start(game);
        (1..=self.0).map(|depth| perft(&start, depth)).collect()
    }
}

/// What happened in random games: the positions without keys, the moves, and the results.
struct Games(u64);

impl DraughtsVisitor for Games {
    type Output = Vec<(String, Vec<DraughtsMove>, String)>;

    fn visit<V: DraughtsVariant>(self, variant: V) -> Self::Output {
        let mut random = Random(self.0);
        let mut met = Vec::new();
        for _ in 0..8 {
            let mut position = DraughtsPosition::initial(variant);
            for _ in 0..400 {
                let moves = position.moves();
                let over = position.outcome();
                let reason = over.map_or("", |_| position.end_reason());
                met.push((fen::show(&position), moves.to_vec(), format!("{over:?} {reason}")));
                if over.is_some() {
                    break;
                }
                let quiet: Vec<DraughtsMove> = moves.iter().copied().filter(|it| !it.captures()).collect();
                position = position.play(random.choose(if quiet.is_empty() { &moves } else { &quiet }));
            }
        }
        met
    }
}

#[test]
fn built_in_games_described_by_files() {
    let folder = tempfile::tempdir().unwrap();
    for (seed, game) in (1..).zip(built_in_games()) {
        let (rules, kind) = (game.rules, game.kind);
        let path = folder.path().join(format!("{}.toml", rules.name));
        fs::write(&path, written(rules, kind)).unwrap();
        let path = path.to_str().unwrap();
        let depth = if rules.name == "slovak" { 7 } else { 5 };
        let [own, described] = [rules.name, path].map(|it| by_name(it, Counts(depth)).unwrap());
        assert_eq!(own, described, "{}", rules.name);
        let own = with_variant(rules.name, Games(seed)).unwrap();
        let game = from_text(path, fs::read_to_string(path).unwrap()).unwrap();
        let described = game.visit(Games(seed));
        assert_eq!(own.len(), described.len());
        for (own, described) in own.iter().zip(&described) {
            assert_eq!(own, described, "{}", rules.name);
        }
    }
}

#[test]
fn a_file_changes_a_game_that_it_is_like() {
    let games = [
        ("like = \"russian\"\norder = [\"most pieces\"]\npromotion = \"goes on as a man\"", "brazilian"),
        ("like = \"czech\"\nrows_of_men = 2\nmay_stop = true", "slovak"),
        ("like = \"english\"\norder = [\"most pieces\"]", "pongor"),
        ("order = [\"most pieces\"]", "pongor"),
        ("like = \"frisian\"\nrows_of_men = 1", "frysk"),
        ("like = \"international\"\nboard = 8\nrows_of_men = 3", "brazilian"),
    ];
    for (text, same) in games {
        let name = format!("like-{same}.toml");
        let counts = from_text(&name, text.to_owned()).unwrap().visit(Perft(5));
        assert_eq!(counts, with_variant(same, Perft(5)).unwrap(), "{text}");
    }
}

struct Perft(u32);

impl DraughtsVisitor for Perft {
    type Output = u64;

    fn visit<V: DraughtsVariant>(self, variant: V) -> u64 {
        perft(&DraughtsPosition::initial(variant), self.0)
    }
}

struct StartFen;

impl DraughtsVisitor for StartFen {
    type Output = String;

    fn visit<V: DraughtsVariant>(self, variant: V) -> String {
        fen::show(&DraughtsPosition::initial(variant))
    }
}

#[test]
fn starts_by_position_and_by_rows() {
    let rows = "[\".b.b.b.B\", \"........\", \".......w\", \"......w.\", \"........\", \"........\", \"........\", \"W.......\"]";
    // The rows are mirrored as the board is.
    let turned = "[\"B.b.b.b.\", \"........\", \"w.......\", \".w......\", \"........\", \"........\", \"........\", \".......W\"]";
    for (like, rows, expected) in
        [("russian", rows, "W:W12,16,K29:B1,2,3,K4"), ("italian", turned, "W:W9,13,K32:B4,3,2,K1")]
    {
        let position = format!("like = \"{like}\"\nstart = \"{expected}\"");
        let rows = format!("like = \"{like}\"\nstart = {rows}");
        for text in [position, rows] {
            let game = from_text("start.toml", text).unwrap();
            assert_eq!(game.visit(StartFen), expected);
            assert_eq!(game.info.bench, [expected]);
        }
    }
}

#[test]
fn a_file_that_is_read_again_is_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let name = path.to_str().unwrap();
    fs::write(&path, "like = \"russian\"").unwrap();
    let (one, two) = (load(name).unwrap(), load(name).unwrap());
    assert!(std::ptr::eq(one, two));
    assert!(one.name.starts_with(&format!("{name}#")), "{}", one.name);
    assert!(std::ptr::eq(find_game(one.name).unwrap(), one));
    let key = |name: &str| by_name(name, StartKey).unwrap();
    let old = key(name);
    assert_eq!(key(one.name), old);
    assert_ne!(key("russian"), old);
    fs::write(&path, "like = \"russian\" # changed").unwrap();
    let changed = load(name).unwrap();
    assert_ne!(changed.name, one.name);
    assert_ne!(key(name), old);
    contains_all(&find_game(one.name).unwrap_err().to_string(), ["it has changed"]);
}

struct StartKey;

impl GameVisitor for StartKey {
    type Output = u64;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> u64 {
        K::start(game).key().0
    }
}
