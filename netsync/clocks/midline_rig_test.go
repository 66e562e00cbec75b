package clocks

import (
	"container/heap"
	"math"
	"math/rand/v2"

	"driftlab/netsync"
)

// A rigLink is a link and a client's clock, as a row of the table has them.
type rigLink struct {
	name         string
	up, down     func(t float64, r *rand.Rand) float64 // delay in s, NaN if lost
	rateU, rateD float64
	skew         func(t float64) float64 // in ppm
	wander       float64                 // ppm/√s
	step         func(t float64) float64 // s, of the client's clock

	// What may be nil or 0:
	host    func(t float64) float64                        // s, of the host's clock
	restart float64                                        // s, when the host restarts and knows nothing of the client
	lie     func(t float64, up bool, r *rand.Rand) float64 // s, by which a stamp is too late
	from    float64                                        // s, from when on errors count, 0 for 10
}

func exp(mean float64) func(float64, *rand.Rand) float64 {
	return func(_ float64, r *rand.Rand) float64 { return 0.05 + mean*r.ExpFloat64() }
}

func added(f, g func(float64, *rand.Rand) float64) func(float64, *rand.Rand) float64 {
	return func(t float64, r *rand.Rand) float64 { return f(t, r) + g(t, r) }
}

func extra(g func(t float64) float64) func(float64, *rand.Rand) float64 {
	return func(t float64, _ *rand.Rand) float64 { return g(t) }
}

func rigLinks() []rigLink {
	e5, e20 := exp(.005), exp(.020)
	after := func(at, by float64) func(float64, *rand.Rand) float64 {
		return extra(func(t float64) float64 {
			if t >= at {
				return by
			}
			return 0
		})
	}
	bloat := extra(func(t float64) float64 {
		q := math.Mod(t, 10)
		if q < 2 {
			return 0.3 * (1 - math.Abs(q-1))
		}
		return 0
	})
	standing := extra(func(t float64) float64 {
		if math.Mod(t, 60) < 35 {
			return 0
		}
		return .12 + .08*math.Mod(t, 3)/3
	})
	join := extra(func(t float64) float64 {
		if t < 8 {
			return .1
		}
		return 0
	})
	bursty := func() func(float64, *rand.Rand) float64 {
		until, next := 0., 0.
		return func(t float64, r *rand.Rand) float64 {
			for t >= next {
				until = next + .133*r.ExpFloat64()
				next = until + .133*19*r.ExpFloat64()
			}
			if t < until {
				return math.NaN()
			}
			return 0
		}
	}
	gamma := func(_ float64, r *rand.Rand) float64 {
		d := .05
		for range 4 {
			d += .005 * r.ExpFloat64()
		}
		return d
	}
	clean := exp(0)
	base := func(name string, up, down func(float64, *rand.Rand) float64) rigLink {
		return rigLink{name: name, up: up, down: down, rateU: 30, rateD: 30, skew: func(float64) float64 { return 50 }, step: func(float64) float64 { return 0 }}
	}
	all := []rigLink{
		base("clean", clean, clean),
		base("exp5", e5, e5),
		base("exp20", e20, e20),
		base("skewstep", e5, e5),
		base("wander.1", e5, e5),
		base("wander1", e5, e5),
		base("route+40", added(e5, after(150, .04)), e5),
		base("route-30", added(e5, after(150, -.03)), e5),
		base("both+20", added(e5, after(150, .02)), added(e5, after(150, .02))),
		base("bloat", added(e5, bloat), e5),
		base("standing", added(e5, standing), e5),
		base("joinqueue", added(e5, join), e5),
		base("bursty", added(e5, bursty()), added(e5, bursty())),
		base("1/s", e5, e5),
		base("30up1down", e5, e5),
		base("1up30down", e5, e5),
		base("gamma", gamma, gamma),
		base("20up2down", e20, exp(.002)),
		base("500ppm", e5, e5),
		base("noskew5", e5, e5),
		base("noskew20", e20, e20),
		base("clockstep", e5, e5),
		base("clockstep-", e5, e5),
	}
	by := func(name string) *rigLink {
		for i := range all {
			if all[i].name == name {
				return &all[i]
			}
		}
		panic(name)
	}
	by("skewstep").skew = func(t float64) float64 {
		if t >= 150 {
			return 70
		}
		return 50
	}
	by("wander.1").wander, by("wander1").wander = .1, 1
	l := by("1/s")
	l.rateU, l.rateD = 1, 1
	by("30up1down").rateD = 1
	by("1up30down").rateU = 1
	by("500ppm").skew = func(float64) float64 { return 500 }
	for _, n := range []string{"noskew5", "noskew20"} {
		l := by(n)
		l.skew, l.rateU, l.rateD = func(float64) float64 { return 0 }, 60, 60
	}
	for n, d := range map[string]float64{"clockstep": .3, "clockstep-": -.3} {
		by(n).step = func(t float64) float64 {
			if t >= 150 {
				return d
			}
			return 0
		}
	}
	return all
}

// A rigFlight is a datagram under way.
type rigFlight struct {
	due    float64
	seq    int
	toHost bool
	stamp  uint32
	report FloorReport
	has    bool
	asks   bool
	ask    netsync.Probe
	t2     netsync.Server // 0 before the host has answered
}

type rigHeap []rigFlight

func (h rigHeap) Len() int { return len(h) }
func (h rigHeap) Less(i, j int) bool {
	return h[i].due < h[j].due || h[i].due == h[j].due && h[i].seq < h[j].seq
}
func (h rigHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *rigHeap) Push(x any)   { *h = append(*h, x.(rigFlight)) }
func (h *rigHeap) Pop() any     { o := *h; x := o[len(o)-1]; *h = o[:len(o)-1]; return x }

// A rigClock maps true seconds to the client's local ns.
type rigClock struct {
	base []float64 // ns gained at whole seconds
	rate []float64 // ppm from then on
	step func(float64) float64
}

func newRigClock(l *rigLink, dur float64, r *rand.Rand) *rigClock {
	c := &rigClock{step: l.step}
	at, w := 0., 0.
	for s := range int(dur) + 2 {
		c.base = append(c.base, at)
		p := l.skew(float64(s)) + w
		c.rate = append(c.rate, p)
		at += p * 1000
		w += l.wander * r.NormFloat64()
	}
	return c
}

func (c *rigClock) local(t float64) int64 {
	i := int(t)
	return 7e9 + int64(t*1e9+c.base[i]+c.rate[i]*1000*(t-float64(i))+c.step(t)*1e9)
}

// A rigClient is what is measured.
type rigClient interface {
	datagram(stamp uint32, at int64)
	report(r FloorReport, at int64)
	ask(at int64) []netsync.Probe
	answer(ev netsync.Event)
	offset(at int64) (ns float64, ok bool)
	bound(at int64) float64 // of the error, in ms, as the clock states it
}

type rigResult struct{ rms, worst, within5, within1, covered float64 }

// run drives a client and returns its errors in ms, from 10 s on.
func (l *rigLink) run(seed uint64, long float64, c rigClient) (res rigResult) {
	r := rand.New(rand.NewPCG(seed, 77))
	// Of their own, so that one question more moves nothing else.
	asked, lying := rand.New(rand.NewPCG(seed, 78)), rand.New(rand.NewPCG(seed, 79))
	clock := newRigClock(l, long, r)
	var host MidlinePeer
	var flying rigHeap
	seq := 0
	nextU, nextD, nextE := r.Float64()/l.rateU, r.Float64()/l.rateD, 0.
	n, sum := 0, 0.
	res.within5, res.within1 = math.NaN(), math.NaN()
	hostAt := func(t float64) int64 {
		if l.host != nil {
			return int64((t + l.host(t)) * 1e9)
		}
		return int64(t * 1e9)
	}
	stamp := func(ns int64, t float64, up bool) uint32 {
		if l.lie != nil {
			ns += int64(l.lie(t, up, lying) * 1e9)
		}
		return netsync.Stamp24(ns)
	}
	from := l.from
	if from == 0 {
		from = 10
	}
	restarted := false
	for {
		t := min(nextU, nextD, nextE)
		if len(flying) > 0 && flying[0].due <= t {
			f := heap.Pop(&flying).(rigFlight)
			if l.restart > 0 && f.due >= l.restart && !restarted {
				host, restarted = MidlinePeer{}, true
			}
			switch {
			case f.asks && f.toHost:
				f.toHost, f.t2 = false, netsync.Server(hostAt(f.due))
				f.due += l.down(f.due, asked)
				if !math.IsNaN(f.due) {
					heap.Push(&flying, f)
				}
			case f.asks:
				c.answer(netsync.Event{Kind: netsync.Answer, Seq: f.ask.Seq, T1: f.ask.T1, T2: f.t2, T3: f.t2, T4: netsync.Local(clock.local(f.due))})
			case f.toHost:
				host.OnDatagram(f.stamp, hostAt(f.due))
			default:
				at := clock.local(f.due)
				c.datagram(f.stamp, at)
				if f.has {
					c.report(f.report, at)
				}
			}
			continue
		}
		if t >= long {
			break
		}
		switch t {
		case nextE:
			nextE += 1. / 60
			for _, p := range c.ask(clock.local(t)) {
				if due := t + l.up(t, asked); !math.IsNaN(due) {
					heap.Push(&flying, rigFlight{due: due, seq: seq, toHost: true, asks: true, ask: p})
				}
			}
			o, ok := c.offset(clock.local(t))
			e := (o - float64(hostAt(t)-clock.local(t))) / 1e6
			if ok && math.Abs(e) < 5 && math.IsNaN(res.within5) {
				res.within5 = t
			} else if !ok || math.Abs(e) >= 5 {
				res.within5 = math.NaN()
			}
			if t < from {
				continue
			}
			n++
			sum += e * e
			if math.Abs(e) <= c.bound(clock.local(t)) {
				res.covered++
			}
			res.worst = max(res.worst, math.Abs(e))
			if math.Abs(e) < 1 {
				if math.IsNaN(res.within1) {
					res.within1 = t
				}
			} else {
				res.within1 = math.NaN()
			}
		case nextU:
			f := rigFlight{due: t + l.up(t, r), seq: seq, toHost: true, stamp: stamp(clock.local(t), t, true)}
			nextU += (0.9 + .2*r.Float64()) / l.rateU
			if !math.IsNaN(f.due) {
				heap.Push(&flying, f)
			}
		case nextD:
			f := rigFlight{due: t + l.down(t, r), seq: seq, stamp: stamp(hostAt(t), t, false)}
			f.report, f.has = host.ReportDue(hostAt(t))
			nextD += (0.9 + .2*r.Float64()) / l.rateD
			if !math.IsNaN(f.due) {
				heap.Push(&flying, f)
			}
		}
		seq++
	}
	res.rms, res.covered = math.Sqrt(sum/float64(n)), res.covered/float64(n)
	return res
}

// A midClient is Midline itself.
type midClient struct{ m *Midline }

func (c midClient) datagram(stamp uint32, at int64) {
	c.m.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: stamp, T4: netsync.Local(at)})
}
func (c midClient) report(r FloorReport, at int64) {
	c.m.Observe(netsync.Event{Kind: netsync.FloorTold, Floor: uint64(r), T4: netsync.Local(at)})
}
func (c midClient) ask(at int64) []netsync.Probe {
	probes, _ := c.m.Wake(netsync.Local(at), nil)
	return probes
}
func (c midClient) answer(ev netsync.Event) { c.m.Observe(ev) }
func (c midClient) offset(at int64) (float64, bool) {
	s, ok := c.m.ServerTime(netsync.Local(at))
	return float64(int64(s) - at), ok
}

func (c midClient) bound(at int64) float64 {
	return float64(c.m.Status(netsync.Local(at)).Uncertainty) / 1e6
}
