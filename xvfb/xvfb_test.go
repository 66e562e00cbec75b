package xvfb

import (
	"errors"
	"net"
	"os/exec"
	"strings"
	"testing"
)

// answers says whether an X server listens for a display.
func answers(display string) bool {
	c, err := net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(display, ":"))
	if err == nil {
		c.Close()
	}
	return err == nil
}

func TestServersTakeDisplaysThatAreFreeAndEndWhenToldTo(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); errors.Is(err, exec.ErrNotFound) {
		t.Skip(err)
	}
	var both [2]*Server
	for i := range both {
		s, err := Start()
		if err != nil {
			t.Fatal(err)
		}
		both[i] = s
	}
	if both[0].Display() == both[1].Display() {
		t.Errorf("both have display %s", both[0].Display())
	}
	for _, s := range both {
		if !answers(s.Display()) {
			t.Errorf("nothing answers on display %s", s.Display())
		}
		s.Stop()
		if answers(s.Display()) {
			t.Errorf("display %s is still there", s.Display())
		}
	}
}

func TestWithoutXvfbItSaysWhatToInstall(t *testing.T) {
	t.Setenv("PATH", "")
	if _, err := Start(); err == nil || err.Error() != Missing {
		t.Errorf("got %v", err)
	}
}
