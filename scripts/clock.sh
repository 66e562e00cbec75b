#!/bin/sh
# Measures the clocks on the links of docs/clock.md: the tables of RMS and worst errors there are of its compare.csv and sweep.csv.
# The seeds were fixed before the first run. With a folder of Mahimahi's traces as the second
# argument it measures the four LTE links too.
set -e
out=${1:-clock}
here=$(dirname "$0")/..
names=$(cd "$here/assets/scenarios" && ls clock-*.toml | sed 's/\.toml$//' | paste -sd, -)
if [ -n "$2" ]; then
	mkdir -p "$out-lte"
	lte=$(cd "$out-lte" && pwd)
	traces=$(cd "$2" && pwd)
	cp "$here"/docs/clock/clock-lte-*.toml "$traces"/ATT-LTE-driving-2016.* "$traces"/Verizon-LTE-short.* "$lte"
	(cd "$here" && go run ./scripts/lte "$traces" "$lte")
	for link in att verizon att-dithered verizon-dithered; do
		names=$names,$lte/clock-lte-$link.toml
	done
fi
out=$(mkdir -p "$out" && cd "$out" && pwd)
cd "$here"
go run . sweep -seeds "${SEEDS:-1001..1100}" -o "$out" -scenario "$names"
