#!/usr/bin/env bash
# Builds what is released into dist/: programs for Linux (x86-64 and arm64, linked statically) and Windows, the libraries
# for CheckerBoard, man pages, completions, licences and checksums. Usage: dist.sh, or `make dist`.
#
# Needs Rust by rustup, and Debian's gcc, gcc-mingw-w64-x86-64, qemu-user-static and zip, or those of another system.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."
root=$PWD
version=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"name":"kempelen","version":"\([^"]*\)".*/\1/')
out=$root/dist

for tool in gcc x86_64-w64-mingw32-gcc qemu-aarch64-static zip; do
    type "$tool" >/dev/null 2>&1 || {
        echo "dist: found no $tool, expected Debian's packages gcc, gcc-mingw-w64-x86-64, qemu-user-static and zip" >&2
        exit 1
    }
done
rm -rf "$out"
mkdir -p "$out"

# Nothing tells where the program was built. Of several prefixes that match, the last one counts.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
trim="--remap-path-prefix=$HOME=home --remap-path-prefix=$cargo_home/registry/src=crates --remap-path-prefix=$root=kempelen"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld

# Builds the program for a target and prints the folder of the result. The third argument is the RUNNER of profile.sh;
# without it there is no profile-guided optimisation. Rust has no profiler runtime for Windows with MinGW.
program() {
    local target=$1 flags="$trim $2" runner=${3:-}
    rustup target add "$target" >&2
    if [ -n "$runner" ]; then
        local profile
        profile=$(scripts/profile.sh "$target" "$flags" "$runner")
        flags+=" -C profile-use=$profile"
    fi
    RUSTFLAGS=$flags cargo build --profile dist --target "$target" --target-dir target/dist >&2
    echo "target/dist/$target/dist"
}

# Packs a folder with the texts that go with every download.
texts() {
    cp LICENSE CHANGELOG.md "$1"
    cp docs/clients.md docs/checkerboard.md "$1"
    cp "$out/licences.txt" "$1"
}

licences() {
    type cargo-about >/dev/null 2>&1 || cargo install --quiet --locked cargo-about --version 0.9.3 --features cli
    cargo about generate --config scripts/about.toml scripts/about.hbs >"$out/licences.txt"
}

# Ends in an error if a file tells where it was built.
check_paths() {
    if grep -aqF "$HOME/" "$1"; then
        echo "dist: found '$HOME/' in $1, expected no path of this machine" >&2
        exit 1
    fi
}

linux() {
    local target=$1 name=$2 flags=$3 runner=$4
    local folder=$out/kempelen-$version-$name
    mkdir -p "$folder/man" "$folder/completions"
    local built
    built=$(program "$target" "$flags" "$runner")
    cp "$built/kempelen" "$folder"
    check_paths "$folder/kempelen"
    if [ "$name" = linux-x86-64 ]; then
        man_and_completions "$folder/kempelen"
    fi
    cp "$out"/man/* "$folder/man"
    cp "$out"/completions/* "$folder/completions"
    texts "$folder"
    tar -C "$out" -czf "$folder.tar.gz" "$(basename "$folder")"
    rm -r "$folder"
}

man_and_completions() {
    mkdir -p "$out/man" "$out/completions"
    "$1" man --output "$out/man"
    for shell in bash zsh fish; do
        "$1" completions "$shell" >"$out/completions/kempelen.$shell"
    done
}

windows() {
    local folder=$out/kempelen-$version-windows
    mkdir -p "$folder/checkerboard"
    local built
    built=$(program x86_64-pc-windows-gnu "-C target-cpu=x86-64-v2")
    cp "$built/kempelen.exe" "$folder"
    check_paths "$folder/kempelen.exe"
    for game in english italian spanish russian brazilian czech; do
        built=target/dist/x86_64-pc-windows-gnu/release/kempelen.dll
        library x86_64-pc-windows-gnu "$game" "$built"
        cp "$built" "$folder/checkerboard/kempelen_$game.dll"
    done
    texts "$folder"
    (cd "$out" && zip -qr "$folder.zip" "$(basename "$folder")")
    rm -r "$folder"
}

# Builds the library for CheckerBoard for a target and a game, as the file that is named.
library() {
    KEMPELEN_GAME=$2 RUSTFLAGS="$trim -C target-cpu=x86-64-v2" cargo build --release \
        --package kempelen-checkerboard --target "$1" --target-dir target/dist
    check_paths "$3"
}

licences
linux x86_64-unknown-linux-musl linux-x86-64 "-C target-cpu=x86-64-v2" env
linux aarch64-unknown-linux-musl linux-arm64 "" qemu-aarch64-static
for game in english italian spanish russian brazilian czech; do
    built=target/dist/x86_64-unknown-linux-gnu/release/libkempelen.so
    library x86_64-unknown-linux-gnu "$game" "$built"
    mkdir -p "$out/checkerboard"
    cp "$built" "$out/checkerboard/libkempelen_$game.so"
done
texts "$out/checkerboard"
tar -C "$out" -czf "$out/kempelen-$version-checkerboard-linux.tar.gz" checkerboard
windows
rm -r "$out/man" "$out/completions" "$out/checkerboard" "$out/licences.txt"
(cd "$out" && sha256sum ./*.tar.gz ./*.zip >sha256sums.txt)
ls -l "$out"
