//go:build headless

package program

import (
	"errors"

	"driftlab/ui/cli"
)

var errHeadless = errors.New("this driftlab was built without a window (-tags headless): run, sweep, merge, lessons, link and keys need none")

func window([]string, cli.Env) error   { return cli.Usage{Err: errHeadless} }
func makeFilm([]string, cli.Env) error { return cli.Usage{Err: errHeadless} }
