#!/bin/sh
# Measures the clocks where games stamp in frames: the table of docs/clock.md under "Stamped in frames" is of its compare.csv. Each row is clock-clean with
# the settings below, for an hour. SEEDS is 1..5 by default.
set -eu
out=$(mkdir -p "${1:-frames}" && cd "${1:-frames}" && pwd)
mkdir -p "$out-in"
in=$(cd "$out-in" && pwd)
files=
# row NAME DURATION RATE KEY=VALUE…: datagrams each way at a rate
row() {
	name=$1 duration=$2 rate=$3
	shift 3
	{
		printf 'format = 3\nclients = 1\nduration = "%s"\nclocks = "published,midline"\n[set]\narena = "none"\nclient.offset = "7s"\n' "$duration"
		printf '"%s" = "%s"\n' link.delay 20ms datagrams.up.rate "$rate" datagrams.down.rate "$rate"
		jitter=2ms skew=20ppm
		for set in "$@"; do
			case $set in link.jitter=*) jitter=${set#*=} ;; client.skew=*) skew=${set#*=} ;; *) printf '"%s" = "%s"\n' "${set%%=*}" "${set#*=}" ;; esac
		done
		printf '"link.jitter" = "%s"\n"client.skew" = "%s"\n' "$jitter" "$skew"
	} >"$in/$name.toml"
	files=$files${files:+,}$in/$name.toml
}
client='receive.poll=tick receive.stamp=read'
host='host.receive.poll=tick host.receive.stamp=read'
display='receive.poll=frame receive.stamp=read'
row 60 1h 60 $client $host
row 60-two-hours 2h 60 $client $host
row 30-two-hours 2h 30 $client $host tick.rate=30
row 120 1h 120 $client $host tick.rate=120
row client 1h 60 $client
row host 1h 60 $host
row 60-10ms 1h 60 $client $host link.jitter=10ms
row 60-exponential 1h 60 $client $host link.distribution=exponential
row 60-gamma 1h 60 $client $host link.distribution=gamma
row client-exponential 1h 60 $client link.distribution=exponential
row display-59 1h 60 $display $host frame.rate=59
row display-59.94 1h 60 $display $host frame.rate=59.94
row display-144 1h 60 $display $host frame.rate=144
row 60-hitches 1h 60 $client $host hitch.mean=100ms host.hitch.mean=50ms
row 60-20 1h 20 $client $host
row 60-100ppm 1h 60 $client $host client.skew=100ppm
row 60-wander 1h 60 $client $host client.wander=0.5
row 60-5ppm 1h 60 $client $host client.skew=5ppm
cd "$(dirname "$0")/.."
go run -buildvcs=false -tags headless . sweep -seeds "${SEEDS:-1..5}" -o "$out" -scenario "$files"
