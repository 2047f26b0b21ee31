//! A picture of a game: what White could expect, move by move.

use super::game::{Judged, Mark};
use crate::notation::record::Record;
use crate::tools::files;
use anyhow::anyhow;
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (960, 360);
const SHADE: RGBColor = RGBColor(214, 222, 232);
const GRID: RGBColor = RGBColor(200, 200, 200);
const LINE: RGBColor = RGBColor(52, 84, 128);

/// Draws the chances of White over the moves as SVG, with what went wrong marked.
pub fn draw(record: &Record, judged: &Judged, path: &Path) -> anyhow::Result<()> {
    let mut picture = String::new();
    render(record, judged, &mut picture).map_err(|error| anyhow!("the picture: {error}"))?;
    files::replace(path, picture.as_bytes())
}

fn render(
    record: &Record,
    judged: &Judged,
    picture: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let canvas = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    canvas.fill(&WHITE)?;
    let plies = judged.moves.len();
    let mut chart = ChartBuilder::on(&canvas)
        .caption(caption(record, judged), ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..(plies.max(1) as f64 / 2.0), 0.0..100.0)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .y_labels(5)
        .x_label_formatter(&|move_number| format!("{move_number:.0}"))
        .y_label_formatter(&|chances| format!("{chances:.0} %"))
        .x_desc("move")
        .y_desc("White's chances")
        .draw()?;
    let whites = judged.moves.iter().map(|mv| mv.white);
    let points = std::iter::once(judged.start).chain(whites);
    let points: Vec<(f64, f64)> = points
        .enumerate()
        .map(|(ply, white)| (ply as f64 / 2.0, 100.0 * white))
        .collect();
    let area = AreaSeries::new(points.iter().copied(), 0.0, SHADE);
    chart.draw_series(area.border_style(LINE.stroke_width(2)))?;
    chart.draw_series(marks(judged).map(|(ply, colour, text)| {
        let style = ("sans-serif", 13).into_font().color(&colour);
        EmptyElement::at(points[ply + 1])
            + Circle::new((0, 0), 4, colour.filled())
            + Text::new(text, (6, -14), style)
    }))?;
    canvas.present()?;
    Ok(())
}

/// What went wrong: the ply, from 0, a colour, and the move with its glyph.
fn marks(judged: &Judged) -> impl Iterator<Item = (usize, RGBColor, String)> {
    judged.moves.iter().enumerate().filter_map(|(ply, mv)| {
        let (colour, glyph) = match mv.mark? {
            Mark::Inaccuracy => (RGBColor(160, 150, 60), "?!"),
            Mark::Mistake => (RGBColor(220, 130, 20), "?"),
            Mark::Blunder => (RGBColor(200, 40, 40), "??"),
        };
        Some((ply, colour, format!("{}{glyph}", mv.played.short)))
    })
}

/// Who played, how it ended, and how well it was played.
fn caption(record: &Record, judged: &Judged) -> String {
    let accuracy = |index: usize| match judged.accuracy[index] {
        Some(accuracy) => format!(" ({accuracy:.0})"),
        None => String::new(),
    };
    format!(
        "{}{} - {}{}, {}",
        record.tag("White").unwrap_or("White"),
        accuracy(0),
        record.tag("Black").unwrap_or("Black"),
        accuracy(1),
        record.result
    )
}
