package encode

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"driftlab/internal/files"
)

// A patience is how long another program may do nothing: after tell the progress says so, after end the program is killed. It doesn't limit a
// whole film: any progress restarts it.
type patience struct {
	tell, end, look time.Duration // also how often a growing file is checked
	after           func(time.Duration, func()) alarm
}

// An alarm is a time.Timer that calls a function.
type alarm interface {
	Stop() bool
	Reset(time.Duration) bool
}

// usualPatience suits a person who watches.
func usualPatience() *patience {
	return &patience{3 * time.Second, 30 * time.Second, 300 * time.Millisecond,
		func(d time.Duration, do func()) alarm { return time.AfterFunc(d, do) }}
}

// pipePatience is how long an output may stay open after its program has ended: a wrapper's child can hold it. A program that
// doesn't even end when killed, because the disk hangs, is left alone after that.
const pipePatience = 2 * time.Second

// A program is another program, which runs beside this one and is watched.
type program struct {
	command  *exec.Cmd
	name     string // for messages
	said     lastLine
	disk     files.FS
	patience *patience
	waiting  func(string) // as in Spec

	stdin   io.WriteCloser // nil if it has no input
	ended   chan struct{}
	exit    error // its result
	givenUp chan struct{}
	give    sync.Once
}

// newProgram returns a program that has not been started.
func newProgram(s Spec, path string, args ...string) *program {
	p := &program{command: exec.Command(path, args...), name: "ffmpeg", disk: s.disk(), patience: s.patience, waiting: s.Waiting,
		ended: make(chan struct{}), givenUp: make(chan struct{})}
	if p.patience == nil {
		p.patience = usualPatience()
	}
	p.command.Stderr = &p.said
	p.command.WaitDelay = pipePatience
	detach(p.command)
	return p
}

// feed connects Write to the program's input.
func (p *program) feed() (err error) {
	p.stdin, err = p.command.StdinPipe()
	return err
}

func (p *program) start() error {
	if err := p.command.Start(); err != nil {
		return fmt.Errorf("%s cannot be started: %w", p.name, files.Reason(err))
	}
	go func() {
		p.exit = p.command.Wait()
		close(p.ended)
	}()
	return nil
}

// atOnce is how many bytes are written at a time: each write that returns is progress.
const atOnce = 1 << 16

// Write writes to the program's input.
func (p *program) Write(b []byte) (n int, err error) {
	w := p.watch("takes no pictures")
	defer w.stop()
	for len(b) > 0 && err == nil {
		var m int
		m, err = p.stdin.Write(b[:min(len(b), atOnce)])
		b, n = b[m:], n+m
		w.alive()
	}
	return n, err
}

// wait waits for the program's end while its output file grows; "" for no file. Its error is one line.
func (p *program) wait(output string) error {
	w := p.watch("does not come to its end")
	defer w.stop()
	tick := time.NewTicker(p.patience.look)
	defer tick.Stop()
	var written time.Time
	for size := int64(-1); ; {
		select {
		case <-p.ended:
			return p.failure()
		case <-p.givenUp:
			select {
			case <-p.ended:
			case <-time.After(pipePatience):
			}
			return p.failure()
		case <-tick.C:
			if output == "" {
				continue
			}
			// The program rewrites the file with its index at the end, which doesn't make it longer.
			if info, err := p.disk.Stat(output); err == nil && (info.Size() != size || !info.ModTime().Equal(written)) {
				size, written = info.Size(), info.ModTime()
				w.alive()
			}
		}
	}
}

// failure says in one line why the program ended early; nil if it didn't.
func (p *program) failure() error {
	select {
	case <-p.givenUp:
		return fmt.Errorf("%s has done nothing for %v, and was stopped", p.name, p.patience.end)
	default:
	}
	var how *exec.ExitError
	switch line := p.said.String(); {
	case p.exit == nil:
		return nil
	case !errors.As(p.exit, &how):
		return fmt.Errorf("%s: %w", p.name, p.exit)
	case line != "":
		return fmt.Errorf("%s: %s (%s)", p.name, line, how)
	default:
		return fmt.Errorf("%s: %s", p.name, how)
	}
}

// kill ends the program at once.
func (p *program) kill() { _ = p.command.Process.Kill() }

// giveUp ends the program because it does nothing any more.
func (p *program) giveUp() {
	p.give.Do(func() { close(p.givenUp) })
	p.kill()
	if p.stdin != nil {
		_ = p.stdin.Close() // in case killing it doesn't help
	}
}

// A watch tells a person when a program does nothing for long, and later ends it.
type watch struct {
	*program
	what      string
	mu        sync.Mutex
	tell, end alarm
	told      bool
	over      bool
}

// watch starts to watch the program. what completes the line about what it doesn't do.
func (p *program) watch(what string) *watch {
	w := &watch{program: p, what: what}
	w.tell = p.patience.after(p.patience.tell, w.say)
	w.end = p.patience.after(p.patience.end, p.giveUp)
	return w
}

func (w *watch) say() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over || w.waiting == nil {
		return
	}
	w.told = true
	w.waiting(fmt.Sprintf("%s %s: it is waited for, up to %v", w.name, w.what, w.patience.end))
}

// alive notes progress of the program.
func (w *watch) alive() {
	w.tell.Reset(w.patience.tell)
	w.end.Reset(w.patience.end)
	w.hush()
}

// hush tells the person that the program works again, if they know that it didn't.
func (w *watch) hush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.told {
		w.told = false
		w.waiting("")
	}
}

func (w *watch) stop() {
	w.tell.Stop()
	w.end.Stop()
	w.hush()
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
}

// lastLine remembers the end of what is written to it, up to a limit.
type lastLine struct {
	mu   sync.Mutex
	tail []byte
}

func (l *lastLine) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail = append(l.tail, p...)
	if extra := len(l.tail) - 2048; extra > 0 {
		l.tail = append(l.tail[:0], l.tail[extra:]...)
	}
	return len(p), nil
}

// String returns the last line that is not empty, without "[libx264 @ 0x55…]" in front, which helps nobody.
func (l *lastLine) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := bytes.FieldsFunc(l.tail, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(string(lines[i]))
		if who, what, found := strings.Cut(line, "] "); found && strings.HasPrefix(who, "[") {
			line = strings.TrimSpace(what)
		}
		if line != "" {
			return line
		}
	}
	return ""
}

// maxAnswer is how many bytes of an answer are read: ffmpeg's list of encoders has about ten thousand.
const maxAnswer = 1 << 20

// An answer is a program's output, up to a limit.
type answer struct{ bytes.Buffer }

func (a *answer) Write(b []byte) (int, error) {
	a.Buffer.Write(b[:max(min(len(b), maxAnswer-a.Len()), 0)])
	return len(b), nil
}
