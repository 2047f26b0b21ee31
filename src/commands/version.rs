//! The text of `kempelen --version`: build and processor.

use crate::eval::nnue::simd::InstructionSet;
use std::sync::LazyLock;

/// What a build for x86-64 lacks if its compiler flags did not name x86-64-v2, as those of `.cargo/config.toml` do: packages
/// and environment variables replace them. `None` for a fast build.
pub fn slow_build() -> Option<&'static str> {
    popcnt_notice(env!("KEMPELEN_TARGET"), env!("KEMPELEN_INSTRUCTIONS"))
}

fn popcnt_notice(target: &str, instructions: &str) -> Option<&'static str> {
    let is_slow = target.starts_with("x86_64") && !instructions.split(", ").any(|name| name == "popcnt");
    is_slow.then_some(
        "without POPCNT, so it is slower than it could be; for processors since 2009 build with \
         RUSTFLAGS=\"-C target-cpu=x86-64-v2\"",
    )
}

/// The version, the commit, the build target and features, and the instruction sets for networks that the processor has.
pub fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let found = InstructionSet::available();
        let found = found.iter().rev().map(|set| set.name()).collect::<Vec<_>>().join(", ");
        let built = env!("KEMPELEN_INSTRUCTIONS");
        let built = slow_build().map_or(built.to_owned(), |notice| format!("{built}; {notice}"));
        let rows = [
            ("commit", env!("KEMPELEN_COMMIT")),
            ("target", env!("KEMPELEN_TARGET")),
            ("built for", &built),
            ("processor has", &found),
            ("networks by", InstructionSet::best().name()),
            ("features", env!("KEMPELEN_FEATURES")),
        ];
        let row = |(name, value): (&str, &str)| {
            let value = match value {
                "" if name == "commit" => "unknown",
                "" => "none",
                _ => value,
            };
            format!("\n{name}: {value}")
        };
        env!("CARGO_PKG_VERSION").to_owned() + &rows.map(row).concat()
    });
    &TEXT
}

#[cfg(test)]
mod tests {
    use super::popcnt_notice;

    #[test]
    fn a_build_without_popcnt_is_noticed() {
        for (target, instructions, is_slow) in [
            ("x86_64-unknown-linux-gnu", "fxsr, sse, sse2", true),
            ("x86_64-pc-windows-gnu", "avx512vpopcntdq, sse", true),
            ("x86_64-unknown-linux-musl", "fxsr, popcnt, sse", false),
            ("aarch64-unknown-linux-musl", "neon", false),
        ] {
            assert_eq!(popcnt_notice(target, instructions).is_some(), is_slow, "{target}: {instructions}");
        }
    }
}
