package xvfb

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestServersTakeDisplaysThatAreFreeAndEndWhenToldTo(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); errors.Is(err, exec.ErrNotFound) {
		t.Skip(err)
	}
	var both [2]*Server
	for i := range both {
		s, err := Start(640, 480)
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
	if _, err := Start(640, 480); err == nil || err.Error() != Missing {
		t.Errorf("got %v", err)
	}
}

// listen answers each connection with some bytes, none for a server that hangs, and returns the display that it
// would be.
func listen(t *testing.T, answer []byte) string {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "x:7")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { c.Close() })
			c.Write(answer)
		}
	}()
	return socket
}

func TestOnlyWhatSpeaksX11AnswersOnADisplay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no sockets with names")
	}
	for _, test := range []struct {
		name   string
		answer []byte
		want   bool
	}{
		{"granted", []byte{1, 0, 11, 0, 0, 0, 1, 0}, true},
		{"refused", []byte{0, 5, 11, 0, 0, 0, 1, 0}, true},
		{"another protocol", []byte("SSH-2.0-OpenSSH_9.2\r\n"), false},
		{"half an answer", []byte{1, 0, 11}, false},
		{"hangs", nil, false},
	} {
		if got := answers(listen(t, test.answer), 50*time.Millisecond); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestADisplayThatLeadsNowhereDoesNotAnswer(t *testing.T) {
	for _, display := range []string{"", ":99999", ":99999.0", "unix:99999", "localhost:59000.0", "localhost:99999",
		"garbage", "garbage:", ":x", ":-1", "/no/such/socket:0", "[::1]:59000", "tcp/127.0.0.1:59000", "\x00:0"} {
		if Answers(display) {
			t.Errorf("%q answers", display)
		}
	}
}

// fake puts a shell script in place of Xvfb.
func fake(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "Xvfb"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestAServerThatDoesNotStartIsOneLine(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"dies", "echo first >&2; echo 'cannot open libGL' >&2; exit 1", "starting Xvfb: cannot open libGL"},
		{"dies in silence", "exit 1", "starting Xvfb: it says nothing"},
		{"hangs", "exec sleep 1000", "starting Xvfb: it is not ready after "},
		{"floods what it complains of", "exec yes complaint >&2", "starting Xvfb: it is not ready after "},
		{"floods its number", "exec yes 11111111111111111111 | tr -d '\\n' >&3", "starting Xvfb: "},
		{"has no number", "echo none >&3; exec sleep 1000", "starting Xvfb: it says nothing"},
		{"is killed", "kill -9 $$", "starting Xvfb: it says nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fake(t, test.script)
			_, err := start(640, 480, 200*time.Millisecond)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want one line with %q", err, test.want)
			}
		})
	}
}
