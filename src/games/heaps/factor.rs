//! Prime factors of 64-bit numbers.

/// The prime factors of a number with their exponents, the least first. 0 and 1 have none.
pub(super) fn factors(number: u64) -> Vec<(u64, u32)> {
    let mut primes = Vec::new();
    let mut rest = number.max(1);
    for prime in 2..SMALL {
        while rest.is_multiple_of(prime) {
            primes.push(prime);
            rest /= prime;
        }
    }
    split(rest, &mut primes);
    primes.sort_unstable();
    primes.chunk_by(|one, other| one == other).map(|run| (run[0], run.len() as u32)).collect()
}

/// Smaller factors are found by trial division.
const SMALL: u64 = 100;

/// Adds the prime factors of a number without small ones.
fn split(number: u64, primes: &mut Vec<u64>) {
    if number == 1 {
        return;
    }
    if is_prime(number) {
        return primes.push(number);
    }
    let divisor = (1..).find_map(|seed| divisor(number, seed)).unwrap_or(1);
    split(divisor, primes);
    split(number / divisor, primes);
}

fn multiply(one: u64, other: u64, modulus: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(modulus)) as u64
}

fn power(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut result, mut square) = (1, base % modulus);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = multiply(result, square, modulus);
        }
        square = multiply(square, square, modulus);
        exponent /= 2;
    }
    result
}

/// Whether a number without small factors is a prime, by the test of Miller and Rabin. With these bases it is exact for
/// all 64-bit numbers (Sorenson and Webster 2015).
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < SMALL * SMALL {
        return true;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut value = power(base, odd, number);
        value == 1
            || (0..twos).any(|_| {
                let found = value == number - 1;
                value = multiply(value, value, number);
                found
            })
    })
}

/// A proper divisor of a composite number, by the rho method (Pollard 1975); `None` if this seed does not find one.
fn divisor(number: u64, seed: u64) -> Option<u64> {
    let step = |value| ((u128::from(value) * u128::from(value) + u128::from(seed)) % u128::from(number)) as u64;
    let (mut slow, mut fast) = (2, 2);
    loop {
        // The differences are multiplied, so that the greatest common divisor is asked seldom.
        let (start_slow, start_fast) = (slow, fast);
        let mut product = 1;
        for _ in 0..64 {
            slow = step(slow);
            fast = step(step(fast));
            product = multiply(product, slow.abs_diff(fast), number);
        }
        if greatest_common_divisor(product, number) == 1 {
            continue;
        }
        (slow, fast) = (start_slow, start_fast);
        loop {
            slow = step(slow);
            fast = step(step(fast));
            let divisor = greatest_common_divisor(slow.abs_diff(fast), number);
            if divisor > 1 {
                return (divisor < number).then_some(divisor);
            }
        }
    }
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn product(factors: &[(u64, u32)]) -> u64 {
        factors.iter().map(|&(prime, exponent)| prime.pow(exponent)).product()
    }

    #[test]
    fn factors_are_primes_and_multiply_to_the_number() {
        for number in 1..20_000u64 {
            let found = factors(number);
            assert_eq!(product(&found), number);
            for (prime, _) in found {
                assert!((2..prime).take_while(|it| it * it <= prime).all(|it| !prime.is_multiple_of(it)));
            }
        }
    }

    #[test]
    fn large_numbers() {
        assert_eq!(factors(9_223_372_036_854_775_783), [(9_223_372_036_854_775_783, 1)]);
        assert_eq!(factors(3_037_000_493 * 3_037_000_493), [(3_037_000_493, 2)]);
        assert_eq!(factors(2_147_483_647 * 4_294_967_291), [(2_147_483_647, 1), (4_294_967_291, 1)]);
        let mut random = Random::new(3);
        for _ in 0..20 {
            let number = random.next_u64() >> 1;
            let found = factors(number);
            assert_eq!(product(&found), number);
            assert!(found.iter().all(|&(prime, _)| prime < SMALL || is_prime(prime)));
        }
    }
}
