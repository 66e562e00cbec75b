//go:build !js

package process

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// childTask is the environment's name for what this test's program does when it is started as a guest.
const childTask = "DRIFTLAB_TEST_GUEST"

func TestMain(m *testing.M) {
	task := os.Getenv(childTask)
	if task == "" {
		os.Exit(m.Run())
	}
	if name, is := strings.CutPrefix(task, "serve "); is {
		a, err := registry.Lookup(name)
		if err == nil {
			err = guest.Serve(a, os.Stdin, os.Stdout)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		return
	}
	os.Exit(misbehave(task))
}

// program returns this test's program with a task. The environment passes the task on, so tests that use it do
// not run beside each other.
func program(t *testing.T, task string, limits Limits) *Program {
	t.Helper()
	t.Setenv(childTask, task)
	return &Program{Path: os.Args[0], Limits: limits, Errors: os.Stderr}
}

// scenarioOf returns a world in which everything can happen that a clock learns of: losses, a restart, dilation, a step of the local
// clock, a machine that looks once a frame.
func scenarioOf(t *testing.T, clocks string) *scenario.Scenario {
	t.Helper()
	sc := scenariotest.Parse(t, "rough", `format = 3
clients = 1
duration = "40s"
clocks = "`+clocks+`"
[set]
link.delay = "30ms"
link.jitter = "8ms"
link.distribution = "exponential"
link.loss = "3%"
link.up.rate = "400kbit"
client.offset = "7s"
client.skew = "80ppm"
frame.rate = "60Hz"
receive.poll = "frame"
receive.stamp = "read"
[[event]]
at = "12s"
set = { client.offset = "6s" }
[[event]]
at = "18s"
set = { host.dilation = 0.5 }
[[event]]
at = "22s"
set = { host.dilation = 1 }
[[event]]
at = "30s"
rejoin = "all"
`)
	return sc
}

// played returns the clock.csv of a scenario, and the packets that it sent, with some guests.
func played(t *testing.T, sc *scenario.Scenario, guests ...registry.Algorithm) (csv string, packets uint64) {
	t.Helper()
	var out bytes.Buffer
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: observe.NewClockLog(&out, session.WithGuests(sc.Algorithms(), guests)), Unwatched: true, Guests: guests})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Advance(sc.Duration); err != nil {
		t.Fatal(err)
	}
	sent, _ := s.Packets()
	return out.String(), sent
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d: %q and %q", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}

// opened starts a program as a clock, which ends with the test.
func opened(t *testing.T, p *Program) *guest.Clock {
	t.Helper()
	clock, end, err := Open(context.Background(), p, guest.Hello{Client: 1, Seed: 1, TickRate: 60})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	return clock
}

// patient are limits that no program meets that does its work, however busy the machine.
func patient() Limits {
	l := DefaultLimits()
	l.First, l.Later, l.Whole = 5*time.Minute, 5*time.Minute, time.Hour
	return l
}
