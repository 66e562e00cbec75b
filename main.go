// Driftlab shows network clocks at work: a host and its clients play over an emulated network, and
// the true time stands beside what each of them believes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"driftlab/cli"
	"driftlab/film"
	"driftlab/internal/files"
	"driftlab/internal/limits"
	"driftlab/ui"
)

func main() { os.Exit(tell(command(os.Args[1:]), os.Stderr, cli.MessageBox())) }

// A windowError is one of the window's, which a person may have started without a terminal.
type windowError struct{ error }

func (e windowError) Unwrap() error { return e.error }

// tell writes what went wrong, one of the window's into a box as well where nobody sees lines, and returns the exit
// status. Box is nil where somebody does.
func tell(err error, lines io.Writer, box func(text string)) (status int) {
	var usage cli.Usage
	var interrupted cli.Interrupted
	var cancelled ui.FilmCancelled
	var stopped ui.Stopped
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &usage):
		status = 2
	case errors.As(err, &interrupted), errors.As(err, &cancelled), errors.As(err, &stopped):
		status = 130 // as a shell reports a program that Ctrl-C has ended
	default:
		status = 1
	}
	fmt.Fprintln(lines, "driftlab:", err)
	if box != nil && status != 130 && errors.As(err, &windowError{}) {
		box(err.Error())
	}
	return status
}

// window opens the window.
func window(args []string, env cli.Env) error {
	w, err := cli.ParseWindow(args, env)
	if err == nil {
		err = ui.Run(ui.Options(*w))
	}
	if err == nil || w != nil && w.Screenshot != "" { // nobody waits for a screenshot
		return err
	}
	return windowError{err}
}

func command(args []string) error {
	if err := limits.Check(); err != nil {
		return err
	}
	env := cli.Env{Out: os.Stdout, Warn: os.Stderr, Progress: cli.Terminal(os.Stderr), Files: files.Disk{}, Stop: cli.Signals()}
	name := ""
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		name, args = args[0], args[1:]
	}
	switch name {
	case "":
		return window(args, env)
	case "run":
		return cli.Run(args, env)
	case "record":
		r, err := cli.ParseRecording(args, os.Stdout)
		if err != nil {
			return err
		}
		progress := env.Progress
		if r.Progress == film.ProgressLines {
			progress = os.Stderr
		}
		return ui.Film(ui.FilmOptions(*r), os.Stdout, progress)
	case "sweep":
		return cli.Sweep(args, env)
	case "merge":
		return cli.Merge(args, env)
	case "keys":
		return cli.Keys(args, env)
	case "lessons":
		return cli.Lessons(args, env)
	case "link":
		return cli.Link(args, env)
	case "help":
		fmt.Print(cli.Help)
		return nil
	}
	if cli.Opens(name) {
		return window(append([]string{"-open", name}, args...), env)
	}
	return cli.Usage{Err: fmt.Errorf("unknown command %q (allowed: run, record, sweep, merge, lessons, link, keys, help, a session's file, or none for the window)", name)}
}
