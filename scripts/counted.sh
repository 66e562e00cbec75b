#!/bin/sh
# counted.sh FOLDER writes Midline with a counter in each of its branches into a folder, and overlay.json: go build -overlay FOLDER/overlay.json has it in
# the program, as netsync/clocks/counted.
set -eu
case ${1:-} in /*) made=$1 ;; *) echo "counted.sh: FOLDER: \"${1:-}\" is no absolute path" >&2; exit 2 ;; esac
cd "$(dirname "$0")/../netsync/clocks"
here=$(pwd)/counted
mkdir -p "$made"
replace= counters=
for file in *.go; do
	case $file in
	*_test.go | doc.go) continue ;;
	midline*)
		name=counts_${file%.go}
		go tool cover -mode=set -var="$name" "$file" >"$made/counted"
		counters="$counters
		{\"$file\", $name.Count[:], $name.Pos[:]}," ;;
	*) cp "$file" "$made/counted" ;;
	esac
	# A //line directive would name this machine's folder in programs for other people.
	sed -e '/^\/\/line /d' -e 's/^package clocks$/package counted/' "$made/counted" >"$made/$file"
	replace="$replace\"$here/$file\": \"$made/$file\", "
done
cat >"$made/none.go" <<END
package counted

import $(grep -o '"[^"]*/netsync"' halves.go)

var midline = halves{
	client: func() (netsync.Estimator, error) { return NewMidline(DefaultMidline()) },
	host:   func(at netsync.Server) (netsync.Half, error) { return DefaultMidline().Half(at) },
	counters: []counters{$counters
	},
}
END
printf '{"Replace": {%s"%s": "%s"}}\n' "$replace" "$here/none.go" "$made/none.go" >"$made/overlay.json"
