//! Loss curves as SVG.

use super::trainer::EpochReport;
use crate::system::files;
use anyhow::anyhow;
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (960, 420);
const GRID: RGBColor = RGBColor(200, 200, 200);
const TRAINING: RGBColor = RGBColor(52, 84, 128);
const VALIDATION: RGBColor = RGBColor(200, 40, 40);

/// Draws the losses of all epochs as SVG.
///
/// # Errors
/// The file cannot be written.
pub fn draw_loss_curves(epochs: &[EpochReport], path: &Path) -> anyhow::Result<()> {
    let mut picture = String::new();
    render(epochs, &mut picture).map_err(|error| anyhow!("the picture: {error}"))?;
    files::replace(path, picture.as_bytes())
}

fn render(epochs: &[EpochReport], picture: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let training = epochs.iter().map(|it| (it.epoch, it.training_loss));
    let validation = epochs.iter().filter_map(|it| Some((it.epoch, it.validation_loss?)));
    let (training, validation): (Vec<_>, Vec<_>) = (training.collect(), validation.collect());
    let losses = training.iter().chain(&validation).map(|&(_, loss)| loss);
    let min = losses.clone().fold(f64::INFINITY, f64::min);
    let max = losses.fold(0.0, f64::max);
    let canvas = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    canvas.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&canvas)
        .caption("loss: training (blue), validation (red)", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(1..epochs.len() as u32 + 1, 0.98 * min..1.01 * max)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .x_desc("epoch")
        .draw()?;
    for (points, colour) in [(training, TRAINING), (validation, VALIDATION)] {
        chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
    }
    canvas.present()?;
    Ok(())
}
