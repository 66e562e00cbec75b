//go:build !js

package process

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"driftlab/internal/files"
	"driftlab/netsync/guest"
)

// A Program is what is started: only a command line names one.
type Program struct {
	Path   string // as it is found by the PATH
	Called string // what errors call it before it has given its name; "" for its file's name
	Args   []string
	Limits Limits
	Errors io.Writer // gets its standard error, each line with its name before it, 64 kB at most; nil for none
}

// Name returns what the program is called before it has given its name.
func (p *Program) Name() string { return cmp.Or(p.Called, filepath.Base(p.Path)) }

// A Process is a program that runs. End has to be called.
type Process struct {
	program *Program
	role    guest.Role
	command *exec.Cmd
	kill    func() // ends it with its group
	in      io.WriteCloser
	pipe    *os.File // its output, which out reads
	out     *bufio.Reader
	errors  *prefixed
	line    []byte
	ended   chan struct{}      // closed once it has ended, and nothing more of its standard error is waited for
	quit    context.CancelFunc // of the watch
	watched chan struct{}      // closed once the watch is over

	asked    atomic.Int64 // when the line was asked for that is waited for, Unix ns; 0 for none
	patience atomic.Int64 // how long it is waited for, ns
	why      reason       // the watch has ended it; to be read once that is over
	killed   bool         // it did not end by itself
	end      sync.Once
}

// Start starts a program, tells it the hello and reads its welcome. Done ends it at any time. The error is a [*Fault].
func Start(done context.Context, p *Program, hello guest.Hello) (*Process, guest.Welcome, error) {
	s, err := start(done, p, hello.Role)
	if err != nil {
		return nil, guest.Welcome{}, &guest.Fault{Program: p.Name(), Role: hello.Role, What: err.Error(), Ours: true}
	}
	var w guest.Welcome
	line, err := s.ask(hello.Append(nil), p.Limits.First)
	if err == nil {
		w, err = guest.ParseWelcome(line)
	}
	if err != nil {
		s.End()
		return nil, w, &guest.Fault{Program: p.Name(), Role: hello.Role, What: err.Error()}
	}
	return s, w, nil
}

func start(done context.Context, p *Program, role guest.Role) (*Process, error) {
	path, err := exec.LookPath(p.Path)
	if err != nil {
		return nil, fmt.Errorf("%q: %w%s", p.Path, lookReason(err), howToStart(p.Path, err))
	}
	s := &Process{program: p, role: role, command: exec.Command(path, p.Args...), ended: make(chan struct{}), watched: make(chan struct{})}
	s.command.SysProcAttr = ownGroup()
	s.command.WaitDelay = time.Second // for a process outside the group that holds standard error
	if p.Errors != nil {
		s.errors = &prefixed{to: p.Errors, prefix: p.Name() + ": "}
		s.command.Stderr = s.errors
	}
	if s.in, err = s.command.StdinPipe(); err != nil {
		return nil, err
	}
	var theirs *os.File
	if s.pipe, theirs, err = os.Pipe(); err != nil { // not StdoutPipe, which is closed with what was not read yet when the program ends
		s.in.Close()
		return nil, err
	}
	defer theirs.Close()
	s.command.Stdout, s.out = theirs, bufio.NewReaderSize(s.pipe, guest.MaxLine)
	keepDescriptors()
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // on Linux the program ends with the thread
		defer runtime.UnlockOSThread()
		err := s.command.Start()
		if started <- err; err == nil {
			_ = s.command.Wait() // how it ended is in ProcessState
			close(s.ended)
		}
	}()
	if err := <-started; err != nil {
		s.pipe.Close()
		return nil, fmt.Errorf("%q: %w%s", p.Path, files.Reason(err), howToStart(p.Path, err))
	}
	s.kill = killerOf(s.command.Process)
	over, quit := context.WithCancel(context.Background())
	s.quit = quit
	go s.watch(done, over, time.Now().Add(p.Limits.Whole))
	return s, nil
}

// howToStart says what to write for a program that can't be started, where that shows.
func howToStart(path string, err error) string {
	switch info, no := os.Stat(path); {
	case no != nil && strings.ContainsAny(path, " \t"):
		return " (write the program and its arguments as words of their own, without quotation marks around all of them)"
	case no != nil || info.IsDir():
		return ""
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Sprintf(" (the one in this folder is .%c%s; a script goes behind its interpreter, as in python3 %s)", filepath.Separator, path, path)
	}
	return fmt.Sprintf(" (a script goes behind its interpreter, as in python3 %s; or it begins with a line such as #!/usr/bin/env python3, and chmod +x %s)", path, path)
}

func lookReason(err error) error {
	if wrapped := (*exec.Error)(nil); errors.As(err, &wrapped) {
		return files.Reason(wrapped.Err)
	}
	return files.Reason(err)
}

// A reason is why the watch has ended a program: one of these, which the message explains, or what it takes too much of. "" is none.
type reason string

const (
	late     reason = "it does not reply"
	orphaned reason = "it has ended before it replied"
	unwanted reason = "nobody wants it any more"
)

// orphans is how long a line is waited for once the program has ended: what it has started may hold its output, and may reply for it.
const orphans = time.Second

// watch ends the program where it takes more than it may, or done is. It closes the pipes to it too: whatever else has their other ends, as a
// process has that left the program's group, may keep these open for ever.
func (s *Process) watch(done, over context.Context, whole time.Time) {
	defer close(s.watched)
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		var why reason
		select {
		case <-over.Done():
			return
		case <-done.Done():
			why = unwanted
		case now := <-tick.C:
			why = s.overrun(now, whole)
		}
		if why != "" {
			s.why = why
			s.kill()
			s.in.Close()
			s.pipe.Close()
			return
		}
	}
}

// overrun says of what the program takes more than it may.
func (s *Process) overrun(now, whole time.Time) reason {
	if at := s.asked.Load(); at != 0 {
		switch waited := time.Duration(now.UnixNano() - at); {
		case waited > orphans && s.hasEnded():
			return orphaned
		case waited > time.Duration(s.patience.Load()):
			return late
		}
	}
	limits, text := &s.program.Limits, ""
	if now.After(whole) {
		text = fmt.Sprintf("it ran for more than %v", limits.Whole)
	} else if bytes, processes := groupTakes(s.command.Process.Pid); bytes > int64(limits.Memory)<<20 {
		text = fmt.Sprintf("it takes %d MB of memory, and may take %d", bytes>>20, limits.Memory)
	} else if processes > limits.Processes {
		text = fmt.Sprintf("it has %d processes, and may have %d", processes, limits.Processes)
	}
	return reason(text)
}

func (s *Process) hasEnded() bool {
	select {
	case <-s.ended:
		return true
	default:
		return false
	}
}

// Exchange implements [Exchanger].
func (s *Process) Exchange(ev *guest.Event) (guest.Reply, error) {
	if n := s.out.Buffered(); n > 0 {
		more, _ := s.out.Peek(n)
		line, _, _ := bytes.Cut(more, []byte{'\n'})
		return guest.Reply{}, fmt.Errorf("it wrote a line that nobody had asked for, and one line replies to each event: %s", guest.Shown(line))
	}
	s.line = ev.Append(s.line[:0], s.role)
	line, err := s.ask(s.line, s.program.Limits.Later)
	if err != nil {
		return guest.Reply{}, err
	}
	return guest.ParseReply(line)
}

// ask writes a line and reads one, which is valid until the next.
func (s *Process) ask(line []byte, patience time.Duration) ([]byte, error) {
	s.patience.Store(int64(patience))
	s.asked.Store(time.Now().UnixNano())
	defer s.asked.Store(0)
	_, wrote := s.in.Write(line)
	text, err := s.out.ReadSlice('\n')
	switch {
	case err == nil:
		return text[:len(text)-1], nil
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("a line is longer than %d bytes", guest.MaxLine)
	}
	s.stop()
	if !s.hasEnded() {
		return nil, fmt.Errorf("it was to be ended, and does not end%s", torn(text))
	}
	ended := fmt.Sprintf("the program ended (%v) without a reply%s", s.command.ProcessState, torn(text))
	switch {
	case s.why == late:
		return nil, fmt.Errorf("no line came within %v%s (does it reply to each event, and flush after each line?)", patience, torn(text))
	case s.why == orphaned:
		return nil, errors.New(ended + "; a process that it has started holds its output")
	case s.why == unwanted:
		return nil, errors.New("it was ended before it replied, since Driftlab was told to end")
	case s.why != "":
		return nil, errors.New("Driftlab ended it: " + string(s.why))
	case s.killed:
		return nil, fmt.Errorf("it closed its output without a reply and ran on%s: Driftlab ended it", torn(text))
	case errors.Is(err, io.EOF) || wrote != nil:
		return nil, errors.New(ended)
	}
	return nil, err
}

// torn says what there is of a line whose end is missing.
func torn(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	return ", and left a line without its end: " + guest.Shown(text)
}

// grace is how long a program may take to end by itself once its input has ended.
const grace = 300 * time.Millisecond

// leave is how long one may take that was killed, and what else holds its standard error.
const leave = 3 * time.Second

// End ends the program and all of its process group.
func (s *Process) End() {
	s.stop()
	s.errors.finish()
}

func (s *Process) stop() {
	s.end.Do(func() {
		s.in.Close()
		s.await(grace)
		s.quit()
		<-s.watched
		s.killed = !s.hasEnded()
		s.kill()
		s.await(leave) // and no longer: it may run with other rights than this program
		s.killed = s.killed && s.hasEnded() && !s.command.ProcessState.Exited()
		s.pipe.Close()
	})
}

// await waits until the program has ended, for so long at most.
func (s *Process) await(most time.Duration) {
	select {
	case <-s.ended:
	case <-time.After(most):
	}
}

var descriptors sync.Mutex

// keepDescriptors has no program inherit a descriptor that this one was started with.
func keepDescriptors() {
	descriptors.Lock()
	defer descriptors.Unlock()
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		return // a system without: there Go's own are closed all the same
	}
	for _, e := range entries {
		closeOnExec(e.Name())
	}
}
