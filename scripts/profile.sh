#!/bin/sh
# profile.sh makes default.pgo, from which the compiler knows where the program's time goes: go build reads it by itself. The
# page is built without, which would be too large with it. What counts in it is how long each benchmark runs. A profile of an older program harms nothing: what it
# says of functions that are gone is passed over.
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh window
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# profile PACKAGE BENCHMARK TIME keeps a profile of one benchmark.
profile() {
	package=$1 name=$2 time=$3
	GALLIUM_NOOP=1 scripts/display.sh go test -pgo=off -run '^$' -bench "^Benchmark$name\$" -benchtime "$time" \
		-cpuprofile "$work/$name.prof" -o "$work/$name.test" "$package" | grep '^Benchmark'
}
profile ./session SessionAlone8Clients 5s
profile ./session SessionDirect8Clients 10s
profile ./session SessionUnwatched8Clients 5s
profile ./session Clone 2s
profile ./timeline Seek 5x
profile ./ui Frame 5s
profile ./ui WatchFrame 5s
go tool pprof -proto "$work"/*.prof >"$work/default.pgo"
mv "$work/default.pgo" default.pgo
