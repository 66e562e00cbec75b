package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	"driftlab/session"
)

// Keys lists every setting with its unit, range, default and what it is.
func Keys(args []string, w io.Writer) error {
	if len(args) > 0 && args[0] != "-h" && args[0] != "-help" && args[0] != "--help" {
		return usagef("keys: unexpected argument %q", args[0])
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "key\tunit\trange\tdefault\tmeaning")
	for _, k := range session.Keys() {
		help := k.Help
		if k.Fixed() {
			help += " (before the start only)"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", k.Name, k.Unit(), k.Range(), k.Default(), help)
	}
	t.Flush()
	fmt.Fprint(w, `
Without up or down, as in link.delay, a key of the link sets both directions; up is client to host.
client2.skew, client2.link.up.delay and so on set one client; client.skew sets all.
`)
	return nil
}
