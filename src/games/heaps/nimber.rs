//! Nimbers: the numbers of Nim, with their sum and product (Conway 1976), and the least excluded number.

/// The sum of two nimbers: their binary digits without carry.
pub fn nim_sum(one: u64, other: u64) -> u64 {
    one ^ other
}

/// The product of two nimbers. The nimbers below 2^64 are a field with these two operations.
///
/// ```
/// use kempelen::games::heaps::nimber::nim_product;
/// assert_eq!(nim_product(6, 7), 3);
/// ```
pub fn nim_product(one: u64, other: u64) -> u64 {
    product(one, other, 32)
}

/// The product of two nimbers of at most `2 * half` bits.
///
/// With F = 2^half, a Fermat power, F * F = F + F/2 (the sums and products are those of nimbers), and the product with
/// F of a smaller number is the ordinary one. So (aF + b)(cF + d) = (ac + ad + bc)F + bd + ac(F/2), where three products
/// suffice for the first two terms (Karatsuba 1962).
fn product(one: u64, other: u64, half: u32) -> u64 {
    if one < 2 || other < 2 {
        return one * other;
    }
    if half == 0 {
        return one & other;
    }
    let below = (1 << half) - 1;
    let (a, b) = (one >> half, one & below);
    let (c, d) = (other >> half, other & below);
    let next = half / 2;
    let high = product(a, c, next);
    let low = product(b, d, next);
    let middle = product(a ^ b, c ^ d, next) ^ low;
    middle << half ^ low ^ product(high, 1 << (half - 1), next)
}

/// The least number that is not among `numbers`.
pub fn mex(numbers: &[u64]) -> u64 {
    let mut present = vec![false; numbers.len() + 1];
    for &number in numbers {
        if let Some(place) = usize::try_from(number).ok().and_then(|place| present.get_mut(place)) {
            *place = true;
        }
    }
    present.iter().position(|present| !present).map_or(0, |number| number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// By the definition: the least number that is no a'b + ab' + a'b' with a' < a and b' < b.
    #[test]
    fn products_follow_the_definition() {
        let mut table = [[0u64; 32]; 32];
        for a in 0..32 {
            for b in 0..32 {
                let mut options = Vec::new();
                for less in 0..a {
                    options.extend((0..b).map(|low| table[less][b] ^ table[a][low] ^ table[less][low]));
                }
                table[a][b] = mex(&options);
                assert_eq!(nim_product(a as u64, b as u64), table[a][b], "{a} * {b}");
            }
        }
        assert_eq!(nim_product(6, 7), 3);
    }

    #[test]
    fn nimbers_are_a_field() {
        let mut random = Random::new(7);
        for _ in 0..300 {
            let [a, b, c] = [(); 3].map(|()| random.next_u64() >> (random.below(60)));
            assert_eq!(nim_product(a, b), nim_product(b, a));
            assert_eq!(nim_product(a, nim_sum(b, c)), nim_sum(nim_product(a, b), nim_product(a, c)));
            assert_eq!(nim_product(nim_product(a, b), c), nim_product(a, nim_product(b, c)));
            assert_eq!(nim_product(a, 1), a);
            // The order of the multiplicative group is 2^64 - 1, so a^(2^64) = a.
            assert_eq!((0..64).fold(a, |power, _| nim_product(power, power)), a);
        }
        assert_eq!(nim_product(1 << 32, 1 << 32), 3 << 31);
    }

    #[test]
    fn the_least_excluded_number() {
        for (numbers, expected) in
            [(&[][..], 0), (&[0, 1, 3], 2), (&[0, 1, 2], 3), (&[2, 0], 1), (&[1, 2], 0), (&[u64::MAX, 0], 1)]
        {
            assert_eq!(mex(numbers), expected);
        }
    }
}
