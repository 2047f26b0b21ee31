//! What a training run writes beside the network: checkpoints, which are its state, and loss curves as SVG.

use super::adam::AdamState;
use super::trainer::{EpochReport, NetworkTrainer};
use crate::bytes::append_numbers;
use crate::drawing::chart::axis::ChartAxis;
use crate::drawing::chart::{Chart, ChartLine};
use crate::system::files;
use crate::system::run_settings::RunSettings;
use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The first bytes of the file.
const MAGIC: &[u8] = b"KEMPTRAIN5\n";

/// The first part of a checkpoint, a line of JSON.
#[derive(Serialize, Deserialize)]
struct CheckpointState {
    /// What the training depends on.
    #[serde(rename = "plan")]
    settings: RunSettings,
    steps: u64,
    epochs: Vec<EpochReport>,
}

/// The path of the checkpoint of a network.
pub fn checkpoint_path(network: &Path) -> PathBuf {
    let mut path = network.as_os_str().to_owned();
    path.push(".checkpoint");
    path.into()
}

/// Writes a checkpoint. `settings` are those that the training depends on.
///
/// # Errors
/// The file cannot be written.
pub fn write_checkpoint(trainer: &NetworkTrainer, settings: &RunSettings, path: &Path) -> anyhow::Result<()> {
    let state =
        CheckpointState { settings: settings.clone(), steps: trainer.adam.steps, epochs: trainer.epochs.clone() };
    let mut bytes = MAGIC.to_vec();
    bytes.extend(serde_json::to_vec(&state)?);
    bytes.push(b'\n');
    for numbers in [&trainer.parameters, &trainer.adam.mean, &trainer.adam.mean_square] {
        append_numbers(&mut bytes, numbers.iter().map(|number| number.to_le_bytes()));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    files::replace(path, &bytes)
}

/// Restores the state of a training run from a checkpoint.
///
/// # Errors
/// The file cannot be read, is damaged, or belongs to a training run with other settings.
pub fn resume_from_checkpoint(trainer: &mut NetworkTrainer, settings: &RunSettings, path: &Path) -> anyhow::Result<()> {
    let bytes = files::read(path)?;
    let named = || format!("'{}'", path.display());
    let mut parts = content(&bytes).with_context(named)?.splitn(2, |&byte| byte == b'\n');
    let [text, numbers] = [(); 2].map(|()| parts.next().unwrap_or_default());
    let state: CheckpointState = serde_json::from_slice(text).with_context(named)?;
    state.settings.check_same(settings).with_context(named)?;
    let size = trainer.shape.size();
    let (chunks, _) = numbers.as_chunks::<4>();
    let numbers: Vec<f32> = chunks.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    let found = numbers.len();
    ensure!(found == 3 * size, "{}: found {found} numbers, expected {}", named(), 3 * size);
    trainer.parameters = numbers[..size].to_vec();
    trainer.adam = AdamState {
        mean: numbers[size..2 * size].to_vec(),
        mean_square: numbers[2 * size..].to_vec(),
        steps: state.steps,
    };
    trainer.epochs = state.epochs;
    Ok(())
}

/// The bytes between magic and checksum.
fn content(bytes: &[u8]) -> anyhow::Result<&[u8]> {
    let rest = bytes.strip_prefix(MAGIC).context("found no checkpoint of this version of 'kempelen train'")?;
    let (content, sum) = rest.split_last_chunk().context("the checkpoint is truncated")?;
    let all = &bytes[..bytes.len() - sum.len()];
    ensure!(
        crc32fast::hash(all) == u32::from_le_bytes(*sum),
        "the checksum is wrong: the checkpoint is damaged or truncated"
    );
    Ok(content)
}

/// The losses of all epochs as SVG.
pub fn loss_curves(epochs: &[EpochReport]) -> String {
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
    use crate::eval::nnue::Network;
    use crate::games::find_game;
    use crate::lab::samples::SampleSet;
    use crate::lab::training::trainer::TrainingConfig;
    use crate::system::run_settings::PROGRAM_VERSION;
    use indicatif::ProgressBar;

    fn samples() -> SampleSet {
        SampleSet::of_some_game(60, |number| (number as i16 * 10, 0.5))
    }

    fn trainer(samples: &SampleSet) -> NetworkTrainer<'_> {
        NetworkTrainer::new(TrainingConfig::short(), samples, 1)
    }

    fn settings(data: &str) -> RunSettings {
        RunSettings::new("chess").with("data", data)
    }

    fn train(trainer: &mut NetworkTrainer, epochs: usize) {
        for _ in 0..epochs {
            assert!(trainer.epoch(&ProgressBar::hidden()).unwrap().is_some());
        }
    }

    #[test]
    fn a_resumed_training_gives_the_same_network() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.checkpoint");
        let samples = samples();
        let [mut whole, mut first, mut second] = [(); 3].map(|()| trainer(&samples));
        train(&mut whole, 4);
        train(&mut first, 2);
        write_checkpoint(&first, &settings("games"), &path).unwrap();
        assert!(resume_from_checkpoint(&mut second, &settings("other games"), &path).is_err());
        resume_from_checkpoint(&mut second, &settings("games"), &path).unwrap();
        train(&mut second, 2);
        assert_eq!(second.parameters, whole.parameters);
        assert_ne!(first.parameters, whole.parameters);
        assert!(whole.epochs[3].training_loss < whole.epochs[0].training_loss);
    }

    #[test]
    fn the_checkpoint_of_another_version_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.checkpoint");
        let samples = samples();
        let mut trainer = trainer(&samples);
        write_checkpoint(&trainer, &settings("games"), &path).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        let program = PROGRAM_VERSION.as_bytes();
        let at = bytes.windows(program.len()).position(|it| it == program);
        bytes[at.unwrap() + program.len() - 1] = b'x';
        let content = bytes.len() - 4;
        let sum = crc32fast::hash(&bytes[..content]).to_le_bytes();
        bytes[content..].copy_from_slice(&sum);
        std::fs::write(&path, &bytes).unwrap();
        let error = format!("{:#}", resume_from_checkpoint(&mut trainer, &settings("games"), &path).unwrap_err());
        assert!(error.contains(PROGRAM_VERSION) && error.contains("expected"), "{error}");
    }

    #[test]
    fn training_starts_from_a_network() {
        let samples = samples();
        let [mut old, mut new] = [(); 2].map(|()| trainer(&samples));
        train(&mut old, 4);
        let network = old.network(String::new());
        new.start_from(&network);
        // Whole numbers, divided and rounded again, are the same.
        assert_eq!(new.network(String::new()).write(), network.write());
        train(&mut new, 1);
        assert!(new.epochs[0].training_loss < old.epochs[0].training_loss);
    }

    #[test]
    fn added_neurons_change_no_value_before_they_are_trained() {
        let samples = samples();
        let mut old = trainer(&samples);
        train(&mut old, 4);
        let network = old.network(String::new());
        let config = TrainingConfig { neurons: 64, ..TrainingConfig::short() };
        let mut new = NetworkTrainer::new(config, &samples, 1);
        new.start_from(&network);
        let mut validation = SampleSet::of_some_game(60, |_| (50, 0.5));
        validation.list.iter_mut().for_each(|it| it.validation = true);
        let loss = |network: Network| {
            let model = find_game("chess").unwrap().read_model(&network.write()).unwrap();
            validation.validation_loss(&model, old.config.target()).unwrap()
        };
        assert_eq!(new.network(String::new()).neurons(), 64);
        assert_eq!(loss(new.network(String::new())), loss(network));
        // All positions are in the bucket of the most pieces.
        let added = |it: &NetworkTrainer| -> Vec<f32> {
            let weights = &it.parameters[it.shape.output_weights(7)];
            weights.chunks(32).skip(1).step_by(2).flatten().copied().collect()
        };
        assert_eq!(added(&new), [0.0; 64]);
        train(&mut new, 1);
        assert!(added(&new).iter().any(|&weight| weight != 0.0));
    }

    #[test]
    fn a_loss_that_is_not_finite_is_an_error() {
        let samples = samples();
        let mut trainer = trainer(&samples);
        train(&mut trainer, 1);
        trainer.parameters.fill(f32::NAN);
        let error = trainer.epoch(&ProgressBar::hidden()).unwrap_err().to_string();
        assert!(error.starts_with("epoch 2, step 0: the loss is not finite"), "{error}");
    }

    fn epoch(epoch: u32, training_loss: f64, validation_loss: Option<f64>) -> EpochReport {
        EpochReport { epoch, learning_rate: 0.001, training_loss, validation_loss, positions_per_second: 1.0 }
    }

    #[test]
    fn each_loss_has_a_line_with_its_name() {
        let drawn = loss_curves(&[epoch(1, 0.082, Some(0.105)), epoch(2, 0.062, Some(0.108))]);
        assert_eq!(drawn.matches("<path class=\"line\"").count(), 2);
        for text in [">training<", ">validation<", ">epoch<", ">2<", ">0.06<", ">0.11<"] {
            assert!(drawn.contains(text), "{text} in {drawn}");
        }
    }

    #[test]
    fn losses_that_are_no_numbers_are_left_out() {
        for epochs in [vec![], vec![epoch(1, f64::NAN, None)], vec![epoch(1, 0.0, Some(f64::INFINITY))]] {
            let drawn = loss_curves(&epochs);
            assert!(drawn.ends_with("</svg>\n") && !drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
        }
    }
}
