// Package xvfb starts an X server without a screen, for drawing where there is no display. The server is a
// child of this program and ends with it.
package xvfb

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
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

// Start starts a server on a display number that is free, with a screen of so many pixels, and waits until it is
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

// Write implements io.Writer.
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
