//! The text of `kempelen --version`: build and processor.

use crate::eval::nnue::simd::InstructionSet;
use std::sync::LazyLock;

/// The version, the build target and features, and the instruction sets for networks that the processor has.
pub fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let found = InstructionSet::available();
        let found = found.iter().rev().map(|set| set.name()).collect::<Vec<_>>().join(", ");
        let rows = [
            ("target", env!("KEMPELEN_TARGET")),
            ("built for", env!("KEMPELEN_INSTRUCTIONS")),
            ("processor has", &found),
            ("networks by", InstructionSet::best().name()),
            ("features", env!("KEMPELEN_FEATURES")),
        ];
        let row = |(name, value): (&str, &str)| {
            let value = if value.is_empty() { "none" } else { value };
            format!("\n{name}: {value}")
        };
        env!("CARGO_PKG_VERSION").to_owned() + &rows.map(row).concat()
    });
    &TEXT
}
