// Package clocktest is the test kit for clocks: a host that answers over trips of any length, scripts that say what happens,
// the peers' vectors, and checks that every estimator must pass.
package clocktest

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
)

// RunScripts runs the scripts in testdata whose names match a pattern, each with a fresh estimator.
//
// A script is read line by line, and # starts a comment. Times are written as "100ms".
//
//	host offset=1h skew=100ppm       the host's clock against the client's; skew counts from here
//	ping rtt=100ms x32               32 questions, each at its time; or up=, down=, hold=, lost
//	set -2s                          the client's clock is set by −2 s
//	synchronised, not synchronised   whether the last ping line has set the clock
//	error 10.4ms, error <= 3ms       server time minus truth, to 10 µs
//	why above the cut                what became of the latest answer
//	mark 20th percentile 100ms       a number of Explain
//	used 3, rejected 3, steps 3      a number of Status
func RunScripts(t *testing.T, pattern string, fresh func() netsync.Estimator) {
	t.Helper()
	EachScript(t, pattern, func(*testing.T) func(words []string) error {
		return (&script{rig: NewPingRig(fresh(), 0, 0, 0)}).line
	})
}

// EachScript begins each script of a name in testdata as a test of its own.
func EachScript(t *testing.T, pattern string, begin func(t *testing.T) (line func(words []string) error)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts %s (%v)", pattern, err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			eachLine(t, name, begin(t))
		})
	}
}

// eachLine calls do with the words of each line of a script that has any. An error that do returns fails the test.
func eachLine(t *testing.T, name string, do func(words []string) error) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if err := do(words); err != nil {
			t.Errorf("%s, line %d: %s: %v", filepath.Base(name), n, strings.TrimSpace(text), err)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// A script is one running script.
type script struct {
	rig    *PingRig
	steps  uint64 // before the last ping line
	detail insight.Detail
}

// line carries out one line of the script, or returns an error that says what it found instead.
func (s *script) line(words []string) error {
	r, rest := s.rig, words[1:]
	status := r.Clock.Status(r.Now)
	switch words[0] {
	case "host":
		return s.host(rest)
	case "ping":
		return s.ping(rest)
	case "set":
		d, err := time.ParseDuration(rest[0])
		r.Set(d)
		return err
	case "synchronised", "not":
		if got := status.Steps > s.steps; got != (words[0] != "not") {
			return fmt.Errorf("the clock was set %d times by the last ping line", status.Steps-s.steps)
		}
		return nil
	case "error":
		return s.error(rest)
	case "why":
		insight.Explain(r.Clock, &s.detail)
		got := s.detail.Samples[len(s.detail.Samples)-1].Reason.String()
		return match(got, strings.Join(rest, " "))
	case "mark":
		return s.mark(strings.Join(rest[:len(rest)-1], " "), rest[len(rest)-1])
	case "used":
		return match(fmt.Sprint(status.Used), rest[0])
	case "rejected":
		return match(fmt.Sprint(status.Rejected), rest[0])
	case "steps":
		return match(fmt.Sprint(status.Steps), rest[0])
	}
	return fmt.Errorf("unknown command")
}

func (s *script) host(words []string) error {
	r := s.rig
	r.Offset, r.From = r.HostAt(r.Now).Offset(r.Now), r.Now
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		var err error
		switch key {
		case "offset":
			r.Offset, err = time.ParseDuration(value)
		case "skew":
			r.PPM, err = strconv.ParseInt(strings.TrimSuffix(value, "ppm"), 10, 64)
		default:
			err = fmt.Errorf("unknown key %s", key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *script) ping(words []string) error {
	var p Trip
	times := 1
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		d, err := time.ParseDuration(value)
		switch {
		case key == "lost":
			p.Lost, err = true, nil
		case key == "rtt":
			p.Up, p.Down = d/2, d-d/2
		case key == "up":
			p.Up = d
		case key == "down":
			p.Down = d
		case key == "hold":
			p.Hold = d
		case strings.HasPrefix(key, "x"):
			times, err = strconv.Atoi(key[1:])
		default:
			err = fmt.Errorf("unknown key %s", key)
		}
		if err != nil {
			return err
		}
	}
	s.steps = s.rig.Clock.Status(s.rig.Now).Steps
	for range times {
		s.rig.Ping(p)
	}
	return nil
}

func (s *script) error(words []string) error {
	got, ok := s.rig.Err()
	want, err := time.ParseDuration(words[len(words)-1])
	switch {
	case err != nil:
		return err
	case !ok:
		return fmt.Errorf("not synchronised yet")
	case words[0] == "<=" && got.Abs() > want:
		return fmt.Errorf("it is %v", got)
	case words[0] != "<=" && (got-want).Abs() > 10*time.Microsecond:
		return fmt.Errorf("it is %v", got)
	}
	return nil
}

func (s *script) mark(name, value string) error {
	insight.Explain(s.rig.Clock, &s.detail)
	for _, m := range s.detail.Marks {
		if m.Name == name {
			return match(m.Value.String(), value)
		}
	}
	return fmt.Errorf("there are only %v", s.detail.Marks)
}

func match(got, want string) error {
	if got != want {
		return fmt.Errorf("it is %s", got)
	}
	return nil
}
