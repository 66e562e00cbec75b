#!/bin/sh
# Makes the figures of docs/clock.md: the diagram of two clouds, of a frame each.
set -e
cd "$(dirname "$0")/.."
out=${1:-docs/clock}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/driftlab" .
figure() { # its name, a scenario, the instant in s
	scripts/display.sh "$work/driftlab" record -scenario "$2" -set client.algorithm=midline -theme light -view diagram -tab clouds \
		-from "$3s" -duration 100ms -fps 10 -title-seconds 0s -size 1280x720 -sidecars off -o "$work/$1.png"
	mv "$work/$1-000000.png" "$out/$1.png"
}
figure clouds clock-exp-20 20
figure strip clock-exp-20 100
figure longer clock-route-up 178
figure longer-held clock-route-up 225
