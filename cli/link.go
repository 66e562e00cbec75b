package cli

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"driftlab/internal/files"
	"driftlab/profile"
	"driftlab/scenario"
)

// Link is the command that reads a link from a preset, a scenario or a measurement and writes it as
// another tool has it. The source may stand alone or behind -from; without one the command lists the presets.
func Link(args []string, env Env) error {
	set := flag.NewFlagSet("link", flag.ContinueOnError)
	from := set.String("from", "", "`SOURCE`: a preset, a scenario or a measurement, as the argument FILE; its kind is found out, and irtt:FILE and so on forces one of "+profile.Kinds())
	to := set.String("to", "scenario", "`TARGET`: "+targetNames())
	file := set.String("o", "", "`FILE` to write (default: to standard output)")
	force := addForce(set)
	client := set.Int("client", 0, "`NUMBER` of the client whose link it is, where the source is a scenario (default: 1)")
	var part profile.Part
	set.DurationVar(&part.Begin, "begin", 0, "`TIME` since the first packet of a measurement, such as 90s or 1h30m, where the part to take begins")
	set.DurationVar(&part.End, "end", 0, "`TIME` since the first packet of a measurement where the part to take ends (default: with it)")
	set.StringVar(&part.Of, "of", "", "`NAME` of one of several hosts or series in a measurement, or its number from 1 (default: the first)")
	flag, err := parseLink(set, args, env, from)
	switch {
	case err != nil:
		return err
	case *from == "" && set.NFlag() > 0:
		return usagef("-from is missing")
	case *from == "":
		return listPresets(env.Out)
	case *client < 0 || *client > scenario.MaxClients:
		return usagef("-client: %d is outside 1..%d", *client, scenario.MaxClients)
	case part.Begin < 0:
		return usagef("-begin: %v is negative", part.Begin)
	case part.End < 0 || part.End > 0 && part.End <= part.Begin:
		return usagef("-end: %v is not after -begin %v", part.End, part.Begin)
	}
	p, err := profile.Open(*from, *client, part)
	if err != nil {
		return usagef("%s%w", flag, err)
	}
	if p.Known.Format != "" {
		fmt.Fprintf(env.Warn, "driftlab: %q: %s\n", p.Name, p.Known)
	}
	text, err := p.Export(*to)
	if err != nil {
		return usagef("-to: %w", err)
	}
	for _, note := range p.Notes {
		fmt.Fprintln(env.Warn, "driftlab: warning:", note)
	}
	if *file == "" {
		_, err = io.WriteString(env.Out, text)
		return err
	}
	if env.Stop.Err() != nil {
		return Interrupted{"stopped; nothing has been written"}
	}
	return writeLink(env.forced(*force).Files, *file, files.Sealed(text, commentOf(*to)), p.Read)
}

// parseLink reads the flags of link, and its source where that stands alone, before, among or after them. flag is what
// an error of the source begins with.
func parseLink(set *flag.FlagSet, args []string, env Env, from *string) (flag string, err error) {
	flag = "-from: "
	for more := true; more; more = len(args) > 0 {
		if err := parseFlags(set, args, env, "driftlab link [FILE]: a link's settings from measurements and for other tools; without any, the presets"); err != nil {
			return "", err
		}
		if args = set.Args(); len(args) == 0 {
			break
		}
		if *from != "" {
			return "", usagef("unexpected argument %q: the source is %q already", args[0], *from)
		}
		flag, *from, args = "", args[0], args[1:]
	}
	return flag, nil
}

// writeLink writes a link, which has been read from inputs.
func writeLink(fsys files.FS, path, text string, inputs []string) error {
	set := files.NewSet(fsys, inputs...)
	part, err := set.Create(path, files.IsSealed)
	if err != nil {
		return usagef("-o: %w", err)
	}
	part.WriteString(text) // an error stays in the part
	return set.Commit()
}

// commentOf returns what a comment begins with in the format of a target.
func commentOf(target string) string {
	targets := profile.Targets()
	return targets[slices.IndexFunc(targets, func(t profile.Target) bool { return t.Name == target })].Comment
}

func targetNames() string {
	var names []string
	for _, t := range profile.Targets() {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// listPresets shows the presets that come with the program and what can be made of them.
func listPresets(out io.Writer) error {
	presets, err := profile.Presets()
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "preset\tdelay up/down\tjitter up/down\tloss up/down\trate up/down\twhat it is")
	for _, preset := range presets {
		p, err := preset.Profile()
		if err != nil {
			return err
		}
		fmt.Fprintf(t, "%s\t%v / %v\t%v / %v\t%s / %s\t%s / %s\t%s\n", p.Name, p.Up.Delay, p.Down.Delay, p.Up.Jitter, p.Down.Jitter,
			share(p.Up.Loss), share(p.Down.Loss), bitRate(p.Up.Rate), bitRate(p.Down.Rate), preset.Help)
	}
	t.Flush()
	fmt.Fprintf(out, "\ndriftlab link -from PRESET -to TARGET writes one for another tool:\n")
	for _, target := range profile.Targets() {
		fmt.Fprintf(out, "  %-9s %s\n", target.Name, target.Help)
	}
	return nil
}

// share writes a share as a percentage.
func share(p float64) string { return fmt.Sprintf("%.3g %%", p*100) }

// bitRate writes a rate with the unit that makes it short.
func bitRate(bits int64) string {
	switch {
	case bits == 0:
		return "–"
	case bits%1e9 == 0:
		return fmt.Sprintf("%dGbit", bits/1e9)
	case bits%1e6 == 0:
		return fmt.Sprintf("%dMbit", bits/1e6)
	}
	return fmt.Sprintf("%dkbit", bits/1e3)
}
