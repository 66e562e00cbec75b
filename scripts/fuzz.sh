#!/bin/sh
# fuzz.sh [TIME [EXECUTIONS [NAME]]] runs every fuzz target whose PACKAGE.TARGET has NAME in it: for TIME (10s, or
# 1000000x) by go's engine, with one worker, and then EXECUTIONS (100000) times with damaged copies of its corpus.
# One line a target: what ran, and how many times a second.
#
# What is found is kept in the package's testdata/fuzz, from where each go test runs it again.
#
# Exit status: 0 nothing was found, 1 something was.
set -u
cd "$(dirname "$0")/.."
scripts/need.sh go || exit
export GOFLAGS="${GOFLAGS:-} -buildvcs=false"
unset DISPLAY # nothing that is read needs a window

time=${1:-10s} damaged=${2:-100000} name=${3:-}
root=$PWD
cache=$(go env GOCACHE)/fuzz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
status=0

# run PACKAGE TARGET runs one target, whose test program is there.
run() {
	log=$work/log
	begin=$(date +%s)
	"$work/test" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "$time" -test.fuzzminimizetime 100x \
		-test.parallel 1 -test.fuzzcachedir "$cache/$1" >"$log" 2>&1 || failed=1
	seconds=$(($(date +%s) - begin))
	guided=$(sed -n 's/.*execs: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
	[ $failed = 1 ] || DRIFTLAB_DAMAGED=$damaged "$work/test" -test.run "^$2\$" -test.v -test.timeout 10h >>"$log" 2>&1 || failed=1
	blind=$(sed -n 's/.*damaged: \([0-9]*\) executions, \([0-9]*\) a second/\1 damaged, \2 a second/p' "$log")
	[ "$seconds" -gt 0 ] || seconds=1
	echo "$1 $2: ${guided:-0} guided, $((${guided:-0} / seconds)) a second; ${blind:-no damaged ones}"
}

for dir in $(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n 1 dirname | sort -u); do
	package=$(go list "$dir")
	targets=$(go test -list '^Fuzz' "$package" | grep '^Fuzz' | while read -r target; do
		case $package.$target in *"$name"*) echo "$target" ;; esac
	done)
	[ -n "$targets" ] || continue
	go test -c -fuzz Fuzz -toolexec "$root/scripts/instrument.sh" -o "$work/test" "$package" || exit
	cd "$dir" || exit
	for target in $targets; do
		failed=0
		run "$package" "$target"
		[ $failed = 0 ] || { status=1 && cat "$log"; }
	done
	cd "$root" || exit
done
exit $status
