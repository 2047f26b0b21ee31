#!/bin/sh
$start
while read -r line; do
case $line in position*|go*|ponderhit|stop) echo "$line" >> $0.log;; esac
case $line in
uci) $uci
    echo uciok;;
isready) echo readyok;;
quit) exit;;
setoption*) $setoption;;
position*) set -- $line
    case $(($# < 3 ? 0 : ($# - 3) % 4)) in
    0) move=g1f3;; 1) move=g8f6;; 2) move=f3g1;; 3) move=f6g8;; esac;;
'go ponder'*) ;;
go*|ponderhit|stop) $go;;
esac; done
