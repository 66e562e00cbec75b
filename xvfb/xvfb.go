// Package xvfb starts an X server without a screen, for drawing where there is no display. The server is a
// child of this program and ends with it.
package xvfb

import (
	"bufio"
	"errors"
	"fmt"
	"net"
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

// A Server is a running X server.
type Server struct {
	command *exec.Cmd
	display string
	ended   chan struct{}
}

// Start starts a server on a display number that is free and waits until it is ready.
//
// It ends when Stop is called, and where the system can do that also when this program is killed: then the
// kernel kills it. For that the calling goroutine is bound to its thread from now on.
func Start() (*Server, error) {
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
	// The screen is small, since frames are drawn into pictures of their own.
	s.command = exec.Command(path, "-displayfd", "3", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset")
	s.command.ExtraFiles = []*os.File{write}
	said := &tail{}
	s.command.Stderr = said
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
	read.SetReadDeadline(time.Now().Add(startWithin))
	line, err := bufio.NewReader(read).ReadString('\n')
	number, bad := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || bad != nil {
		s.Stop()
		return nil, fmt.Errorf("starting Xvfb: %s", said.last())
	}
	s.display = ":" + strconv.Itoa(number)
	return s, nil
}

// Answers says whether something listens for a display. Of one of another machine it cannot tell, and says
// that it does.
func Answers(display string) bool {
	number, ok := strings.CutPrefix(strings.TrimPrefix(display, "unix"), ":")
	if !ok {
		return display != ""
	}
	number, _, _ = strings.Cut(number, ".")
	for _, socket := range []string{"/tmp/.X11-unix/X" + number, "@/tmp/.X11-unix/X" + number} {
		if c, err := net.Dial("unix", socket); err == nil {
			c.Close()
			return true
		}
	}
	return false
}

// Display returns what DISPLAY is to be for clients of the server.
func (s *Server) Display() string { return s.display }

// Stop ends the server and waits until it is gone.
func (s *Server) Stop() {
	s.command.Process.Signal(os.Interrupt)
	select {
	case <-s.ended:
	case <-time.After(5 * time.Second):
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
