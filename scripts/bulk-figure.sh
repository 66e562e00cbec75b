#!/bin/sh
# Makes the figure of docs/bulk.md: the tab of uploads, of a frame.
set -e
cd "$(dirname "$0")/.."
out=${1:-docs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/driftlab" .
scripts/display.sh "$work/driftlab" record -scenario bulk -client 3 -theme light -view diagram -tab bulk -from 58s -duration 100ms -fps 10 \
	-title-seconds 0s -size 1280x720 -sidecars off -o "$work/bulk.png"
mv "$work/bulk-000000.png" "$out/bulk.png"
