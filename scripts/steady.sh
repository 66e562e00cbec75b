#!/bin/sh
# steady.sh [WHOLE [PARTS [LOOPS]]] shows that the checks do not fail by chance: while LOOPS (4) busy loops load the machine it
# runs make test WHOLE (3) times, and the packages that open windows and browsers PARTS (20) times, without test caches.
# It prints and counts each failure, and never tries again.
#
# Exit status: 0 if all runs passed, 1 if not.
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

# turn NAME COMMAND... runs one turn and prints its result.
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
