package netsync

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/allocs"
)

// A pingRig answers the questions of one estimator, over a path whose delays its user picks for each.
// The client's clock is the truth's axis: the host's clock runs beside it, and offset is what the
// estimator has to find.
type pingRig struct {
	clock  Estimator
	now    Local // what the client's clock reads
	offset time.Duration
	ppm    int64 // how fast the host's clock runs against the client's
	from   Local // where offset is exactly the offset
	next   Local // wake-up
	probes []Probe
}

// made returns what a constructor has made of constants that are in their ranges.
func made[E any](e E, err error) E {
	if err != nil {
		panic(err)
	}
	return e
}

// newPingRig starts a client whose clock reads start.
func newPingRig(e Estimator, start Local, offset time.Duration, ppm int64) *pingRig {
	return &pingRig{clock: e, now: start, offset: offset, ppm: ppm, from: start, next: start}
}

// hostAt returns what the host's clock reads when the client's reads l.
func (r *pingRig) hostAt(l Local) Server {
	return l.Plus(r.offset + l.Sub(r.from)/1_000_000*time.Duration(r.ppm))
}

// A trip is the way of one question and its answer.
type trip struct {
	up, hold, down time.Duration
	lost           bool
}

// ping goes on to the next wake-up, and takes each question that comes of it the way of a trip.
func (r *pingRig) ping(p trip) {
	r.now = max(r.now, r.next)
	r.probes, r.next = r.clock.Wake(r.now, r.probes[:0])
	for _, q := range r.probes {
		if q.Kind == Ask && !p.lost {
			ev := r.answer(q, p)
			r.now = ev.T4
			r.clock.Observe(ev)
		}
	}
}

// answer returns the answer to a question.
func (r *pingRig) answer(q Probe, p trip) Event {
	arrival := q.T1.Add(p.up)
	return Event{Kind: Answer, Seq: q.Seq, T1: q.T1, T2: r.hostAt(arrival),
		T3: r.hostAt(arrival.Add(p.hold)), T4: arrival.Add(p.hold + p.down)}
}

// set sets the client's clock by d.
func (r *pingRig) set(d time.Duration) {
	r.offset = r.hostAt(r.now).Offset(r.now) - d
	r.now = r.now.Add(d)
	r.from = r.now
	r.next = min(r.next, r.now) // woken at once, as after any event
}

// err returns the estimate minus the truth; ok is false before synchronisation.
func (r *pingRig) err() (time.Duration, bool) {
	got, ok := r.clock.ServerTime(r.now)
	return got.Sub(r.hostAt(r.now)), ok
}

// A random link: each way takes at least half of base, and up to jitter more.
type randomLink struct {
	rng    *rand.Rand
	base   time.Duration
	jitter time.Duration
}

func drawLink(rt *rapid.T) *randomLink {
	return &randomLink{
		rng:    rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1)),
		base:   time.Duration(rapid.Int64Range(0, 300).Draw(rt, "base ms")) * time.Millisecond,
		jitter: time.Duration(rapid.Int64Range(0, 100).Draw(rt, "jitter ms")) * time.Millisecond,
	}
}

func (l *randomLink) trip() trip {
	way := func() time.Duration { return l.base/2 + time.Duration(l.rng.Int64N(int64(l.jitter)+1)) }
	return trip{up: way(), down: way(), hold: time.Duration(l.rng.Int64N(1000)), lost: l.rng.IntN(20) == 0}
}

// drawClocks gives a rig for e, whose two clocks are far apart and run at different rates.
func drawClocks(rt *rapid.T, e Estimator) *pingRig {
	instant := func(name string) int64 { return rapid.Int64Range(-1<<52, 1<<52).Draw(rt, name) }
	return newPingRig(e, Local(instant("client")), time.Duration(instant("offset")), rapid.Int64Range(-200, 200).Draw(rt, "ppm"))
}

// hostileEvent draws anything at all, and often something like an answer to the latest question.
func hostileEvent(rt *rapid.T, now Local, asked []Probe) Event {
	far := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-1e12, 1e12), rapid.Just(int64(0)))
	ev := Event{
		Kind: EventKind(rapid.IntRange(0, 4).Draw(rt, "kind")),
		Seq:  rapid.Uint16().Draw(rt, "seq"),
		T1:   Local(far.Draw(rt, "t1")), T2: Server(far.Draw(rt, "t2")), T3: Server(far.Draw(rt, "t3")),
		T4:    now,
		Stamp: rapid.Uint32().Draw(rt, "stamp"), Value: rapid.Uint32().Draw(rt, "value"),
	}
	if len(asked) > 0 && rapid.Bool().Draw(rt, "replay") {
		q := rapid.SampledFrom(asked).Draw(rt, "question")
		ev.Kind, ev.Seq, ev.T1 = Answer, q.Seq, q.T1
	}
	return ev
}

// checkHostile feeds hostile events. Whatever they say, only a fresh answer to a question may move the
// clock, and events of the kinds that the algorithm measures by, if any; and what there is to explain
// stays bounded.
func checkHostile(rt *rapid.T, e Estimator, measured ...EventKind) {
	now := Local(rapid.Int64Range(-1e15, 1e15).Draw(rt, "start"))
	var asked []Probe
	answered := map[Probe]bool{}
	var d Detail
	for range rapid.IntRange(1, 150).Draw(rt, "events") {
		now += Local(rapid.OneOf(rapid.Int64Range(0, 20e9), rapid.Int64Range(-1e13, 1e13)).Draw(rt, "passes"))
		probes, next := e.Wake(now, nil)
		if next <= now {
			rt.Fatalf("woken at %v, wants to be woken at %v", now, next)
		}
		asked = append(asked, probes...)
		before := e.Status(now)
		ev := hostileEvent(rt, now, asked)
		e.Observe(ev)
		after := e.Status(now)
		q := Probe{Kind: Ask, Seq: ev.Seq, T1: ev.T1}
		fresh := ev.Kind == Answer && slices.Contains(asked, q) && !answered[q]
		if !fresh && !slices.Contains(measured, ev.Kind) && (after.Offset != before.Offset || after.Synchronised != before.Synchronised) {
			rt.Fatalf("%+v moves %+v to %+v", ev, before, after)
		}
		answered[q] = answered[q] || ev.Kind == Answer
		Explain(e, &d)
		if len(d.Samples) > KeptSamples || len(d.Marks) > 10 || len(d.Minima) > KeptMinima {
			rt.Fatalf("explains by %d samples, %d marks", len(d.Samples), len(d.Marks))
		}
	}
}

// checkAllocations drives a warm estimator, and fails if that allocates.
func checkAllocations(t *testing.T, e Estimator) {
	t.Helper()
	b := newPingBench(e)
	for range 200 {
		b.ping()
	}
	if n := allocs.PerRun(1000, b.ping); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

// A pingBench answers an estimator's questions with round trips that vary.
type pingBench struct {
	clock  Estimator
	rig    *pingRig
	rng    *rand.Rand
	detail Detail
}

func newPingBench(e Estimator) *pingBench {
	return &pingBench{e, newPingRig(e, 0, time.Hour, 50), rand.New(rand.NewPCG(1, 2)), Detail{}}
}

// ping does everything that there is to do with an estimator, once.
func (b *pingBench) ping() {
	jitter := time.Duration(b.rng.Int64N(int64(20 * time.Millisecond)))
	b.rig.ping(trip{up: 20 * time.Millisecond, down: 20*time.Millisecond + jitter})
	b.clock.ServerTime(b.rig.now)
	b.clock.Status(b.rig.now)
	Explain(b.clock, &b.detail)
}

// benchmarkAnswer measures one question and its answer.
func benchmarkAnswer(b *testing.B, e Estimator, poll time.Duration) {
	bench := newPingBench(e)
	for range 200 {
		bench.ping()
	}
	b.ReportAllocs()
	now := bench.rig.now
	var probes []Probe
	for b.Loop() {
		now = now.Add(poll)
		probes, _ = e.Wake(now, probes[:0])
		rtt := 40*time.Millisecond + time.Duration(uint64(now)*0x9E3779B97F4A7C15>>40)
		e.Observe(bench.rig.answer(probes[0], trip{up: rtt / 2, down: rtt / 2}))
	}
}

// ask returns the question of a fresh join.
func ask(t *testing.T, e Estimator, now Local) Probe {
	t.Helper()
	probes, _ := e.Wake(now, nil)
	if len(probes) != 1 {
		t.Fatalf("questions %v", probes)
	}
	return probes[0]
}
