#!/usr/bin/env bash
# Installs what `dist.sh linux-x86_64` has made, and the sources, into empty folders, and measures the time from the end of each
# installation to the answer of `kempelen analyse`, which searches for three seconds. More than four seconds is an error.
# Usage: install_check.sh [FOLDER], where FOLDER is that of dist.sh. Must be run by root, who may call chroot.
#
# Needs Rust, Python with venv, and Debian's packages dpkg and buildah, or those of another system.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=$(realpath "${1:-dist}")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

# Runs `analyse` by the program that was installed as NAME. Usage: check NAME COMMAND...
check() {
    local name=$1 start milliseconds
    shift
    start=$(date +%s%N)
    env -i HOME="$root/home" PATH=/usr/sbin:/usr/bin:/bin "$@" analyse >"$root/answer"
    milliseconds=$((($(date +%s%N) - start) / 1000000))
    grep -q '^best move: ' "$root/answer"
    echo "$name: $milliseconds ms to the answer"
    [ $milliseconds -le 4000 ] || {
        echo "install_check: $name: found $milliseconds ms to the answer, expected at most 4000" >&2
        exit 1
    }
}

mkdir "$root/archive"
tar -xzf "$dist"/kempelen-*-linux-x86_64.tar.gz --strip-components 1 -C "$root/archive"
check archive "$root/archive/kempelen"

python3 -m venv "$root/venv"
"$root/venv/bin/pip" install --quiet --no-index --find-links "$dist" kempelen
check wheel "$root/venv/bin/kempelen"
check "wheel, python -m" "$root/venv/bin/python" -m kempelen

mkdir -p "$root/debian/var/lib/dpkg"/{info,updates}
touch "$root/debian/var/lib/dpkg/status"
dpkg --root="$root/debian" --install "$dist"/kempelen_*_amd64.deb >/dev/null
check "Debian package" chroot "$root/debian" /usr/bin/kempelen

buildah --root "$root/images" --runroot "$root/run" --storage-driver vfs build --isolation chroot --quiet \
    --output "type=local,dest=$root/container" "$root/archive" >/dev/null
check container chroot "$root/container" /usr/bin/kempelen

cargo install --quiet --locked --path . --root "$root/cargo"
check "cargo install" "$root/cargo/bin/kempelen"
