#!/usr/bin/env bash
# The page in Chromium, Firefox and WebKit, on Debian or Ubuntu.
#
#   web_browsers.sh install DIR                 the browsers and their drivers; what the scripts need goes into the folder DIR
#   web_browsers.sh play DIR PAGE FOLDER        plays in each browser on the page as one file, and as a folder for a server
#   web_browsers.sh measure DIR PAGE PROGRAM    measures the page in each browser
set -euo pipefail
here=$(dirname "$0")

in_each_browser() {
    for browser in chromium firefox webkit; do
        PATH=$PATH:$1/bin xvfb-run --auto-servernum "$1/bin/python" "$here/$2" "$browser" "${@:3}"
    done
}

case ${1-} in
install)
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends \
        chromium chromium-driver firefox-esr webkit2gtk-driver xvfb xauth python3-venv >/dev/null
    python3 -m venv "$2"
    "$2/bin/pip" install --quiet selenium==4.51.0
    cargo install --quiet --locked --root "$2" geckodriver@0.37.1
    ;;
play) in_each_browser "$2" web_browsers.py "${@:3}" ;;
measure) in_each_browser "$2" web_speed.py "${@:3}" ;;
*)
    echo "web_browsers: found '${1-}', expected install, play or measure" >&2
    exit 2
    ;;
esac
