#!/usr/bin/env bash
# Makes the profile for profile-guided optimisation and prints its file name: builds an instrumented program and lets it
# search in several games. Usage: profile.sh TARGET FLAGS RUNNER, where FLAGS are compiler flags, and RUNNER is the command
# that runs programs for the target (`env` if it is this machine's).
#
# Needs Rust installed by rustup, and adds its component llvm-tools. The names of functions depend on the target and on the
# cargo profile, so a profile fits only builds with the same target and `--profile dist`.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1 flags=$2 runner=$3
folder=$PWD/target/profile/$target

fail() {
    echo "profile: $1" >&2
    exit 1
}

[[ $folder != *[[:space:]]* ]] || fail "found a space in '$folder', expected a path that compiler flags can name"
rustup component add llvm-tools >&2
profdata=$(find "$(rustc --print sysroot)" -name 'llvm-profdata*' -type f | head -n 1)
[ -n "$profdata" ] || fail "found no llvm-profdata, expected that of rustup's component llvm-tools"

rm -rf "$folder"
mkdir -p "$folder"
RUSTFLAGS="$flags -C profile-generate=$folder" \
    cargo build --profile dist --target "$target" --target-dir target/profile/build >&2
program=target/profile/build/$target/dist/kempelen
"$runner" "$program" bench >&2
for game in english russian international italian breakthrough; do
    "$runner" "$program" bench --game "$game" --depth 8 >&2
done
"$profdata" merge -o "$folder.profdata" "$folder"/*.profraw
echo "$folder.profdata"
