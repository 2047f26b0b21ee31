//! Networks of the trainer bullet (its file `quantised.bin`) as networks of this program.

use crate::bytes::u16s;
use crate::eval::nnue::{FeatureSet, MAX_NEURONS, MAX_OUTPUT_WEIGHT, Network};
use crate::system::files;
use anyhow::{Context, ensure};
use std::path::Path;

/// What 1.0 is in neurons and the weights of the inputs.
const ONE: f32 = 255.0;

/// What 1.0 is in the weights of the output.
const OUTPUT_ONE: f32 = 64.0;

/// bullet fills its files up to a multiple of so many bytes.
const ALIGNMENT: usize = 64;

/// Reads the weights that bullet has trained with the inputs and output buckets of `features`; `scale` is its `eval_scale`.
/// They are numbers of 16 bits: for each input a weight for every neuron, the biases of the neurons, for each output
/// bucket a weight for the neurons of the side to move and then of the other, and the biases of the buckets.
///
/// # Errors
/// The file cannot be read, its size is that of no such network, or a weight is too large.
pub fn import(path: &Path, features: FeatureSet, scale: i32) -> anyhow::Result<Network> {
    parse(&files::read(path)?, features, scale).with_context(|| format!("'{}'", path.display()))
}

fn parse(bytes: &[u8], features: FeatureSet, scale: i32) -> anyhow::Result<Network> {
    let FeatureSet { count: inputs, output_buckets: buckets, .. } = features;
    let length = |neurons: usize| 2 * ((inputs + 1 + 2 * buckets) * neurons + buckets);
    let fits = |&neurons: &usize| {
        let length = length(neurons);
        bytes.len() == length || bytes.len() == length.next_multiple_of(ALIGNMENT)
    };
    let neurons = (1..=MAX_NEURONS / 32).map(|vectors| 32 * vectors).find(fits).with_context(|| {
        format!(
            "found {} bytes, expected those of a network with {inputs} inputs, a layer of 32, 64, ... or {MAX_NEURONS} neurons and \
             {buckets} output buckets, all in 16 bits: {} with 512 neurons",
            bytes.len(),
            length(512)
        )
    })?;
    let outputs = (inputs + 1) * neurons;
    let output_biases = outputs + 2 * buckets * neurons;
    let numbers: Vec<i16> = u16s(&bytes[..length(neurons)]).into_iter().map(|number| number as i16).collect();
    let one = |at: usize| match at {
        _ if at < outputs => ONE,
        _ if at < output_biases => OUTPUT_ONE,
        _ => ONE * OUTPUT_ONE,
    };
    let parameters: Vec<f32> = numbers.iter().enumerate().map(|(at, &number)| f32::from(number) / one(at)).collect();
    let greatest =
        parameters[outputs..output_biases].iter().fold(0.0_f32, |greatest, weight| greatest.max(weight.abs()));
    ensure!(
        greatest <= MAX_OUTPUT_WEIGHT,
        "found an output weight of {greatest}, expected at most {MAX_OUTPUT_WEIGHT}: clip the weights to 1.98, and quantise \
         them by {ONE} in the first layer and {OUTPUT_ONE} in the output"
    );
    Ok(Network::new(features, neurons, &parameters, scale, format!("imported from {} bytes of bullet", bytes.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::find_game;
    use crate::random::Random;

    /// A network as bullet writes it.
    fn bullet_file(network: &Network) -> Vec<u8> {
        let FeatureSet { count, output_buckets, .. } = network.features;
        let neurons = network.neurons();
        let first = (count + 1) * neurons;
        let output = first + 2 * output_buckets * neurons;
        let ones = [ONE, OUTPUT_ONE, ONE * OUTPUT_ONE];
        let one = |at: usize| ones[usize::from(at >= first) + usize::from(at >= output)];
        let numbers = network.parameters().enumerate().map(|(at, number)| (number * one(at)).round() as i16);
        let mut bytes: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
        let padding = b"bullet".iter().cycle().take(bytes.len().next_multiple_of(ALIGNMENT) - bytes.len());
        bytes.extend(padding);
        bytes
    }

    #[test]
    fn a_network_written_as_bullets_evaluates_as_before() {
        let chess = find_game("chess").unwrap();
        let embedded = Network::read(&chess.model_bytes(None).unwrap(), chess.network_features()).unwrap();
        let imported = parse(&bullet_file(&embedded), chess.network_features(), embedded.scale).unwrap();
        let mut evaluators = [embedded, imported].map(|it| chess.read_model(&it.write()).unwrap()());
        let mut list = chess.position_list();
        let mut random = Random::new(7);
        let mut position = chess.start();
        for number in 0..10_000 {
            list.set(number, &position);
            let moves = position.moves();
            let is_over = position.outcome().is_some();
            position = if is_over { chess.start() } else { position.play(random.choose(&moves)) };
        }
        let [before, after] = evaluators.each_mut().map(|evaluate| evaluate(&*list, 0..10_000));
        assert_eq!(before, after);
    }

    #[test]
    fn other_files_are_refused() {
        let features = find_game("chess").unwrap().network_features();
        let length = 2 * ((768 + 1 + 16) * 32 + 8);
        let error = |bytes: &[u8]| parse(bytes, features, 400).err().map(|error| error.to_string());
        assert_eq!(error(&vec![0; length]), None);
        assert_eq!(error(&vec![0; length.next_multiple_of(64)]), None);
        let expected = "expected those of a network with 768 inputs, a layer of 32, 64, ... or 4096 neurons and 8 output buckets, \
                        all in 16 bits: 803856 with 512 neurons";
        for wrong in [0, length - 1, length + 1, 2 * length] {
            assert_eq!(error(&vec![0; wrong]), Some(format!("found {wrong} bytes, {expected}")));
        }
        let first_output = 2 * (768 + 1) * 32;
        for (weight, is_refused) in [(128_i16, false), (129, true), (-128, false), (-129, true)] {
            // Only the weights of the output have this limit: the first and the last one, the last of the input, and the first bias.
            for (place, has_limit) in [(0, true), (2 * 16 * 32 - 2, true), (-2, false), (2 * 16 * 32, false)] {
                let mut heavy = vec![0; length];
                let place = (first_output as isize + place) as usize;
                heavy[place..place + 2].copy_from_slice(&weight.to_le_bytes());
                let expected = "found an output weight of 2.015625, expected at most 2:";
                assert_eq!(
                    error(&heavy).is_some_and(|it| it.starts_with(expected)),
                    is_refused && has_limit,
                    "{weight} at {place}"
                );
            }
        }
    }
}
