//! Reads and writes network files. `docs/training.md` documents the format.

use super::layers::CLIP;
use super::network::{MAX_NEURONS, MAX_SCALE, Network, OUTPUT_UNIT};
use super::simd::{I16x32, InstructionSet};
use super::{FeatureSet, MAGIC};
use crate::bytes::{ByteReader, FormatFlaw, append_numbers, checksum};
use crate::eval::ModelError;
use crate::notation::excerpt;

/// The version of the format.
const VERSION: u16 = 2;

impl Network {
    /// The network as a file.
    pub fn write(&self) -> Vec<u8> {
        let FeatureSet { name, output_buckets, .. } = self.features;
        let mut bytes = Vec::new();
        let provenance = self.provenance.as_bytes();
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend(name.as_bytes());
        for number in [self.neurons(), output_buckets] {
            bytes.extend((number as u16).to_le_bytes());
        }
        for number in [CLIP, OUTPUT_UNIT] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend((provenance.len() as u32).to_le_bytes());
        bytes.extend(provenance);
        for blocks in [&self.feature_weights, &self.feature_bias, &self.output_weights] {
            for block in blocks {
                append_numbers(&mut bytes, block.0.map(i16::to_le_bytes));
            }
        }
        let bias = self.output_bias.iter();
        append_numbers(&mut bytes, bias.map(|bias| bias.to_le_bytes()));
        [MAGIC, &VERSION.to_le_bytes(), &checksum(&bytes, &[]).to_le_bytes(), &bytes].concat()
    }

    /// Reads the file of a network with these features.
    pub fn read(bytes: &[u8], features: FeatureSet) -> Result<Network, ModelError> {
        parse(&mut ByteReader::new(bytes), features).map_err(|flaw| ModelError(flaw.to_string()))
    }
}

fn parse(reader: &mut ByteReader, features: FeatureSet) -> Result<Network, FormatFlaw> {
    if reader.take(MAGIC.len(), "a network")? != MAGIC {
        return Err(reader.flaw(MAGIC.len(), "other bytes".into(), "KEMPNNUE"));
    }
    expect(reader, "version", VERSION)?;
    let whole = reader.u32("a checksum")? == checksum(reader.rest(), &[]);
    let length = reader.u16("the length of a name")?.into();
    let name = String::from_utf8_lossy(reader.take(length, "a name")?);
    if name != features.name {
        let found = format!("a network for '{}'", excerpt(&name));
        return Err(reader.flaw(length, found, format!("one for '{}'", features.name)));
    }
    if !whole {
        let found = format!("{} bytes with another checksum", reader.remaining());
        return Err(reader.flaw(0, found, "a network that is whole and as it was written"));
    }
    let neurons = usize::from(reader.u16("the number of neurons")?);
    if neurons == 0 || !neurons.is_multiple_of(I16x32::LANES) || neurons > MAX_NEURONS {
        let expected = format!("a multiple of {} up to {MAX_NEURONS}", I16x32::LANES);
        return Err(reader.flaw(2, format!("{neurons} neurons"), expected));
    }
    expect(reader, "output buckets", features.output_buckets as u16)?;
    expect(reader, "a full neuron of", CLIP as u16)?;
    expect(reader, "a whole weight of", OUTPUT_UNIT as u16)?;
    let scale = reader.u32("the scale")? as i32;
    if !(1..=MAX_SCALE).contains(&scale) {
        return Err(reader.flaw(4, format!("the scale {scale}"), format!("a number from 1 to {MAX_SCALE}")));
    }
    let length = reader.u32("the length of the provenance")?;
    let provenance = reader.take(length as usize, "the provenance")?;
    let network = Network {
        features,
        vectors: neurons / I16x32::LANES,
        provenance: String::from_utf8_lossy(provenance).into_owned(),
        scale,
        feature_weights: vectors(reader, features.count * neurons, "the weights of the inputs")?,
        feature_bias: vectors(reader, neurons, "the bias of the neurons")?,
        output_weights: vectors(reader, features.output_buckets * 2 * neurons, "the weights of the output")?,
        output_bias: (0..features.output_buckets)
            .map(|_| Ok(reader.u32("the bias of the output")? as i32))
            .collect::<Result<_, FormatFlaw>>()?,
        instruction_set: InstructionSet::best(),
    };
    match reader.remaining() {
        0 => Ok(network),
        left => Err(reader.flaw(0, format!("{left} bytes behind the weights"), "no more")),
    }
}

fn expect(reader: &mut ByteReader, what: &str, expected: u16) -> Result<(), FormatFlaw> {
    match reader.u16(what)? {
        found if found == expected => Ok(()),
        found => Err(reader.flaw(2, format!("{what} {found}"), expected.to_string())),
    }
}

fn vectors(reader: &mut ByteReader, lanes: usize, what: &str) -> Result<Vec<I16x32>, FormatFlaw> {
    let (pairs, _) = reader.take(2 * lanes, what)?.as_chunks::<2>();
    let (blocks, _) = pairs.as_chunks::<{ I16x32::LANES }>();
    let block = |lanes: &[[u8; 2]; I16x32::LANES]| I16x32(lanes.map(i16::from_le_bytes));
    Ok(blocks.iter().map(block).collect())
}
