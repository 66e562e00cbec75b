//go:build !headless

package program

import (
	"errors"
	"os"

	"driftlab/ui"
	"driftlab/ui/cli"
	"driftlab/ui/film"
	"driftlab/ui/film/render"
)

// window opens the window.
func window(args []string, env cli.Env) error {
	w, err := cli.ParseWindow(args, env)
	if err == nil {
		err = interrupted(ui.Run(*w))
	}
	if err == nil || w != nil && w.Screenshot != "" { // nobody watches a screenshot
		return err
	}
	return windowError{err}
}

// makeFilm renders a film.
func makeFilm(args []string, env cli.Env) error {
	r, err := cli.ParseFilm(args, env)
	if err != nil {
		return err
	}
	if r.Progress == film.ProgressJSON {
		env.Progress = os.Stderr
	}
	return interrupted(render.Make(env.Stop, *r, env.Out, env.Progress))
}

// interrupted returns the error for a window or a film that the user has stopped.
func interrupted(err error) error {
	var cancelled render.Cancelled
	var stopped ui.Stopped
	if errors.As(err, &cancelled) || errors.As(err, &stopped) {
		return cli.Interrupted{What: err.Error()}
	}
	return err
}
