//! The HTML page of an annotated game: a board to step through, the moves with their marks, better lines, and the curve of the
//! expected result.

mod data;

use super::game_review::GameReview;
use super::mark::Mark;
use crate::drawing::html_page::{PAGE_SCRIPT, PAGE_STYLE, json_in_html, page};
use crate::games::GameInfo;
use crate::notation::record::GameRecord;
use crate::picture::Picture;
use crate::picture::svg_board::BOARD_STYLE;
use crate::picture::svg_document::{SvgTheme, svg_css, svg_escaped};
use crate::system::files;
use data::{GamePageData, PageMove};
use std::fmt::Write;
use std::path::Path;

/// HTML, colours and script.
pub const TEMPLATE: &str = include_str!("template.html");

/// Writes the page of a game.
///
/// # Errors
/// The file cannot be written.
pub fn write_game_page(game: &GameInfo, record: &GameRecord, review: &GameReview, path: &Path) -> anyhow::Result<()> {
    files::replace(path, game_page(game, record, review)?.as_bytes())
}

/// The text of the page. Until its script runs, it shows the start and the list of moves.
///
/// # Errors
/// The game cannot be written as JSON.
pub fn game_page(game: &GameInfo, record: &GameRecord, review: &GameReview) -> anyhow::Result<String> {
    let data = GamePageData::new(record, review);
    let [white, black] = [game.white, !game.white].map(|side| review.line.start().side_name(side));
    let player = |tag: &str, side: &str, index: usize| {
        let name = record.tag(tag).filter(|it| !matches!(*it, "" | "?")).unwrap_or(side).to_owned();
        match review.accuracy[index] {
            Some(accuracy) => format!("{name} ({accuracy:.0})"),
            None => name,
        }
    };
    let names = [player("White", white, 0), player("Black", black, 1)];
    let title = format!("{} - {}", names[0], names[1]);
    let json = serde_json::to_string(&data)?;
    Ok(page(
        TEMPLATE,
        &[
            ("title", &svg_escaped(&title)),
            ("details", &svg_escaped(&details(game, record))),
            ("white", &svg_escaped(white)),
            ("black", &svg_escaped(black)),
            ("page_style", PAGE_STYLE),
            ("page_script", PAGE_SCRIPT),
            ("board_style", &svg_css(&[BOARD_STYLE], SvgTheme::Auto)),
            ("symbols", &data.symbols),
            ("view_box", &data.view_box),
            ("board", &data.first_board),
            ("curve", &curve(review)),
            ("moves", &move_list(&data.moves)),
            ("marks", &mark_counts(review, record)),
            ("game", &json_in_html(&json)),
        ],
    ))
}

/// Result, game, event, date.
fn details(game: &GameInfo, record: &GameRecord) -> String {
    let is_known = |text: &&str| !text.is_empty() && !text.starts_with('?');
    let tags = ["Event", "Site", "Date"].into_iter().filter_map(|name| record.tag(name)).filter(is_known);
    [record.result_text(), game.about].into_iter().chain(tags).collect::<Vec<_>>().join(", ")
}

/// A button for each move, in a row for both moves of a number.
fn move_list(moves: &[PageMove]) -> String {
    let mut text = String::new();
    for (ply, mv) in moves.iter().enumerate() {
        if ply == 0 || !mv.is_second {
            if ply > 0 {
                text += "</li>\n";
            }
            let _ = write!(text, "<li><span class=\"number\">{}.</span>", mv.number);
            if mv.is_second {
                text += "<span class=\"gap\">…</span>";
            }
        }
        let mark = mv.mark.map_or(String::new(), |mark| format!(" <b class=\"{}\">{}</b>", mark.word(), mark.suffix()));
        let _ = write!(
            text,
            "<button type=\"button\" class=\"move\" data-ply=\"{}\">{}{mark}</button>",
            ply + 1,
            svg_escaped(&mv.text)
        );
    }
    if !moves.is_empty() {
        text += "</li>\n";
    }
    text
}

/// A row of a table for each kind of mark: how many of the moves of both sides have it.
fn mark_counts(review: &GameReview, record: &GameRecord) -> String {
    let mut text = String::new();
    let (_, begins_second) = record.move_number(0);
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

/// The curve of White's expected result: a unit for each ply, 100 for certain points. Bad moves are dots.
fn curve(review: &GameReview) -> String {
    let points = [review.start].into_iter().chain(review.moves.iter().map(|mv| mv.white));
    let points: Vec<f64> = points.map(|white| 100.0 - 100.0 * white).collect();
    let last = (points.len() - 1).max(1);
    let mut line = String::new();
    for (ply, y) in points.iter().enumerate() {
        let _ = write!(line, "{}{ply} {y:.1}", if ply == 0 { 'M' } else { 'L' });
    }
    let end = points.len() - 1;
    let mut text = format!(
        "<svg viewBox=\"0 -3 {last} 106\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\n\
         <path class=\"below\" d=\"{line}L{end} 100L0 100Z\"/>\n<path class=\"middle\" d=\"M0 50H{last}\"/>\n\
         <path class=\"line\" d=\"{line}\"/>\n"
    );
    for (ply, mv) in review.moves.iter().enumerate() {
        if let Some(mark) = mv.mark {
            let _ = writeln!(text, "<path class=\"dot {}\" d=\"M{} {:.1}h0\"/>", mark.word(), ply + 1, points[ply + 1]);
        }
    }
    text + "<path class=\"cursor\" id=\"cursor\" d=\"M0 0V100\"/>\n</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::html_page::{HOSTILE, check_hostile_page, nested_elements};
    use crate::game::{Game, GameLine};
    use crate::games::{GameEntry, GameVisitor, by_name, find_game, games};
    use crate::notation::Notation;
    use crate::notation::record::RecordedMove;
    use crate::report::analysis::MoveText;
    use crate::report::game_review::MoveReview;

    /// The page of a game in which the first legal moves are played; every move is a blunder, and better is a line of last moves.
    fn page(game: &'static GameInfo, plies: usize, white: &str) -> String {
        let mut line = GameLine::new(game.start());
        let mut record = GameRecord::default();
        record.set_tag("White", white);
        let mut moves = Vec::new();
        while moves.len() < plies && line.outcome().is_none() {
            let position = line.position();
            let legal = position.moves();
            let (first, better) = (legal[0], legal[legal.len() - 1]);
            let played = MoveText::new(position, first);
            record.moves.push(RecordedMove::new(&played.short));
            moves.push(MoveReview {
                played,
                white: 0.25,
                loss: 0.5,
                mark: Some(Mark::Blunder),
                better: Some(MoveText::new(position, better)),
                better_line: vec![better],
                reason: None,
            });
            line.play(first);
        }
        let review = GameReview { start: 0.5, line, moves, accuracy: [Some(80.0), None], interrupted: false };
        game_page(game, &record, &review).unwrap()
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
            let text = page(game, 6, "A");
            assert!(nested_elements(&text) > 40, "{}", game.name);
            assert!(!text.contains("{{") && text.len() < 60_000, "{}", text.len());
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
        }
    }

    #[test]
    fn every_game_has_a_page() {
        games().for_each(|game| by_name(game.name, EveryPage).unwrap());
    }

    #[test]
    fn a_page_needs_nothing_from_elsewhere_and_stays_small() {
        let text = page(find_game("chess").unwrap(), 200, "A");
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
        assert!(check_hostile_page(&page(find_game("tictactoe").unwrap(), 3, HOSTILE)) > 40);
    }
}
