//! Networks: what is updated move by move is what is computed at once, on every kind of processor,
//! and files are read whole or refused with the reason.

use crate::client::report;
use crate::prelude::*;
use kempelen::eval::nnue::{Accumulators, FeatureSet, Features, Network};
use kempelen::games::chess::eval::{ChessFeatures, ChessModel};
use kempelen::games::draughts;
use proptest::prelude::*;

const NEURONS: usize = 160;
const SCALE: i32 = 170;

/// The features of chess.
const CHESS: FeatureSet = FeatureSet::of::<ChessPosition, ChessFeatures>();

/// The parameters of a network.
struct Floats {
    features: FeatureSet,
    rows: Vec<f32>,
    bias: Vec<f32>,
    output: Vec<f32>,
    output_bias: Vec<f32>,
}

impl Floats {
    fn new(features: FeatureSet, neurons: usize) -> Floats {
        let mut random = Random::new(neurons as u64);
        // From `-most` to `most`; whole numbers hold them exactly.
        let mut numbers = |count, most: f32, one: f32| -> Vec<f32> {
            let mut unit = || (random.next_u64() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0;
            (0..count).map(|_| (unit() * most * one).round() / one).collect()
        };
        Floats {
            features,
            rows: numbers(features.count * neurons, 0.3, 255.0),
            bias: numbers(neurons, 0.5, 255.0),
            output: numbers(features.output_buckets * 2 * neurons, 0.4, 64.0),
            output_bias: numbers(features.output_buckets, 1.0, 255.0 * 64.0),
        }
    }

    fn network(&self) -> Network {
        let parameters = [&self.rows[..], &self.bias, &self.output, &self.output_bias].concat();
        Network::new(self.features, self.bias.len(), &parameters, SCALE, "by chance".into())
    }

    /// The value of a position as it is defined, in hundredths.
    fn value<G: Game, F: Features<G>>(&self, position: &G) -> f32 {
        let neurons = self.bias.len();
        let own = position.side_to_move();
        let halves = [own, !own].map(|side| {
            let mut sum = self.bias.clone();
            for input in F::active_features(position, side) {
                let row = &self.rows[input * neurons..][..neurons];
                sum.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            sum
        });
        let stage = F::output_bucket(position);
        let weights = &self.output[stage * 2 * neurons..][..2 * neurons];
        let both = halves.iter().flatten().zip(weights);
        let sum: f32 = both.map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight).sum();
        (sum + self.output_bias[stage]) * SCALE as f32
    }
}

#[test]
fn incremental_updates_equal_a_refresh() {
    walk::<ChessPosition, ChessFeatures>();
    walk::<draughts::DraughtsPosition<English>, draughts::eval::SquareFeatures<English>>();
}

fn walk<G: Notation + StartPosition, F: Features<G>>() {
    let floats = Floats::new(FeatureSet::of::<G, F>(), NEURONS);
    let network = Arc::new(floats.network());
    let mut random = Random::new(1);
    let mut worst = 0.0_f32;
    for _ in 0..20 {
        let mut path = vec![G::start()];
        let mut eval = Accumulators::<G, F>::new(&network);
        eval.reset(&path[0]);
        for _ in 0..200 {
            let position = path.last().unwrap().clone();
            let moves = position.moves();
            match random.below(8) {
                // Back, so that old accumulators are gone on from.
                0 | 1 if path.len() > 1 => {
                    eval.pop();
                    path.pop();
                }
                _ if moves.is_empty() => break,
                _ => {
                    let next = position.play(random.choose(&moves));
                    eval.push(&position, &next);
                    path.push(next);
                }
            }
            // Not everywhere, so that some accumulators are never made.
            if random.below(3) == 0 {
                let position = path.last().unwrap();
                let value = fresh_score(&mut Accumulators::<G, F>::new(&network), position);
                assert_eq!(eval.score(position), value, "{}", position.show());
                let exact = floats.value::<G, F>(position);
                worst = worst.max((value as f32 - exact).abs());
            }
        }
    }
    // Two divisions leave a rest.
    assert!(worst < 2.0, "{worst}");
}

#[test]
fn mirrored_positions_have_equal_scores() {
    let position = ChessPosition::parse("r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2");
    let position = position.unwrap();
    let mirrored = ChessPosition::parse("r3k2r/pppbbppp/2n5/1P2p3/2Qpn3/BN2qNP1/P1PP1PB1/R3K2R w KQkq - 3 2");
    let mirrored = mirrored.unwrap();
    let network = Arc::new(Floats::new(CHESS, 32).network());
    let value = |position| fresh_score(&mut Accumulators::<_, ChessFeatures>::new(&network), position);
    assert_eq!(value(&position), value(&mirrored));
    // Every piece is an input, and one's own king stands on the left.
    for side in Side::BOTH {
        let inputs: Vec<usize> = ChessFeatures::active_features(&position, side).collect();
        assert_eq!(inputs.len() as u32, position.occupied().count());
        assert!(inputs.iter().find(|&&input| input / 64 == Piece::King.index()).unwrap() % 8 < 4);
    }
}

#[test]
fn a_written_network_is_read_as_the_same() {
    let bytes = Floats::new(CHESS, 64).network().write();
    let again = Network::read(&bytes, CHESS).unwrap();
    assert_eq!((again.neurons(), &*again.provenance), (64, "by chance"));
    assert_eq!(again.write(), bytes);
    assert!(matches!(ChessModel::read(&bytes), Ok(ChessModel::Network(..))));
}

#[test]
fn bad_networks_are_refused_with_the_reason() {
    let bytes = Floats::new(CHESS, 32).network().write();
    let refused = |bytes: &[u8]| match ChessModel::read(bytes) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("a bad network was read"),
    };
    let with = |at: usize, new: &[u8]| [&bytes[..at], new, &bytes[at + new.len()..]].concat();
    let length = bytes.len();
    // Magic, version, checksum, name, then from byte 62 on numbers of two bytes and the scale, of four.
    for (bytes, expected) in [
        (with(8, &[9]), "byte 8: found version 9, expected 2".to_owned()),
        (
            with(16, b"d"),
            "byte 16: found a network for 'dhess: pieces on squares, mirrored by th…', \
             expected one for 'chess: pieces on squares, mirrored by the king'"
                .to_owned(),
        ),
        (bytes[..15].to_vec(), "byte 14: found 1 bytes, expected 2 bytes of the length of a name".to_owned()),
        (
            bytes[..length - 1].to_vec(),
            format!(
                "byte 62: found {} bytes with another checksum, expected a network that is whole and as it was written",
                length - 63
            ),
        ),
        (sealed(with(62, &[33, 0])), "byte 62: found 33 neurons, expected a multiple of 32 up to 4096".to_owned()),
        (sealed(with(62, &[0, 0])), "byte 62: found 0 neurons, expected a multiple of 32 up to 4096".to_owned()),
        (sealed(with(62, &[32, 16])), "byte 62: found 4128 neurons, expected a multiple of 32 up to 4096".to_owned()),
        (sealed(with(64, &[3])), "byte 64: found output buckets 3, expected 8".to_owned()),
        (sealed(with(70, &[0; 4])), "byte 70: found the scale 0, expected a number from 1 to 32000".to_owned()),
        (
            sealed([bytes.clone(), vec![0; 10]].concat()),
            format!("byte {length}: found 10 bytes behind the weights, expected no more"),
        ),
    ] {
        assert_eq!(refused(&bytes), expected);
    }
}

/// A network with the right checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes[14..]);
    bytes[10..14].copy_from_slice(&sum.to_le_bytes());
    bytes
}

proptest! {
    #[test]
    fn any_bytes_are_a_network_or_refused(
        change in any::<(prop::sample::Index, u8)>(),
        length in any::<prop::sample::Index>(),
    ) {
        let mut bytes = Floats::new(CHESS, 32).network().write();
        bytes.truncate(bytes.len() - length.index(200));
        let place = change.0.index(100);
        bytes[place] = bytes[place].wrapping_add(change.1);
        // With the right checksum, so that the rest is looked at too.
        if let Err(error) = ChessModel::read(&sealed(bytes)) {
            prop_assert!(!error.to_string().contains(char::is_control), "{}", error);
        }
    }
}

#[test]
fn the_games_are_played_by_networks_or_by_weights() {
    let chess = ChessModel::embedded().unwrap();
    let ChessModel::Network(network, _) = &*chess else { panic!("chess is played by weights") };
    assert_eq!(network.neurons(), 512);
    let english = draughts::eval::DraughtsModel::<English>::embedded().unwrap();
    let draughts::eval::DraughtsModel::<English>::Network(network, _) = &*english else {
        panic!("draughts is played by weights");
    };
    assert_eq!(network.neurons(), 64);
    let mut engine = Engine::start();
    let mut nodes = |file: &str| {
        engine.tell(&format!("setoption name Eval File value {file}\nucinewgame"));
        number(report(&engine.ask("go depth 6", "bestmove")), "nodes")
    };
    let [network, weights, again] = ["", "weights", "<empty>"].map(&mut nodes);
    assert_ne!(network, weights);
    assert_eq!(network, again);
}
