//! A game described by a file is the game of the table.

use super::written;
use crate::prelude::*;
use kempelen::games::draughts::family::BUILT_IN_GAMES;
use kempelen::games::draughts::rules_file::{from_text, load};

/// The start of a game.
struct Start;

impl DraughtsVisitor for Start {
    type Output = AnyPosition;

    fn visit<V: DraughtsVariant>(self, variant: V) -> AnyPosition {
        AnyPosition::new(DraughtsPosition::initial(variant))
    }
}

/// What happened in random games: the positions without keys, the moves, and the results.
fn random_games(start: &AnyPosition, seed: u64) -> Vec<(String, Vec<String>, String)> {
    let mut random = Random::new(seed);
    let mut met = Vec::new();
    for _ in 0..8 {
        let mut position = start.clone();
        for _ in 0..400 {
            let moves = position.moves();
            let texts: Vec<String> = moves.iter().map(|&mv| position.show_move(mv, MoveStyle::Long)).collect();
            let over = position.outcome();
            let reason = over.map_or("", |_| position.end_reason());
            met.push((position.show(), texts.clone(), format!("{over:?} {reason}")));
            if over.is_some() {
                break;
            }
            let quiet: Vec<_> =
                moves.iter().zip(&texts).filter(|(_, text)| !text.contains('x')).map(|it| *it.0).collect();
            position = position.play(random.choose(if quiet.is_empty() { &moves } else { &quiet }));
        }
    }
    met
}

/// The smallest and the largest number of pieces, the number of kings, and the rule in words.
#[test]
fn pieces_against_a_lone_king_in_words() {
    for ([least, most], kings, expected) in [
        ([1, 1], 0, "one piece against a lone king"),
        ([1, 1], 1, "one king on each side and no other piece"),
        ([1, 3], 0, "1 to 3 pieces against a lone king"),
        ([2, 3], 1, "2 or 3 pieces, at least one of them a king, against a lone king"),
        ([3, 3], 2, "3 pieces, at least 2 of them kings, against a lone king"),
        ([2, 3], 3, "3 pieces, all of them kings, against a lone king"),
        ([3, 3], 3, "3 pieces, all of them kings, against a lone king"),
    ] {
        let pieces = format!("pieces = [{least}, {most}]\nkings = {kings}\nplies = 20\n");
        let text = format!("[[draws.few_pieces]]\nwhen = \"against a lone king\"\n{pieces}");
        let draws = from_text("lone-king.toml", text).unwrap().rules.draws.texts();
        assert_eq!(draws[1], format!("10-move rule: 20 plies with {expected}"));
    }
}

#[test]
fn built_in_games_described_by_files() {
    let folder = Folder::new();
    for (seed, game) in (1..).zip(&*BUILT_IN_GAMES) {
        let (rules, kind) = (game.rules, game.kind);
        let (file, text) = (format!("{}.toml", rules.name), written(rules, kind));
        folder.write(&file, &text);
        let path = &folder.text_path(&file);
        let depth = if rules.name == "slovak" { 7 } else { 5 };
        let counts = |game: &str| {
            let start = find_game(game).unwrap().start();
            (1..=depth).map(|depth| perft(&start, depth)).collect::<Vec<_>>()
        };
        assert_eq!(counts(rules.name), counts(path), "{}", rules.name);
        let own = random_games(&with_variant(rules.name, Start).unwrap(), seed);
        let game = from_text(path, text).unwrap();
        let described = random_games(&game.visit(Start), seed);
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
        let start = from_text(&name, text.to_owned()).unwrap().visit(Start);
        assert_eq!(perft(&start, 5), perft(&with_variant(same, Start).unwrap(), 5), "{text}");
    }
}

/// The trees of small boards are counted to a greater depth.
#[test]
fn counts_go_to_depths_by_the_size_of_the_board() {
    for game in BUILT_IN_GAMES.iter() {
        let info = game_info(game.rules.name).unwrap();
        let expected: &[u32] = if info.start().rows().len() == 8 { &[2, 4, 6, 8] } else { &[2, 4, 6] };
        assert_eq!(info.compare_depths, expected, "{}", info.name);
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
            assert_eq!(game.visit(Start).show(), expected);
            assert_eq!(game.info.bench, [expected]);
        }
    }
}

#[test]
fn a_file_that_is_read_again_is_the_same_game() {
    let folder = Folder::with(&[("mine.toml", "like = \"russian\"")]);
    let name = &*folder.text_path("mine.toml");
    let (one, two) = (load(name).unwrap(), load(name).unwrap());
    assert!(std::ptr::eq(one, two));
    assert!(one.name.starts_with(&format!("{name}#")), "{}", one.name);
    assert!(std::ptr::eq(find_game(one.name).unwrap(), one));
    let key = |name: &str| find_game(name).unwrap().start().key();
    let old = key(name);
    assert_eq!(key(one.name), old);
    assert_ne!(key("russian"), old);
    folder.write("mine.toml", "like = \"russian\" # changed");
    let changed = load(name).unwrap();
    assert_ne!(changed.name, one.name);
    assert_ne!(key(name), old);
    contains_all(&find_game(one.name).unwrap_err().to_string(), ["it has changed"]);
}
