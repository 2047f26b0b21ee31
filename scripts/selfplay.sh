#!/usr/bin/env bash
# Plays training games on all processors for some time, on a machine that needs nothing but the program. Usage:
# selfplay.sh PROGRAM FOLDER SEED SECONDS [OPTION...], with options of 'datagen play'. The games go into files of less than
# 16 MiB (POSITIONS positions), FOLDER/SEED.games and so on, each with the next seed, so the first seeds of several machines
# must be far apart. Called again, it goes on where it ended.
set -euo pipefail

if [ $# -lt 4 ]; then
    echo "selfplay.sh: found $# arguments, expected PROGRAM FOLDER SEED SECONDS [OPTION...]" >&2
    exit 2
fi
if ! [[ $3 =~ ^[0-9]+$ && $4 =~ ^[0-9]+$ ]]; then
    echo "selfplay.sh: found the seed '$3' and '$4' seconds, expected two whole numbers" >&2
    exit 2
fi
# A position takes less than four bytes.
positions=${POSITIONS:-4000000}
program=$1 folder=$2 seed=$((10#$3)) end=$((SECONDS + 10#$4))
shift 4
mkdir -p "$folder"
while left=$((end - SECONDS)) && [ "$left" -gt 0 ]; do
    file=$folder/$seed.games
    resume=()
    [ ! -e "$file" ] || resume=(--resume)
    status=0
    timeout --foreground --signal=INT --kill-after=60 "$left" "$program" datagen play --positions "$positions" --threads "$(nproc)" \
        --seed "$seed" --output "$file" "${resume[@]}" "$@" || status=$?
    case $status in
        0) seed=$((seed + 1)) ;;
        124) break ;; # The time is over; the games in the file are complete.
        *) exit "$status" ;;
    esac
done
