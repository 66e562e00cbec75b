// Package xvfb starts an X server without a screen, for drawing where there is no display. The server is a
// child of this program and ends with it.
package xvfb

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Missing is what to do where there is no Xvfb.
const Missing = "there is no Xvfb: on Debian and Ubuntu apt-get install xvfb libgl1-mesa-dri, on Fedora dnf install xorg-x11-server-Xvfb mesa-dri-drivers; or set DISPLAY"

// startWithin is how long the server may take to be ready.
const startWithin = 20 * time.Second

// stopWithin is how long it may take to end by itself.
const stopWithin = 5 * time.Second

// longestNumber bounds what is read of the line with the display's number, in bytes.
const longestNumber = 64

// A Server is a running X server.
type Server struct {
	command *exec.Cmd
	display string
	ended   chan struct{}
}

// Start starts a server on a display number that is free, with a screen of width by height pixels, and waits until it is
// ready.
//
// It ends when Stop is called, and where the system can do that also when this program is killed: then the
// kernel kills it. For that the calling goroutine is bound to its thread from now on.
func Start(width, height int) (*Server, error) { return start(width, height, startWithin) }

func start(width, height int, within time.Duration) (*Server, error) {
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		return nil, errors.New(Missing)
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	s := &Server{ended: make(chan struct{})}
	s.command = exec.Command(path, "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "-nolisten", "tcp", "-noreset")
	s.command.ExtraFiles = []*os.File{write}
	said := &tail{}
	s.command.Stderr = said
	s.command.WaitDelay = time.Second // a wrapper's child may hold it
	withParent(s.command)
	if err := s.command.Start(); err != nil {
		write.Close()
		return nil, fmt.Errorf("starting Xvfb: %w", err)
	}
	write.Close()
	go func() {
		s.command.Wait()
		close(s.ended)
	}()
	read.SetReadDeadline(time.Now().Add(within))
	line, err := bufio.NewReader(io.LimitReader(read, longestNumber)).ReadString('\n')
	number, bad := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || bad != nil {
		s.end(0)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil, fmt.Errorf("starting Xvfb: it is not ready after %v", within)
		}
		return nil, fmt.Errorf("starting Xvfb: %s", said.last())
	}
	s.display = ":" + strconv.Itoa(number)
	return s, nil
}

// Display returns what DISPLAY is to be for clients of the server.
func (s *Server) Display() string { return s.display }

// Stop ends the server and waits until it is gone.
func (s *Server) Stop() { s.end(stopWithin) }

// end gives the server some time to end by itself.
func (s *Server) end(within time.Duration) {
	s.command.Process.Signal(os.Interrupt)
	select {
	case <-s.ended:
	case <-time.After(within):
		s.command.Process.Kill()
		<-s.ended
	}
}

// tail keeps the latest of what the server says, for a message.
type tail struct{ text []byte }

func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b...)
	if n := len(t.text) - 4096; n > 0 {
		t.text = append(t.text[:0], t.text[n:]...)
	}
	return len(b), nil
}

// last returns the last line that says something. It is read once the server has ended.
func (t *tail) last() string {
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	if said := strings.TrimSpace(lines[len(lines)-1]); said != "" {
		return said
	}
	return "it says nothing"
}

// answerWithin is how long a server may take to answer that is there: over ssh some tenths of a second.
const answerWithin = 5 * time.Second

// displayName is what DISPLAY looks like: HOST:NUMBER.SCREEN. Before HOST may be a protocol and a slash.
var displayName = regexp.MustCompile(`^(?:(unix|tcp|inet6?)/)?(.*?):(\d{1,5})(?:\.\d{1,5})?$`)

// firstPort is the port of display 0.
const firstPort = 6000

// Answers says whether an X server answers on a display, here or on another machine.
func Answers(display string) bool { return answers(display, answerWithin) }

func answers(display string, within time.Duration) bool {
	name := displayName.FindStringSubmatch(display)
	if name == nil {
		return false
	}
	protocol, host, number := name[1], name[2], name[3]
	if protocol == "unix" || host == "" || host == "unix" {
		path := "/tmp/.X11-unix/X" + number
		return isServer("unix", path, within) || isServer("unix", "@"+path, within)
	}
	if host[0] == '/' { // macOS names the server's socket
		return isServer("unix", display, within) || isServer("unix", host+":"+number, within)
	}
	n, err := strconv.Atoi(number)
	if err != nil || n > 1<<16-1-firstPort {
		return false
	}
	if len(host) > 1 && host[0] == '[' && host[len(host)-1] == ']' {
		host = host[1 : len(host)-1]
	}
	return isServer("tcp", net.JoinHostPort(host, strconv.Itoa(firstPort+n)), within)
}

// isServer says whether what listens at an address speaks X11. It asks for a connection of version 11.0 and no
// authorization: whether that is granted (1), refused (0) or wants more (2), it is a server that says so.
func isServer(network, address string, within time.Duration) bool {
	c, err := net.DialTimeout(network, address, within)
	if err != nil {
		return false
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(within))
	if _, err := c.Write([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0}); err != nil {
		return false
	}
	var answer [8]byte
	_, err = io.ReadFull(c, answer[:])
	return err == nil && answer[0] <= 2 && (answer[0] == 2 || answer[2] == 11)
}

// NoWindow says in one line why there is no window and what to do.
func NoWindow(err error) error { return noWindow(runtime.GOOS, Needed(), err) }

// noWindow is NoWindow on a system; it names only what that system has.
func noWindow(system string, needed bool, err error) error {
	reason, _, _ := strings.Cut(err.Error(), "\n")
	advice := "driftlab run needs none"
	switch {
	case system == "linux":
		advice = "it needs a display that DISPLAY names, libX11 and libGL (on Debian and Ubuntu apt-get install libx11-6 libgl1); " +
			"without a display put xvfb-run in front, or use driftlab run"
	case needed:
		advice = "it needs a display that DISPLAY names, libX11 and libGL; without a display put xvfb-run in front, or use driftlab run"
	}
	return fmt.Errorf("no window could be opened (%s): %s", strings.TrimRight(reason, ": "), advice)
}

// Open starts an X server of the program's own where windows need one and none answers, with a screen of
// width by height pixels, and returns what ends it.
func Open(width, height int) (end func(), err error) {
	if !Needed() || Answers(os.Getenv("DISPLAY")) {
		return func() {}, nil
	}
	return own(width, height)
}

// OpenAside is Open for windows that nobody should see: it starts a server of the program's own beside one that answers too, and
// does with that one where none can be started.
func OpenAside(width, height int) (end func(), err error) {
	if !Needed() {
		return func() {}, nil
	}
	if end, err = own(width, height); err != nil && Answers(os.Getenv("DISPLAY")) {
		return func() {}, nil
	}
	return end, err
}

func own(width, height int) (end func(), err error) {
	server, err := Start(width, height)
	if err != nil {
		return nil, fmt.Errorf("no display answers, and none can be made: %w", err)
	}
	if err := os.Setenv("DISPLAY", server.Display()); err != nil {
		server.Stop()
		return nil, err
	}
	return server.Stop, nil
}

// Needed says whether windows on this system come from an X server.
func Needed() bool { return needed }

// needed is a constant: the compiler leaves out of the page's program all that starts X servers, a fortieth of it.
const needed = runtime.GOOS != "windows" && runtime.GOOS != "darwin" && runtime.GOOS != "js" && runtime.GOOS != "android" && runtime.GOOS != "ios"
