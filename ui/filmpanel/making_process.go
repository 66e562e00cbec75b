//go:build !js

package filmpanel

import (
	"context"
	"os"
	"os/exec"
	"time"

	"driftlab/internal/programs"
	"driftlab/ui/film"
)

// inPage says that the window is in a page, where there are no other processes and no folders that a person sees.
const inPage = false

// filmFormats are the formats to choose from, by their files' endings. The first works on every machine.
var filmFormats = []string{"mp4", "webm", "gif", "png"}

// starter returns what starts films of the window.
func (r *Room) starter() Starter {
	return func(args []string, _ film.Options, _ []string) (*Child, error) {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		return follow(self, args...)
	}
}

// stopPatience is how long a stopped child has to end by itself: encoders finish their files.
const stopPatience = 15 * time.Second

// heldPatience is how long a child's output may stay open after its end: processes that it has started may hold it for ever.
const heldPatience = 2 * time.Second

// follow starts a program and gives access to its reports.
func follow(program string, args ...string) (*Child, error) {
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.WaitDelay = stopPatience
	programs.WithoutConsole(cmd)
	input, err := cmd.StdinPipe()
	cmd.Cancel = func() error { return input.Close() } // see film.Options.Watched: this works on every system
	var reports *os.File
	if err == nil {
		var theirs *os.File
		if reports, theirs, err = os.Pipe(); err == nil {
			cmd.Stderr = theirs
			if err = cmd.Start(); err != nil {
				reports.Close()
			}
			theirs.Close()
		}
	}
	if err != nil {
		stop()
		return nil, err
	}
	ended := make(chan error, 1)
	go func() {
		ended <- cmd.Wait()
		time.AfterFunc(heldPatience, func() { reports.Close() })
	}()
	wait := func() error {
		defer stop()
		return <-ended
	}
	return &Child{reports, stop, wait}, nil
}
