#!/bin/sh
exec 3>&1
$start
seconds() { thousandths=$((1000 + $1 % 1000)); seconds=$(($1 / 1000)).${thousandths#1}; }
limit() { case $1 in
level) seconds $3; time=$seconds; seconds $4; limit="level moves=$2 time=$time inc=$seconds";;
time) seconds $2; limit="level move-time=$seconds";;
depth) limit="level depth=$2";;
esac; }
while read -r line; do
echo "$line" >> $0.log
set -- $line
case $1 in
start) position=start moves= levels=;;
pos) case $2 in w*) position=pos=W${2#w};; *) position=pos=B${2#b};; esac; moves= levels=;;
move) moves="$moves $2";;
level|time|depth) limit $line; levels="$levels
$limit";;
set) $set;;
new) echo new-game;;
go|ponder) echo "pos $position moves=\"$moves\"$levels"
    [ $1 = go ] && echo go think || echo go ponder;;
*) echo "$line";;
esac; done | $engine | while read -r line; do
set -- $line
case $1 in
id) echo name Old 1.0; echo author Nobody; echo country Nowhere;;
param) ;;
info) score=${4#score=} sign=
    case $score in -*) sign=- score=${score#-};; esac
    score=$sign$((${score%.*} * 100 + 1${score#*.} - 100))
    echo info ${2#*=} ${3#*=} $score ${5#*=} ${6#*=} ${7#*=};;
done) echo move ${2#*=} ${3#*=};;
*) echo "$line";;
esac; done
