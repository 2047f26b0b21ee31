//! Tables of the states of captures, for positions where a piece has very many paths.

use super::view::Capture;
use crate::game::MixHasher;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// What decides how a capture can go on, in one number: its square, its kind, its pieces; and a second number for
/// whatever else the search must tell apart.
pub(super) type CaptureState = (u64, u32);

/// The state of a capture. No board has more than 54 bits.
#[inline]
pub(super) fn state(capture: &Capture, more: u32) -> CaptureState {
    let Capture { at, king, promoted, captured, .. } = *capture;
    let kind = u64::from(king) | u64::from(promoted) << 1;
    (captured.0 | u64::from(at) << 54 | kind << 60, more)
}

/// A table of states.
pub(super) type StateTable<T> = HashMap<CaptureState, T, BuildHasherDefault<MixHasher>>;
