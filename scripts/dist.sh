#!/usr/bin/env bash
# Builds what is released into dist/: programs for Linux (x86-64 and arm64, linked statically) and Windows, their Debian packages
# and Python wheels, the libraries for CheckerBoard, man pages, completions, licences and checksums.
#
# Usage: dist.sh [--offline] [--quick] [PART...], or `make dist`. The parts are linux-x86_64, linux-aarch64, windows-x86_64 and
# checkerboard; without any, all are built. dist/ is emptied before. --offline uses no network: Rust's targets, the crates and the tools must be there.
# --quick builds without optimisation by a profile and at link time, to try the packages.
#
# Needs Rust by rustup, maturin (`pip install maturin`), and Debian's gcc, gcc-mingw-w64-x86-64, musl, qemu-user-static and zip,
# or those of another system.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."
root=$PWD
version=$(cargo metadata --format-version 1 --no-deps --offline | sed 's/.*"name":"kempelen","version":"\([^"]*\)".*/\1/')
out=$root/dist
profile=dist
parts=()
for argument in "$@"; do
    case $argument in
    --offline) export CARGO_NET_OFFLINE=true ;;
    --quick) profile=release ;;
    linux-x86_64 | linux-aarch64 | windows-x86_64 | checkerboard) parts+=("$argument") ;;
    *)
        echo "dist: found '$argument', expected --offline, --quick, linux-x86_64, linux-aarch64, windows-x86_64 or checkerboard" >&2
        exit 2
        ;;
    esac
done
[ ${#parts[@]} -gt 0 ] || parts=(linux-x86_64 linux-aarch64 windows-x86_64 checkerboard)

for tool in gcc x86_64-w64-mingw32-gcc qemu-aarch64-static zip dpkg-deb maturin; do
    type "$tool" >/dev/null 2>&1 || {
        echo "dist: found no $tool, expected maturin and Debian's packages gcc, gcc-mingw-w64-x86-64, qemu-user-static and zip" >&2
        exit 1
    }
done
rm -rf "$out"
mkdir -p "$out"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

# Nothing tells where the program was built. Of several prefixes that match, the last one counts.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
trim="--remap-path-prefix=$HOME=home --remap-path-prefix=$cargo_home/registry/src=crates --remap-path-prefix=$root=kempelen"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld

# Builds the program for a target and then its wheel, whose platforms are in the last arguments. The third argument is the
# RUNNER of profile.sh; if it is empty there is no profile-guided optimisation. Rust has no profiler runtime for Windows with
# MinGW. Sets `built` to the folder of the program.
program() {
    local target=$1 flags="$trim $2" runner=$3
    add target "$target"
    if [ -n "$runner" ] && [ "$profile" = dist ]; then
        local data
        data=$(scripts/profile.sh "$target" "$flags" "$runner")
        flags+=" -C profile-use=$data"
    fi
    RUSTFLAGS=$flags cargo build --locked --profile "$profile" --target "$target" --target-dir target/dist
    built=target/dist/$target/$profile
    # The same flags in the same folder: nothing is compiled again.
    rm -rf python/licences
    cp -r "$out/licences" python/licences
    cp LICENSE python/licences
    (cd python && RUSTFLAGS=$flags maturin build --locked --profile "$profile" --target "$target" \
        --target-dir ../target/dist --compatibility "${@:4}" --out "$out")
    rm -r python/licences
}

# Adds a target or component of Rust's if it is not installed, so that no network is needed when it is.
add() {
    rustup "$1" list --installed | grep -q "^$2" || rustup "$1" add "$2"
}

# Puts the texts that go with every download into a folder.
texts() {
    cp -r README.md CHANGELOG.md LICENSE docs "$1"
    cp -r "$out/licences" "$1"
}

# The licences of the crates and of Rust's standard library.
licences() {
    mkdir "$out/licences"
    type cargo-about >/dev/null 2>&1 || cargo install --quiet --locked cargo-about --version 0.9.3 --features cli
    cargo about generate ${CARGO_NET_OFFLINE:+--offline} --config scripts/about.toml scripts/about.hbs >"$out/licences/crates.txt"
    cp "$(rustc --print sysroot)/share/doc/rust/COPYRIGHT-library.html" "$out/licences/rust-library.html"
}

# Adds the licences of what is linked into the programs besides, as Debian's packages name them, in place of those of others.
library_licences() {
    rm -f "$out/licences/library-"*
    for package in "$@"; do
        cp "/usr/share/doc/$package/copyright" "$out/licences/library-$package.txt" || {
            echo "dist: expected Debian's package $package" >&2
            exit 1
        }
    done
}

# Ends in an error if a file tells where it was built.
check_paths() {
    if grep -aqF "$HOME/" "$1"; then
        echo "dist: found '$HOME/' in $1, expected no path of this machine" >&2
        exit 1
    fi
}

# The archive and the Debian package for a processor.
linux() {
    local name=$1 debian=$2 runner=$3
    local folder=$out/kempelen-$version-$name
    mkdir -p "$folder"
    cp "$built/kempelen" "$folder"
    check_paths "$folder/kempelen"
    $runner "$folder/kempelen" man --output "$folder/man"
    mkdir "$folder/completions"
    for file in kempelen.bash _kempelen.zsh kempelen.fish; do
        $runner "$folder/kempelen" completions "${file#*.}" >"$folder/completions/${file%.zsh}"
    done
    cp Dockerfile "$folder"
    texts "$folder"
    tar -C "$out" --owner 0 --group 0 --sort name --mtime "@$SOURCE_DATE_EPOCH" -czf "$folder.tar.gz" "$(basename "$folder")"
    rm -r "$folder"
    scripts/deb.sh "$built/kempelen" "$debian" "$out/licences" "$out" "$runner"
}

windows() {
    local folder=$out/kempelen-$version-windows-x86_64
    mkdir -p "$folder/checkerboard"
    cp "$built/kempelen.exe" "$folder"
    check_paths "$folder/kempelen.exe"
    checkerboard_libraries x86_64-pc-windows-gnu kempelen.dll "$folder/checkerboard"
    texts "$folder"
    (cd "$out" && zip -qr "$folder.zip" "$(basename "$folder")")
    rm -r "$folder"
}

# Builds the libraries for CheckerBoard, one for each game. Usage: checkerboard_libraries TARGET FILE FOLDER, where FILE is the name that
# Cargo gives a library: libkempelen.so becomes libkempelen_english.so in FOLDER.
checkerboard_libraries() {
    local built=target/dist/$1/release/$2 game
    for game in english italian spanish russian brazilian czech; do
        KEMPELEN_GAME=$game RUSTFLAGS="$trim -C target-cpu=x86-64-v2" cargo build --locked --release \
            --package kempelen-checkerboard --target "$1" --target-dir target/dist
        check_paths "$built"
        cp "$built" "$3/${2%.*}_$game.${2##*.}"
    done
}

checkerboard() {
    local folder=$out/checkerboard
    mkdir "$folder"
    checkerboard_libraries x86_64-unknown-linux-gnu libkempelen.so "$folder"
    texts "$folder"
    tar -C "$out" -czf "$out/kempelen-$version-checkerboard-linux-x86_64.tar.gz" checkerboard
    rm -r "$folder"
}

licences
for part in "${parts[@]}"; do
    case $part in
    linux-x86_64)
        library_licences musl
        program x86_64-unknown-linux-musl "-C target-cpu=x86-64-v2" env manylinux2014 musllinux_1_1
        linux "$part" amd64 ""
        ;;
    linux-aarch64)
        library_licences musl
        program aarch64-unknown-linux-musl "" qemu-aarch64-static manylinux2014 musllinux_1_1
        linux "$part" arm64 qemu-aarch64-static
        ;;
    windows-x86_64)
        library_licences mingw-w64-common gcc-mingw-w64-base
        program x86_64-pc-windows-gnu "-C target-cpu=x86-64-v2" "" pypi
        windows
        ;;
    checkerboard)
        library_licences
        checkerboard
        ;;
    esac
done
rm -r "$out/licences"
(cd "$out" && sha256sum ./*.* >sha256sums.txt)
ls -l "$out"
