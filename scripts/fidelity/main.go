// Fidelity sends the same datagrams over tc netem and over Driftlab's link and compares what came of
// them. scripts/fidelity.sh runs both halves:
//
//	fidelity measure >netem.csv     in two network namespaces, on a kernel that has netem
//	fidelity compare docs/fidelity  Driftlab's half and the table, from DIR/netem.csv
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fidelity:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "measure":
		return measure(os.Stdout)
	case len(args) == 2 && args[0] == "compare":
		return compareIn(args[1])
	}
	return fmt.Errorf("usage: fidelity measure | fidelity compare DIR")
}
