package clocks

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
)

func TestMirrorScripts(t *testing.T) {
	t.Parallel()
	clocktest.RunScripts(t, "mirror-*.txt", func() netsync.Estimator { return clocktest.Made(NewMirror(DefaultMirror())) })
}

func TestMirrorRefusesConstantsOutOfRange(t *testing.T) {
	t.Parallel()
	refuses(t, NewMirror, predictedMirror(), nil)
	refuses(t, NewMirror, DefaultMirror(), map[string]func(*MirrorConfig){
		"poll: 2m0s is outside 10ms..1m0s":     func(c *MirrorConfig) { c.Poll = 2 * time.Minute },
		"trip-window: 0 is outside 1..1000":    func(c *MirrorConfig) { c.TripWindow = 0 },
		"offset-window: -1 is outside 1..1000": func(c *MirrorConfig) { c.OffsetWindow = -1 },
	})
}

// emaVector is a file of mirror/ema*.json: rows of the value added, then average, variance and
// standard deviation after it. What says in which precision the weights are held.
type emaVector struct {
	What  string `json:"what"`
	Cases []struct {
		N    int          `json:"n"`
		Rows [][4]float64 `json:"rows"`
	} `json:"cases"`
}

func TestMirrorAverageIsThePeersToTheBit(t *testing.T) {
	t.Parallel()
	for _, name := range clocktest.VectorFiles(t, "mirror", "ema*.json") {
		var v emaVector
		clocktest.ReadVector(t, name, &v)
		rows := 0
		for _, c := range v.Cases {
			e := newEMA(c.N, strings.Contains(v.What, "single precision"))
			for i, r := range c.Rows {
				e.add(r[0])
				rows++
				if got := [4]float64{r[0], e.value, e.variance, e.deviation()}; got != r {
					t.Fatalf("%s, n = %d, row %d: %v, want %v", filepath.Base(name), c.N, i, got, r)
				}
			}
		}
		t.Logf("%s: %d rows", filepath.Base(name), rows)
	}
}

// pongVector is a file of mirror/networktime_pong*.json. Columns: client sent, server's stamp, client
// received, round trip, its variance, offset (client − server), its variance, server's time. Seconds.
type pongVector struct {
	Sequences []struct {
		Name string       `json:"name"`
		Rows [][8]float64 `json:"rows"`
	} `json:"sequences"`
}

// The peer counts in seconds of double precision, and this package in nanoseconds: 1 ns apart, in one
// stamp or another, is the same.
func TestMirrorFollowsThePeersPongs(t *testing.T) {
	t.Parallel()
	for _, name := range clocktest.VectorFiles(t, "mirror", "networktime_pong*.json") {
		var v pongVector
		clocktest.ReadVector(t, name, &v)
		for _, seq := range v.Sequences {
			m := clocktest.Made(NewMirror(DefaultMirror()))
			for i, r := range seq.Rows {
				m.pong(t, r)
				st := m.Status(0)
				now, _ := m.ServerTime(netsync.Local(nanos(r[2])))
				for what, off := range map[string]int64{
					"round trip":           int64(st.RTT) - nanos(r[3]),
					"round trip deviation": int64(m.trip.deviation()) - nanos(math.Sqrt(r[4])),
					"offset":               int64(st.Offset) + nanos(r[5]),
					"offset deviation":     int64(m.shift.deviation()) - nanos(math.Sqrt(r[6])),
					"server time":          int64(now) - nanos(r[7]),
				} {
					if off < -3 || off > 3 {
						t.Errorf("%s, %s, row %d: the %s is off by %d ns", filepath.Base(name), seq.Name, i, what, off)
					}
				}
			}
			t.Logf("%s, %s: %d rows", filepath.Base(name), seq.Name, len(seq.Rows))
		}
	}
}

func nanos(seconds float64) int64 { return int64(math.Round(seconds * 1e9)) }

// pong plays one row of a [pongVector].
func (m *Mirror) pong(t *testing.T, r [8]float64) {
	t.Helper()
	q := clocktest.Ask(t, m, netsync.Local(nanos(r[0])))
	stamp := netsync.Server(nanos(r[1]))
	m.Observe(netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: q.T1, T2: stamp, T3: stamp, T4: netsync.Local(nanos(r[2]))})
}

func TestMirrorStartsAnewWhenTheAverageLeavesTheProvenBounds(t *testing.T) {
	t.Parallel()
	m := clocktest.Made(NewMirror(DefaultMirror()))
	r := clocktest.NewPingRig(m, 0, 0, 0)
	r.Ping(clocktest.Trip{Up: 10 * time.Millisecond, Down: 210 * time.Millisecond}) // shows −100 ms, proves −210..10
	r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})  // shows 0, proves −20..20
	if got, _ := r.Err(); got != 0 {
		t.Fatalf("off by %v", got)
	}
	var d insight.Detail
	m.Explain(&d)
	for _, want := range []insight.Mark{{Name: insight.MarkLeastOffset, Value: -20 * time.Millisecond}, {Name: insight.MarkGreatestOffset, Value: 10 * time.Millisecond}} {
		found := false
		for _, got := range d.Marks {
			found = found || got == want
		}
		if !found {
			t.Errorf("no %v in %v", want, d.Marks)
		}
	}
}

func TestMirrorPredictedTimeLessHalfTheRoundTripIsTheHostsClock(t *testing.T) {
	t.Parallel()
	m := clocktest.Made(NewMirror(predictedMirror()))
	r := clocktest.NewPingRig(m, 0, 26*time.Hour, 0)
	r.Ping(clocktest.Trip{Up: 30 * time.Millisecond, Hold: time.Second, Down: 30 * time.Millisecond})
	// The time for which the host held the answer counts as way: it stamps its arrival only.
	if got, ok := r.Err(); !ok || got != -500*time.Millisecond {
		t.Fatalf("off by %v (%v)", got, ok)
	}
	for range 400 {
		r.Ping(clocktest.Trip{Up: 30 * time.Millisecond, Down: 30 * time.Millisecond})
	}
	if got, _ := r.Err(); got.Abs() > time.Microsecond {
		t.Fatalf("off by %v after 400 even answers", got)
	}
	// The round trip's window is the longer one: it lags when the path gets slower.
	r.Ping(clocktest.Trip{Up: 80 * time.Millisecond, Down: 80 * time.Millisecond})
	want := 50*time.Millisecond*2/21 - 50*time.Millisecond*2/51
	if got, _ := r.Err(); (got - want).Abs() > 2*time.Microsecond {
		t.Fatalf("off by %v, want %v", got, want)
	}
}

func TestMirrorTakesEachAnswerOnceAndNoneOfAnEarlierJoin(t *testing.T) {
	t.Parallel()
	m := clocktest.Made(NewMirror(DefaultMirror()))
	q := clocktest.Ask(t, m, 1000)
	ev := netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: 900, T2: 5, T3: 5, T4: 1100}
	m.Observe(ev)
	ev.T1, ev.T4 = 1000, 999
	m.Observe(ev) // the clock was set back
	if st := m.Status(0); st.Synchronised || st.Rejected != 2 {
		t.Fatalf("%+v", st)
	}
	q = clocktest.Ask(t, m, netsync.Local(3*time.Second))
	ev = netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: q.T1, T2: 5, T3: 5, T4: q.T1 + 10}
	m.Observe(ev)
	m.Observe(ev)
	if st := m.Status(0); st.Used != 1 || st.Rejected != 3 {
		t.Fatalf("%+v", st)
	}
}

func TestMirrorIsWithinHalfTheJitterAndItsLag(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cfg := DefaultMirror()
		if rapid.Bool().Draw(rt, "predicted") {
			cfg = predictedMirror()
		}
		m := clocktest.Made(NewMirror(cfg))
		r, link := clocktest.DrawClocks(rt, m), clocktest.DrawLink(rt)
		skew := time.Duration(max(r.PPM, -r.PPM))
		// A sample's age in the average is (n − 1)/2 polls on average, a poll being 2 s, or 3 s
		// when a question is lost; drawn out to 10 of them since losses may come in a row.
		polls := time.Duration(cfg.OffsetWindow+10) * 2 * time.Second
		bound := link.Jitter/2 + skew*(polls/1_000_000)
		if cfg.Predicted {
			bound += link.Jitter / 2 // the two averages are of different samples
		}
		for range 200 {
			r.Ping(link.Trip())
			if got, ok := r.Err(); ok && got.Abs() > bound+time.Millisecond {
				rt.Fatalf("off by %v, want at most %v", got, bound)
			}
		}
	})
}

func TestMirrorIsTheSameWhateverTheClocksRead(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	a := clocktest.NewPingRig(clocktest.Made(NewMirror(DefaultMirror())), 0, 0, 100)
	b := clocktest.NewPingRig(clocktest.Made(NewMirror(DefaultMirror())), netsync.Local(1<<32*time.Millisecond-time.Minute), -400*24*time.Hour, 100)
	shift := b.Offset
	link := clocktest.NewRandomLink(6, 40*time.Millisecond, 4*time.Millisecond)
	for a.Now < netsync.Local(60*24*time.Hour) {
		p := link.Trip()
		a.Ping(p)
		b.Ping(p)
		if x, y := a.Clock.Status(0), b.Clock.Status(0); x.Synchronised && x.Offset+shift != y.Offset {
			t.Fatalf("at %v: %+v here, %+v there", time.Duration(a.Now), x, y)
		}
		if got, ok := a.Err(); ok && got.Abs() > 5*time.Millisecond {
			t.Fatalf("at %v: off by %v", time.Duration(a.Now), got)
		}
	}
}

func TestMirrorIsMovedByNothingButAnswersToItsPings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cfg := DefaultMirror()
		cfg.Predicted = rapid.Bool().Draw(rt, "predicted")
		clocktest.CheckHostile(rt, clocktest.Made(NewMirror(cfg)))
	})
}

func TestMirrorDoesNotAllocate(t *testing.T) {
	clocktest.CheckAllocations(t, clocktest.Made(NewMirror(DefaultMirror())))
}

func BenchmarkMirrorAnswer(b *testing.B) {
	clocktest.BenchmarkAnswer(b, clocktest.Made(NewMirror(DefaultMirror())), DefaultMirror().Poll)
}

// predictedMirror returns the constants of Mirror as it is now.
func predictedMirror() MirrorConfig {
	return MirrorConfig{Poll: 2 * time.Second, TripWindow: 50, OffsetWindow: 20, Predicted: true}
}
