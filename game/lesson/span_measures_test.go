package lesson

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

// figureOf returns what a measure of a clock of client 1 comes to.
func figureOf(t *testing.T, name, clock string, span Span) *Figure {
	t.Helper()
	m := measureOf(t, name)
	i, err := algorithm(&scenario.Scenario{}, clock)
	if err != nil {
		t.Fatal(err)
	}
	return &Figure{Measure: m, Client: 1, Algorithm: i, Span: span}
}

func TestAMeanAndTheWorstAreOfTheirSpanAlone(t *testing.T) {
	t.Parallel()
	s := play(t, 20*time.Second, "link.delay=30ms")
	do(t, s, scenario.Event{Set: scenariotest.Set("link.delay=80ms")})
	advance(t, s, 20*time.Second)
	for _, c := range []struct {
		name       string
		span       Span
		from, upTo float64
	}{
		{"mean-between", Span{After: 10e9, Before: 20e9}, -30.01, -29.99},
		{"mean-between", Span{After: 30e9}, -80.01, -79.99},
		{"worst", Span{After: 10e9, Before: 20e9}, 29.99, 30.01},
		{"worst", Span{After: 10e9}, 79.99, 80.01},
	} {
		if v, ok := figureOf(t, c.name, "unreal", c.span).Of(s); !ok || v < c.from || v > c.upTo {
			t.Errorf("%s from %v is %v (%v), want %v..%v", c.name, c.span.After, v, ok, c.from, c.upTo)
		}
	}
}

func TestTheWorstOfLateForgetsAfterAMinute(t *testing.T) {
	t.Parallel()
	f := figureOf(t, "worst-of-late", "unreal", Span{After: 10e9})
	s := play(t, 69*time.Second, "link.delay=80ms")
	if v, ok := f.Of(s); ok {
		t.Errorf("before a minute has passed it is %v", v)
	}
	advance(t, s, 2*time.Second)
	if v, ok := f.Of(s); !ok || v < 79.9 || v > 80.1 {
		t.Errorf("it is %v (%v)", v, ok)
	}
	do(t, s, scenario.Event{Set: scenariotest.Set("link.delay=30ms")})
	advance(t, s, 70*time.Second)
	if v, ok := f.Of(s); !ok || v < 29.9 || v > 30.1 {
		t.Errorf("a minute later it is %v (%v)", v, ok)
	}
}

func TestTheDrivingErrorIsOfTheClockThatDrivesNow(t *testing.T) {
	t.Parallel()
	s := play(t, 10*time.Second, "link.delay=80ms", "client.algorithm=unreal")
	f := figureOf(t, "driving-error", "", Span{})
	if v, ok := f.Of(s); !ok || v > -79 {
		t.Errorf("with Unreal's it is %v (%v)", v, ok)
	}
	do(t, s, scenario.Event{Set: scenariotest.Set("client.algorithm=timesync")})
	if v, ok := f.Of(s); !ok || v < -1 || v > 1 {
		t.Errorf("with TimeSync it is %v (%v)", v, ok)
	}
}

func TestAGateIsShutOnlyFromItsSpanOn(t *testing.T) {
	t.Parallel()
	s := play(t, 2*time.Minute, "link.delay=50ms", "client.skew=500ppm")
	do(t, s, scenario.Event{Set: scenariotest.Set("link.delay=80ms")})
	advance(t, s, time.Minute)
	all, late := figureOf(t, "gate-closed", "slot", Span{}), figureOf(t, "gate-closed", "slot", Span{After: 170e9})
	if v, ok := all.Of(s); !ok || v < 50 {
		t.Errorf("it has been shut for %v s (%v)", v, ok)
	}
	if v, ok := late.Of(s); !ok || v > 10 {
		t.Errorf("of ten seconds it has been shut for %v (%v)", v, ok)
	}
	if v, ok := figureOf(t, "since-set", "slot", Span{}).Of(s); !ok || v < 50 {
		t.Errorf("it was set %v s ago (%v)", v, ok)
	}
}
