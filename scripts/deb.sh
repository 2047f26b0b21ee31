#!/usr/bin/env bash
# Makes a Debian package of a program that is linked statically. Usage: deb.sh PROGRAM ARCHITECTURE LICENCES FOLDER [RUNNER],
# where LICENCES is the folder of licences that dist.sh makes, FOLDER is where the package goes, and RUNNER runs programs for
# that architecture. DEBFULLNAME and DEBEMAIL name the maintainer.
#
# Needs make, dpkg-deb and gzip.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1 architecture=$2 licences=$3 folder=$4 runner=${5:-}
version=$(sed -n '0,/^version = /s/^version = "\(.*\)"/\1/p' Cargo.toml)-1
maintainer="${DEBFULLNAME:-Kempelen authors} <${DEBEMAIL:-kempelen@packages.invalid}>"
date=@${SOURCE_DATE_EPOCH:-$(date +%s)}

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
umask 022
make --silent install EXE="$program" RUNNER="$runner" DESTDIR="$root" PREFIX=/usr \
    ZSH_FOLDER="$root/usr/share/zsh/vendor-completions"
gzip -9n "$root"/usr/share/man/man1/*

documents=$root/usr/share/doc/kempelen
mkdir -p "$documents" "$root/usr/share/lintian/overrides" "$root/DEBIAN"
cp -r "$licences" "$documents/licences"
gzip -9n <CHANGELOG.md >"$documents/changelog.gz"
gzip -9n >"$documents/changelog.Debian.gz" <<EOF
kempelen ($version) unstable; urgency=medium

  * Version ${version%-1}; its changes are in changelog.gz.

 -- $maintainer  $(date --utc --rfc-email --date "$date")
EOF
cat >"$documents/copyright" <<EOF
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Kempelen
Comment: The program contains libraries of others; their licences are in the folder licences.

Files: *
Copyright: $(date --utc --date "$date" +%Y) the Kempelen authors
License: GPL-3+
 This program is free software: you can redistribute it and modify it under the terms of the GNU General Public License,
 version 3 or, at your option, any later version. Its text is in /usr/share/common-licenses/GPL-3.
EOF
printf "kempelen: %s\n" statically-linked-binary shared-library-lacks-prerequisites >"$root/usr/share/lintian/overrides/kempelen"
cat >"$root/DEBIAN/control" <<EOF
Package: kempelen
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -ks "$root" | cut -f 1)
Section: misc
Priority: optional
Description: engine for chess, draughts, Nim and their relations
 Kempelen plays chess, the games of the draughts family, Nim and its relations
 in the terminal, in the browser, and in programs that speak UCI, Hub or UGI.
 It analyses positions and games, runs matches between engines, solves games
 and draws their trees.
EOF
(cd "$root" && find usr -type f -exec md5sum {} + >DEBIAN/md5sums)
dpkg-deb --root-owner-group --build "$root" "$folder/kempelen_${version}_$architecture.deb"
