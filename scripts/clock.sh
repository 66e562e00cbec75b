#!/bin/sh
# Measures the clocks on the links of docs/clock.md: the tables of RMS and worst errors there are its sweep.md and sweep.csv.
# The seeds were fixed before they were run for the first time. With a folder of Mahimahi's traces as the second
# argument it measures the two LTE links too.
set -e
out=${1:-clock}
here=$(dirname "$0")/..
names=$(cd "$here/assets/scenarios" && ls clock-*.toml | sed 's/\.toml$//' | paste -sd, -)
if [ -n "$2" ]; then
	mkdir -p "$out-lte"
	cp "$here"/docs/clock/clock-lte-*.toml "$2"/ATT-LTE-driving-2016.* "$2"/Verizon-LTE-short.* "$out-lte"
	names=$names,$out-lte/clock-lte-att.toml,$out-lte/clock-lte-verizon.toml
fi
cd "$here"
go run . sweep -seeds "${SEEDS:-1001..1100}" -o "$out" -scenario "$names"
