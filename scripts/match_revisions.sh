#!/usr/bin/env bash
# Builds two revisions and plays a match between them that a sequential test ends. Usage:
# match_revisions.sh NEW BASE [OPTION...], with options of 'kempelen match'. A revision is a commit, a branch or a tag; `.` is the
# working tree (the files that git knows). Called again with the same revisions, it goes on where it was interrupted.
#
# Programs, games and what was built lie in target/revisions, a program for each commit.
set -euo pipefail
shopt -s inherit_errexit

fail() {
    echo "match_revisions: $1" >&2
    exit 2
}

[ $# -ge 2 ] || fail "found $# arguments, expected NEW BASE [OPTION...]"
cd "$(dirname "$0")/.."
folder=$PWD/target/revisions
mkdir -p "$folder"

# Prints the commit of a revision. That of a working tree with changes belongs to no branch, and is the same as long as the files are.
commit_of() {
    local commit=
    if [ "$1" = . ]; then
        commit=$(GIT_AUTHOR_DATE="@0 +0000" GIT_COMMITTER_DATE="@0 +0000" git stash create)
        set -- HEAD
    fi
    [ -n "$commit" ] || commit=$(git rev-parse --verify --quiet "$1^{commit}") || fail "found no revision '$1' in this repository"
    echo "$commit"
}

# Prints the program of a commit. Builds it if it is not there. Both builds share the compiled dependencies.
program_of() {
    local program=$folder/$1/kempelen source=$folder/source
    if [ ! -x "$program" ]; then
        rm -rf "$source"
        git worktree prune
        git worktree add --quiet --detach "$source" "$1"
        (cd "$source" && cargo build --release --locked --target-dir "$folder/build") >&2
        git worktree remove --force "$source"
        mkdir -p "$folder/$1"
        cp "$folder/build/release/kempelen" "$program.new"
        mv "$program.new" "$program"
    fi
    echo "$program"
}

new=$(commit_of "$1")
base=$(commit_of "$2")
[ "$(git rev-parse "$new^{tree}")" != "$(git rev-parse "$base^{tree}")" ] || fail "found the same files in '$1' and '$2', expected two revisions that differ"
shift 2
new_program=$(program_of "$new")
base_program=$(program_of "$base")
games=$folder/${new::10}-${base::10}.pgn

options=()
# Adds an option of the match unless the caller has given it.
default() {
    [[ " ${given[*]} " == *" $1 "* || " ${given[*]} " == *" $1="* ]] || options+=("$@")
}
given=("$@")
default --each tc=2+0.02 option.Hash=16
default --openings random
default --rounds 20000
default --concurrency "$(nproc)"
default --sprt elo0=0 elo1=5
default --pgn "$games"
[ ! -s "$games" ] || default --resume
exec "$new_program" match --engine "cmd=$new_program" "name=${new::10}" --engine "cmd=$base_program" "name=${base::10}" \
    "${options[@]}" "$@"
