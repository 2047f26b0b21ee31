//! Loss curves as SVG.

use super::trainer::EpochReport;
use crate::drawing::chart::axis::ChartAxis;
use crate::drawing::chart::{Chart, ChartLine};
use crate::system::files;
use std::path::Path;

/// Draws the losses of all epochs as SVG.
///
/// # Errors
/// The file cannot be written.
pub fn draw_loss_curves(epochs: &[EpochReport], path: &Path) -> anyhow::Result<()> {
    files::replace(path, picture(epochs).as_bytes())
}

fn picture(epochs: &[EpochReport]) -> String {
    /// Markers of more epochs would cover the line.
    const MOST_MARKERS: usize = 40;
    let line = |colour: usize, name: &str, loss: &dyn Fn(&EpochReport) -> Option<f64>| {
        let points = epochs.iter().filter_map(|it| Some((it.epoch.into(), loss(it).filter(|loss| loss.is_finite())?)));
        ChartLine {
            name: name.to_owned(),
            colour: Some(colour),
            has_markers: epochs.len() <= MOST_MARKERS,
            points: points.collect(),
            ..ChartLine::default()
        }
    };
    let lines = vec![
        line(0, "training", &|epoch| Some(epoch.training_loss)),
        line(1, "validation", &|epoch| epoch.validation_loss),
    ];
    let losses = lines.iter().flat_map(|line| &line.points).map(|point| point.1);
    let chart = Chart {
        title: "Loss by epoch".to_owned(),
        subtitle: "mean over the positions".to_owned(),
        description: "The training loss and the validation loss of each epoch.".to_owned(),
        x: ChartAxis::of_whole_numbers("epoch", (1.0, epochs.len() as f64)),
        y: ChartAxis::around("loss", losses),
        area: (640.0, 300.0),
        inset: 26.0,
        points: Vec::new(),
        notes: Vec::new(),
        style: "",
        lines,
    };
    chart.svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epoch(epoch: u32, training_loss: f64, validation_loss: Option<f64>) -> EpochReport {
        EpochReport { epoch, learning_rate: 0.001, training_loss, validation_loss, positions_per_second: 1.0 }
    }

    #[test]
    fn each_loss_has_a_line_with_its_name() {
        let drawn = picture(&[epoch(1, 0.082, Some(0.105)), epoch(2, 0.062, Some(0.108))]);
        assert_eq!(drawn.matches("<path class=\"line\"").count(), 2);
        for text in [">training<", ">validation<", ">epoch<", ">2<", ">0.06<", ">0.11<"] {
            assert!(drawn.contains(text), "{text} in {drawn}");
        }
    }

    #[test]
    fn losses_that_are_no_numbers_are_left_out() {
        for epochs in [vec![], vec![epoch(1, f64::NAN, None)], vec![epoch(1, 0.0, Some(f64::INFINITY))]] {
            let drawn = picture(&epochs);
            assert!(drawn.ends_with("</svg>\n") && !drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
        }
    }
}
