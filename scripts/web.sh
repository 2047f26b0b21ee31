#!/usr/bin/env bash
# The module for browsers.
#
#   web.sh install            the target of the compiler
#   web.sh build DIR [OPTION] builds the module into the target directory DIR; OPTION goes to cargo, for example --profile web
#   web.sh compare DIR PROFILE PROGRAM   compares its answers with those of the program
#   web.sh page DIR PROFILE FILE         writes the page, with the module in it, into FILE
#
# The module of the profile dev lies in DIR/wasm32-unknown-unknown/debug, as Cargo has it: its PROFILE is debug.
set -euo pipefail
cd "$(dirname "$0")/.."
target=wasm32-unknown-unknown

case ${1-} in
install) rustup target add "$target" ;;
build) RUSTFLAGS="-C target-feature=+simd128" cargo build --package kempelen-web --target "$target" --target-dir "$2" "${@:3}" ;;
compare) node web/compare.mjs "$2/$target/$3/kempelen_web.wasm" "$4" ;;
page)
    mkdir -p "$(dirname "$4")"
    cargo run --quiet --package kempelen-web-pack --target-dir "$2" -- "$2/$target/$3/kempelen_web.wasm" "$4"
    ;;
*)
    echo "web: found '${1-}', expected install, build, compare or page" >&2
    exit 2
    ;;
esac
