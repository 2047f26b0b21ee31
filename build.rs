//! Passes the target, its instruction sets and the enabled features to the program as environment variables.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    const FEATURE: &str = "CARGO_FEATURE_";
    let variable = |name| std::env::var(name).unwrap_or_default();
    let names = std::env::vars().filter_map(|(name, _)| name.strip_prefix(FEATURE).map(str::to_lowercase));
    let features: Vec<String> = names.filter(|name| name != "default").collect();
    for (name, value) in [
        ("TARGET", variable("TARGET")),
        ("INSTRUCTIONS", variable("CARGO_CFG_TARGET_FEATURE").replace(',', ", ")),
        ("FEATURES", features.join(", ")),
    ] {
        println!("cargo:rustc-env=KEMPELEN_{name}={value}");
    }
}
