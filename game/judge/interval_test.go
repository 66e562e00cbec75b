//go:build !js

package judge

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"driftlab/game/judge/draw"
	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/clocks"
	"driftlab/netsync/registry"
)

// A telling is a Midline that says of each reading which parts its interval has.
type telling struct {
	*clocks.Midline
	unknowable, unsettled time.Duration
}

// Status implements netsync.Estimator.
func (c *telling) Status(now netsync.Local) netsync.Status {
	c.unknowable, c.unsettled = c.Interval(now)

	return c.Midline.Status(now)
}

// An audit is a recorder that compares what a Midline says of its readings with the truth.
type audit struct {
	session *session.Session
	clock   *telling
	place   int
	less    time.Duration // half of (up − down) of the empty link
	fair    *fair

	n, within, beyond int // readings; those right to what is not known yet; those wrong by more than both parts
	upset             int // that were wrong by more within three seconds after a clock was set or a machine woke
	first             string
	unsettled         []time.Duration // what each said is not known yet
	counted           int
	squares           float64 // ms², of what counts for a score
}

// Record implements observe.Recorder.
func (a *audit) Record(e observe.Entry) {
	sample, is := e.(*observe.ClockSample)
	if !is || a.session == nil || sample.Algorithm != a.place {
		return
	}
	st := a.session.Clock(1, a.place).Status()
	if !st.Synchronised || !st.HasUncertainty {
		return
	}
	off := (sample.Error() - a.less).Abs()
	a.n++
	a.unsettled = append(a.unsettled, a.clock.unsettled)
	if off <= a.clock.unsettled {
		a.within++
	}
	upset := slices.ContainsFunc(a.fair.upset, func(t netsim.Time) bool { return sample.Time >= t && sample.Time.Sub(t) < settles+time.Second })
	if sample.Error().Abs() > st.Uncertainty {
		if upset {
			a.upset++
		} else if a.beyond++; a.first == "" {
			a.first = fmt.Sprintf("at %v: %v off, ±%v ±%v", sample.Time, sample.Error(), a.clock.unknowable, a.clock.unsettled)
		}
	}
	if ms := off.Seconds() * 1000; a.fair.counts(sample.Time) {
		a.counted, a.squares = a.counted+1, a.squares+ms*ms
	}
}

// audited plays the class's link of a seed.
func audited(t *testing.T, c *draw.Class, seed uint64) *audit {
	t.Helper()
	l, err := c.Link(seed)
	if err != nil {
		t.Fatal(err)
	}
	a := &audit{clock: &telling{}}
	midline, err := registry.Lookup("midline")
	if err != nil {
		t.Fatal(err)
	}
	like := midline
	midline.ID, midline.Name, midline.Short, midline.Title, midline.Of = registry.GuestNumber(1), "telling", "telling", "telling", "midline"
	guest := midline.Foreign(registry.Foreign{Stamped: true, Like: &like,
		New: func() (netsync.Estimator, error) {
			m, err := clocks.NewMidline(clocks.DefaultMidline())
			a.clock.Midline = m
			return a.clock, err
		}, Half: clocks.DefaultMidline().Half})
	l.Scenario.ClockList = "midline"
	s, err := session.New(l.Scenario, session.Options{Carrier: netsim.NewDirect(), Recorder: a, Unwatched: true, Guests: []registry.Algorithm{guest}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a.fair = newFair(l, s.Algorithms())
	a.less = a.fair.between(l.Up.Size, l.Down.Size)
	a.place = slices.IndexFunc(s.Algorithms(), func(of registry.Algorithm) bool { return of.Name == "telling" })
	a.session = s
	if err := s.Advance(l.Scenario.Duration); err != nil {
		t.Fatal(err)
	}
	return a
}

// rms is the root mean square error in ms.
func (a *audit) rms() float64 { return math.Sqrt(a.squares / float64(max(a.counted, 1))) }

// reached is what is reached in the classes in which not 95 % of readings are right to what is not known yet, or in which that is wider than ten times the class's
// root mean square. In most it is that nobody can tell a route that changes soon after the join from a queue that ends: the clock follows both, and says by how much it did.
var reached = map[string]struct{ within, wide float64 }{
	"queue-periodic": {.95, 22},
	"queue-both":     {.94, 10},
	"stream":         {.94, 10},
	"route":          {.94, 10},
	"two":            {.93, 10},
	"frames-both":    {.94, 10},
	"stalls":         {.95, 11},
}

// Less half of (up − down) of the empty link, a reading is as right as it says that it is; and it is never wrong by more than both parts, but in the first seconds after a
// clock was set, or a machine woke, when nothing can have shown that yet.
func TestMidlineSaysHowWrongItMayBeOnDrawnLinks(t *testing.T) {
	t.Parallel()
	classes := draw.Classes()
	seeds := testkit.LongCount(1, 60)
	n, within := 0, 0
	for i := range classes {
		c := &classes[i]
		var all audit
		var rms []float64
		for seed := range uint64(seeds) {
			a := audited(t, c, 101+seed)
			if a.beyond > 0 {
				t.Errorf("%s, seed %d: %d readings are wrong by more than they say, the first %s", c.Name, 101+seed, a.beyond, a.first)
			}
			all.n, all.within, all.upset = all.n+a.n, all.within+a.within, all.upset+a.upset
			all.unsettled = append(all.unsettled, a.unsettled...)
			rms = append(rms, a.rms())
		}
		slices.Sort(all.unsettled)
		slices.Sort(rms)
		middle, usual := all.unsettled[all.n/2].Seconds()*1000, rms[len(rms)/2]
		share := float64(all.within) / float64(all.n)
		t.Logf("%-15s %.4f within, the median is %.4f ms, %.1f times the root mean square of %.4f ms; after a clock was set %d were wrong by more", c.Name, share,
			middle, middle/usual, usual, all.upset)
		least, most := .95, 10.
		if of, is := reached[c.Name]; is {
			least, most = of.within, of.wide
		}
		if testkit.LongTests() && (share < least || middle > most*usual) {
			t.Errorf("%s: %.4f are within what is not known yet, of %.4f ms in the median, where the root mean square is %.4f ms", c.Name, share, middle, usual)
		}
		n, within = n+all.n, within+all.within
	}
	if share := float64(within) / float64(n); share < .9 {
		t.Errorf("of all readings %.4f are within what is not known yet", share)
	}
}
