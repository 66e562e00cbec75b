package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"driftlab/assets"
	"driftlab/scenario"
)

// Keys lists every setting with its unit, range, default and what it is.
func Keys(args []string, env Env) error {
	w := env.Out
	if err := parse(flag.NewFlagSet("keys", flag.ContinueOnError), args, env, "driftlab keys: every setting with its unit, range and default"); err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "key\tunit\trange\tdefault\tmeaning")
	for _, k := range scenario.LinkKeys() {
		printKey(t, k)
	}
	for _, k := range scenario.Keys() {
		if !strings.HasPrefix(k.Name, "link.") {
			printKey(t, k)
		}
	}
	t.Flush()
	fmt.Fprintf(w, `
A key of the link sets both directions: link.up.delay and link.down.delay and so on set one, up from
client to host, down from host to client. link.preset=NAME sets all of them, to what such a network has
or to their defaults:
%s.
client2.skew, client2.link.up.delay, client2.link.preset and so on set one client; client.skew sets all.
A PATH begins at the working folder, in a scenario file at the folder of that file.
`, strings.Join(assets.PresetNames(), ", "))
	return nil
}

func printKey(w io.Writer, k scenario.Key) {
	help := k.Help
	if k.Fixed() {
		help += " (before the start only)"
	}
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", k.Name, k.Unit.Name, k.Range(), k.Standard(), help)
}
