#!/usr/bin/env bash
# Prints how much code there is and what it costs to compile. Usage: weight.sh [--time]
#
# Without arguments: lines of code, crates, the size of the release program if it has been built, and LLVM lines: the code
# that the compiler makes of the library before it optimises. With --time also how long builds take: that needs about ten
# minutes on two quiet cores, and a folder of its own, target/weight, which is removed at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
changed=src/games/breakthrough/position.rs

fail() {
    echo "weight: $1" >&2
    exit 1
}

lines() {
    find "$1" -name '*.rs' -exec cat {} + | wc -l
}

crates() {
    cargo tree --edges "$1" --prefix none --format '{p}' | sed 's/ (.*//' | sort -u | grep -vc '^kempelen '
}

# LLVM lines and functions in all, their sums by module, and the functions with many copies. A function belongs to the first
# module of the program in its name, and otherwise to the crate with which the name begins.
llvm_lines() {
    cargo llvm-lines --release --lib --target-dir "$target" | awk '
        $NF == "(TOTAL)" { total = $1; copies = $2 }
        $2 ~ /%/ {
            name = $0
            sub(/^ *[0-9]+ \([^)]*\) +[0-9]+ \([^)]*\) +/, "", name)
            match($0, /\) +[0-9]+ \(/)
            count = substr($0, RSTART + 1, RLENGTH - 3) + 0
            if (match(name, /kempelen::[a-z_0-9]+/)) module = substr(name, RSTART, RLENGTH)
            else if (match(name, /[a-z_][a-z_0-9]*(\[[0-9a-f]+\])?::/)) module = substr(name, RSTART, RLENGTH - 2)
            else module = name
            sub(/\[.*/, "", module)
            sums[module] += $1
            numbers[module] += count
            if (count >= 6 && name ~ /kempelen::/) many[++found] = sprintf("%8d %6d  %s", $1, count, name)
        }
        END {
            printf "LLVM lines %d, functions %d\n\n   lines  functions  module\n", total, copies
            sort = "sort -rn | head -n 40"
            for (module in sums) printf "%8d %10d  %s\n", sums[module], numbers[module], module | sort
            close(sort)
            printf "\nfunctions with six or more copies: %d, those with the most lines:\n   lines copies  function\n", found
            for (i = 1; i <= found && i <= 60; i++) print many[i]
        }'
}

# Runs a command without its output, and prints its seconds.
timed() {
    local what=$1 start=$EPOCHREALTIME
    shift
    "$@" >/dev/null 2>&1 || fail "'$*' failed"
    awk -v what="$what" -v start="$start" -v end="$EPOCHREALTIME" 'BEGIN { printf "%-46s %6.1f s\n", what, end - start }'
}

# Times builds. The line that is changed is put back, whatever happens.
times() {
    local kept
    kept=$(mktemp)
    cp -p "$changed" "$kept"
    # shellcheck disable=SC2064
    trap "cp -p '$kept' '$changed'; rm -rf '$kept' '$PWD/target/weight'" EXIT
    rm -rf target/weight
    timed "release build from nothing" cargo build --release --target-dir target/weight
    echo "// A changed line." >>"$changed"
    timed "release build after one changed line of a game" cargo build --release --target-dir target/weight
    rm -rf target/weight
    timed "tests compiled from nothing" cargo test --no-run --target-dir target/weight
    echo "// Another one." >>"$changed"
    timed "tests compiled after one changed line of a game" cargo test --no-run --target-dir target/weight
}

case "${1-}" in
"" | --time) ;;
*) fail "found '$1', expected nothing or --time" ;;
esac
cargo llvm-lines --version >/dev/null 2>&1 || fail "found no cargo-llvm-lines; install it with: cargo install cargo-llvm-lines"
[ -f "$changed" ] || fail "found no '$changed', the file of a game that is changed to time a build"

printf 'lines of src    %7d\nlines of tests  %7d\n' "$(lines src)" "$(lines tests)"
printf 'crates          %7d, with those for tests %d\n' "$(crates normal,build)" "$(crates normal,build,dev)"
if [ -f "$target/release/kempelen" ]; then
    printf 'program         %7d kB\n' "$(($(stat -c %s "$target/release/kempelen") / 1000))"
else
    echo "program         not built; cargo build --release"
fi
llvm_lines
if [ "${1-}" = --time ]; then
    times
fi
