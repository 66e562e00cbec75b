package session

import (
	"math"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// clockLog is a Recorder that keeps every clock sample.
type clockLog struct{ samples []observe.ClockSample }

func (l *clockLog) Record(e observe.Entry) {
	if c, ok := e.(*observe.ClockSample); ok {
		l.samples = append(l.samples, *c)
	}
}

// want works a row of the race out from all samples after an instant.
func (l *clockLog) want(client, algorithm int, after netsim.Time) (row RaceRow) {
	squares, count := 0.0, 0
	var previous *observe.ClockSample
	for i := range l.samples {
		c := &l.samples[i]
		if c.Client != client || c.Algorithm != algorithm {
			continue
		}
		if c.Time > after {
			ms := c.Error().Seconds() * 1000
			squares, count = squares+ms*ms, count+1
			row.Worst = max(row.Worst, c.Error().Abs())
			if previous != nil {
				row.WorstStep = max(row.WorstStep, (c.Error() - previous.Error()).Abs())
			}
		}
		previous = c
	}
	row.OK = count > 0
	row.RMS = time.Duration(math.Sqrt(squares/float64(max(count, 1))) * 1e6)
	return row
}

func TestTheRaceSumsUpWhatTheTraceHasSinceItBegan(t *testing.T) {
	t.Parallel()
	log := &clockLog{}
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Minute,
		Set: scenariotest.Set("link.delay=40ms", "link.jitter=6ms", "client.skew=80")}, log)
	began := netsim.Time(0)
	for _, restart := range []bool{false, true} {
		if restart {
			s.RestartRace(1)
			began = s.Now()
		}
		advance(t, s, 15*time.Second, frame)
		if s.RaceFrom(1) != began {
			t.Errorf("the race began at %v, want %v", s.RaceFrom(1), began)
		}
		for i, got := range s.Race(1, nil) {
			want := log.want(1, i, began)
			if got.OK != want.OK || got.Worst != want.Worst || got.WorstStep != want.WorstStep ||
				(got.RMS-want.RMS).Abs() > time.Microsecond {
				t.Errorf("%s since %v: %+v, want %+v", registry.Algorithms()[i].Name, began, got, want)
			}
		}
	}
}

func TestTheRaceCountsEachClocksBytes(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.delay=40ms")}, nil)
	advance(t, s, 10*time.Second, frame)
	all := s.Summary().Clients[0].Algorithms
	for i, row := range s.Race(1, nil) {
		if want := float64(all[i].BytesSent) / 10; row.BytesPerSecond != want || want == 0 {
			t.Errorf("%s: %v bytes/s, want %v", all[i].Algorithm, row.BytesPerSecond, want)
		}
	}
	s.RestartRace(1)
	for _, row := range s.Race(1, nil) {
		if row != (RaceRow{}) {
			t.Errorf("right after it began anew: %+v", row)
		}
	}
	advance(t, s, 10*time.Second, frame)
	if row := s.Race(1, nil)[1]; row.BytesPerSecond != 0 {
		t.Errorf("RTT/2 asks once, but sends %v bytes/s", row.BytesPerSecond)
	}
}

func TestAnUnknownClockHasNoPlaceInTheRace(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.loss=1")}, nil)
	advance(t, s, 5*time.Second, frame)
	for i, row := range s.Race(1, nil) {
		if row.OK || row.RMS != 0 {
			t.Errorf("%s: %+v, though nothing arrives", registry.Algorithms()[i].Name, row)
		}
	}
}
