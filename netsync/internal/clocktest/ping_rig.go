package clocktest

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/insight"
)

// A PingRig answers the questions of one estimator, over a path whose delays the test picks for each question. True time is
// measured by the client's clock: the host's clock runs beside it, and the estimator has to find the offset.
type PingRig struct {
	Clock  netsync.Estimator
	Now    netsync.Local // what the client's clock reads
	Offset time.Duration
	PPM    int64         // how fast the host's clock runs against the client's
	From   netsync.Local // the local time at which Offset is exact
	Next   netsync.Local // wake-up
	Probes []netsync.Probe
}

// Made returns what a constructor has made of constants that are within their ranges, and panics if they are not.
func Made[E any](e E, err error) E {
	if err != nil {
		panic(err)
	}
	return e
}

// NewPingRig starts a client whose clock reads start.
func NewPingRig(e netsync.Estimator, start netsync.Local, offset time.Duration, ppm int64) *PingRig {
	return &PingRig{Clock: e, Now: start, Offset: offset, PPM: ppm, From: start, Next: start}
}

// HostAt returns what the host's clock reads when the client's reads l.
func (r *PingRig) HostAt(l netsync.Local) netsync.Server {
	return l.Plus(r.Offset + l.Sub(r.From)/1_000_000*time.Duration(r.PPM))
}

// A Trip is how long a question and its answer take, or that one of them is lost.
type Trip struct {
	Up, Hold, Down time.Duration
	Lost           bool
}

// Ping runs the clock to its next wake-up and answers each question that it asks there after the delays of p.
func (r *PingRig) Ping(p Trip) {
	r.Now = max(r.Now, r.Next)
	r.Probes, r.Next = r.Clock.Wake(r.Now, r.Probes[:0])
	for _, q := range r.Probes {
		if q.Kind == netsync.Ask && !p.Lost {
			ev := r.Answer(q, p)
			r.Now = ev.T4
			r.Clock.Observe(ev)
		}
	}
}

// Answer returns the answer to a question.
func (r *PingRig) Answer(q netsync.Probe, p Trip) netsync.Event {
	arrival := q.T1.Add(p.Up)
	return netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: q.T1, T2: r.HostAt(arrival),
		T3: r.HostAt(arrival.Add(p.Hold)), T4: arrival.Add(p.Hold + p.Down)}
}

// Set moves the client's clock by d.
func (r *PingRig) Set(d time.Duration) {
	r.Offset = r.HostAt(r.Now).Offset(r.Now) - d
	r.Now = r.Now.Add(d)
	r.From = r.Now
	r.Next = min(r.Next, r.Now) // woken at once, as after any event
}

// Err returns the estimate minus the truth; ok is false before synchronisation.
func (r *PingRig) Err() (time.Duration, bool) {
	got, ok := r.Clock.ServerTime(r.Now)
	return got.Sub(r.HostAt(r.Now)), ok
}

// RandomLink is a random link: each direction takes at least half of Base, and up to Jitter more.
type RandomLink struct {
	rng    *rand.Rand
	Base   time.Duration
	Jitter time.Duration
}

// NewRandomLink returns a link whose delays and losses follow from a seed.
func NewRandomLink(seed uint64, base, jitter time.Duration) *RandomLink {
	return &RandomLink{rand.New(rand.NewPCG(seed, seed)), base, jitter}
}

// DrawLink returns a random link of any length and jitter.
func DrawLink(rt *rapid.T) *RandomLink {
	return &RandomLink{
		rng:    rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1)),
		Base:   time.Duration(rapid.Int64Range(0, 300).Draw(rt, "base ms")) * time.Millisecond,
		Jitter: time.Duration(rapid.Int64Range(0, 100).Draw(rt, "jitter ms")) * time.Millisecond,
	}
}

func (l *RandomLink) Trip() Trip {
	way := func() time.Duration { return l.Base/2 + time.Duration(l.rng.Int64N(int64(l.Jitter)+1)) }
	return Trip{Up: way(), Down: way(), Hold: time.Duration(l.rng.Int64N(1000)), Lost: l.rng.IntN(20) == 0}
}

// DrawClocks returns a rig for e whose two clocks are far apart and run at different rates.
func DrawClocks(rt *rapid.T, e netsync.Estimator) *PingRig {
	instant := func(name string) int64 { return rapid.Int64Range(-1<<52, 1<<52).Draw(rt, name) }
	return NewPingRig(e, netsync.Local(instant("client")), time.Duration(instant("offset")), rapid.Int64Range(-200, 200).Draw(rt, "ppm"))
}

// hostileEvent draws any event at all, and often one that looks like an answer to one of the questions.
func hostileEvent(rt *rapid.T, now netsync.Local, asked []netsync.Probe) netsync.Event {
	far := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-1e12, 1e12), rapid.Just(int64(0)))
	ev := netsync.Event{
		Kind: netsync.EventKind(rapid.IntRange(0, 4).Draw(rt, "kind")),
		Seq:  rapid.Uint16().Draw(rt, "seq"),
		T1:   netsync.Local(far.Draw(rt, "t1")), T2: netsync.Server(far.Draw(rt, "t2")), T3: netsync.Server(far.Draw(rt, "t3")),
		T4:    now,
		Stamp: rapid.Uint32().Draw(rt, "stamp"), Value: rapid.Uint32().Draw(rt, "value"),
	}
	if len(asked) > 0 && rapid.Bool().Draw(rt, "replay") {
		q := rapid.SampledFrom(asked).Draw(rt, "question")
		ev.Kind, ev.Seq, ev.T1 = netsync.Answer, q.Seq, q.T1
	}
	return ev
}

// CheckHostile feeds hostile events. Whatever they contain, only a fresh answer to a question may move the clock, and events
// of the kinds that the algorithm measures, if any. What the estimator has to explain must stay bounded.
func CheckHostile(rt *rapid.T, e netsync.Estimator, measured ...netsync.EventKind) {
	now := netsync.Local(rapid.Int64Range(-1e15, 1e15).Draw(rt, "start"))
	var asked []netsync.Probe
	answered := map[netsync.Probe]bool{}
	var d insight.Detail
	for range rapid.IntRange(1, 150).Draw(rt, "events") {
		now += netsync.Local(rapid.OneOf(rapid.Int64Range(0, 20e9), rapid.Int64Range(-1e13, 1e13)).Draw(rt, "passes"))
		probes, next := e.Wake(now, nil)
		if next <= now {
			rt.Fatalf("woken at %v, wants to be woken at %v", now, next)
		}
		asked = append(asked, probes...)
		before := e.Status(now)
		ev := hostileEvent(rt, now, asked)
		e.Observe(ev)
		after := e.Status(now)
		q := netsync.Probe{Kind: netsync.Ask, Seq: ev.Seq, T1: ev.T1}
		fresh := ev.Kind == netsync.Answer && slices.Contains(asked, q) && !answered[q]
		if !fresh && !slices.Contains(measured, ev.Kind) && (after.Offset != before.Offset || after.Synchronised != before.Synchronised) {
			rt.Fatalf("%+v moves %+v to %+v", ev, before, after)
		}
		answered[q] = answered[q] || ev.Kind == netsync.Answer
		insight.Explain(e, &d)
		if len(d.Samples) > insight.KeptSamples || len(d.Marks) > 10 || len(d.Minima) > insight.KeptMinima {
			rt.Fatalf("explains by %d samples, %d marks", len(d.Samples), len(d.Marks))
		}
	}
}

// CheckAllocations drives a warm estimator and fails if that allocates.
func CheckAllocations(t *testing.T, e netsync.Estimator) {
	t.Helper()
	b := newPingBench(e)
	for range 200 {
		b.ping()
	}
	if n := testkit.AllocsPerRun(1000, b.ping); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

// A pingBench answers an estimator's questions with round trips that vary.
type pingBench struct {
	clock  netsync.Estimator
	rig    *PingRig
	rng    *rand.Rand
	detail insight.Detail
}

func newPingBench(e netsync.Estimator) *pingBench {
	return &pingBench{e, NewPingRig(e, 0, time.Hour, 50), rand.New(rand.NewPCG(1, 2)), insight.Detail{}}
}

// ping calls each method of an estimator once.
func (b *pingBench) ping() {
	jitter := time.Duration(b.rng.Int64N(int64(20 * time.Millisecond)))
	b.rig.Ping(Trip{Up: 20 * time.Millisecond, Down: 20*time.Millisecond + jitter})
	b.clock.ServerTime(b.rig.Now)
	b.clock.Status(b.rig.Now)
	insight.Explain(b.clock, &b.detail)
}

// BenchmarkAnswer measures one question and its answer.
func BenchmarkAnswer(b *testing.B, e netsync.Estimator, poll time.Duration) {
	bench := newPingBench(e)
	for range 200 {
		bench.ping()
	}
	b.ReportAllocs()
	now := bench.rig.Now
	var probes []netsync.Probe
	for b.Loop() {
		now = now.Add(poll)
		probes, _ = e.Wake(now, probes[:0])
		rtt := 40*time.Millisecond + time.Duration(uint64(now)*0x9E3779B97F4A7C15>>40)
		e.Observe(bench.rig.Answer(probes[0], Trip{Up: rtt / 2, Down: rtt / 2}))
	}
}

// Ask returns the question that an estimator asks at now, just after it has joined.
func Ask(t *testing.T, e netsync.Estimator, now netsync.Local) netsync.Probe {
	t.Helper()
	probes, _ := e.Wake(now, nil)
	if len(probes) != 1 {
		t.Fatalf("questions %v", probes)
	}
	return probes[0]
}
