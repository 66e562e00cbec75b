// Package program is what main.go starts: it runs the command that was asked for, and prints what went wrong.
package program

import (
	"errors"
	"fmt"
	"io"
	"os"

	"driftlab/internal/files"
	"driftlab/internal/texts"
	"driftlab/ui/cli"
	"driftlab/ui/web"
)

// Main runs the command that the arguments name and returns the exit status.
func Main(args []string) (status int) {
	return tell(command(args), args, os.Stderr, cli.MessageBox())
}

// A windowError is the window's error, which a person may have started without a terminal.
type windowError struct{ error }

func (e windowError) Unwrap() error { return e.error }

// tell prints an error, and returns the exit status. The window's error also goes into a box; box is nil if someone sees the
// output. If nobody reads the output any more, it prints nothing.
func tell(err error, args []string, lines io.Writer, box func(text string)) (status int) {
	if status = cli.Status(err); status == 0 || errors.As(err, &cli.Unread{}) {
		return status
	}
	line := cli.Line(err, args)
	fmt.Fprintln(lines, "driftlab:", line)
	if box != nil && status != 130 && errors.As(err, &windowError{}) {
		box(line)
	}
	return status
}

func command(args []string) error {
	if err := checkLimits(limits()); err != nil {
		return err
	}
	env := cli.Env{In: os.Stdin, Out: texts.NewWriter(os.Stdout), Warn: texts.NewWriter(os.Stderr), Progress: cli.Terminal(os.Stderr), Files: files.Disk{}, Stop: cli.Signals(), Program: cli.Program, Page: web.Embedded()}
	commands := cli.Commands(window, makeFilm)
	if len(args) > 0 && args[0] == "--" {
		flags, err := cli.FromDesktop(args[1:])
		if err != nil {
			return windowError{err}
		}
		return cli.Find(commands, "").Run(flags, env)
	}
	name, rest := "", args
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		name, rest = args[0], args[1:]
	}
	if c := cli.Find(commands, name); c != nil {
		return c.Run(rest, env)
	}
	if cli.Opens(name) {
		return cli.Find(commands, "").Run(append([]string{"-open"}, args...), env)
	}
	return cli.Unknown(commands, name)
}
