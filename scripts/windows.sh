#!/usr/bin/env bash
# Builds for Windows and plays games under Wine. Usage, in this order: windows.sh install,
# windows.sh build TARGET_DIRECTORY, windows.sh play TARGET_DIRECTORY PYTHON ENGINE, where ENGINE is the program for this machine.
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian's wine and gcc-mingw-w64, if they are missing.
install() {
    if ! type wine wineserver x86_64-w64-mingw32-gcc >/dev/null 2>&1; then
        as_root=$([ "$(id -u)" = 0 ] || echo sudo)
        $as_root apt-get update -qq
        DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends \
            wine wine64 gcc-mingw-w64-x86-64 >/dev/null
    fi
    rustup target add x86_64-pc-windows-gnu
}

# Without optimisation: this only checks that the program and the library for CheckerBoard start and play.
build() {
    export CARGO_PROFILE_DEV_OPT_LEVEL=0
    KEMPELEN_GAME=english cargo build --package kempelen --package kempelen-checkerboard --target x86_64-pc-windows-gnu --target-dir "$1"
}

play() {
    local target=$1 python=$2 engine=$3
    WINEPREFIX=$(mktemp -d)
    export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe='
    trap 'wineserver -k || true; rm -rf "$WINEPREFIX"' EXIT
    (wine wineboot -i && wineserver -w) >/dev/null 2>&1
    x86_64-w64-mingw32-gcc -O2 -s -shared scripts/prng.c -ladvapi32 \
        -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
    # As long as one program runs, Wine's services need not be started again for the others.
    sleep 3600 2>/dev/null | wine cmd >/dev/null 2>&1 &
    "$python" scripts/smoke.py wine "$target/x86_64-pc-windows-gnu/debug/kempelen.exe"

    # The host for CheckerBoard engines, with an engine that plays when it is told to, and with the library.
    x86_64-w64-mingw32-gcc -O2 -static -pthread -o "$WINEPREFIX/host.exe" scripts/checkerboard/*.c
    x86_64-w64-mingw32-gcc -shared -DFAULT=WAIT -o "$WINEPREFIX/engine.dll" tests/data/checkerboard_engine.c
    printf '%s\n' 'pos start' go stop quit | (cd "$WINEPREFIX" && wine host.exe engine.dll) | grep 'done move=12-16'
    cp "$target/x86_64-pc-windows-gnu/debug/kempelen.dll" "$WINEPREFIX"
    "$engine" match --game english --rounds 1 --max-plies 120 --each st=0.1 \
        --engine cmd=wine "args=host.exe kempelen.dll" dir="$WINEPREFIX" proto=hub name=library --engine builtin=search name=program
}

"$@"
