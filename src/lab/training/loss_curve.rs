//! A picture of the losses, epoch by epoch.

use super::trainer::EpochReport;
use crate::system::files;
use anyhow::anyhow;
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (960, 420);
const GRID: RGBColor = RGBColor(200, 200, 200);
const TRAINING: RGBColor = RGBColor(52, 84, 128);
const VALIDATION: RGBColor = RGBColor(200, 40, 40);

/// Draws them as SVG.
pub fn draw_loss_curves(epochs: &[EpochReport], path: &Path) -> anyhow::Result<()> {
    let mut picture = String::new();
    render(epochs, &mut picture).map_err(|error| anyhow!("the picture: {error}"))?;
    files::replace(path, picture.as_bytes())
}

fn render(epochs: &[EpochReport], picture: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let learned = epochs.iter().map(|it| (it.epoch, it.training_loss));
    let held_out = epochs
        .iter()
        .filter_map(|it| Some((it.epoch, it.validation_loss?)));
    let (learned, held_out): (Vec<_>, Vec<_>) = (learned.collect(), held_out.collect());
    let losses = learned.iter().chain(&held_out).map(|&(_, loss)| loss);
    let least = losses.clone().fold(f64::INFINITY, f64::min);
    let most = losses.fold(0.0, f64::max);
    let canvas = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    canvas.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&canvas)
        .caption(
            "loss: training (blue), validation (red)",
            ("sans-serif", 18),
        )
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(1..epochs.len() as u32 + 1, 0.98 * least..1.01 * most)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .x_desc("epoch")
        .draw()?;
    for (points, colour) in [(learned, TRAINING), (held_out, VALIDATION)] {
        chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
    }
    canvas.present()?;
    Ok(())
}
