//! The curve of White's expected result over the moves of a game.

use super::game_review::{GameReview, MoveReview};
use super::labels::{FONT_SIZE, Label, place};
use super::mark::Mark;
use crate::notation::record::GameRecord;
use crate::system::files;
use anyhow::anyhow;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::path::Path;

const SIZE: (u32, u32) = (960, 360);
const SHADE: RGBColor = RGBColor(214, 222, 232);
const GRID: RGBColor = RGBColor(200, 200, 200);
const LINE: RGBColor = RGBColor(52, 84, 128);
const INACCURACY: RGBColor = RGBColor(160, 150, 60);
const MISTAKE: RGBColor = RGBColor(176, 92, 0);
const BLUNDER: RGBColor = RGBColor(200, 40, 40);

/// The colours for dark screens.
const DARK: [(RGBColor, RGBColor); 8] = [
    (WHITE, RGBColor(13, 17, 23)),
    (BLACK, RGBColor(230, 237, 243)),
    (SHADE, RGBColor(31, 45, 61)),
    (GRID, RGBColor(48, 54, 61)),
    (LINE, RGBColor(121, 167, 227)),
    (INACCURACY, RGBColor(190, 180, 90)),
    (MISTAKE, RGBColor(240, 160, 64)),
    (BLUNDER, RGBColor(255, 123, 114)),
];

/// Draws White's expected result over the moves as SVG, with the bad moves marked.
pub fn draw(record: &GameRecord, review: &GameReview, path: &Path) -> anyhow::Result<()> {
    let mut picture = String::new();
    render(record, review, &mut picture).map_err(|error| anyhow!("the picture: {error}"))?;
    files::replace(path, with_dark_colours(&picture).as_bytes())
}

fn render(record: &GameRecord, review: &GameReview, picture: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let canvas = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    canvas.fill(&WHITE)?;
    let points = points(record, review);
    let first = points[0].0;
    let last = points[points.len() - 1].0.max(first + 0.5);
    let mut chart = ChartBuilder::on(&canvas)
        .caption(caption(record, review), font(18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d(first..last, 0.0..100.0)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .y_labels(5)
        .label_style(font(FONT_SIZE))
        .axis_desc_style(font(FONT_SIZE + 1))
        .x_label_formatter(&|move_number| format!("{move_number:.0}"))
        .y_label_formatter(&|chances| format!("{chances:.0} %"))
        .x_desc("move")
        .y_desc("White's chances")
        .draw()?;
    let area = AreaSeries::new(points.iter().copied(), 0.0, SHADE);
    chart.draw_series(area.border_style(LINE.stroke_width(2)))?;
    let marked = review.moves.iter().enumerate();
    let marked = marked.filter_map(|(ply, mv)| Some((ply, mv, mv.mark?)));
    let dot = |(ply, _, mark): (usize, &MoveReview, Mark)| Circle::new(points[ply + 1], 4, colour(mark).filled());
    chart.draw_series(marked.clone().map(dot))?;
    let named = marked.filter(|&(_, _, mark)| mark > Mark::Inaccuracy);
    let (labels, colours): (Vec<Label>, Vec<RGBColor>) = named
        .map(|(ply, mv, mark)| {
            let label = Label {
                text: name(record, ply, mv, mark),
                point: chart.backend_coord(&points[ply + 1]),
                importance: mv.loss,
            };
            (label, colour(mark))
        })
        .unzip();
    let (columns, rows) = chart.plotting_area().get_pixel_range();
    let curve: Vec<_> = points.iter().map(|at| chart.backend_coord(at)).collect();
    let frame = [columns.start, rows.start, columns.end, rows.end];
    for ((label, colour), place) in labels.iter().zip(colours).zip(place(&labels, &curve, frame)) {
        let style = font(FONT_SIZE).into_font().color(&colour);
        let style = style.pos(Pos::new(HPos::Left, VPos::Top));
        if let Some(place) = place {
            canvas.draw(&Text::new(label.text.as_str(), place, style))?;
        }
    }
    canvas.present()?;
    Ok(())
}

/// White's expected result in percent over the move number, at the start and after each move.
fn points(record: &GameRecord, review: &GameReview) -> Vec<(f64, f64)> {
    let (number, second) = record.move_number(0);
    let first = number as f64 - if second { 0.5 } else { 1.0 };
    let whites = review.moves.iter().map(|mv| mv.white);
    std::iter::once(review.start)
        .chain(whites)
        .enumerate()
        .map(|(ply, white)| (first + ply as f64 / 2.0, 100.0 * white))
        .collect()
}

/// A font of this size in pixels; the SVG backend divides sizes by 1.24.
fn font(pixels: i32) -> (&'static str, f64) {
    const DIVISOR: f64 = 1.24;
    ("sans-serif", f64::from(pixels) * DIVISOR)
}

fn colour(mark: Mark) -> RGBColor {
    match mark {
        Mark::Inaccuracy => INACCURACY,
        Mark::Mistake => MISTAKE,
        Mark::Blunder => BLUNDER,
    }
}

/// A move with its number and its mark: `12. Nf3?`, `12... Qxb2??`.
fn name(record: &GameRecord, ply: usize, mv: &MoveReview, mark: Mark) -> String {
    let (number, second) = record.move_number(ply);
    let dots = if second { "..." } else { "." };
    format!("{number}{dots} {}{}", mv.played.short, mark.suffix())
}

/// Adds a style for dark screens to the picture.
fn with_dark_colours(picture: &str) -> String {
    let hexadecimal = |RGBColor(red, green, blue)| format!("#{red:02X}{green:02X}{blue:02X}");
    let rules = DARK.map(|(light, dark)| {
        let [light, dark] = [light, dark].map(hexadecimal);
        format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}\n")
    });
    let rules = rules.concat();
    let style = format!("<style>@media (prefers-color-scheme: dark) {{\n{rules}}}</style>\n");
    let end_of_tag = picture.find('>').map_or(0, |at| at + 1);
    let (head, body) = picture.split_at(end_of_tag);
    format!("{head}\n{style}{}", body.trim_start())
}

/// The players with their accuracy, and the result.
fn caption(record: &GameRecord, review: &GameReview) -> String {
    const LONGEST: usize = 40;
    let player = |name: &str, index: usize| {
        let player: String = record.tag(name).unwrap_or(name).chars().take(LONGEST).collect();
        match review.accuracy[index] {
            Some(accuracy) => format!("{player} ({accuracy:.0})"),
            None => player,
        }
    };
    let [white, black] = [player("White", 0), player("Black", 1)];
    format!("{white} - {black}, {}", record.result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameLine;
    use crate::games::find_game;
    use crate::report::analysis::MoveText;

    /// A game in which every move is a mistake of some kind.
    fn picture(setup: Option<&str>) -> String {
        let mut record = GameRecord::default();
        if let Some(fen) = setup {
            record.set_tag("FEN", fen);
        }
        let moves = (0..60_u8).map(|ply| MoveReview {
            played: MoveText { long: "g1f3".to_owned(), short: "Nf3".to_owned() },
            white: f64::from(ply % 2),
            loss: 0.1,
            mark: Some(Mark::ALL[ply as usize % 3]),
            better: None,
            better_line: Vec::new(),
            reason: None,
        });
        let line = GameLine::new(find_game("chess").unwrap().start());
        let review = GameReview { start: 0.5, line, moves: moves.collect(), accuracy: [None; 2], interrupted: false };
        let mut picture = String::new();
        render(&record, &review, &mut picture).unwrap();
        with_dark_colours(&picture)
    }

    #[test]
    fn labels_carry_numbers_and_inaccuracies_none() {
        let text = picture(None);
        assert!(text.contains("\n1... Nf3?\n") && text.contains("\n2. Nf3??\n"), "{text}");
        assert!(!text.contains("Nf3?!"));
        let later = picture(Some("4k3/8/8/8/8/8/8/4K3 b - - 0 30"));
        assert!(later.contains("\n31. Nf3?\n"), "{later}");
    }

    #[test]
    fn no_text_is_smaller_than_twelve_pixels() {
        let text = picture(None);
        let sizes = text.split("font-size=\"").skip(1);
        let sizes = sizes.map(|rest| rest.split('"').next().unwrap().parse::<f64>().unwrap());
        assert!(sizes.clone().count() > 10 && sizes.clone().all(|size| size >= 12.0), "{text}");
    }

    #[test]
    fn every_colour_has_a_dark_one() {
        let text = picture(None);
        let (style, body) = text.split_once("</style>").unwrap();
        assert!(text.starts_with("<svg ") && style.contains("(prefers-color-scheme: dark)"));
        for colour in body.match_indices("=\"#").map(|(at, _)| &body[at + 2..at + 9]) {
            assert!(style.contains(&format!("[fill=\"{colour}\"]")), "{colour}");
        }
    }
}
