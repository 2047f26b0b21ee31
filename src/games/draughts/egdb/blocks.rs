//! Compressed data in blocks that can be decoded independently: the code lengths of the symbols, a
//! directory of the blocks, and one bit stream for each block.

use super::huffman::{HuffmanDecoder, code_lengths, codes};

/// Positions in a block.
pub const BLOCK_SIZE: usize = 1 << 10;

/// Blocks that share one 32-bit offset in the directory.
const GROUP_SIZE: usize = 8;

/// An element of the bit stream of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackToken {
    /// A symbol, written as its Huffman code.
    Symbol(usize),
    /// A number, and how many of its lowest bits are written uncompressed (at most 16).
    RawBits(u64, u32),
}

/// Compresses blocks of items with `N` symbols. `write` passes the tokens of a block to its callback. It is called twice for
/// each block: first to count the symbols, then to encode them.
pub fn pack<const N: usize, B>(
    blocks: impl Iterator<Item = B> + Clone,
    write: fn(B, &mut dyn FnMut(PackToken)),
) -> Vec<u8> {
    let mut counts = [0; N];
    for block in blocks.clone() {
        write(block, &mut |token| {
            if let PackToken::Symbol(symbol) = token {
                counts[symbol] += 1;
            }
        });
    }
    let lengths = code_lengths(&counts);
    let codes = codes(&lengths);
    let mut bits = BitWriter::default();
    let (mut groups, mut offsets) = (Vec::new(), Vec::new());
    for (number, block) in blocks.enumerate() {
        if number % GROUP_SIZE == 0 {
            groups.push(bits.bytes.len() as u32);
        }
        let offset = bits.bytes.len() as u32 - groups[number / GROUP_SIZE];
        offsets.push(u16::try_from(offset).expect("seven blocks fit into 64 KiB"));
        write(block, &mut |token| match token {
            PackToken::Symbol(symbol) => bits.push(codes[symbol].into(), lengths[symbol].into()),
            PackToken::RawBits(number, count) => bits.push(number, count),
        });
        bits.align();
    }
    let mut packed = lengths.to_vec();
    packed.extend(groups.iter().flat_map(|group| group.to_le_bytes()));
    packed.extend(offsets.iter().flat_map(|offset| offset.to_le_bytes()));
    packed.extend(bits.bytes);
    // The reader loads eight bytes at a time.
    packed.extend([0; 8]);
    packed
}

/// Writes a bit stream, the lowest bit of a byte first.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl BitWriter {
    fn push(&mut self, bits: u64, count: u32) {
        self.pending |= bits << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    fn align(&mut self) {
        if self.count > 0 {
            self.push(0, 8 - self.count);
        }
    }
}

/// Compressed data with `N` symbols.
#[derive(Debug)]
pub struct PackedBlocks<B, const N: usize> {
    data: B,
    decoder: HuffmanDecoder,
    /// Where the 16-bit offsets of the directory begin.
    offsets_start: usize,
    /// Where the bit streams begin.
    blocks_start: usize,
}

impl<B: AsRef<[u8]>, const N: usize> PackedBlocks<B, N> {
    /// Reads the output of [`pack`] for `size` items; `None` if it is damaged.
    pub fn new(bytes: B, size: usize) -> Option<PackedBlocks<B, N>> {
        let count = size.div_ceil(BLOCK_SIZE);
        let data = bytes.as_ref();
        let decoder = HuffmanDecoder::new::<N>(data.first_chunk()?)?;
        let offsets_start = N + 4 * count.div_ceil(GROUP_SIZE);
        let blocks_start = offsets_start + 2 * count;
        (data.len() >= blocks_start + 8).then_some(PackedBlocks { data: bytes, decoder, offsets_start, blocks_start })
    }

    /// The compressed size in bytes.
    pub fn bytes(&self) -> usize {
        self.data.as_ref().len()
    }

    /// The tokens of a block.
    #[inline]
    pub fn stream(&self, block: usize) -> TokenStream<'_> {
        let data = self.data.as_ref();
        let group = u32::from_le_bytes(array(data, N + 4 * (block / GROUP_SIZE))) as usize;
        let offset = u16::from_le_bytes(array(data, self.offsets_start + 2 * block));
        TokenStream { data, decoder: &self.decoder, bit: 8 * (self.blocks_start + group + usize::from(offset)) }
    }
}

/// Reads the tokens of a block.
pub struct TokenStream<'a> {
    data: &'a [u8],
    decoder: &'a HuffmanDecoder,
    bit: usize,
}

impl TokenStream<'_> {
    /// The next symbol; `None` if the bits are no valid code, which happens only in damaged tables.
    #[inline]
    pub fn symbol(&mut self) -> Option<usize> {
        self.symbol_and_raw_bits(|_| 0).map(|(symbol, _)| symbol)
    }

    /// The next symbol and the raw bits that follow it, read with one load from memory. `count` says how many
    /// bits follow a symbol.
    #[inline]
    pub fn symbol_and_raw_bits(&mut self, count: impl FnOnce(usize) -> u32) -> Option<(usize, u64)> {
        let bits = self.peek();
        let (symbol, length) = self.decoder.symbol(bits);
        let count = count(symbol);
        self.bit += (length + count) as usize;
        (length > 0).then_some((symbol, bits >> length & ((1 << count) - 1)))
    }

    /// The next `count` bits as a number.
    #[inline]
    pub fn raw_bits(&mut self, count: u32) -> u64 {
        let bits = self.peek() & ((1 << count) - 1);
        self.bit += count as usize;
        bits
    }

    /// The next bits, at least 57 of them.
    #[inline]
    fn peek(&self) -> u64 {
        u64::from_le_bytes(array(self.data, self.bit / 8)) >> (self.bit % 8)
    }
}

/// The `N` bytes at `offset`; zeros if they lie beyond the end, as in damaged tables.
#[inline]
fn array<const N: usize>(data: &[u8], offset: usize) -> [u8; N] {
    data.get(offset..).and_then(<[u8]>::first_chunk).copied().unwrap_or([0; N])
}
