// Driftlab shows network clocks at work: a host and its clients play over an emulated network, and
// the true time stands beside what each of them believes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"driftlab/cli"
	"driftlab/film"
	"driftlab/ui"
)

func main() {
	err := command(os.Args[1:])
	var usage cli.Usage
	var interrupted cli.Interrupted
	var cancelled ui.FilmCancelled
	var stopped ui.Stopped
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
	case errors.As(err, &usage):
		fmt.Fprintln(os.Stderr, "driftlab:", err)
		os.Exit(2)
	case errors.As(err, &interrupted), errors.As(err, &cancelled), errors.As(err, &stopped):
		fmt.Fprintln(os.Stderr, "driftlab:", err)
		os.Exit(130) // as a shell reports a program that Ctrl-C has ended
	default:
		fmt.Fprintln(os.Stderr, "driftlab:", err)
		os.Exit(1)
	}
}

func command(args []string) error {
	name := ""
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		name, args = args[0], args[1:]
	}
	switch name {
	case "":
		w, err := cli.ParseWindow(args, os.Stdout)
		if err != nil {
			return err
		}
		return ui.Run(ui.Options(*w))
	case "run":
		return cli.Run(args, os.Stdout, cli.Terminal(os.Stderr))
	case "record":
		r, err := cli.ParseRecording(args, os.Stdout)
		if err != nil {
			return err
		}
		progress := cli.Terminal(os.Stderr)
		if r.Progress == film.ProgressLines {
			progress = os.Stderr
		}
		return ui.Film(ui.FilmOptions(*r), os.Stdout, progress)
	case "sweep":
		return cli.Sweep(args, os.Stdout, cli.Terminal(os.Stderr))
	case "merge":
		return cli.Merge(args, os.Stdout, cli.Terminal(os.Stderr))
	case "keys":
		return cli.Keys(args, os.Stdout)
	case "lessons":
		return cli.Lessons(args, os.Stdout)
	case "link":
		return cli.Link(args, os.Stdout, os.Stderr)
	case "help":
		fmt.Print(cli.Help)
		return nil
	}
	return cli.Usage{Err: fmt.Errorf("unknown command %q (allowed: run, record, sweep, merge, lessons, link, keys, help, or none for the window)", name)}
}
