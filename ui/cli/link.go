package cli

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"driftlab/game/profile"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/internal/texts"
	"driftlab/netsync/registry"
)

// Link is the command that reads a link from a preset, a scenario or a measurement and writes it for another tool. The source may
// be an argument or follow -from; without a source the command lists the presets. With -dissector it also writes a script for
// Wireshark, or only that if there is no source.
func Link(args []string, env Env) error {
	set := flag.NewFlagSet("link", flag.ContinueOnError)
	from := set.String("from", "", "`SOURCE`: a preset, a scenario or a measurement, like the argument FILE; - is standard input. driftlab detects its kind, and irtt:FILE and so on forces one of "+strings.Join(profile.Kinds(), ", "))
	var targets []string
	for _, t := range profile.Targets() {
		targets = append(targets, t.Name)
	}
	to := set.String("to", "scenario", "`TARGET`: "+strings.Join(targets, ", "))
	var out linkFiles
	set.StringVar(&out.link, "o", "", "`FILE` to write (default: to standard output)")
	addDissector(set, &out.dissector)
	force := addForce(set)
	client := set.Int("client", 0, "if the source is a scenario, `NUMBER` of the client whose link to take (default: 1)")
	var part profile.Part
	set.DurationVar(&part.Begin, "begin", 0, "start of the part of a measurement to take, as `TIME` since its first packet, such as 90s or 1h30m")
	set.DurationVar(&part.End, "end", 0, "end of the part of a measurement to take, as `TIME` since its first packet (default: the measurement's end)")
	set.StringVar(&part.Of, "of", "", "`NAME` of one of several hosts or series in a measurement, or its number from 1 (default: the first)")
	flag, err := parseLink(set, args, env, from)
	switch {
	case err != nil:
		return err
	case *from == "" && out.alone(set):
		if err := out.write(env, *force, "", registry.Algorithms(), nil); err != nil {
			return err
		}
		fmt.Fprintln(env.Out, useOfDissector(out.dissector))
		return nil
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
	p, err := profile.Open(*from, env.In, *client, part)
	if err != nil {
		return usagef("%s%w", flag, err)
	}
	if p.Known.Format != "" {
		fmt.Fprintf(env.Warn, "driftlab: %q: %s\n", p.Name, p.Known)
	}
	if *to == "trace" {
		return usagef("-to: trace was there until %s, for bandwidth over time, which no measurement has that is read now", texts.LastBuild)
	}
	text, err := p.Export(*to)
	if err != nil {
		return usagef("-to: %w", err)
	}
	for _, note := range p.Notes {
		fmt.Fprintln(env.Warn, "driftlab: warning:", note)
	}
	clocks := p.Clocks
	if clocks == nil {
		clocks = registry.Algorithms()
	}
	if err := out.write(env, *force, files.Sealed(text, commentOf(*to)), clocks, p.Read); err != nil || out.link != "" {
		return err
	}
	_, err = io.WriteString(env.Out, text)
	return err
}

// parseLink reads the flags of link, and its source, which may be an argument before, among or after them. flag is what an error
// about the source starts with.
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

// linkFiles are the files that link writes.
type linkFiles struct{ link, dissector string }

// alone reports whether the flags ask only for a script for Wireshark.
func (o *linkFiles) alone(set *flag.FlagSet) bool {
	alone := o.dissector != ""
	set.Visit(func(f *flag.Flag) { alone = alone && (f.Name == "dissector" || f.Name == "force") })
	return alone
}

// write writes a link that was read from inputs, and the script for Wireshark, both or neither.
func (o *linkFiles) write(env Env, force bool, text string, clocks []registry.Algorithm, inputs []string) error {
	set := files.NewSet(env.forced(force).Files, inputs...)
	if (o.link != "" || o.dissector != "") && env.asked() {
		return Interrupted{"stopped; nothing has been written"}
	}
	if o.link != "" {
		part, err := set.Create(o.link, files.IsSealed)
		if err != nil {
			return usagef("-o: %w", err)
		}
		io.WriteString(part, text) // the set remembers an error
	}
	if o.dissector != "" {
		if err := writeDissector(set, o.dissector, clocks); err != nil {
			set.Abandon()
			return err
		}
	}
	return set.Commit()
}

// commentOf returns what starts a comment in the format of a target.
func commentOf(target string) string {
	targets := profile.Targets()
	return targets[slices.IndexFunc(targets, func(t profile.Target) bool { return t.Name == target })].Comment
}

// listPresets prints the presets that come with the program and the formats to write.
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
