package capture

import (
	"bytes"
	"io"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/netsim"
)

// traced returns a scenario with what a trace can show: jitter, loss, events and clocks that are off.
func traced(t testing.TB, clients int, duration time.Duration, settings ...[2]string) *scenario.Scenario {
	t.Helper()
	sc := &scenario.Scenario{Name: "traced", Seed: 5, Clients: clients, Duration: duration}
	settings = append([][2]string{{"link.up.delay", "60ms"}, {"link.down.delay", "40ms"}, {"link.jitter", "5ms"},
		{"link.loss", "2%"}, {"client.skew", "20"}}, settings...)
	for _, s := range settings {
		sc.Set = append(sc.Set, scenariotest.Set(s[0]+"="+s[1])...)
	}
	set := scenariotest.Set("link.up.delay=90ms")
	sc.Events = []scenario.Event{{At: netsim.Time(duration / 2), Caption: "Up is slower now.", Set: set, Rejoin: 1}}
	return sc
}

// play runs a scenario to its end.
func play(t testing.TB, sc *scenario.Scenario, recorders ...observe.Recorder) {
	t.Helper()
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: observe.Recorders(recorders)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	check(t, s.Advance(sc.Duration))
}

// captured writes a session.
func captured(t testing.TB, sc *scenario.Scenario, others ...observe.Recorder) []byte {
	t.Helper()
	var b bytes.Buffer
	p := newPcapng(t, &b, sc)
	play(t, sc, append(others, p)...)
	check(t, p.Finish(netsim.Time(sc.Duration)))
	return b.Bytes()
}

func newPcapng(t testing.TB, w io.Writer, sc *scenario.Scenario) *Pcapng {
	t.Helper()
	p, err := NewPcapng(w, sc)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// check ends a test that an error is in the way of.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
