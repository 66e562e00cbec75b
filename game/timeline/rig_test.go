package timeline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/netsim"
)

// A listTape keeps a line of text for each entry.
type listTape struct {
	rows []row
}

type row struct {
	at   netsim.Time
	text string
}

func (l *listTape) put(at netsim.Time, format string, args ...any) {
	l.rows = append(l.rows, row{at, fmt.Sprintf("%d ", at) + fmt.Sprintf(format, args...)})
}

func (l *listTape) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		l.put(e.Sent, "packet %d %d %d %d %v %x", e.ID, e.From, e.To, e.Due, e.Fate, e.Data)
		l.put(e.Sent, "departure %d %d %d %d", e.Local, e.ReplyTo, e.Tick, e.Ticks)
	case *observe.ClockSample:
		l.put(e.Time, "clock %+v", *e)
	case *observe.TickReached:
		l.put(e.At, "tick %+v", *e)
	case *observe.Arrival:
		l.put(e.At, "arrival %+v", *e)
	case *observe.ClockMoment:
		l.put(e.At, "moment %+v", *e)
	case *observe.MissingInput:
		l.put(e.At, "missing %+v", *e)
	}
}

func (l *listTape) Begin() netsim.Time     { return 0 }
func (l *listTape) Truncate(t netsim.Time) { l.rows = l.between(-1, t) }
func (l *listTape) text(from, to netsim.Time) string {
	var b strings.Builder
	for _, r := range l.between(from, to) {
		b.WriteString(r.text + "\n")
	}
	return b.String()
}

func (l *listTape) between(from, to netsim.Time) []row {
	return slices.DeleteFunc(slices.Clone(l.rows), func(r row) bool { return r.at < from || r.at > to })
}

// stateText is all that a session tells of the instant at which it stands.
func stateText(s *session.Session) string {
	var b strings.Builder
	var scene game.Scene
	s.Scene(0, &scene)
	fmt.Fprintf(&b, "%d %+v\n", s.Now(), scene)
	for id := 1; id <= s.Clients(); id++ {
		s.Scene(id, &scene)
		fmt.Fprintf(&b, "%+v %+v\n", scene, s.Facts(id))
	}
	summary, err := json.Marshal(s.Summary())
	fmt.Fprintf(&b, "%+v\n%s %v\n%q", s.Flights(nil), summary, err, s.Caption())
	return b.String()
}

// straight plays a log to an instant at one go.
func straight(t rapid.TB, sc *scenario.Scenario, to netsim.Time) (*session.Session, *listTape) {
	t.Helper()
	tape := &listTape{}
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: tape})
	if err != nil {
		t.Fatal(err)
	}
	check(t, s.Advance(time.Duration(to)))
	return s, tape
}

func newDirect() (netsim.Carrier, error) { return netsim.NewDirect(), nil }

// newScenario returns a scenario of two clients in which something happens, at the start too.
func newScenario(t rapid.TB) *scenario.Scenario {
	t.Helper()
	sc := &scenario.Scenario{Name: "drawn", Seed: 5, Clients: 2, Duration: time.Minute}
	for _, text := range [][2]string{{"tick.rate", "20"}, {"link.delay", "60ms"}, {"link.jitter", "4ms"}, {"link.loss", "5%"}, {"link.duplicate", "5%"}, {"client2.offset", "-3s"}} {
		sc.Set = append(sc.Set, set(t, text[0], text[1]).Set...)
	}
	for _, at := range []time.Duration{0, 500 * time.Millisecond, time.Second, time.Second} {
		ev := set(t, "link.down.delay", fmt.Sprint(at/10+20*time.Millisecond))
		ev.At, ev.Rejoin, ev.Caption = netsim.Time(at), 1, fmt.Sprint("at ", at)
		sc.Events = append(sc.Events, ev)
	}
	return sc
}

// newLine makes a line over the direct carrier.
func newLine(t rapid.TB, opt Options) *Line {
	t.Helper()
	if opt.Scenario == nil {
		opt.Scenario = newScenario(t)
	}
	if opt.NewCarrier == nil {
		opt.NewCarrier = newDirect
	}
	if opt.Memory == 0 {
		opt.Memory = 128e6
	}
	l, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// set is the event that gives some keys values.
func set(t rapid.TB, key, value string) scenario.Event {
	t.Helper()
	return scenario.Event{Set: scenariotest.Set(key + "=" + value)}
}

func drawEvent(t *rapid.T) scenario.Event {
	switch rapid.IntRange(0, 5).Draw(t, "kind of event") {
	case 0:
		return scenario.Event{Rejoin: rapid.IntRange(scenario.AllClients, 2).Draw(t, "rejoin")}
	case 1:
		return scenario.Event{Rebind: rapid.IntRange(scenario.AllClients, 2).Draw(t, "rebind")}
	case 2:
		return scenario.Event{Play: &scenario.Play{Player: rapid.IntRange(0, 2).Draw(t, "player"), Held: game.Fire | game.Right}}
	case 3:
		return set(t, "host.dilation", rapid.SampledFrom([]string{"0.5", "1", "2"}).Draw(t, "dilation"))
	case 4:
		return set(t, "client.skew", rapid.SampledFrom([]string{"-100", "300"}).Draw(t, "skew"))
	}
	return set(t, "link.up.delay", rapid.SampledFrom([]string{"0s", "10ms", "200ms"}).Draw(t, "delay"))
}

// check ends a test that an error is in the way of.
func check(t rapid.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
