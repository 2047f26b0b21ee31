//! The HTML page of an annotated game: a board to step through, the moves with their marks, better lines, the curve of the
//! expected points, and the mistakes as exercises. The page of puzzles shares the board and the exercises.

mod boards;
mod data;
mod move_list;
pub mod puzzle_page;

use super::agreement::Agreement;
use super::exercise::Exercise;
use super::game_review::{GameReview, with_accuracy};
use super::mark::Mark;
use crate::drawing::html_page::{PAGE_SCRIPT, PAGE_STYLE, fill, json_in_html, page};
use crate::game::{Game, Side};
use crate::games::GameInfo;
use crate::notation::record::GameRecord;
use crate::picture::Picture;
use crate::picture::svg_board::BOARD_STYLE;
use crate::picture::svg_document::{SvgTheme, svg_css, svg_escaped};
use boards::PageBoards;
use data::{GamePageData, PageMove};
use move_list::move_list;
use std::fmt::Write;

/// HTML, colours and script.
pub const TEMPLATE: &str = include_str!("template.html");

/// The scripts of the template by their names in it.
pub const SCRIPTS: [(&str, &str); 3] = [
    ("page_script", PAGE_SCRIPT),
    ("board_script", include_str!("board.js")),
    ("exercise_script", include_str!("exercise.js")),
];

/// The text of the page of a game. Until its script runs, it shows the start and the list of moves with the author's remarks.
///
/// # Errors
/// The game cannot be written as JSON.
pub fn game_page(
    game: &GameInfo,
    record: &GameRecord,
    reviews: &[GameReview],
    mistakes: &[Exercise],
) -> serde_json::Result<String> {
    let data = GamePageData::new(record, reviews, mistakes, game.white);
    let review = &reviews[0];
    let [white, black] = [game.white, !game.white].map(|side| review.line.start().side_name(side));
    let player = |tag: &str, side: &str, index: usize| {
        with_accuracy(record.known_tag(tag).unwrap_or(side), review.accuracy[index])
    };
    let names = [player("White", white, 0), player("Black", black, 1)];
    let title = format!("{} - {}", names[0], names[1]);
    let json = serde_json::to_string(&data)?;
    let texts = [
        ("title", &*svg_escaped(&title)),
        ("details", &svg_escaped(&details(game, record))),
        ("white", &svg_escaped(white)),
        ("black", &svg_escaped(black)),
        ("curve", &curve(reviews)),
        ("engines", &engines(reviews, &data.moves, white)),
        ("moves", &move_list(&data.moves, record)),
        ("marks", &mark_counts(review, game.white)),
        ("thresholds", &review.thresholds.describe()),
        ("game", &json_in_html(&json)),
    ];
    Ok(board_page(TEMPLATE, &data.boards, &texts))
}

/// A page with a board and exercises: the template with these texts and those that are the same on every such page.
fn board_page(template: &str, boards: &PageBoards, texts: &[(&str, &str)]) -> String {
    let board = [("symbols", &*boards.symbols), ("view_box", &boards.view_box), ("first_board", &boards.first_board)];
    let shared = [
        ("page_style", PAGE_STYLE),
        ("board_style", &*svg_css(&[BOARD_STYLE], SvgTheme::Auto)),
        ("exercise_style", include_str!("exercise.css")),
        ("exercise", include_str!("exercise.html")),
        ("board", &fill(include_str!("board.html"), &board)),
    ];
    page(template, &[&SCRIPTS, &shared[..], texts].concat())
}

/// Result, game, event, date.
fn details(game: &GameInfo, record: &GameRecord) -> String {
    let tags = ["Event", "Site", "Date"].into_iter().filter_map(|name| record.known_tag(name));
    [record.result_text(), game.about].into_iter().chain(tags).collect::<Vec<_>>().join(", ")
}

/// A row of a table for each kind of mark: how many of the moves of White and of Black have it.
fn mark_counts(review: &GameReview, white: Side) -> String {
    let mut text = String::new();
    let begins_second = review.line.start().side_to_move() != white;
    for mark in Mark::ALL {
        let mut counts = [0; 2];
        for (ply, mv) in review.moves.iter().enumerate() {
            let side = (ply + usize::from(begins_second)) % 2;
            counts[side] += usize::from(mv.mark == Some(mark));
        }
        let word = mark.word();
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\"><b class=\"{word}\">{}</b> {word}</th><td>{}</td><td>{}</td></tr>",
            mark.suffix(),
            counts[0],
            counts[1]
        );
    }
    text
}

/// The curves of White's expected points, one for each engine: a unit for each ply, 100 for a point. Bad moves are dots.
fn curve(reviews: &[GameReview]) -> String {
    let review = &reviews[0];
    let last = review.moves.len().max(1);
    let paths: Vec<Vec<(usize, f64)>> = reviews.iter().map(places).collect();
    let [first, others @ ..] = &paths[..] else { return String::new() };
    let (from, to) = (first.first().map_or(0, |place| place.0), first.last().map_or(0, |place| place.0));
    let line = path(first);
    let mut text = format!(
        "<svg viewBox=\"0 -3 {last} 106\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\n\
         <path class=\"below\" d=\"{line}L{to} 100L{from} 100Z\"/>\n<path class=\"middle\" d=\"M0 50H{last}\"/>\n\
         <path class=\"line\" d=\"{line}\"/>\n"
    );
    for (number, other) in (1..).zip(others) {
        let _ = writeln!(text, "<path class=\"other other-{}\" d=\"{}\"/>", colour(number), path(other));
    }
    for (ply, mv) in (1..).zip(&review.moves) {
        if let Some((mark, white)) = mv.mark.zip(mv.white) {
            let y = 100.0 - 100.0 * white;
            let _ = writeln!(text, "<path class=\"dot {}\" d=\"M{ply} {y:.1}h0\"/>", mark.word());
        }
    }
    text + "<path class=\"cursor\" id=\"cursor\" d=\"M0 0V100\"/>\n</svg>"
}

/// The number of the colour of an engine: the first one has a colour of its own, the others have three in turn.
fn colour(engine: usize) -> usize {
    if engine == 0 { 0 } else { 1 + (engine - 1) % 3 }
}

/// The places of a curve, where the engine has an evaluation.
fn places(review: &GameReview) -> Vec<(usize, f64)> {
    (0..).zip(review.values()).filter_map(|(ply, white)| Some((ply, 100.0 - 100.0 * white?))).collect()
}

fn path(places: &[(usize, f64)]) -> String {
    let mut text = String::new();
    for (ply, y) in places {
        let _ = write!(text, "{}{ply} {y:.1}", if text.is_empty() { 'M' } else { 'L' });
    }
    text
}

/// What several engines think of the game: their accuracies, how often they agree, and where they differ most.
fn engines(reviews: &[GameReview], moves: &[PageMove], white: &str) -> String {
    let Some(agreement) = Agreement::of(reviews) else { return String::new() };
    let mut text = "<section class=\"count\" aria-label=\"Engines\">\n<h2>Engines</h2>\n<table>\n<thead><tr><th scope=\"col\">Engine\
                    </th><th scope=\"col\" colspan=\"2\">Accuracy</th></tr></thead>\n<tbody>\n"
        .to_owned();
    for (number, review) in reviews.iter().enumerate() {
        let [white, black] = review.accuracy.map(|it| it.map_or("?".to_owned(), |it| format!("{it:.0}")));
        let engine = svg_escaped(&review.engine);
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\"><b class=\"key other-{}\" aria-hidden=\"true\">━</b> {engine}</th><td>{white}</td><td>{black}</td></tr>",
            colour(number)
        );
    }
    let Agreement { positions, same_best, differences } = agreement;
    let _ = writeln!(text, "</tbody></table>\n<p>The same best move in {same_best} of {positions} positions.</p>");
    if !differences.is_empty() {
        let _ = writeln!(
            text,
            "<p>{}’s expected points differ most after</p>\n<ul class=\"differences\">",
            svg_escaped(white)
        );
    }
    for it in &differences {
        let mv = &moves[it.ply - 1];
        let dots = if mv.is_second { "..." } else { "." };
        let values: Vec<String> = it.white.iter().map(|white| format!("{white:.2}")).collect();
        let _ = writeln!(
            text,
            "<li><button type=\"button\" class=\"goto\" data-goto=\"{}\">{}{dots} {}</button> {}</li>",
            it.ply,
            mv.number,
            svg_escaped(&mv.text),
            values.join(", ")
        );
    }
    text + if differences.is_empty() { "</section>" } else { "</ul></section>" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_position::AnyPosition;
    use crate::drawing::html_page::{HOSTILE, check_hostile_page, nested_elements};
    use crate::game::{Game, GameLine};
    use crate::games::{GameEntry, GameVisitor, by_name, find_game, games};
    use crate::notation::Notation;
    use crate::notation::record::RecordedMove;
    use crate::report::analysis::MoveText;
    use crate::report::exercise::ExerciseTurn;
    use crate::report::game_review::MoveReview;

    /// The page of a game in which the first legal moves are played; every move is a blunder, and better is a line of last moves.
    /// The first `asked` of them are exercises, but for heaps with more than 20 moves.
    fn page(game: &'static GameInfo, plies: usize, asked: usize, white: &str) -> String {
        let mut line = GameLine::new(game.start());
        let mut record = GameRecord::default();
        record.set_tag("White", white);
        let (mut moves, mut exercises) = (Vec::new(), Vec::new());
        while moves.len() < plies && line.outcome().is_none() {
            let position = line.position();
            let legal = position.moves();
            let (first, better) = (legal[0], legal[legal.len() - 1]);
            let played = MoveText::new(position, first);
            record.moves.push(RecordedMove::new(&played.short));
            moves.push(MoveReview {
                played,
                white: Some(0.25),
                loss: Some(0.5),
                mark: Some(Mark::Blunder),
                better: Some(MoveText::new(position, better)),
                better_line: vec![better],
                ..MoveReview::default()
            });
            if exercises.len() < asked && (position.has_fixed_board() || legal.len() <= 20) {
                exercises.push(Exercise { turns: vec![turn(&line)], line: line.clone() });
            }
            line.play(first);
        }
        let review = GameReview { moves, accuracy: [Some(80.0), None], ..GameReview::without_moves(line) };
        game_page(game, &record, &[review], &exercises).unwrap()
    }

    /// A turn in which the last move is right, and the opponent replies with the first one.
    fn turn(line: &GameLine<AnyPosition>) -> ExerciseTurn {
        let mut next = line.clone();
        let mut reply = |mv| {
            next.play(mv);
            let reply = if next.outcome().is_none() { next.position().moves().first().copied() } else { None };
            next.take_back();
            (mv, reply)
        };
        let moves: Vec<_> = line.position().moves().into_iter().map(&mut reply).collect();
        ExerciseTurn { solution: moves.len() - 1, moves, accepted: Vec::new() }
    }

    /// The pieces of a position after a move, as a script reads both.
    fn pieces_after(position: &serde_json::Value, ply: &serde_json::Value) -> String {
        if let Some(pieces) = ply[2]["pieces"].as_str() {
            return pieces.to_owned();
        }
        let mut pieces: Vec<char> = position["pieces"].as_str().unwrap().chars().collect();
        for (number, letter) in ply[1]
            .as_str()
            .unwrap()
            .replace('/', "")
            .split_inclusive(|c: char| !c.is_ascii_digit())
            .map(|it| it.split_at(it.len() - 1))
        {
            pieces[number.parse::<usize>().unwrap()] = letter.chars().next().unwrap();
        }
        pieces.into_iter().collect()
    }

    /// The data for the script.
    fn data_of(page: &str) -> serde_json::Value {
        let (_, rest) = page.split_once("id=\"game\">").unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    }

    #[derive(Clone, Copy)]
    struct EveryPage;

    impl GameVisitor for EveryPage {
        type Output = ();

        fn visit<K: GameEntry>(self, game: &'static GameInfo) {
            let text = page(game, 6, 1, "A");
            assert!(nested_elements(&text) > 40, "{}", game.name);
            // Most of it are the boards after every legal move of an exercise.
            assert!(!text.contains("{{") && text.len() < 120_000, "{}: {}", game.name, text.len());
            let without_exercises = page(game, 6, 0, "A").len();
            assert!(without_exercises < 75_000, "{}: {without_exercises}", game.name);
            let data = data_of(&text);
            let count = |name: &str| data[name].as_array().unwrap().len();
            let plies = count("moves");
            assert!(plies > 0 && count("positions") == plies + 1);
            assert_eq!(text.matches("class=\"move\"").count(), plies);
            assert_eq!(data["positions"][0]["text"], K::start(game).show(), "{}", game.name);
            for position in data["positions"].as_array().unwrap() {
                let frame = &data["frames"][position["frame"].as_u64().unwrap() as usize];
                let cells = frame["rows"].as_u64().unwrap() * frame["columns"].as_u64().unwrap();
                let pieces = position["pieces"].as_str().unwrap();
                assert_eq!(pieces.chars().count() as u64, cells);
                for letter in pieces.chars().filter(|it| !matches!(it, '.' | ' ')) {
                    let id = data["pieces"][letter.to_string()].as_str().unwrap();
                    assert!(text.contains(&format!("<symbol id=\"{id}\"")), "{id}");
                }
            }
            assert_eq!(data["moves"][0]["line"].as_array().unwrap().len(), 1);
            // The first legal move of an exercise is the move of the game.
            for exercise in data["exercises"].as_array().unwrap() {
                let ply = exercise["ply"].as_u64().unwrap() as usize;
                let first = &exercise["turns"][0]["moves"][0][0];
                assert_eq!(exercise["position"], data["positions"][ply], "{}", game.name);
                assert_eq!(first[0], data["moves"][ply]["text"], "{}", game.name);
                let pieces = pieces_after(&exercise["position"], first);
                assert_eq!(pieces, data["positions"][ply + 1]["pieces"].as_str().unwrap(), "{}: {first}", game.name);
            }
        }
    }

    #[test]
    fn every_game_has_a_page() {
        games().for_each(|game| by_name(game.name, EveryPage).unwrap());
    }

    #[test]
    fn a_page_needs_nothing_from_elsewhere_and_stays_small() {
        let text = page(find_game("chess").unwrap(), 200, 30, "A");
        assert!(text.len() < 300_000, "{}", text.len());
        for outside in ["://", "src=", "url(", "@import", "<link"] {
            assert!(!text.contains(outside), "{outside}");
        }
        assert_eq!(
            text.matches("href=").count(),
            text.matches("href=\"#").count() + text.matches("href=\\\"#").count()
        );
        assert_eq!(data_of(&text)["frames"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn no_text_of_a_user_is_markup() {
        assert!(check_hostile_page(&page(find_game("tictactoe").unwrap(), 3, 1, HOSTILE)) > 40);
    }
}
