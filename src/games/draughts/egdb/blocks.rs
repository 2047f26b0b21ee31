//! Packed content in blocks that can be read alone: the code of its symbols, a directory, and a
//! stream of bits for each block.

use super::huffman::{self, HuffmanDecoder};

/// Positions of a block.
pub const BLOCK: usize = 1 << 10;

/// Blocks that share one place in the directory.
const GROUP: usize = 8;

/// What a block is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackToken {
    /// A symbol, by its code.
    Symbol(usize),
    /// So many of the lowest bits of a number, as they are; 16 at most.
    Plain(u64, u32),
}

/// Packs `count` blocks with `N` symbols. `write` tells the tokens of a block; it is asked twice.
pub fn pack<const N: usize>(
    count: usize,
    mut write: impl FnMut(usize, &mut dyn FnMut(PackToken)),
) -> Vec<u8> {
    let mut counts = [0; N];
    for block in 0..count {
        write(block, &mut |token| {
            if let PackToken::Symbol(symbol) = token {
                counts[symbol] += 1;
            }
        });
    }
    let lengths = huffman::lengths(&counts);
    let codes = huffman::codes(&lengths);
    let mut bits = Bits::default();
    let (mut groups, mut places) = (Vec::new(), Vec::new());
    for block in 0..count {
        if block % GROUP == 0 {
            groups.push(bits.bytes.len() as u32);
        }
        let place = bits.bytes.len() as u32 - groups[block / GROUP];
        places.push(u16::try_from(place).expect("seven blocks are no longer"));
        write(block, &mut |token| match token {
            PackToken::Symbol(symbol) => bits.push(codes[symbol].into(), lengths[symbol].into()),
            PackToken::Plain(number, count) => bits.push(number, count),
        });
        bits.align();
    }
    let mut packed = lengths.to_vec();
    packed.extend(groups.iter().flat_map(|place| place.to_le_bytes()));
    packed.extend(places.iter().flat_map(|place| place.to_le_bytes()));
    packed.extend(bits.bytes);
    // The reader looks at eight bytes at a time.
    packed.extend([0; 8]);
    packed
}

/// A stream of bits, the lowest of a byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl Bits {
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

/// Packed content with `N` symbols.
#[derive(Debug)]
pub struct PackedBlocks<B, const N: usize> {
    bytes: B,
    decoder: HuffmanDecoder,
    /// Where the second part of the directory begins, and where the blocks do.
    places: usize,
    blocks: usize,
}

impl<B: AsRef<[u8]>, const N: usize> PackedBlocks<B, N> {
    /// Reads what [`pack`] made of `count` blocks; `None` if it cannot be that.
    pub fn new(bytes: B, count: usize) -> Option<PackedBlocks<B, N>> {
        let data = bytes.as_ref();
        let decoder = HuffmanDecoder::new::<N>(data.first_chunk()?)?;
        let places = N + 4 * count.div_ceil(GROUP);
        let blocks = places + 2 * count;
        (data.len() >= blocks + 8).then_some(PackedBlocks {
            bytes,
            decoder,
            places,
            blocks,
        })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.bytes.as_ref().len()
    }

    /// The stream of a block.
    #[inline]
    pub fn stream(&self, block: usize) -> TokenStream<'_> {
        let data = self.bytes.as_ref();
        let group = u32::from_le_bytes(array(data, N + 4 * (block / GROUP))) as usize;
        let place = u16::from_le_bytes(array(data, self.places + 2 * block));
        TokenStream {
            data,
            decoder: &self.decoder,
            bit: 8 * (self.blocks + group + usize::from(place)),
        }
    }
}

/// Reads a block.
pub struct TokenStream<'a> {
    data: &'a [u8],
    decoder: &'a HuffmanDecoder,
    bit: usize,
}

impl TokenStream<'_> {
    /// The next symbol; `None` if the bits are no code, which is so in damaged tables alone.
    #[inline]
    pub fn symbol(&mut self) -> Option<usize> {
        let (symbol, length) = self.decoder.symbol(self.peek());
        self.bit += length as usize;
        (length > 0).then_some(symbol)
    }

    /// The next symbol and so many plain bits after it as it demands: one look for both.
    #[inline]
    pub fn symbol_and(&mut self, count: impl FnOnce(usize) -> u32) -> Option<(usize, u64)> {
        let bits = self.peek();
        let (symbol, length) = self.decoder.symbol(bits);
        let count = count(symbol);
        self.bit += (length + count) as usize;
        (length > 0).then_some((symbol, bits >> length & ((1 << count) - 1)))
    }

    /// The next bits as a number.
    #[inline]
    pub fn plain(&mut self, count: u32) -> u64 {
        let bits = self.peek() & ((1 << count) - 1);
        self.bit += count as usize;
        bits
    }

    /// At least 57 bits.
    #[inline]
    fn peek(&self) -> u64 {
        u64::from_le_bytes(array(self.data, self.bit / 8)) >> (self.bit % 8)
    }
}

/// Some bytes; zeros where there are none, as in damaged tables.
#[inline]
fn array<const N: usize>(data: &[u8], place: usize) -> [u8; N] {
    let bytes = data.get(place..).and_then(<[u8]>::first_chunk);
    bytes.copied().unwrap_or([0; N])
}
