#!/usr/bin/env bash
# Builds for arm64 and runs the program under qemu. Usage, in this order: arm64.sh build TARGET_DIRECTORY,
# arm64.sh compare TARGET_DIRECTORY ENGINE, where ENGINE is the program for this machine, whose results must be the same.
set -euo pipefail
cd "$(dirname "$0")/.."

# Installs Debian's qemu-user-static if it is missing. The program is linked statically, for which the linker of Rust is
# enough; without optimisation it builds faster.
build() {
    if ! type qemu-aarch64-static >/dev/null 2>&1; then
        as_root=$([ "$(id -u)" = 0 ] || echo sudo)
        $as_root apt-get update -qq
        DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends qemu-user-static >/dev/null
    fi
    rustup target add aarch64-unknown-linux-musl
    CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld CARGO_PROFILE_DEV_OPT_LEVEL=0 \
        cargo build --target aarch64-unknown-linux-musl --target-dir "$1"
}

fail() {
    echo "arm64: $1" >&2
    exit 1
}

nodes() { "$@" | grep -o '^[0-9]* nodes ' || true; }

# Whether every instruction set visits the same positions.
same() {
    local expected found
    expected=$(nodes "$engine" "$@")
    [ -n "$expected" ] || fail "found no nodes in the output of '$*' of this machine's program"
    for level in neon portable; do
        found=$(KEMPELEN_CPU=$level nodes "${arm64[@]}" "$@")
        [ "$found" = "$expected" ] || fail "'$*' with KEMPELEN_CPU=$level: found '$found', expected '$expected'"
    done
    echo "$*: $expected"
}

value() { "$@" eval --json --fen '8/8/1b5P/8/8/8/6kr/4KR2 w - - 0 1'; }

compare() {
    engine=$2
    arm64=(qemu-aarch64-static "$1/aarch64-unknown-linux-musl/debug/kempelen")
    same bench --depth 6
    same bench --game english --depth 9
    same bench --game international --depth 4
    "${arm64[@]}" --version | grep 'networks by: NEON' >/dev/null || fail "found networks without NEON"
    "${arm64[@]}" perft --depth 4 | grep ' 197281 nodes' >/dev/null || fail "found a wrong perft"
    "${arm64[@]}" play --plain --game english --first search nodes=50 name=one --second search nodes=50 name=two </dev/null |
        grep -E '^(one|two) \(.*\) wins: |^drawn: ' >/dev/null || fail "found no end of a game"
    [ "$(value "${arm64[@]}")" = "$(value "$engine")" ] || fail "found another evaluation than this machine's program"
}

"$@"
