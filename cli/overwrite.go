package cli

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"driftlab/assets"
	"driftlab/record"
	"driftlab/session"
)

// outputNames are the files that a run writes into the folder of -o.
var outputNames = []string{session.SummaryFile, session.ClockFile, session.PacketsFile, session.LogFile}

// ownName reports whether a source is not a file but a scenario or a preset of the program.
func ownName(source string) bool {
	name, _, _ := strings.Cut(source, "/")
	_, _, err := assets.Named(name)
	return err == nil || slices.Contains(assets.PresetNames(), source)
}

// collision reports a trace that would take the place of another file of the run, or of one that it reads:
// the paths of inputs, and what the links of the scenario are read from.
func (o *outputFlags) collision(sc *session.Scenario, inputs []string) error {
	for client := 1; client <= sc.Clients; client++ {
		inputs = append(inputs, slices.Sorted(maps.Values(sc.LinkFiles(client)))...)
	}
	for _, trace := range []struct{ flag, path string }{{"pcapng", o.pcapng}, {"perfetto", o.perfetto}} {
		if trace.path == "" {
			continue
		}
		for _, name := range outputNames {
			if o.dir != "" && record.SamePath(trace.path, filepath.Join(o.dir, name)) {
				return usagef("-%s: %q is a file of -o", trace.flag, trace.path)
			}
		}
		for _, input := range inputs {
			if input != "" && !ownName(input) && record.SamePath(trace.path, input) {
				return usagef("-%s: %q is what the run is read from", trace.flag, trace.path)
			}
		}
	}
	if o.pcapng != "" && o.perfetto != "" && record.SamePath(o.pcapng, o.perfetto) {
		return usagef("-perfetto: %q is the file of -pcapng", o.perfetto)
	}
	return nil
}
