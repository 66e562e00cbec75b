#!/bin/sh
# failed.sh LOG says in at most twenty lines what failed in a log of make test, and how to run it alone.
set -eu
log=$1
seed=$("$(dirname "$0")/seed.sh") module=$(cd "$(dirname "$0")" && go list -m)
awk -v seed="$seed" -v module="$module" '
	/^go test -race/ { race = " -race -short" }
	/^go test / && !/-race/ { race = "" }
	/^ *--- FAIL: / && !/\// { name = $3; names = names == "" ? name : names "|" name }
	/^panic: test timed out/ { stuck = 1 }
	stuck && /^[ \t]+Test[^ ]* \(/ { sub(/\/.*/, "", $1); names = names == "" ? $1 : names "|" $1; stuck = 0 }
	/^FAIL\t/ {
		package = "." substr($2, length(module) + 1)
		if (/\[build failed\]|\[setup failed\]/) { rows[n++] = package " does not compile: go vet " package }
		else {
			run = names == "" ? "" : " -run '\''^(" names ")$'\''"
			rows[n++] = "RAPID_SEED=" seed " scripts/display.sh go test -count=1" race run " " package
		}
		names = ""
	}
	{ last[NR % 12] = $0 }
	END {
		if (n) {
			print "Failed; each can be run alone like this:"
			for (i = 0; i < n && i < 18; i++) print "    " rows[i]
			if (n > 18) print "    and " n - 18 " more"
		} else {
			print "Failed, and no test did. The last lines are:"
			for (i = NR - 11; i <= NR; i++) if (i > 0) print "    " last[i % 12]
		}
	}' "$log"
