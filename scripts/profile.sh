#!/bin/sh
# profile.sh makes scripts/driftlab.pgo, which tells the compiler where the program spends its time; make build and releases
# use it. The page is built without it, since it would get too large. How long each benchmark runs here is its weight in
# the profile. An old profile does no harm: the compiler skips functions that are gone.
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh window
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# profile PACKAGE BENCHMARK TIME keeps a profile of one benchmark.
profile() {
	package=$1 name=$2 time=$3
	GALLIUM_NOOP=1 scripts/display.sh go test -run '^$' -bench "^Benchmark$name\$" -benchtime "$time" \
		-cpuprofile "$work/$name.prof" -o "$work/$name.test" "$package" | grep '^Benchmark'
}
profile ./game/session SessionAlone8Clients 5s
profile ./game/session SessionDirect8Clients 10s
profile ./game/session SessionUnwatched8Clients 5s
profile ./game/session Clone 2s
profile ./game/timeline Seek 5x
profile ./ui Frame 5s
profile ./ui WatchFrame 5s
go tool pprof -proto "$work"/*.prof >"$work/driftlab.pgo"
mv "$work/driftlab.pgo" scripts/driftlab.pgo
