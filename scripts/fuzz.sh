#!/bin/sh
# fuzz.sh [TIME [EXECUTIONS [NAME]]] runs every fuzz target whose PACKAGE.TARGET contains NAME: for TIME (10s, or
# 1000000x) by go's engine, with one worker, and then EXECUTIONS (100000) times with damaged copies of its corpus,
# different ones each time. It prints a line per target: how often it ran, guided and damaged, and how often per CPU second.
#
# If a run is interrupted, the same command continues with the target that was running. out/fuzz/sums has the sums over all
# runs, and the end prints them as rows of a table; remove out/fuzz to start again.
#
# Findings are kept in the package's testdata/fuzz, where every go test runs them again.
#
# Exit status: 0 if nothing was found, 1 otherwise.
set -u
cd "$(dirname "$0")/.."
scripts/need.sh go || exit
export GOFLAGS="${GOFLAGS:-} -buildvcs=false"
unset DISPLAY # no decoder needs a window

time=${1:-10s} damaged=${2:-100000} name=${3:-}
root=$PWD
cache=$(go env GOCACHE)/fuzz
state=$root/out/fuzz
sums=$state/sums # a line per run of a target: PACKAGE TARGET GUIDED SECONDS DAMAGED SECONDS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
status=0

# What this round has done so far: its arguments, then the targets.
mkdir -p "$state" && touch "$sums" || exit
round=$state/round
called="$time $damaged $name"
[ -f "$round" ] && [ "$(head -n 1 "$round")" = "$called" ] || echo "$called" >"$round"

# seconds COMMAND... runs a command and sets took to its CPU seconds.
seconds() {
	times >"$work/before"
	"$@"
	failed=$?
	times >"$work/after"
	took=$(cat "$work/before" "$work/after" | awk -F '[ms ]+' 'NR % 2 == 0 { t[NR] = $1 * 60 + $2 + $3 * 60 + $4 } END { printf "%.2f", t[4] - t[2] + .01 }')
	return $failed
}

# guide PACKAGE TARGET and damage TARGET run one target, whose test program is built already.
guide() {
	"$work/test" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "$time" -test.parallel 1 -test.fuzzcachedir "$cache/$1" >"$work/log" 2>&1
}
damage() {
	DRIFTLAB_DAMAGED=$damaged DRIFTLAB_DAMAGED_SEED=$(wc -l <"$sums") \
		"$work/test" -test.run "^$1\$" -test.v -test.timeout 10h >>"$work/log" 2>&1
}

# run PACKAGE TARGET runs one target both ways, then records and prints how often.
run() {
	blind=0 blindly=0
	seconds guide "$1" "$2"
	found=$? guidedly=$took
	guided=$(sed -n 's/.*execs: \([0-9]*\) .*/\1/p' "$work/log" | tail -n 1)
	if [ $found = 0 ]; then
		seconds damage "$2"
		found=$? blindly=$took
		blind=$(sed -n 's/.*damaged: \([0-9]*\) executions.*/\1/p' "$work/log")
	fi
	echo "$1 $2 ${guided:-0} $guidedly ${blind:-0} $blindly" >>"$sums"
	tail -n 1 "$sums" | awk '{ printf "%s %s: %d guided, %d a second; %d damaged, %d a second\n", $1, $2, $3, $3 / $4, $5, $6 ? $5 / $6 : 0 }'
	return $found
}

for dir in $(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n 1 dirname | sort -u); do
	package=$(go list "$dir")
	targets=$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$dir"/*_test.go | while read -r target; do
		case $package.$target in *"$name"*) grep -qx "$package $target" "$round" || echo "$target" ;; esac
	done)
	[ -n "$targets" ] || continue
	go test -c -fuzz Fuzz -toolexec "$root/scripts/instrument.sh" -o "$work/test" "$package" || exit
	cd "$dir" || exit
	for target in $targets; do
		run "$package" "$target" || { status=1 && cat "$work/log"; }
		echo "$package $target" >>"$round"
	done
	cd "$root" || exit
done
rm "$round"

awk -v module="$(go list -m)" '
	{ at = $1 " " $2; if (!(at in guided)) order[++n] = at; guided[at] += $3; seconds[at] += $4; damaged[at] += $5 }
	END {
		print "\n| package | target | guided | a second | damaged |\n| --- | --- | ---: | ---: | ---: |"
		for (i = 1; i <= n; i++) {
			at = order[i]; split(at, of, " "); of[1] = substr(of[1], length(module) + 2)
			printf "| `%s` | %s | %d | %d | %d |\n", of[1], substr(of[2], 5), guided[at], guided[at] / seconds[at], damaged[at]
			sum += guided[at] + damaged[at]
		}
		printf "\n%d executions in all\n", sum
	}' "$sums"
exit $status
