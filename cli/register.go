package cli

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"driftlab/internal/desktop"
)

// Register has a person's desktop offer this program for sessions, without installing anything.
func Register(args []string, env Env) error {
	if err := parse(flag.NewFlagSet("register", flag.ContinueOnError), args, env, "driftlab register: offer this program for sessions on your desktop; driftlab unregister undoes that"); err != nil {
		return err
	}
	program, err := os.Executable()
	if err == nil {
		program, err = filepath.EvalSymlinks(program)
	}
	if err == nil {
		err = desktop.Register(env.Files, program)
	}
	if err != nil {
		return usagef("register: %w", err)
	}
	_, err = fmt.Fprintf(env.Out, "%s is now offered for .toml files (Open with) and opens %s: addresses. Run this again if you move the program; driftlab unregister undoes it.\n", program, desktop.Scheme)
	return err
}

// Unregister takes back all that Register has done.
func Unregister(args []string, env Env) error {
	if err := parse(flag.NewFlagSet("unregister", flag.ContinueOnError), args, env, "driftlab unregister: undo driftlab register"); err != nil {
		return err
	}
	if err := desktop.Unregister(env.Files); err != nil {
		return usagef("unregister: %w", err)
	}
	_, err := fmt.Fprintln(env.Out, "Your desktop no longer offers Driftlab for .toml files or driftlab1: addresses.")
	return err
}
