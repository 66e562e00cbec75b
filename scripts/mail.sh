#!/bin/sh
# mail.sh writes the two tables of docs/production.md on when to take timestamps, below its mark, and keeps the text around them.
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh go
mark='<!-- Made by scripts/mail.sh. -->'
document=docs/production.md
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# table WORLD…: what all clocks do in these worlds
table() {
	go run -buildvcs=false -tags headless . sweep -scenario "$(echo "$@" | tr ' ' ,)" -seeds 1..20 -o "$out/${1%/*}" >&2
	awk -v rms=1 -f scripts/accuracy.awk "$out/${1%/*}/sweep.csv"
}
grep -q -F -x -e "$mark" $document
{
	sed "\|^$mark\$|q" $document
	echo
	table stamps/frames stamps/spread stamps/spread-up stamps/client-arrival stamps/host-arrival stamps/arrival
	echo
	table mail/at-once mail/tick-read mail/frame-read mail/hitch-read mail/both-arrival mail/both-read
	sed -n '/^<!-- Until here. -->$/,$p' $document
} >"$out/document"
cat "$out/document" >$document
