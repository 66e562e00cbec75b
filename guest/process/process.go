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
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"driftlab/guest"
	"driftlab/internal/files"
)

// A Program is what is started: only a command line names one.
type Program struct {
	Path   string // as it is found by the PATH
	Called string // what errors call it before it has told its name; "" for its file's name
	Args   []string
	Limits Limits
	Errors io.Writer // gets its standard error, each line with its name before it, 64 kB at most; nil for nobody
}

// Name returns what the program is called before it has told its name.
func (p *Program) Name() string { return cmp.Or(p.Called, filepath.Base(p.Path)) }

// A Process is a program that runs. End has to be called.
type Process struct {
	program *Program
	role    guest.Role
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errors  *prefixed
	line    []byte
	ended   chan struct{}      // closed once it has been waited for
	quit    context.CancelFunc // of the watch
	watched chan struct{}      // closed once the watch is over

	deadline atomic.Int64           // of the line that is waited for, Unix ns; 0 for none
	overrun  atomic.Pointer[string] // why the watch has ended it
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
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewReaderSize(out, guest.MaxLine)
	keepDescriptors()
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("%q: %w%s", p.Path, files.Reason(err), howToStart(p.Path, err))
	}
	watch, quit := context.WithCancel(done)
	s.quit = quit
	go s.watch(watch, time.Now().Add(p.Limits.Whole))
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

// late is why the watch ends a program that does not answer; what is told of it says for how long.
const late = "no answer came in time"

// watch ends the program where it takes more than it may.
func (s *Process) watch(done context.Context, whole time.Time) {
	defer close(s.watched)
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		var why string
		select {
		case <-done.Done():
			killGroup(s.command.Process)
			return
		case now := <-tick.C:
			limits := &s.program.Limits
			if at := s.deadline.Load(); at != 0 && now.UnixNano() > at {
				why = late
			} else if now.After(whole) {
				why = fmt.Sprintf("it ran for more than %v", limits.Whole)
			} else if bytes, processes := groupTakes(s.command.Process.Pid); bytes > int64(limits.Memory)<<20 {
				why = fmt.Sprintf("it takes %d MB of memory, and may take %d", bytes>>20, limits.Memory)
			} else if processes > limits.Processes {
				why = fmt.Sprintf("it has %d processes, and may have %d", processes, limits.Processes)
			}
		}
		if why != "" {
			s.overrun.Store(&why)
			killGroup(s.command.Process)
			return
		}
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
	s.deadline.Store(time.Now().Add(patience).UnixNano())
	defer s.deadline.Store(0)
	_, wrote := s.in.Write(line)
	text, err := s.out.ReadSlice('\n')
	switch {
	case err == nil:
		return text[:len(text)-1], nil
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("a line is longer than %d bytes", guest.MaxLine)
	}
	s.stop()
	if why := s.overrun.Load(); why != nil {
		if *why == late {
			return nil, fmt.Errorf("no line came within %v%s (does it reply to each event, and flush after each line?)", patience, torn(text))
		}
		return nil, errors.New(*why)
	}
	if errors.Is(err, io.EOF) || wrote != nil {
		return nil, fmt.Errorf("the program ended (%v)%s", s.command.ProcessState, torn(text))
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

// End ends the program and all of its process group.
func (s *Process) End() {
	s.stop()
	s.errors.finish()
}

func (s *Process) stop() {
	s.end.Do(func() {
		s.in.Close()
		go func() {
			_ = s.command.Wait() // how it ended is in ProcessState
			close(s.ended)
		}()
		select {
		case <-s.ended:
		case <-time.After(grace):
		}
		s.quit()
		<-s.watched
		killGroup(s.command.Process)
		<-s.ended
	})
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
