#!/usr/bin/env bash
# Builds for Windows and plays under Wine: windows.sh TARGET_DIRECTORY PYTHON.
# Installs Debian's wine and gcc-mingw-w64 if they are not there.
set -euo pipefail
target=$1 python=$2
cd "$(dirname "$0")/.."

if ! type wine wineserver x86_64-w64-mingw32-gcc >/dev/null 2>&1; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends \
        wine wine64 gcc-mingw-w64-x86-64 >/dev/null
fi
rustup target add x86_64-pc-windows-gnu

WINEPREFIX=$(mktemp -d)
export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe='
trap 'wineserver -k || true; rm -rf "$WINEPREFIX"' EXIT
(wine wineboot -i && wineserver -w) >/dev/null 2>&1 &
# Compiled quickly: what is tried here is whether it starts, talks and plays.
CARGO_PROFILE_DEV_OPT_LEVEL=0 cargo build --target x86_64-pc-windows-gnu
wait
x86_64-w64-mingw32-gcc -O2 -s -shared scripts/prng.c -ladvapi32 \
    -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
# One program that stays open spares the others the start of Wine's services.
sleep 3600 2>/dev/null | wine cmd >/dev/null 2>&1 &
"$python" scripts/smoke.py wine "$target/x86_64-pc-windows-gnu/debug/kempelen.exe"
