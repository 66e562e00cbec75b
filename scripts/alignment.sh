#!/bin/sh
# alignment.sh makes the tables in docs/alignment.md anew: all that stands below the mark.
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh go
mark='<!-- The rest is alignment.md as driftlab sweep wrote it: scripts/alignment.sh -->'
document=docs/alignment.md
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

scenarios=
for name in 50 50-3to1 100 100-3to1 200 200-3to1; do
	scenarios=$scenarios${scenarios:+,}alignment-rtt$name
done
go run -buildvcs=false . sweep -scenario "$scenarios" -seeds 1 -o "$out/sweep" \
	-vary platform.time=shared,server,predicted,near \
	-vary projectile.spawn=per-frame,naive,timestamped,predicted \
	-vary client.algorithm=unreal,rtt2,rtt2-world,slot,simpson,timesync,unity,mirror,sntp
grep -q -F -x -e "$mark" $document
{ sed "\|^$mark\$|q" $document; cat "$out/sweep/alignment.md"; } >"$out/document"
cat "$out/document" >$document
