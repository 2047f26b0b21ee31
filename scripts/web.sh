#!/usr/bin/env bash
# The module for browsers.
#
#   web.sh install            the target of the compiler
#   web.sh build DIR [OPTION] builds the module into the target directory DIR; OPTION goes to cargo, for example --profile web
#   web.sh compare DIR PROGRAM [PROFILE]   compares its answers with those of the program
set -euo pipefail
cd "$(dirname "$0")/.."
target=wasm32-unknown-unknown

case ${1-} in
install) rustup target add "$target" ;;
build) RUSTFLAGS="-C target-feature=+simd128" cargo build --package kempelen-web --target "$target" --target-dir "$2" "${@:3}" ;;
compare) node web/compare.mjs "$2/$target/${4-debug}/kempelen_web.wasm" "$3" ;;
*)
    echo "web: found '${1-}', expected install, build or compare" >&2
    exit 2
    ;;
esac
