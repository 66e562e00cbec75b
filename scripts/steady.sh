#!/bin/sh
# steady.sh [WHOLE [PARTS [LOOPS]]] shows that the checks do not fail by chance: with LOOPS (4) busy loops beside them it
# runs make test WHOLE (3) times, and the packages that open windows and browsers PARTS (20) times, nothing from a cache.
# A failure is told and counts: nothing is tried again.
#
# Exit status: 0 all were green, 1 something was not.
set -u
cd "$(dirname "$0")/.."
whole=${1:-3} parts=${2:-20} loops=${3:-4}
log=$(mktemp)
busy=
for _ in $(seq "$loops"); do
	sh -c 'while :; do :; done' &
	busy="$busy $!"
done
trap 'kill $busy 2>/dev/null; rm -f "$log"' EXIT
trap 'exit 130' INT TERM
status=0

# turn NAME COMMAND... runs one turn and says how it went.
turn() {
	name=$1
	shift
	begin=$(date +%s)
	if "$@" >"$log" 2>&1 </dev/null; then
		echo "$name: green after $(($(date +%s) - begin)) s"
	else
		echo "$name: FAILED after $(($(date +%s) - begin)) s"
		scripts/failed.sh "$log"
		status=1
	fi
}
for n in $(seq "$whole"); do turn "make test, turn $n of $whole" make test TESTFLAGS=-count=1; done
for n in $(seq "$parts"); do turn "windows and browsers, turn $n of $parts" make windows TESTFLAGS=-count=1; done
exit $status
