//! Tables of the states of captures, for positions where a piece has very many paths.

use super::view::Capture;
use crate::game::GOLDEN_STEP;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What decides how a capture can go on, in one number: its square, its kind, its pieces; and a second number for
/// whatever else the search must tell apart.
pub(super) type CaptureState = (u64, u32);

/// The state of a capture. No board has more than 54 bits.
#[inline]
pub(super) fn state(capture: &Capture, more: u32) -> CaptureState {
    let Capture {
        at,
        king,
        promoted,
        captured,
        ..
    } = *capture;
    let kind = u64::from(king) | u64::from(promoted) << 1;
    (captured.0 | u64::from(at) << 54 | kind << 60, more)
}

/// A table of states.
pub(super) type StateTable<T> = HashMap<CaptureState, T, BuildHasherDefault<StateHasher>>;

/// A hash by multiplication: states come from the rules, so nobody can choose them to collide.
#[derive(Default)]
pub(super) struct StateHasher(u64);

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(GOLDEN_STEP);
        self.0 = mixed ^ mixed >> 32;
    }
}
