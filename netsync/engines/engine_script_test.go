package engines_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

// The texts of engines' clocks, a file for each rule, run both halves of a clock over a way:
//
//	engine lightyear send-every=2    the clock, with constants of its own; the first line
//	path up=50ms down=50ms jitter=5ms  each way's delay from here, and the mean of what exponential luck adds
//	set -300ms                       the client's clock is set by that
//	run 10s                          both run on
//	unknown                          the clock does not know the time
//	error -34ms..0ms                 its time less the truth lies between
//	error 4.7ms                      or is that, to 0.1 ms
//	ahead, behind 60ms..80ms         by how much its two times lead and trail the truth
//	swing 0ms..20ms                  from where to where the error goes within the 10 s from here
//	pace 0.8..1.25                   how fast its time ran in the latest run line, against the truth
//	steps 3..3                       a number of Status
func TestEnginesScripts(t *testing.T) {
	t.Parallel()
	clocktest.EachScript(t, "engine-*.txt", func(t *testing.T) func(words []string) error { return (&engineScript{t: t}).line })
}

// An engineScript is one running text.
type engineScript struct {
	t    *testing.T
	rig  *engineRig
	pace float64
}

func (s *engineScript) line(words []string) (err error) {
	r, rest := s.rig, words[1:]
	switch words[0] {
	case "engine":
		return s.engine(rest)
	case "path":
		return s.path(rest)
	case "set":
		d, err := time.ParseDuration(rest[0])
		r.off += d
		return err
	case "run":
		d, err := time.ParseDuration(rest[0])
		before, from := s.time(), r.now
		r.run(d)
		s.pace = float64(s.time().Sub(before)) / float64(r.now-from)
		return err
	case "unknown":
		if _, ok := r.client.ServerTime(r.local()); ok {
			return fmt.Errorf("it knows it")
		}
		return nil
	case "error":
		return clocktest.Lies(r.err(s.t), rest[0])
	case "ahead", "behind":
		predicted, server, ok := r.client.(unity.Timekeeper).Times(r.local())
		if !ok {
			return fmt.Errorf("it has no times yet")
		}
		if words[0] == "ahead" {
			return clocktest.Lies(predicted.Sub(netsync.Server(r.now)), rest[0])
		}
		return clocktest.Lies(netsync.Server(r.now).Sub(server), rest[0])
	case "swing":
		least, most := r.err(s.t), r.err(s.t)
		for range 1000 {
			r.run(10 * time.Millisecond)
			least, most = min(least, r.err(s.t)), max(most, r.err(s.t))
		}
		return clocktest.Lies(most-least, rest[0])
	case "pace":
		return clocktest.InRange(s.pace, rest[0], strconv.ParseFloat)
	case "steps":
		return clocktest.InRange(float64(r.client.Status(r.local()).Steps), rest[0], strconv.ParseFloat)
	}
	return fmt.Errorf("unknown command")
}

func (s *engineScript) time() netsync.Server {
	at, _ := s.rig.client.ServerTime(s.rig.local())
	return at
}

func (s *engineScript) engine(words []string) error {
	a, err := registry.Lookup(words[0])
	if err != nil {
		return err
	}
	var values []int64
	for i := range a.Constants {
		values = append(values, a.Constants[i].Default)
	}
	for _, w := range words[1:] {
		key, value, _ := strings.Cut(w, "=")
		found := false
		for i := range a.Constants {
			if p := &a.Constants[i]; p.Name == key {
				if values[i], err = p.Parse(value); err != nil {
					return err
				}
				found = true
			}
		}
		if !found {
			return fmt.Errorf("it has no constant %s", key)
		}
	}
	s.rig = newEngineRig(s.t, a.With(values), clocktest.Fixed(50*time.Millisecond), clocktest.Fixed(50*time.Millisecond))
	return nil
}

func (s *engineScript) path(words []string) (err error) {
	s.rig.up, s.rig.down, err = clocktest.Ways(words)
	return err
}
