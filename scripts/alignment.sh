#!/bin/sh
# alignment.sh makes the tables about alignment in docs/time.md again, between their two marks.
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh go
mark='<!-- Made by scripts/alignment.sh -->'
end='<!-- end of alignment -->'
document=docs/time.md
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

scenarios=
for name in 50 50-3to1 100 100-3to1 200 200-3to1; do
	scenarios=$scenarios${scenarios:+,}alignment-rtt$name
done
times=shared,server,predicted,near
modes=per-frame,naive,timestamped,predicted
clocks=unreal,rtt2,rtt2-world,slot,simpson,timesync,unity,mirror,sntp
go run -buildvcs=false . sweep -scenario "$scenarios" -seeds 1 -o "$out/sweep" \
	-vary platform.time=$times -vary projectile.spawn=$modes -vary client.algorithm=$clocks
grep -q -F -x -e "$mark" $document
grep -q -F -x -e "$end" $document
{
	sed "\|^$mark\$|q" $document
	sort -n -k 2 "$out/sweep/cells.log" | awk -v scenarios="$scenarios" -v times=$times -v modes=$modes -v clocks=$clocks -f scripts/alignment.awk
	sed -n "\|^$end\$|,\$p" $document
} >"$out/document"
cat "$out/document" >$document
