//! The curve of White's expected points over the moves of a game.

use super::game_review::{GameReview, MoveReview, with_accuracy};
use super::mark::Mark;
use crate::drawing::chart::axis::ChartAxis;
use crate::drawing::chart::{Chart, ChartLine, ChartPoint};
use crate::notation::record::GameRecord;

const STYLE: &str = "\
.shade{fill:#e4eaf2}.label{fill:currentColor;stroke:#ffffff;stroke-width:3;paint-order:stroke}
.inaccuracy{color:#a0963c}.mistake{color:#b05c00}.blunder{color:#c82828}
@media (prefers-color-scheme:dark){
.shade{fill:#1a2430}.label{stroke:#0d1117}
.inaccuracy{color:#beb45a}.mistake{color:#f0a040}.blunder{color:#ff7b72}
}
";

/// Draws White's expected points over the moves as SVG, a curve for each engine, with the bad moves by the first one marked.
pub fn draw(record: &GameRecord, reviews: &[GameReview]) -> String {
    let review = &reviews[0];
    let (number, second) = record.move_number(0);
    let first = number as f64 - if second { 0.5 } else { 1.0 };
    let place = |ply: usize| first + ply as f64 / 2.0;
    let marked = review.moves.iter().enumerate().filter_map(|(ply, mv)| {
        let (mark, white) = mv.mark.zip(mv.white)?;
        let label = if mark > Mark::Inaccuracy { marked_move(record, ply, mv, mark) } else { String::new() };
        let at = (place(ply + 1), 100.0 * white);
        Some(ChartPoint { class: mark.word(), at, label, importance: mv.loss.unwrap_or(0.0) })
    });
    let marked: Vec<ChartPoint> = marked.collect();
    let names = marked.iter().map(|point| &point.label[..]).filter(|name| !name.is_empty());
    let description: Vec<&str> = std::iter::once("White's expected points over the moves").chain(names).collect();
    let lines = (0..).zip(reviews).map(|(colour, review)| ChartLine {
        name: if reviews.len() > 1 { review.engine.clone() } else { String::new() },
        colour: Some(colour),
        is_filled: colour == 0,
        points: (0..).zip(review.values()).filter_map(|(ply, white)| Some((place(ply), 100.0 * white?))).collect(),
        ..ChartLine::default()
    });
    let chart = Chart {
        title: title(record, review),
        subtitle: "White's expected points".to_owned(),
        description: description.join(", "),
        x: ChartAxis::of_whole_numbers("move", (place(0), place(review.moves.len()))),
        y: ChartAxis::linear("", (0.0, 100.0), 50.0, " %"),
        area: (852.0, 250.0),
        inset: 0.0,
        lines: lines.collect(),
        points: marked,
        notes: Vec::new(),
        style: STYLE,
    };
    chart.svg()
}

/// A move with its number and its mark: `12. Nf3?`, `12... Qxb2??`.
pub(super) fn marked_move(record: &GameRecord, ply: usize, mv: &MoveReview, mark: Mark) -> String {
    let (number, second) = record.move_number(ply);
    let dots = if second { "..." } else { "." };
    format!("{number}{dots} {}{}", mv.played.short, mark.suffix())
}

/// The players with their accuracy, and the result.
fn title(record: &GameRecord, review: &GameReview) -> String {
    const LONGEST: usize = 40;
    let player = |name: &str, index: usize| {
        let player: String = record.tag(name).unwrap_or(name).chars().take(LONGEST).collect();
        with_accuracy(&player, review.accuracy[index])
    };
    let [white, black] = [player("White", 0), player("Black", 1)];
    format!("{white} - {black}, {}", record.result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameLine;
    use crate::games::find_game;
    use crate::picture::svg_document::{SvgTheme, check_style, svg_css};
    use crate::report::analysis::MoveText;

    /// A game in which every move is a mistake of some kind.
    fn drawn(setup: Option<&str>) -> String {
        let mut record = GameRecord::default();
        if let Some(fen) = setup {
            record.set_tag("FEN", fen);
        }
        let moves = (0..60_u8).map(|ply| MoveReview {
            played: MoveText { long: "g1f3".to_owned(), short: "Nf3".to_owned() },
            white: Some(f64::from(ply % 2)),
            loss: Some(0.1),
            mark: Some(Mark::ALL[ply as usize % 3]),
            ..MoveReview::default()
        });
        let line = GameLine::new(find_game("chess").unwrap().start());
        let review = GameReview { moves: moves.collect(), ..GameReview::without_moves(line) };
        draw(&record, &[review])
    }

    #[test]
    fn labels_carry_numbers_and_inaccuracies_none() {
        let text = drawn(None);
        assert!(text.contains(">1... Nf3?</text>") && text.contains(">2. Nf3??</text>"), "{text}");
        assert!(text.contains("<desc>White's expected points over the moves, 1... Nf3?, 2. Nf3??, "), "{text}");
        assert!(!text.contains("Nf3?!"));
        let later = drawn(Some("4k3/8/8/8/8/8/8/4K3 b - - 0 30"));
        assert!(later.contains(">31. Nf3?</text>"), "{later}");
    }

    #[test]
    fn every_mark_has_its_colour() {
        check_style(STYLE);
        let text = drawn(None);
        for mark in Mark::ALL.map(Mark::word) {
            assert!(svg_css(&[STYLE], SvgTheme::Light).contains(&format!(".{mark}{{")));
            assert_eq!(text.matches(&format!("<circle class=\"mark {mark}\"")).count(), 20);
        }
    }
}
