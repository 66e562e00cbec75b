package cli

import (
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"driftlab/ui/film/encode"
)

// listEncoders writes what can make films here, in the order in which it is tried. Like a help text it is all
// that was asked for: it returns flag.ErrHelp.
func listEncoders(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, e := range encode.Encoders(nil) {
		what := e.Line
		if e.Err != nil {
			what = "not here: " + e.Err.Error()
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", e.Format, e.Name, what)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return flag.ErrHelp
}
