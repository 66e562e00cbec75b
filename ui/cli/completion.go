package cli

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"

	"driftlab/assets"
	"driftlab/game/judge"
	"driftlab/game/judge/draw"
	"driftlab/game/lesson"
	"driftlab/game/profile"
	"driftlab/game/scenario"
	"driftlab/internal/texts"
	"driftlab/netsync/registry"
	"driftlab/ui/config"
	"driftlab/ui/film"
)

// The scripts ask the program itself how the word at the cursor may continue, so they never change.
//
//go:embed completion
var scripts embed.FS

// shells lists the shells with a script.
var shells = []string{"bash", "zsh", "fish"}

// completion writes a shell's script, or, for those scripts, how the last of the words after "words" may continue: a line each,
// with an explanation after a tab. If it writes nothing, the shell offers files.
func completion(commands []Command, args []string, env Env) error {
	if len(args) > 1 && args[0] == "words" {
		for _, c := range complete(commands, args[1:]) {
			fmt.Fprintf(env.Out, "%s\t%s\n", c.text, c.help)
		}
		return nil
	}
	set := flag.NewFlagSet("completion", flag.ContinueOnError)
	if err := parseFlags(set, args, env, "driftlab completion bash, zsh or fish: a script; its first lines say how it is loaded"); err != nil {
		return err
	}
	if set.NArg() != 1 {
		return usagef("completion: which shell? (allowed: %s)", strings.Join(shells, ", "))
	}
	script, err := scripts.ReadFile("completion/driftlab." + set.Arg(0))
	if err != nil {
		return usagef("completion: %q is unknown (%s)", set.Arg(0), texts.Allowed(set.Arg(0), shells))
	}
	_, err = env.Out.Write(script)
	return err
}

// A candidate is one way to continue a word.
type candidate struct{ text, help string }

// complete returns how the last of the words after the program's name may continue.
func complete(commands []Command, words []string) (found []candidate) {
	before, word := words[:len(words)-1], words[len(words)-1]
	name := ""
	if len(before) > 0 && !strings.HasPrefix(before[0], "-") {
		name = before[0]
	}
	offer := func(start string, all []candidate) {
		for _, c := range all {
			if c.text = start + c.text; strings.HasPrefix(c.text, word) {
				found = append(found, c)
			}
		}
	}
	if (len(before) == 0 || len(before) == 1 && name == "help") && !strings.HasPrefix(word, "-") {
		for _, c := range commands {
			if c.Name != "" && c.Run != nil {
				offer("", []candidate{{c.Name, c.Help}})
			}
		}
		return found
	}
	command := Find(commands, name)
	if command == nil { // a file for the window
		command = Find(commands, "")
	}
	if command.Name == "completion" {
		offer("", named(shells))
		return found
	}
	set := flagsOf(command)
	if len(before) > 0 {
		if asked := set.Lookup(flagName(before[len(before)-1])); asked != nil && !isSwitch(asked) {
			start, all := values(asked.Name, word)
			offer(start, all)
			return found
		}
	}
	if given, value, ok := strings.Cut(word, "="); ok && set.Lookup(flagName(given)) != nil {
		start, all := values(flagName(given), value)
		offer(given+"="+start, all)
		return found
	}
	if command.Name == "vectors" && !strings.HasPrefix(word, "-") {
		offer("", named(clockNames()))
		return found
	}
	if word != "" || !takesFiles[command.Name] {
		dash := "-"
		if strings.HasPrefix(word, "--") {
			dash = "--"
		}
		set.VisitAll(func(f *flag.Flag) {
			_, help := flag.UnquoteUsage(f)
			offer("", []candidate{{dash + f.Name, help}})
		})
	}
	return found
}

// takesFiles lists the commands after which a shell offers files before anything is typed.
var takesFiles = map[string]bool{"merge": true, "link": true, "judge": true}

// clockNames returns the names of all clocks.
func clockNames() (names []string) {
	for _, a := range registry.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

// flagsOf returns a command's flags.
func flagsOf(c *Command) (set *flag.FlagSet) {
	set = flag.NewFlagSet(c.Name, flag.ContinueOnError)
	c.Run(nil, Env{Out: io.Discard, Stop: context.Background(), flags: func(own *flag.FlagSet) { set = own }})
	return set
}

// flagName returns the name of a flag as it is typed; "" is no flag's.
func flagName(word string) string {
	name, dashed := strings.CutPrefix(word, "-")
	if !dashed {
		return ""
	}
	return strings.TrimPrefix(name, "-")
}

// isSwitch reports whether a flag takes no value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// values returns the possible values of a flag, and the part of what is typed that all of them start with.
func values(name, typed string) (start string, all []candidate) {
	switch name {
	case "set", "vary":
		return settingValues(typed)
	case "scenario":
		return typed[:strings.LastIndex(typed, ",")+1], named(assets.ScenarioNames()) // a sweep has several
	case "a", "b", "from":
		return "", append(named(assets.PresetNames()), named(assets.ScenarioNames())...)
	case "carrier":
		return "", named(carriers)
	case "theme":
		return "", named(config.Themes())
	case "view":
		return "", named(config.Views())
	case "language":
		return "", named(config.Languages())
	case "tab":
		return "", named(lesson.Diagrams())
	case "camera":
		return "", named(film.Cameras())
	case "progress":
		return "", named(film.Progresses())
	case "sidecars":
		return "", named([]string{"on", "off"})
	case "to":
		for _, t := range profile.Targets() {
			all = append(all, candidate{t.Name, t.Help})
		}
	case "links":
		return typed[:strings.LastIndex(typed, ",")+1], append(named([]string{judge.Public, judge.Random, judge.Rare}), named(assets.ScenarioNames())...)
	case "classes":
		return typed[:strings.LastIndex(typed, ",")+1], named(draw.Names())
	case "as", "at-least", "clock":
		return "", named(clockNames())
	case "results":
		return "", named(resultFormats)
	case "playlist":
		return "", named(lesson.TheCourse().PlaylistNames())
	case "why":
		for _, l := range lesson.Symptoms() {
			all = append(all, candidate{l.Symptom(), l.Title.In(lesson.English)})
		}
	case "lesson":
		for _, l := range lesson.All() {
			all = append(all, candidate{fmt.Sprint(l.Number), l.Title.In(lesson.English)})
		}
	}
	return "", all
}

// ofClient is the start of a client's keys.
var ofClient = regexp.MustCompile(`^client[0-9]+\.`)

// settingValues returns how KEY=VALUE, or a list of values, may continue: with keys, or with the choices of one.
func settingValues(typed string) (start string, all []candidate) {
	name, value, valued := strings.Cut(typed, "=")
	client := ofClient.FindString(name)
	for _, k := range append(scenario.LinkKeys(), scenario.Keys()...) {
		if client != "" {
			k.Name = client + strings.TrimPrefix(k.Name, "client.")
		}
		switch {
		case client != "" && k.World():
		case !valued:
			all = append(all, candidate{k.Name + "=", k.Help})
		case k.Name == name:
			all = named(k.Choices)
		}
	}
	if !valued {
		return "", append(all, candidate{client + "link.preset=", "what such a network has"})
	}
	if name == client+"link.preset" {
		all = named(assets.PresetNames())
	}
	return name + "=" + value[:strings.LastIndex(value, ",")+1], all
}

// named returns candidates without explanations.
func named(names []string) (all []candidate) {
	for _, name := range names {
		all = append(all, candidate{text: name})
	}
	return all
}
