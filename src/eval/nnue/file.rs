//! Files of networks; `docs/training.md` documents them.

use super::network::{CLIP, Network, QUANTUM};
use super::simd::{Block, Level};
use super::{Features, MAGIC};
use crate::eval::ModelError;
use std::marker::PhantomData;

/// The version of the format.
const VERSION: u16 = 1;

/// The most neurons of an accumulator.
const MOST_NEURONS: usize = 4096;

impl<G, F: Features<G>> Network<G, F> {
    /// The bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let provenance = self.provenance.as_bytes();
        for number in [VERSION, F::NAME.len() as u16] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(F::NAME.as_bytes());
        for number in [self.neurons(), F::STAGES] {
            bytes.extend((number as u16).to_le_bytes());
        }
        for number in [CLIP, QUANTUM] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend((provenance.len() as u32).to_le_bytes());
        bytes.extend(provenance);
        for blocks in [&self.rows, &self.bias, &self.output] {
            let lanes = blocks.iter().flat_map(|block| block.0);
            bytes.extend(lanes.flat_map(i16::to_le_bytes));
        }
        let bias = self.output_bias.iter();
        bytes.extend(bias.flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Network<G, F>, ModelError> {
        let mut reader = Reader { bytes, at: 0 };
        reader.expect("the beginning of a network", MAGIC)?;
        let version = reader.short("a version")?;
        if version != VERSION {
            return Err(ModelError(format!(
                "found version {version} of the format of networks, expected {VERSION}"
            )));
        }
        let length = reader.short("the length of a name")?;
        let name = String::from_utf8_lossy(reader.take(length.into(), "a name")?);
        if name != F::NAME {
            return Err(ModelError(format!(
                "found a network for '{}', expected one for '{}'",
                name.escape_debug(),
                F::NAME
            )));
        }
        check_sum(bytes)?;
        let neurons = usize::from(reader.short("the number of neurons")?);
        if neurons == 0 || neurons % Block::LANES != 0 || neurons > MOST_NEURONS {
            return Err(ModelError(format!(
                "found {neurons} neurons, expected a multiple of {} up to {MOST_NEURONS}",
                Block::LANES
            )));
        }
        reader.expect("the stages", &(F::STAGES as u16).to_le_bytes())?;
        reader.expect("what is one for neurons", &CLIP.to_le_bytes())?;
        reader.expect("what is one for weights", &QUANTUM.to_le_bytes())?;
        let scale = reader.long("the scale")? as i32;
        let length = reader.long("the length of the provenance")?;
        let provenance = reader.take(length as usize, "the provenance")?;
        let network = Network {
            width: neurons / Block::LANES,
            provenance: String::from_utf8_lossy(provenance).into_owned(),
            scale,
            rows: reader.blocks(F::INPUTS * neurons, "the weights of the inputs")?,
            bias: reader.blocks(neurons, "the bias of the neurons")?,
            output: reader.blocks(F::STAGES * 2 * neurons, "the weights of the output")?,
            output_bias: (0..F::STAGES)
                .map(|_| Ok(reader.long("the bias of the output")? as i32))
                .collect::<Result<_, ModelError>>()?,
            level: Level::best(),
            seen: PhantomData,
        };
        match bytes.len() - reader.at {
            CHECKSUM => Ok(network),
            rest => Err(ModelError(format!(
                "byte {}: found {rest} bytes behind the weights, expected the {CHECKSUM} of a checksum",
                reader.at
            ))),
        }
    }
}

/// Bytes of the checksum, the last of a file: CRC-32 of all before.
const CHECKSUM: usize = 4;

fn check_sum(bytes: &[u8]) -> Result<(), ModelError> {
    let content = bytes.split_last_chunk::<CHECKSUM>();
    match content.is_some_and(|(all, sum)| crc32fast::hash(all) == u32::from_le_bytes(*sum)) {
        true => Ok(()),
        false => Err(ModelError(
            "the checksum does not agree: the network is damaged or ends too early".into(),
        )),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], ModelError> {
        let taken = self.bytes[self.at..].get(..count).ok_or_else(|| {
            ModelError(format!(
                "byte {}: the network ends too early; expected {what}",
                self.at
            ))
        })?;
        self.at += count;
        Ok(taken)
    }

    fn expect(&mut self, what: &str, expected: &[u8]) -> Result<(), ModelError> {
        let at = self.at;
        match self.take(expected.len(), what)? {
            found if found == expected => Ok(()),
            found => Err(ModelError(format!(
                "byte {at}: {what}: found {found:?}, expected {expected:?}"
            ))),
        }
    }

    fn short(&mut self, what: &str) -> Result<u16, ModelError> {
        let bytes = self.take(2, what)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn long(&mut self, what: &str) -> Result<u32, ModelError> {
        let bytes = self.take(4, what)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn blocks(&mut self, lanes: usize, what: &str) -> Result<Vec<Block>, ModelError> {
        let bytes = self.take(2 * lanes, what)?;
        let (pairs, _) = bytes.as_chunks::<2>();
        let (blocks, _) = pairs.as_chunks::<{ Block::LANES }>();
        let block = |lanes: &[[u8; 2]; Block::LANES]| Block(lanes.map(i16::from_le_bytes));
        Ok(blocks.iter().map(block).collect())
    }
}
