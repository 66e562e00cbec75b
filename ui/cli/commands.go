// Package cli turns the command line into sessions: the flags that the window and the headless run
// share, the run itself, and the table of keys.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/internal/texts"
	"driftlab/netsync/guest"
)

// A Command is what the first word of a command line asks for.
type Command struct {
	Name, Args, Help string
	Run              func(args []string, env Env) error // nil if it is only listed
}

// line returns the command as it is typed.
func (c *Command) line() string {
	return strings.Join(strings.Fields("driftlab "+c.Name+" "+c.Args), " ")
}

// Commands lists the program's commands, first the one without a word. window and record are arguments, since this package opens
// no window.
func Commands(window, record func(args []string, env Env) error) []Command {
	all := []Command{
		{"", "[flags]", "the window", window},
		{"FILE", "[flags]", "the window with a session's file, as -open does", nil},
		{"run", "[flags]", "the same experiment without a window", Run},
		{"record", "[flags]", "a film, rendered frame by frame", record},
		{"sweep", "[flags]", "many runs: scenarios, settings and seeds, with a table and plots", Sweep},
		{"merge", "DIR…", "join the shards of a sweep", Merge},
		{"judge", "[flags] PROGRAM [ARG…]", "your own clock, in any language, scored on links where the true time is known", Judge},
		{"vectors", "CLOCK… -o DIR", "what clocks are told and what they reply, as files for tests of ports", Vectors},
		{"lessons", "[flags]", "what the lessons measure, and the ranges allowed", Lessons},
		{"link", "[FILE]", "a link from a preset or a measurement, written for other tools", Link},
		{"serve", "[flags]", "the program as a page, for a browser on this machine", Serve},
		{"keys", "", "every setting with its unit, range and default", Keys},
		{"version", "", "the version of driftlab, and what it was built with", Version},
	}
	complete := Command{"completion", "SHELL", "a script with which bash, zsh or fish complete commands and flags", nil}
	complete.Run = func(args []string, env Env) error { return completion(all, args, env) }
	help := Command{"help", "[COMMAND]", "this list, or the flags of a command", func(args []string, env Env) error {
		if len(args) == 1 && !strings.HasPrefix(args[0], "-") {
			if c := Find(all, args[0]); c != nil {
				return c.Run([]string{"-h"}, env)
			}
			return Unknown(all, args[0])
		}
		err := parse(flag.NewFlagSet("help", flag.ContinueOnError), args, env, "driftlab help: the commands")
		if err == nil {
			_, err = fmt.Fprint(env.Out, overview())
		}
		return err
	}}
	all = append(all, complete, help)
	for i := range all {
		if all[i].Run != nil {
			all[i].Run = checked(all[i].Run)
		}
	}
	return all
}

// checked makes a command fail if its output can't be written, and stops it once nobody reads the output any more.
func checked(run func(args []string, env Env) error) func(args []string, env Env) error {
	return func(args []string, env Env) error {
		stop, cancel := context.WithCancel(env.Stop)
		defer cancel()
		out := &output{to: env.Out, unread: cancel}
		env.Out, env.Stop = out, stop
		err := run(args, env)
		if env.asked() && errors.As(err, new(*guest.Fault)) { // it was ended with the command
			err = Interrupted{"stopped; nothing has been written"}
		}
		return out.told(err)
	}
}

// Find returns the command with a name, nil for none.
func Find(commands []Command, name string) *Command {
	for i := range commands {
		if c := &commands[i]; c.Name == name && c.Run != nil {
			return c
		}
	}
	return nil
}

// Unknown returns the error for a word that is neither a command nor a session's file.
func Unknown(commands []Command, name string) error {
	if instead := endedCommands[name]; instead != "" {
		return usagef("%s was there until %s: %s", name, texts.LastBuild, instead)
	}
	var all []string
	for _, c := range commands {
		if c.Name != "" && c.Run != nil {
			all = append(all, c.Name)
		}
	}
	return usagef("unknown command %q (%s; driftlab -h lists them)", name, texts.Allowed(name, all))
}

// overview lists the commands as the help does.
func overview() string {
	var b strings.Builder
	b.WriteString("Driftlab: see what network clocks do.\n\n")
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range Commands(nil, nil) {
		fmt.Fprintf(t, "  %s\t%s\n", c.line(), c.Help)
	}
	t.Flush()
	b.WriteString("\ndriftlab -h, driftlab run -h and so on list the flags.\n")
	return b.String()
}

// endedCommands existed until [texts.LastBuild]; each has what to use instead.
var endedCommands = map[string]string{
	"register":   "the .deb and the tarball's desktop entry do it, and a file can be dropped on the window",
	"unregister": "delete org.driftlab.Driftlab.desktop and its lines in mimeapps.list, or on Windows driftlab1 and Driftlab.Session below HKEY_CURRENT_USER\\Software\\Classes",
}

// endedFlags existed until then too.
var endedFlags = map[string]string{
	"mark":     "frame k of a film shows the instant k/fps after -from",
	"poster":   "ffmpeg -ss TIME -i FILM -frames:v 1 FILE.png takes a frame out of a film, and -o NAME-%04d.png makes pictures of all",
	"perfetto": "-pcapng has every datagram, and clock.csv of -o every clock's error",
}

// endedFlag says what replaces a flag that no longer exists, nil for any other error.
func endedFlag(err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if instead := endedFlags[name]; unknown && instead != "" {
		return fmt.Errorf("-%s was there until %s: %s", name, texts.LastBuild, instead)
	}
	return nil
}

// Opens reports whether the first word of a command line is a session to open in the window: a file, as "Open with" or a file
// dropped on the program's icon give it, or a shared text.
func Opens(word string) bool {
	switch strings.ToLower(filepath.Ext(word)) {
	case ".toml", ".txt": // the error names a missing file
		return true
	}
	info, err := os.Stat(word)
	return err == nil && !info.IsDir() || scenario.IsShared(word)
}

// FromDesktop returns the window's flags for what follows -- on a command line: nothing, one file or one shared text, as a path
// or as a file's URL. Desktops pass these on, also from a page that a person looks at, so none of them may be a flag.
func FromDesktop(args []string) (flags []string, err error) {
	switch {
	case len(args) == 0:
		return nil, nil
	case len(args) > 1:
		return nil, usagef("--: %d arguments is outside 0..1: one file, or one shared text", len(args))
	}
	what := args[0]
	if strings.HasPrefix(strings.ToLower(what), "file:") {
		if what, err = files.Pasted(what); err != nil {
			return nil, usagef("--: %w", err)
		}
	}
	return []string{"-open=" + what}, nil
}
