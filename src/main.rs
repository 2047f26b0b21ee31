//! The binary: arguments to a protocol loop or a tool.

fn main() {}
