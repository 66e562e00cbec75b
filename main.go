// Driftlab shows network clocks at work: a host and its clients play over an emulated network, and
// the true time stands beside what each of them believes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"driftlab/cli"
	"driftlab/ui"
)

const help = `Driftlab: see what network clocks do.

  driftlab [flags]       the window
  driftlab run [flags]   the same experiment without a window
  driftlab keys          every setting with its unit, range and default

driftlab -h and driftlab run -h list the flags.
`

func main() {
	err := command(os.Args[1:])
	var usage cli.Usage
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
	case errors.As(err, &usage):
		fmt.Fprintln(os.Stderr, "driftlab:", err)
		os.Exit(2)
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
	case "keys":
		cli.Keys(os.Stdout)
		return nil
	case "help":
		fmt.Print(help)
		return nil
	}
	return cli.Usage{Err: fmt.Errorf("unknown command %q (allowed: run, keys, help, or none for the window)", name)}
}
