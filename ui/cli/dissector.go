package cli

import (
	"flag"
	"io"

	"driftlab/game/capture"
	"driftlab/internal/files"
	"driftlab/netsync/registry"
)

// addDissector adds the flag of a script for Wireshark, which [Run] and [Link] have.
func addDissector(set *flag.FlagSet, path *string) {
	set.StringVar(path, "dissector", "", "`FILE` in Lua with which Wireshark and tshark show the datagrams' fields and filter by them")
}

// writeDissector writes the script with the names of clocks.
func writeDissector(set *files.Set, path string, clocks []registry.Algorithm) error {
	part, err := set.Create(path, capture.IsDissector)
	if err != nil {
		return usagef("-dissector: %w", err)
	}
	io.WriteString(part, capture.Dissector(clocks)) // an error stays in the part
	return nil
}

// useOfDissector says what the script is for.
func useOfDissector(path string) string {
	return path + " is for Wireshark or tshark, with -X lua_script:FILE"
}
