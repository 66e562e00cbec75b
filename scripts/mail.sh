#!/bin/sh
# mail.sh writes the two tables in docs/mail.md: all that stands below the mark.
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh go
mark='<!-- The rest is made by scripts/mail.sh -->'
document=docs/mail.md
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

scenarios=
for world in at-once tick-arrival tick-read frame-arrival frame-read hitch-read both-arrival both-read; do
	scenarios=$scenarios${scenarios:+,}mail/$world
done
go run -buildvcs=false -tags headless . sweep -scenario "$scenarios" -seeds 1..20 -o "$out/sweep"
grep -q -F -x -e "$mark" $document
scenarios=
for world in frames spread spread-up client-arrival host-arrival arrival; do
	scenarios=$scenarios${scenarios:+,}stamps/$world
done
go run -buildvcs=false -tags headless . sweep -scenario "$scenarios" -seeds 1..20 -o "$out/stamps"
{ sed "\|^$mark\$|q" $document; echo; awk -f scripts/accuracy.awk "$out/sweep/sweep.csv"; printf '\n## Where stamps are taken\n\n'; awk -f scripts/accuracy.awk "$out/stamps/sweep.csv"; } >"$out/document"
cat "$out/document" >$document
