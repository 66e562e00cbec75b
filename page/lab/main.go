//go:build js

// Lab is the program in a worker of a page: commands without a window, as the command line has them, on the disk of
// static/disk.js. What they print goes to standard output and error; driftlabProgress of static/worker.js is told how far
// they are.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"syscall/js"

	"driftlab/cli"
	"driftlab/internal/choice"
	"driftlab/internal/files"
	"driftlab/internal/plain"
)

// commands are those that need no window, no network and no other program.
var commands = []cli.Command{
	{Name: "sweep", Run: cli.Sweep},
	{Name: "lessons", Run: cli.Lessons},
	{Name: "run", Run: cli.Run},
	{Name: "link", Run: cli.Link},
	{Name: "keys", Run: cli.Keys},
	{Name: "version", Run: cli.Version},
}

func main() {
	args := os.Args[1:]
	err := command(args)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "driftlab:", cli.Line(err, args))
	}
	os.Exit(cli.Status(err))
}

func command(args []string) error {
	env := cli.Env{Out: plain.NewWriter(os.Stdout), Warn: plain.NewWriter(os.Stderr), Progress: progress{}, Files: files.Disk{}, Stop: cli.Signals(), Program: cli.Program}
	name, names := "", []string(nil)
	if len(args) > 0 {
		name = args[0]
	}
	if c := cli.Find(commands, name); c != nil {
		return c.Run(args[1:], env)
	}
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return cli.Usage{Err: fmt.Errorf("unknown command %q in a page (%s)", name, choice.Allowed(name, names))}
}

// progress hands on what a terminal would show of how far a command is, a line over the one before.
type progress struct{}

func (progress) Write(text []byte) (int, error) {
	line := strings.NewReplacer("\r", "", "\x1b[K", "").Replace(string(text))
	js.Global().Call("driftlabProgress", line)
	return len(text), nil
}
