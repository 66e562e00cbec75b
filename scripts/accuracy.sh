#!/bin/sh
# accuracy.sh makes the table in docs/clock.md again: all that stands below the mark.
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh go
mark='<!-- The rest is made by scripts/accuracy.sh -->'
document=docs/clock.md
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

scenarios=
for name in clean jitter-5 jitter-20 asymmetric skew route bufferbloat bursty-loss dilation; do
	scenarios=$scenarios${scenarios:+,}accuracy-$name
done
go run -buildvcs=false . sweep -scenario "$scenarios" -seeds 1..20 -o "$out/sweep"
grep -q -F -x -e "$mark" $document
{ sed "\|^$mark\$|q" $document; echo; awk -f scripts/accuracy.awk "$out/sweep/sweep.csv"; } >"$out/document"
cat "$out/document" >$document
