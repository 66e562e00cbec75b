//go:build !js

package recording

import (
	"context"
	"io"
	"os"
	"os/exec"
	"time"

	"driftlab/internal/programs"
	"driftlab/ui/naming"
)

// inPage says that the window is in a page, where there are no other processes and no folders that a person sees.
const inPage = false

// filmFormats are the formats to choose from, by the endings of their files. The first is the one that
// can be made on every machine in some way.
var filmFormats = []string{"mp4", "webm", "gif", "png"}

// lacksProgram reports whether a format can't be made here, for want of ffmpeg.
func lacksProgram(format string) bool {
	if format != "webm" {
		return false
	}
	_, err := programs.Find("ffmpeg")
	return err != nil
}

// starter returns what starts films of the window.
func (r *Room) starter() Starter { return startChild }

// folder is where films are made.
func (r *Room) folder() string { return naming.Folder(r.opt.Log) }

// stopPatience is how long a child that is stopped has to end by itself: encoders close their files.
const stopPatience = 15 * time.Second

func startChild(args []string) (*Child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.WaitDelay = stopPatience
	programs.WithoutConsole(cmd)
	input, err := cmd.StdinPipe()
	cmd.Cancel = func() error { return input.Close() } // see film.Options.Watched: this is kind on every system
	var reports io.Reader
	if err == nil {
		reports, err = cmd.StderrPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		stop()
		return nil, err
	}
	wait := func() error {
		defer stop()
		return cmd.Wait()
	}
	return &Child{reports, stop, wait}, nil
}
