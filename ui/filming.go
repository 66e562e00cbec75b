package ui

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// A filming is a film that another process makes. It tells its progress in lines "frame 120 1200".
type filming struct {
	out      string   // the film's file
	sessions []string // that it is of: one, or A's and B's
	args     []string

	since         time.Time // when the first frame was there
	first         int64     // which that was
	child         *child
	frame, frames atomic.Int64
	encoder       atomic.Pointer[string] // what it is made with, as the process says
	warning       atomic.Pointer[string] // the first that it gives; nil for none
	waiting       atomic.Pointer[string] // what it waits for, "" for nothing
	cancelled     atomic.Bool
	ended         chan struct{}
	err           error // once it has ended
}

func newFilming(out string, sessions, args []string) *filming {
	return &filming{out: out, sessions: sessions, args: args}
}

// A child is another process. It is stopped kindly, and has some seconds to put its things in order.
type child struct {
	out, errors io.Reader // what it says and what it complains of, to their ends
	stop        func()
	wait        func() error // comes after both ends
}

// A starter starts this program anew, with other arguments.
type starter func(args []string) (*child, error)

// stopPatience is how long a child that is stopped has to end by itself: encoders close their files.
const stopPatience = 15 * time.Second

func startChild(args []string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.WaitDelay = stopPatience
	withoutConsole(cmd)
	input, err := cmd.StdinPipe()
	cmd.Cancel = func() error { return input.Close() } // see film.Options.Watched: this is kind on every system
	var out, complaints io.Reader
	if err == nil {
		out, err = cmd.StdoutPipe()
	}
	if err == nil {
		complaints, err = cmd.StderrPipe()
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
	return &child{out, complaints, stop, wait}, nil
}

// begun reports whether the process was started; begin starts it.
func (f *filming) begun() bool { return f.ended != nil }

func (f *filming) begin(start starter) {
	f.ended = make(chan struct{})
	if f.cancelled.Load() {
		close(f.ended)
		return
	}
	if f.child, f.err = start(f.args); f.err != nil {
		close(f.ended)
		return
	}
	go f.follow()
}

// over reports whether the film has ended, one way or another.
func (f *filming) over() bool {
	select {
	case <-f.ended:
		return true
	default:
		return false
	}
}

// cancel stops the process. What there is of the film keeps a name of its own.
func (f *filming) cancel() {
	f.cancelled.Store(true)
	if f.child != nil && !f.over() {
		f.child.stop()
	}
}

// follow reads what the process says until it ends.
func (f *filming) follow() {
	defer close(f.ended)
	said := make(chan string, 1)
	go func() { said <- f.listen(f.child.out) }()
	complaint := f.listen(f.child.errors)
	<-said
	err := f.child.wait()
	switch {
	case err == nil:
	case complaint != "":
		f.err = errors.New(complaint)
	default:
		f.err = err // it was killed
	}
}

// ownLine begins the line in which the program tells why it ends.
const ownLine = "driftlab: "

// listen reads lines to their end, takes progress from them, and returns the last other one: the
// program's own, where libraries complain too.
func (f *filming) listen(from io.Reader) (last string) {
	own := false
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || f.progress(line) {
			continue
		}
		f.hear(line)
		text, isOwn := strings.CutPrefix(line, ownLine)
		if isOwn || !own {
			last, own = text, isOwn
		}
	}
	io.Copy(io.Discard, from) // a line too long for a scanner
	return last
}

// progress takes a line such as "frame 120 1200", or one that tells what is waited for.
func (f *filming) progress(line string) bool {
	if what, ok := strings.CutPrefix(line, strings.TrimSpace(waitingLine)); ok {
		what = strings.TrimSpace(what)
		f.waiting.Store(&what)
		return true
	}
	words := strings.Fields(line)
	if len(words) != 3 || words[0] != "frame" {
		return false
	}
	frame, err := strconv.ParseInt(words[1], 10, 64)
	frames, err2 := strconv.ParseInt(words[2], 10, 64)
	if err != nil || err2 != nil || frame < 0 || frames < 1 || frame > frames {
		return false
	}
	f.frames.Store(frames)
	f.frame.Store(frame)
	return true
}

// hear takes the encoder from the line that the process begins with: FILE: FRAMES …: ENCODER, and the first
// warning.
func (f *filming) hear(line string) {
	if warning, ok := strings.CutPrefix(line, warningLine); ok {
		f.warning.CompareAndSwap(nil, &warning)
	}
	if rest, ok := strings.CutPrefix(line, f.out+": "); ok {
		if _, encoder, ok := strings.Cut(rest, ": "); ok {
			encoder, _, _ = strings.Cut(encoder, " (")
			f.encoder.Store(&encoder)
		}
	}
}

// madeWith returns what the film is made with, after some words, "" where that is not known.
func (f *filming) madeWith(before string) string {
	if e := f.encoder.Load(); e != nil {
		return before + *e
	}
	return ""
}

// share returns how much of the film is there, and about how long the rest will take; left is negative
// while that cannot be told.
func (f *filming) share(now time.Time) (share float64, left time.Duration) {
	frame, frames := f.frame.Load(), f.frames.Load()
	if frame == 0 {
		return 0, -1
	}
	share = float64(frame) / float64(frames)
	if f.since.IsZero() {
		f.since, f.first = now, frame
	}
	made, passed := frame-f.first, now.Sub(f.since)
	if made == 0 || passed < time.Second {
		return share, -1
	}
	return share, time.Duration(float64(passed) * float64(frames-frame) / float64(made))
}
