package xvfb

import (
	"errors"
	"os/exec"
	"testing"
)

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
		if !Answers(s.Display()) {
			t.Errorf("nothing answers on display %s", s.Display())
		}
		s.Stop()
		if Answers(s.Display()) {
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

func TestOfDisplaysElsewhereItCannotTell(t *testing.T) {
	for display, want := range map[string]bool{"": false, ":99999": false, ":99999.0": false, "unix:99999": false, "localhost:10.0": true} {
		if got := Answers(display); got != want {
			t.Errorf("%q: %v, want %v", display, got, want)
		}
	}
}
