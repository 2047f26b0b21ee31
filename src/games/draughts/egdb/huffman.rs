//! Huffman codes (Huffman 1952) of limited length, decoded with one table lookup.

/// The greatest length of a code, in bits.
pub const MAX_CODE_LENGTH: u32 = 10;

/// The code lengths, in bits, for symbols with these numbers of occurrences; 0 for symbols that do not occur.
pub fn code_lengths<const N: usize>(counts: &[u64; N]) -> [u8; N] {
    let mut counts = *counts;
    loop {
        let lengths = unlimited_code_lengths(&counts);
        if lengths.iter().all(|&length| u32::from(length) <= MAX_CODE_LENGTH) {
            return lengths;
        }
        // Smaller differences between the counts make the longest code shorter.
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = *count / 4 + 1;
        }
    }
}

fn unlimited_code_lengths<const N: usize>(counts: &[u64; N]) -> [u8; N] {
    let mut lengths = [0; N];
    let used = (0..N).filter(|&symbol| counts[symbol] > 0);
    let mut trees: Vec<(u64, Vec<usize>)> = used.map(|symbol| (counts[symbol], vec![symbol])).collect();
    if let [(_, only)] = &trees[..] {
        lengths[only[0]] = 1;
    }
    while trees.len() > 1 {
        sort_descending(&mut trees);
        let pair = trees.split_off(trees.len() - 2);
        let count = pair.iter().map(|(count, _)| count).sum();
        let symbols: Vec<usize> = pair.into_iter().flat_map(|(_, symbols)| symbols).collect();
        symbols.iter().for_each(|&symbol| lengths[symbol] += 1);
        trees.push((count, symbols));
    }
    lengths
}

/// Sorts trees by their counts.
fn sort_descending(trees: &mut [(u64, Vec<usize>)]) {
    trees.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
}

/// The canonical codes with these lengths, with the bits reversed: the lowest bit is written first.
pub fn codes<const N: usize>(lengths: &[u8; N]) -> [u16; N] {
    let mut codes = [0; N];
    let mut next = 0_u32;
    for length in 1..=MAX_CODE_LENGTH {
        for symbol in (0..N).filter(|&symbol| u32::from(lengths[symbol]) == length) {
            codes[symbol] = (next.reverse_bits() >> (32 - length)) as u16;
            next += 1;
        }
        next <<= 1;
    }
    codes
}

/// Decodes the symbol at the beginning of a bit stream.
#[derive(Debug)]
pub struct HuffmanDecoder {
    /// Indexed by the next [`MAX_CODE_LENGTH`] bits: the symbol, and in the upper byte the length of its code.
    entries: Box<[u16]>,
}

impl HuffmanDecoder {
    /// A decoder for the canonical code with these lengths; `None` if there is no such code.
    pub fn new<const N: usize>(lengths: &[u8; N]) -> Option<HuffmanDecoder> {
        if lengths.iter().any(|&length| u32::from(length) > MAX_CODE_LENGTH) {
            return None;
        }
        let used = lengths.iter().filter(|&&length| length > 0);
        let space: u32 = used.map(|&length| 1 << (MAX_CODE_LENGTH - u32::from(length))).sum();
        if space > 1 << MAX_CODE_LENGTH {
            return None;
        }
        let mut entries = vec![0; 1 << MAX_CODE_LENGTH].into_boxed_slice();
        let codes = codes(lengths);
        for (symbol, &length) in lengths.iter().enumerate().filter(|(_, length)| **length > 0) {
            for entry in entries.iter_mut().skip(codes[symbol].into()).step_by(1 << length) {
                *entry = symbol as u16 | u16::from(length) << 8;
            }
        }
        Some(HuffmanDecoder { entries })
    }

    /// The symbol at the beginning of `bits`, and the length of its code (0 if the bits are no valid code).
    #[inline]
    pub fn symbol(&self, bits: u64) -> (usize, u32) {
        let entry = self.entries[(bits & ((1 << MAX_CODE_LENGTH) - 1)) as usize];
        (usize::from(entry & 255), u32::from(entry >> 8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoded_symbols_equal_the_encoded_ones() {
        for counts in [
            [1, 1, 2, 3, 5, 8, 13, 0],
            [0, 0, 0, 7, 0, 0, 0, 0],
            [1, 1 << 50, 1 << 40, 1 << 30, 1 << 20, 1 << 10, 4, 3],
        ] {
            let lengths = code_lengths(&counts);
            let codes = codes(&lengths);
            let decoder = HuffmanDecoder::new(&lengths).unwrap();
            for symbol in (0..8).filter(|&symbol| counts[symbol] > 0) {
                let rest = 0xdead_beef << lengths[symbol];
                assert_eq!(decoder.symbol(u64::from(codes[symbol]) | rest), (symbol, lengths[symbol].into()));
            }
        }
    }

    #[test]
    fn frequent_symbols_have_short_codes() {
        assert_eq!(code_lengths(&[40, 30, 20, 10]), [1, 2, 3, 3]);
    }

    #[test]
    fn impossible_lengths_are_refused() {
        assert!(HuffmanDecoder::new(&[1, 1, 1]).is_none());
        assert!(HuffmanDecoder::new(&[13, 0]).is_none());
        assert!(HuffmanDecoder::new(&[255, 1]).is_none());
    }
}
