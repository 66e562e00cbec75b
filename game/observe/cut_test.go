package observe_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/netsim"
)

// A late recorder hands on what comes after an instant, as a session does that was taken back to there.
type late struct {
	*observe.Tape
	after netsim.Time
}

func (l *late) Record(e observe.Entry) {
	var at netsim.Time
	switch e := e.(type) {
	case *observe.Departure:
		at = e.Sent
	case *observe.Arrival:
		at = e.Read
	case *observe.TickReached:
		at = e.At
	case *observe.ClockMoment:
		at = e.At
	case *observe.MissingInput:
		at = e.At
	case *observe.Press:
		at = e.At
	case *observe.Deed:
		at = e.At
	case *observe.ShotHeard:
		at = e.Read
	}
	if at > l.after {
		l.Tape.Record(e)
	}
}

// record plays a scenario for a time.
func record(t *rapid.T, sc *scenario.Scenario, d time.Duration, r observe.Recorder) {
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: r})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Advance(d); err != nil {
		t.Fatal(err)
	}
}

func TestATapeThatIsCutAndRecordedAgainIsAsIfItHadNeverBeenCut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Scenario(t)
		whole, cut := observe.NewTape(sc.Clients), observe.NewTape(sc.Clients)
		record(t, sc, sc.Duration, whole)
		back := rapid.Int64Range(0, int64(sc.Duration)).Draw(t, "back to")
		heard := rapid.Int64Range(max(back, 1), int64(sc.Duration)).Draw(t, "from")
		record(t, sc, time.Duration(heard), cut)
		cut.Truncate(netsim.Time(back))
		record(t, sc, sc.Duration, &late{Tape: cut, after: netsim.Time(back)})
		if got, want := cut.Text(), whole.Text(); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}
