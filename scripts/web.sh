#!/usr/bin/env bash
# The module for browsers.
#
#   web.sh install            the target of the compiler
#   web.sh build DIR [OPTION] builds the module into the target directory DIR; OPTION goes to cargo, for example --profile web
#   web.sh compare DIR PROFILE PROGRAM   compares its answers with those of the program
#   web.sh page DIR PROFILE FILE         writes the page, with the module in it, into FILE
#   web.sh folder DIR PROFILE FOLDER     writes the page for a server into FOLDER, which is made anew
#   web.sh npm DIR PROFILE FOLDER        writes the package for other sites, kempelen-VERSION.tgz, into FOLDER
#
# The module of the profile dev lies in DIR/wasm32-unknown-unknown/debug, as Cargo has it: its PROFILE is debug.
set -euo pipefail
cd "$(dirname "$0")/.."
target=wasm32-unknown-unknown

pack() {
    mkdir -p "$(dirname "$4")"
    cargo run --quiet --package kempelen-web-pack --target-dir "$1" -- "$1/$target/$2/kempelen_web.wasm" "$3" "$4"
}

case ${1-} in
install) rustup target add "$target" ;;
build) RUSTFLAGS="-C target-feature=+simd128" cargo build --package kempelen-web --target "$target" --target-dir "$2" "${@:3}" ;;
compare) node web/compare.mjs "$2/$target/$3/kempelen_web.wasm" "$4" ;;
page) pack "$2" "$3" file "$4" ;;
folder)
    rm -rf "$4"
    pack "$2" "$3" folder "$4"
    ;;
npm)
    mkdir -p "$4"
    package=$2/npm/package
    rm -rf "$package"
    pack "$2" "$3" package "$package"
    if type npm >/dev/null 2>&1; then
        npm pack --silent --pack-destination "$4" "$(realpath "$package")"
    else
        version=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).version' "$package/package.json")
        tar -czf "$4/kempelen-$version.tgz" -C "$2/npm" package
        echo "kempelen-$version.tgz"
    fi
    ;;
*)
    echo "web: found '${1-}', expected install, build, compare, page, folder or npm" >&2
    exit 2
    ;;
esac
