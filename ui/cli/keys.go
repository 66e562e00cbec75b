package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"driftlab/assets"
	"driftlab/game/scenario"
)

// Keys lists every setting with its unit, range, default and meaning.
func Keys(args []string, env Env) error {
	w := env.Out
	if err := parse(flag.NewFlagSet("keys", flag.ContinueOnError), args, env, "driftlab keys: every setting with its unit, range and default"); err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "key\tunit\trange\tdefault\tmeaning")
	for _, k := range listedKeys() {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", k.Name, k.Unit.Name, rangeOf(k), k.Standard(), helpOf(k))
	}
	t.Flush()
	_, err := io.WriteString(w, keysNote())
	return err
}

// listedKeys returns the settings in the order of the list: first those of a link, once for both directions.
func listedKeys() []scenario.Key {
	listed := scenario.LinkKeys()
	for _, k := range scenario.Keys() {
		if !strings.HasPrefix(k.Name, "link.") {
			listed = append(listed, k)
		}
	}
	return listed
}

// rangeOf returns a setting's range, and which other setting narrows it.
func rangeOf(k scenario.Key) string {
	if k.With == "" {
		return k.Range()
	}
	return fmt.Sprintf("%s (limited by %s)", k.Range(), k.Name[:strings.LastIndex(k.Name, ".")+1]+k.With)
}

// helpOf returns a setting's meaning, and whether it can't be changed later.
func helpOf(k scenario.Key) string {
	if k.Fixed() {
		return k.Help + " (before the start only)"
	}
	return k.Help
}

// keysNote explains the prefixes of keys.
func keysNote() string {
	return fmt.Sprintf(`
A key of the link sets both directions: link.up.delay and link.down.delay and so on set one, up from
client to host, down from host to client. link.preset=NAME sets all of them, to what such a network has
or to their defaults:
%s.
client2.skew, client2.link.up.delay, client2.link.preset and so on set one client; client.skew sets all.
A PATH begins at the working folder, in a scenario file at the folder of that file.
`, strings.Join(assets.PresetNames(), ", "))
}
