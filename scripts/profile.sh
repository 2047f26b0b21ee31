#!/usr/bin/env bash
# Profiles searches of every game that is searched much, for a build that the compiler optimises by what it sees there
# (profile-guided optimisation), and prints the name of the profile. Usage:
# profile.sh TARGET FLAGS RUNNER, where FLAGS are those of the compiler, and RUNNER runs programs of the target (`env`).
#
# Names of functions depend on the target, so every target needs a profile of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1 flags=$2 runner=$3
folder=$PWD/target/profile/$target

rustup component add llvm-tools >&2
profdata=$(find "$(rustc --print sysroot)" -name llvm-profdata | head -n 1)
rm -rf "$folder"
mkdir -p "$folder"
# Without the optimisation at link time of the profile `dist`, which changes nothing in the counts and takes minutes.
RUSTFLAGS="$flags -C profile-generate=$folder" \
    cargo build --release --target "$target" --target-dir target/profile/build >&2
program=target/profile/build/$target/release/kempelen
"$runner" "$program" bench >&2
for game in english russian international italian breakthrough; do
    "$runner" "$program" bench --game "$game" --depth 8 >&2
done
"$profdata" merge -o "$folder.profdata" "$folder"/*.profraw
echo "$folder.profdata"
