package encode

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"driftlab/internal/files"
)

// A standing is an ffmpeg that stands still at some point, with a clock that only runs then: however slow the machine is, nothing
// else counts as standing still.
type standing struct {
	here string // a file that exists from then on
	said []string

	mu     sync.Mutex
	now    time.Duration
	alarms []*testAlarm
	resets int
}

type testAlarm struct {
	*standing
	at time.Duration // negative when it is off
	do func()
}

// stands replaces ffmpeg with a script: stand stands still, and answer asks the real one.
func stands(t *testing.T, script string) *standing {
	t.Helper()
	s := &standing{here: filepath.Join(t.TempDir(), "here")}
	t.Setenv("STANDS_HERE", s.here)
	fakeFFmpeg(t, `copy=false
case "$*" in *faststart*) copy=true ;; esac
stand() { : >"$STANDS_HERE"; exec sleep 1000; }
answer() { exec "$real" "$@"; }
`+script)
	return s
}

func (s *standing) patience() *patience {
	p := usualPatience()
	p.look = time.Millisecond
	p.after = func(d time.Duration, do func()) alarm {
		s.mu.Lock()
		defer s.mu.Unlock()
		a := &testAlarm{s, s.now + d, do}
		s.alarms = append(s.alarms, a)
		return a
	}
	return p
}

func (a *testAlarm) Stop() bool { return a.set(-1) }

func (a *testAlarm) Reset(d time.Duration) bool {
	a.mu.Lock()
	a.resets++
	now := a.now
	a.mu.Unlock()
	return a.set(now + d)
}

func (a *testAlarm) set(at time.Duration) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	was := a.at
	a.at = at
	return was >= 0
}

// pass lets time pass.
func (s *standing) pass(d time.Duration) {
	s.mu.Lock()
	s.now += d
	var ring []func()
	for _, a := range s.alarms {
		if a.at >= 0 && a.at <= s.now {
			a.at = -1
			ring = append(ring, a.do)
		}
	}
	s.mu.Unlock()
	for _, do := range ring {
		do()
	}
}

func (s *standing) say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said = append(s.said, line)
}

// passes runs do, and lets time pass once the program stands still.
func (s *standing) passes(t *testing.T, do func()) {
	t.Helper()
	done := make(chan bool)
	go func() {
		defer close(done)
		do()
	}()
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Millisecond):
			if _, err := os.Stat(s.here); err == nil {
				s.pass(time.Second)
			}
		}
	}
}

func TestAnEncoderThatStandsStillIsToldOfAndEnded(t *testing.T) {
	works(t, "mp4", "ffmpeg")
	const pictures, end = "ffmpeg takes no pictures: it is waited for, up to 30s", "ffmpeg does not come to its end: it is waited for, up to 30s"
	for _, test := range []struct{ name, script, told string }{
		{"at its begin", `if $film; then stand; fi; answer "$@"`, pictures},
		{"stopped", `if $film; then : >"$STANDS_HERE"; kill -STOP $$; fi; answer "$@"`, pictures},
		{"half way", `if $film; then head -c 1000000 >/dev/null; stand; fi; answer "$@"`, pictures},
		{"at its end", `if $film; then cat >/dev/null; stand; fi; answer "$@"`, end},
		{"at its end, in a flood", `if $film; then cat >/dev/null; : >"$STANDS_HERE"; exec yes complaint >&2; fi; answer "$@"`, end},
		{"in the copy", `if $copy; then stand; fi; answer "$@"`, end},
		{"in the copy, in a flood", `if $copy; then : >"$STANDS_HERE"; exec yes complaint; fi; answer "$@"`, end},
	} {
		t.Run(test.name, func(t *testing.T) {
			stand := stands(t, test.script)
			spec := smallSpec(t, "a.mp4", "ffmpeg")
			spec.patience, spec.Waiting = stand.patience(), stand.say
			var err error
			stand.passes(t, func() {
				var film *Film
				if film, err = Create(spec); err == nil {
					_ = untilFailure(film, 60)
					err = film.Close()
				}
			})
			oneLine(t, err, "ffmpeg has done nothing for 30s, and was stopped")
			if len(stand.said) == 0 || stand.said[0] != test.told {
				t.Errorf("said %q, want %q", stand.said, test.told)
			}
			oldFilmStays(t, spec.Path)
			for _, name := range namesIn(filepath.Dir(spec.Path)) {
				if name != "a.mp4" && !strings.Contains(err.Error(), name) {
					t.Errorf("%s is there, and the error does not name it: %v", name, err)
				}
			}
		})
	}
}

func namesIn(folder string) (names []string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A copy of a long film takes long.
func TestAProgramIsWaitedForAsLongAsItsFileGrows(t *testing.T) {
	if _, err := exec.LookPath("cat"); err != nil {
		t.Skip(err)
	}
	var s standing
	output := filepath.Join(t.TempDir(), "a")
	p := newProgram(Spec{patience: s.patience(), Waiting: s.say}, "cat")
	check(t, p.feed())
	if err := p.start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- p.wait(output) }()
	for range 10 { // 200 s
		s.mu.Lock()
		before := s.resets
		s.mu.Unlock()
		f, err := (files.Disk{}).Append(output)
		check(t, err)
		f.Write([]byte("more"))
		f.Close()
		for seen := false; !seen; time.Sleep(time.Millisecond) {
			s.mu.Lock()
			seen = s.resets >= before+2 // both alarms
			s.mu.Unlock()
		}
		s.pass(20 * time.Second)
	}
	p.stdin.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAProgramThatFloodsItsAnswerIsBounded(t *testing.T) {
	var a answer
	var l lastLine
	for range 100 {
		for _, w := range []interface{ Write([]byte) (int, error) }{&a, &l} {
			if n, err := w.Write(make([]byte, 1<<16)); n != 1<<16 || err != nil {
				t.Fatal(n, err)
			}
		}
	}
	if a.Len() != maxAnswer || len(l.tail) > 2048 {
		t.Errorf("%d and %d bytes are kept", a.Len(), len(l.tail))
	}
}
