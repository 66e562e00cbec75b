#!/bin/sh
# packages.sh prints the packages and what each imports of the others, as a graph for Graphviz: scripts/packages.sh | dot -Tsvg.
# It leaves out an import that a longer path implies, so that the layers are visible.
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh go
module=$(go list -m)
go list -f '{{$p := .ImportPath}}{{range .Imports}}{{$p}} {{.}}
{{end}}' ./... | awk -v module="$module" '
	function name(path) { return path == module ? "main" : substr(path, length(module) + 2) }
	index($2, module "/") == 1 { from[++n] = name($1); to[n] = name($2); arrow[from[n], to[n]] = 1; all[from[n]]; all[to[n]] }
	# far says whether a package reaches another through at least one more.
	function far(a, b,   m) {
		for (m in all) if ((a, m) in arrow && m != b && reach(m, b)) return 1
		return 0
	}
	function reach(a, b,   m) {
		if ((a, b) in known) return known[a, b]
		known[a, b] = 0
		if ((a, b) in arrow) return known[a, b] = 1
		for (m in all) if ((a, m) in arrow && reach(m, b)) return known[a, b] = 1
		return 0
	}
	END {
		print "digraph driftlab {\n\tnode [shape=box]"
		for (i = 1; i <= n; i++) if (!far(from[i], to[i])) printf "\t\"%s\" -> \"%s\"\n", from[i], to[i]
		print "}"
	}'
