#!/bin/sh
# costs.sh measures what the checks cost and writes it into docs/measured.md. Run it on an idle machine.
#
#	scripts/costs.sh          what each package's tests take: CPU seconds, seconds, peak memory
#	scripts/costs.sh times    what make test and make check take, with an empty and a full build cache
#
# It needs GNU time. go test runs each test program through it ("record"), so child processes count too.
set -eu
gnu=/usr/bin/time
if [ "${1-}" = record ]; then # TABLE PROGRAM...: in the folder of the package
	table=$2
	shift 2
	exec "$gnu" -q -a -o "$table" -f "$PWD %e %U %S %M" "$@"
fi
cd "$(dirname "$0")/.."
"$gnu" -q -f '' true 2>/dev/null || { echo "costs.sh: GNU time is missing: apt-get install time" >&2; exit 1; }
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# put MARK writes $work/rows between the page's two marks.
put() {
	export LC_ALL=C
	{
		echo "Measured on $(date '+%-d %B %Y'), $(nproc) processors, $(go env GOOS)/$(go env GOARCH), $(go env GOVERSION):"
		echo
		cat "$work/rows"
	} >"$work/text"
	awk -v mark="$1" -v text="$work/text" '
		$0 == "<!-- end of " mark " -->" { inside = 0 }
		!inside
		$0 == "<!-- " mark " -->" { inside = 1; while ((getline line < text) > 0) print line }
	' docs/measured.md >"$work/page"
	cp "$work/page" docs/measured.md
	cat "$work/rows"
}

if [ "${1-}" = times ]; then
	printf '| command | build cache | minutes | CPU minutes |\n| --- | --- | ---: | ---: |\n' >"$work/rows"
	for run in 'test empty' 'test filled' 'check filled'; do
		GOCACHE="$work/cache" TESTFLAGS=-count=1 "$gnu" -q -o "$work/took" -f '%e %U %S' make "${run% *}"
		awk -v target="${run% *}" -v cache="${run#* }" '{ printf "| `make %s` | %s | %.1f | %.1f |\n", target, cache, $1/60, ($2+$3)/60 }' \
			"$work/took" >>"$work/rows"
	done
	put times
	exit
fi
make unit EXEC="$PWD/scripts/costs.sh record $work/table"
# Packages that take less than a tenth of a second share a row.
awk -v root="$PWD" '
	{ $1 = $1 == root ? "." : substr($1, length(root) + 2); print $3 + $4, $2, $5 / 1024, $1 }
' "$work/table" | sort -rn | awk '
	BEGIN { print "| package | CPU s | s | peak MB |"; print "| --- | ---: | ---: | ---: |" }
	{ cpu += $1; s += $2; if ($3 > peak) peak = $3 }
	$1 < 2 { n++; restCPU += $1; rest += $2; if ($3 > restPeak) restPeak = $3; next }
	{ printf "| `%s` | %.1f | %.1f | %d |\n", $4, $1, $2, $3 }
	END {
		printf "| %d others | %.1f | %.1f | %d |\n", n, restCPU, rest, restPeak
		printf "| all | %.1f | %.1f | %d |\n", cpu, s, peak
	}
' >"$work/rows"
put packages
