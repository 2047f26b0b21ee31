//! Records of games: what is written reads back, and any other text is read or refused with a reason.

use crate::prelude::*;
use kempelen::notation::reader::{RecordError, RecordReader};
use kempelen::notation::record::{RecordedMove, Variation};
use proptest::prelude::*;
use std::io;

fn read(text: &str) -> Vec<GameRecord> {
    RecordReader::new(text.as_bytes()).map(Result::unwrap).collect()
}

fn moves(record: &GameRecord) -> Vec<&str> {
    record.moves.iter().map(|played| played.text.as_str()).collect()
}

/// The record without the places where it stood.
fn meaning(mut record: GameRecord) -> GameRecord {
    record.line = 0;
    without_lines(&mut record.moves);
    record
}

fn without_lines(moves: &mut [RecordedMove]) {
    for played in moves {
        played.line = 0;
        for variation in &mut played.variations {
            without_lines(&mut variation.moves);
        }
    }
}

/// What can be read of a text, written again.
fn rewritten(text: &str) -> String {
    RecordReader::new(text.as_bytes()).filter_map(Result::ok).map(|record| record.to_string()).collect()
}

fn faults(text: &[u8]) -> Vec<String> {
    RecordReader::new(text).filter_map(Result::err).map(|error| error.to_string()).collect()
}

#[test]
fn a_game_with_everything() {
    let text = "\u{feff}% escaped\n[Event \"a \"quoted\" name\"]\n[White \"O\\\"Hara \\\\ Co\"]\n\n\
                {before} 1. e4! {one} {two} e5?? $14 (1... c5 2. Nf3 (2. d4 {deep)} ) ) 2.Nf3 Nc6 ; rest\n\
                3. exd6 e.p. 3... -- 1-0\n\n[Event \"next\"]\n1. d4 *\n";
    let games = read(text);
    assert_eq!(games.len(), 2);
    let game = &games[0];
    assert_eq!(game.tag("event"), Some("a \"quoted\" name"));
    assert_eq!(game.tag("White"), Some("O\"Hara \\ Co"));
    assert_eq!(game.preface, "before");
    assert_eq!(moves(game), ["e4", "e5", "Nf3", "Nc6", "exd6", "--"]);
    assert_eq!(game.moves[0].comment, "one two");
    assert_eq!((&game.moves[0].glyphs[..], &game.moves[1].glyphs[..]), (&[1][..], &[4, 14][..]));
    assert_eq!(game.moves[3].comment, "rest");
    let sicilian = &game.moves[1].variations[0].moves;
    assert_eq!(sicilian[1].text, "Nf3");
    assert_eq!(sicilian[1].variations[0].moves[0].text, "d4");
    assert_eq!(sicilian[1].variations[0].moves[0].comment, "deep)");
    assert_eq!(game.moves[4].line, 6);
    assert_eq!(game.result, GameResult::White);
    assert_eq!((games[1].line, games[1].result), (8, GameResult::Unknown));
}

#[test]
fn draughts_moves_are_no_numbers_and_no_results() {
    let game = &read("[GameType \"21\"]\n1. 11-15 23-19 2. 8-11 22x17x10 1-1")[0];
    assert_eq!(moves(game), ["11-15", "23-19", "8-11", "22x17x10"]);
    assert_eq!(game.result, GameResult::Draw);
    for (text, result) in [("2-0", GameResult::White), ("0-2", GameResult::Black)] {
        assert_eq!(GameResult::of_text(text), Some(result));
    }
}

/// A word needs no space before a comment, a glyph, a variation or a tag; a glyph needs one after it.
#[test]
fn a_move_ends_where_something_else_begins() {
    for (rest, comment, glyphs, variations) in [
        ("{c}", "c", 0, 0),
        (";c\n", "c", 0, 0),
        ("$14 ", "", 1, 0),
        ("(1. d4;d\n)", "", 0, 1),
        ("(1. d4{d})", "", 0, 1),
        ("{c}(1. d4$1)", "c", 0, 1),
    ] {
        let text = format!("[Event \"a\"]1. e4{rest}e5{rest}1-0[Event \"b\"]*");
        let games = read(&text);
        assert_eq!(games.len(), 2, "{text}");
        assert_eq!(moves(&games[0]), ["e4", "e5"], "{text}");
        for played in &games[0].moves {
            let found = (&*played.comment, played.glyphs.len(), played.variations.len());
            assert_eq!(found, (comment, glyphs, variations), "{text}");
            assert!(played.variations.iter().all(|it| it.moves[0].text == "d4"), "{text}");
        }
    }
}

#[test]
fn a_move_may_be_a_number() {
    let mut record =
        GameRecord { moves: ["1", "2", "e4", "12", "7"].map(RecordedMove::new).to_vec(), ..GameRecord::default() };
    record.moves[3].variations.push(Variation { moves: vec![RecordedMove::new("5")], ..Variation::default() });
    let text = record.to_string();
    assert_eq!(text.trim(), "1. 1 1... 2 2. e4 2... 12 ( 2... 5 ) 3. 7 *");
    assert_eq!(meaning(read(&text).remove(0)), record);
    assert_eq!(moves(&read("1 e4 e5 2 Nf3 2... 3")[0]), ["e4", "e5", "Nf3", "3"]);
    // A number without a dot that no move can have is a move, as draughts programs write 11-15.
    assert_eq!(
        moves(&read("1. 1115 2319 (1... 2218 2 811) 2 811 2217 3 9-13 *")[0]),
        ["1115", "2319", "811", "2217", "9-13"]
    );
    assert_eq!(moves(&read("1115 2319 811 2217 *")[0]), ["1115", "2319", "811", "2217"]);
    assert_eq!(moves(&read("31 e4 e5 32 Nf3 e6 34 d4 *")[0]), ["e4", "e5", "Nf3", "e6", "d4"]);
}

/// In PDN, `*` behind the moves may say no more than that they end.
#[test]
fn a_result_that_only_the_tag_states_counts() {
    for (end, result, text) in [
        ("*", GameResult::White, "2-0"),
        ("[Event \"next\"]", GameResult::White, "2-0"),
        ("0-1", GameResult::Black, "0-1"),
        ("", GameResult::Unknown, "*"),
    ] {
        let record = &read(&format!("[Result \"2-0\"]\n1. 11-15 {end}"))[0];
        assert_eq!((record.result, record.result_text()), (result, text), "'{end}'");
    }
    assert_eq!(read("[Result \"?\"]\n1. e4 *")[0].result, GameResult::Unknown);
}

#[test]
fn games_without_results_end_where_the_next_begins() {
    let games = read("[Event \"a\"]\n1. e4 e5\n\n[Event \"b\"]\n1. d4\n");
    let all: Vec<_> = games.iter().map(moves).collect();
    assert_eq!(all, [vec!["e4", "e5"], vec!["d4"]]);
}

#[test]
fn latin_letters_are_read() {
    let mut records = RecordReader::new(&b"[White \"M\xfcller\"]\n1. e4 *"[..]);
    assert_eq!(records.next().unwrap().unwrap().tag("White"), Some("M\u{fc}ller"));
}

#[test]
fn faults_name_their_line_and_the_next_game_is_read() {
    let text = b"[Event \"a\"]\n1. e4 [oops\n\n[Event \"b\"]\n1. d4 )\n[Event \"c\"]\n1. c4 *\n";
    let all: Vec<_> = RecordReader::new(&text[..]).collect();
    let results: Vec<String> = all
        .iter()
        .map(|game| match game {
            Ok(game) => moves(game).join(" "),
            Err(error) => error.to_string(),
        })
        .collect();
    assert_eq!(results.len(), 3, "{results:?}");
    assert!(results[0].starts_with("line 2") || results[0].starts_with("line 3"), "{}", results[0]);
    assert!(results[1].starts_with("line 5: found ')'"), "{}", results[1]);
    assert_eq!(results[2], "c4");
    for (text, expected) in [
        (&b"1. e4 {never ends"[..], "the end of a comment"),
        (b"1. e4 (1. d4", "the end of a variation"),
        (b"1. e4 $300", "'$300'"),
        (b"1. e4 $", "'$'"),
        (b"[Event]", "'[Event]'"),
        (b"[]", "'[]'"),
    ] {
        let found = faults(text);
        assert!(found.len() == 1 && found[0].contains(expected), "{found:?}");
    }
}

#[test]
fn what_stands_before_a_fault_is_kept_and_what_comes_after_it_is_read() {
    let text = "[Event \"a\"]\n\n1. e4 {x} (1. d4) e5 $300\n\n2. Nf3 *\n\n1. f3 *\n\n[Event \"b\"]\n\n1. c4 (1. f4\n\n\
                [Event \"c\"]\n[Site \"C:\\x\"]\n\n1. g4 *\n\n1. b4 {open";
    let games = RecordReader::new(text.as_bytes()).map(|game| game.unwrap_or_else(RecordError::into_record));
    let games: Vec<(usize, String)> = games.map(|game| (game.line, on_one_line(&game.to_string()))).collect();
    let expected = [
        (1, "[Event \"a\"] 1. e4 {x} ( 1. d4 ) 1... e5 *"),
        (7, "1. f3 *"),
        (9, "[Event \"b\"] 1. c4 ( 1. f4 ) *"),
        (13, "[Event \"c\"] [Site \"C:\\\\x\"] 1. g4 *"),
        (18, "1. b4 *"),
    ];
    assert_eq!(games, expected.map(|(line, game)| (line, game.to_owned())));
}

#[test]
fn long_comments_and_deep_nesting_are_refused() {
    let comment = [b"1. e4 {".to_vec(), vec![b'x'; 3 << 20]].concat();
    assert!(faults(&comment)[0].contains("a word, tag or comment of more than"));
    let brackets = "1. e4 ".to_owned() + &"(".repeat(1 << 20) + &")".repeat(1 << 20) + " e5 *";
    assert_eq!(moves(&read(&brackets)[0]), ["e4", "e5"]);
    let nested = |deep: usize| "1. e4 ".to_owned() + &"(e4 ".repeat(deep) + &")".repeat(deep);
    assert_eq!(read(&nested(100)).len(), 1);
    let found = faults(nested(1 << 18).as_bytes());
    assert!(found[0].contains("more than 100 deep"), "{found:?}");
}

#[test]
fn what_the_reader_wrote_is_written_again() {
    for [text, expected] in cases("records", "rewritten") {
        let once = rewritten(text);
        assert_eq!(on_one_line(&once), expected, "{text}");
        assert_eq!(rewritten(&once), once, "{text}");
    }
}

#[test]
fn a_comment_after_the_result_belongs_to_the_game_that_ends() {
    let text = "1. e4 1-0 {resigned} ; at once\n{indeed}\n\n{the next} 1. d4 0-1\n\n[Event \"c\"]\n\n*\n";
    let games = read(text);
    let comments: Vec<_> = games.iter().map(|game| (game.preface.as_str(), game.closing.as_str())).collect();
    assert_eq!(comments, [("", "resigned at once indeed"), ("the next", ""), ("", "")]);
    assert_eq!(read(&rewritten(text)).len(), 3);
}

#[test]
fn commands_stay_in_one_line_and_begin_none() {
    for before in 0..100 {
        let comment = format!("{} [%eval 0.35,14] %x [%clk 0:01:00] and so on", "x".repeat(before));
        let record = GameRecord {
            moves: vec![RecordedMove { comment: on_one_line(&comment), ..RecordedMove::new("e4") }],
            ..GameRecord::default()
        };
        let text = record.to_string();
        assert!(text.contains("[%eval 0.35,14] %x [%clk 0:01:00]"), "{text}");
        assert!(!text.lines().any(|line| line.starts_with(['%', '['])), "{text}");
        assert_eq!(meaning(read(&text)[0].clone()), record);
    }
}

/// A source that fails after so many bytes.
struct Failing(usize);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.min(buffer.len());
        self.0 -= count;
        buffer[..count].fill(b' ');
        match count {
            0 => Err(io::Error::other("pulled out")),
            _ => Ok(count),
        }
    }
}

#[test]
fn a_source_that_fails_is_not_asked_again() {
    let mut records = RecordReader::new(BufReader::new(Failing(100)));
    assert!(matches!(records.next(), Some(Err(RecordError::Read(_)))));
    assert!(records.next().is_none());
}

#[test]
fn lines_are_no_longer_than_eighty_columns() {
    let mut record =
        GameRecord { moves: (0..200).map(|_| RecordedMove::new("Nf3xe5+")).collect(), ..GameRecord::default() };
    record.moves[3].comment = "word ".repeat(100);
    let text = record.to_string();
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    // None ends before a word that it has room for.
    let lines: Vec<&str> = text.trim_end().lines().skip_while(|line| !line.starts_with("1.")).collect();
    for pair in lines.windows(2) {
        assert!(pair[0].len() + 1 + pair[1].split(' ').next().unwrap().len() > 80, "{pair:?}");
    }
    assert!(text.contains("1. Nf3xe5+ Nf3xe5+ 2. Nf3xe5+"));
    // After a comment the number is repeated.
    assert!(text.contains("} 3. "));
}

#[test]
fn numbers_go_on_from_the_position() {
    let mut record = GameRecord::default();
    record.set_tag("FEN", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7");
    record.moves = vec![RecordedMove::new("e5"), RecordedMove::new("Nf3")];
    assert!(record.to_string().contains("\n7... e5 8. Nf3 *\n"), "{record}");
    // A tree of leaves is no FEN of chess.
    record.set_tag("FEN", "(10 20 30 40 50 60 70) p1");
    assert!(record.to_string().contains("\n1. e5 Nf3 *\n"), "{record}");
}

proptest! {
    #[test]
    fn reading_any_bytes_ends(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(RecordReader::new(&bytes[..]).count() <= bytes.len() + 1);
    }

    #[test]
    fn reading_any_punctuation_ends(text in "[a-c1.(){}\\[\\]\"\\\\;$% \n*-]{0,200}") {
        prop_assert!(RecordReader::new(text.as_bytes()).count() <= text.len() + 1);
    }

    #[test]
    fn what_was_read_is_written_and_reads_back(
        text in "([a-h][1-8]|[a-c1-3.(){}\\[\\]\";$%!? \n*-]|1-0|\\( e4|\\) |1\\. |\\{\\[%eval ){0,80}",
    ) {
        let once: Vec<GameRecord> = RecordReader::new(text.as_bytes()).filter_map(Result::ok).collect();
        let written: String = once.iter().map(GameRecord::to_string).collect();
        let again = read(&written);
        let meanings = |records: Vec<GameRecord>| records.into_iter().map(meaning).collect::<Vec<_>>();
        prop_assert_eq!(meanings(again), meanings(once));
        prop_assert_eq!(rewritten(&written), written);
    }

    #[test]
    fn what_is_written_reads_back(
        tags in prop::collection::vec(("[A-Z][a-z]{0,8}", "[ -~\u{e4}\u{151}]{0,20}"), 1..5),
        moves in moves_with_variations(),
        comments in ("[ -|~]{0,40}", "[ -|~]{0,40}"),
        result in 0..4_usize,
    ) {
        let results = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown];
        let record = GameRecord {
            tags,
            preface: on_one_line(&comments.0),
            moves,
            result: results[result],
            closing: on_one_line(&comments.1),
            ..GameRecord::default()
        };
        let again = read(&record.to_string());
        prop_assert_eq!(again.len(), 1);
        prop_assert_eq!(meaning(again[0].clone()), record);
    }
}

/// Moves with comments, glyphs and variations in variations.
fn moves_with_variations() -> impl Strategy<Value = Vec<RecordedMove>> {
    let comment = || "[ -|~]{0,40}".prop_map(|text| on_one_line(&text));
    let played = move || {
        let glyphs = prop::collection::vec(any::<u8>(), 0..2);
        let parts = ("[a-hKQRBN][a-h1-8+#=-]{1,5}", glyphs, comment());
        parts.prop_map(|(text, glyphs, comment)| RecordedMove { text, glyphs, comment, ..RecordedMove::default() })
    };
    prop::collection::vec(played(), 1..12).prop_recursive(3, 64, 4, move |inner| {
        let variation =
            (comment(), inner, comment()).prop_map(|(preface, moves, closing)| Variation { preface, moves, closing });
        let variations = prop::collection::vec(variation, 0..2);
        let with = (played(), variations).prop_map(|(played, variations)| RecordedMove { variations, ..played });
        prop::collection::vec(with, 1..4)
    })
}
