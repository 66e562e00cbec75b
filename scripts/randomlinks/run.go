package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/registry"
	"driftlab/scenario"
	"driftlab/session"
)

// A result is how far off the clocks are on one link.
type result struct {
	link    *link
	midline float64 // RMS error in ms after the first 10 s
	best    float64 // of all others
	whose   string
	oracle  float64 // of the oracle
}

// String is a line about the link.
func (r result) String() string {
	return fmt.Sprintf("%s midline %.4f best %.4f %s ratio %.3f oracle %.4f (%s)", r.link.name, r.midline, r.best, r.whose, r.best/r.midline, r.oracle, strings.Join(r.link.kinds, ", "))
}

// An observer sums up errors, and sees how long the clocks' own datagrams are.
type observer struct {
	sums    []sums
	sizes   map[netsim.Flow]*[2]int // the least, by flow and sender: the host, the client
	flying  map[uint64]flight
	oracle  *oracle // is asked whenever Midline is
	midline int     // its place among the clocks
	awake   awake
}

// A flight is a datagram on its way.
type flight struct {
	way  int
	flow netsim.Flow
	sent netsim.Time
	base time.Duration
}

// The ways of a link.
const (
	up = iota
	down
)

// sums are those of errors in ns, about the first one, so that what they have in common is taken off exactly enough.
type sums struct {
	n           int
	first       time.Duration
	sum, square float64
}

// Record implements session.Recorder.
func (o *observer) Record(e session.Entry) {
	switch e := e.(type) {
	case *session.ClockSample:
		if counts := o.awake.counts(e.Time); e.Time < netsim.Time(session.Warmup) || !counts {
			return
		}
		o.sums[e.Algorithm].add(e.Error())
		if e.Algorithm == o.midline {
			o.oracle.sample()
		}
	case *session.Arrival:
		if f, ok := o.flying[e.Packet]; ok {
			delete(o.flying, e.Packet)
			o.oracle.hear(f, e)
			o.awake.hear(f)
		}
	case *session.Departure:
		if e.Fate != netsim.Lost {
			f := flight{way: up, flow: e.Flow, sent: e.Sent, base: e.Base}
			if e.From == 0 {
				f.way = down
			}
			o.flying[e.ID] = f
		}
		if e.Flow < netsim.Aside || !game.Kind(e.Kind).OfClocks() {
			return
		}
		least := o.sizes[e.Flow]
		if least == nil {
			least = new([2]int)
			o.sizes[e.Flow] = least
		}
		if at := &least[e.From]; *at == 0 || len(e.Data) < *at {
			*at = len(e.Data)
		}
	}
}

func (s *sums) add(e time.Duration) {
	if s.n == 0 {
		s.first = e
	}
	d := float64(e - s.first)
	s.n, s.sum, s.square = s.n+1, s.sum+d, s.square+d*d
}

// rms returns the root mean square in ms of errors less a constant.
func (s *sums) rms(less time.Duration) float64 {
	shift := float64(s.first - less)
	n := float64(s.n)
	return math.Sqrt(max(s.square/n+2*shift*s.sum/n+shift*shift, 0)) / 1e6
}

// play runs a link.
func play(l *link) (r result, err error) {
	sc, err := scenario.Parse(l.name+".toml", l.text())
	if err != nil {
		return r, err
	}
	o := &observer{sizes: map[netsim.Flow]*[2]int{}, flying: map[uint64]flight{}, oracle: newOracle(l)}
	clocks := sc.Algorithms()
	o.sums = make([]sums, len(clocks))
	o.midline = slices.IndexFunc(clocks, func(a registry.Algorithm) bool { return a.Name == "midline" })
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: o, Unwatched: true})
	if err != nil {
		return r, err
	}
	defer s.Close()
	if err := s.Advance(sc.Duration); err != nil {
		return r, err
	}
	r = result{link: l, best: math.Inf(1)}
	for i, a := range clocks {
		less, err := l.unseen(a, o.sizes[netsim.Aside+netsim.Flow(a.ID)])
		if err != nil {
			return r, err
		}
		switch off := o.sums[i].rms(less); {
		case o.sums[i].n == 0: // never set
		case a.Name == "midline":
			r.midline, r.oracle = off, o.oracle.rms(less)
		case off < r.best:
			r.best, r.whose = off, a.Name
		}
	}
	return r, nil
}

// unseen returns half of (up − down) of the empty link at the start for the datagrams that a clock goes by: the game's where it goes by
// stamps or asks along with them, and its own where it has any.
func (l *link) unseen(a registry.Algorithm, own *[2]int) (time.Duration, error) {
	e, err := a.New()
	if err != nil {
		return 0, err
	}
	_, along := e.(netsync.Piggybacker)
	least := func(w string, from int, games bool) time.Duration {
		at := l.ways[w]
		size := at.size
		if !games && own != nil && own[from] > 0 {
			size = own[from]
		}
		if at.rate == 0 {
			return at.delay
		}
		return at.delay + time.Duration((size+game.Overhead)*8)*time.Second/time.Duration(at.rate)
	}
	return (least("up", 1, a.Stamped() || along) - least("down", 0, a.Stamped())) / 2, nil
}

// A tally is the results of all links.
type tally []result

// String says who was the nearest, and what the links have on which that was not Midline.
func (t tally) String() string {
	if len(t) == 0 {
		return ""
	}
	var b strings.Builder
	plain, frames, overtakers := t.where(false, false), t.where(true, false), append(t.where(false, true), t.where(true, true)...)
	fmt.Fprintln(&b, "\n| links | number | least RMS | median ratio | 5th percentile | by far |\n| --- | ---: | ---: | ---: | ---: | ---: |")
	for _, row := range []struct {
		name string
		of   tally
	}{{"all", t}, {"stamped at arrival, nothing overtakes", plain}, {"stamped in frames, nothing overtakes", frames}, {"overtakers", overtakers}} {
		if len(row.of) > 0 {
			fmt.Fprintf(&b, "| %s | %s |\n", row.name, row.of.row())
		}
	}
	fmt.Fprintln(&b, "\n| the link has | links | lost | by far |\n| --- | ---: | ---: | ---: |")
	for _, name := range kinds {
		var of tally
		for _, r := range t {
			if r.link.kinds[0] == name {
				of = append(of, r)
			}
		}
		if len(of) > 0 {
			fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", name, len(of), len(of)-of.count(result.won), of.count(result.far))
		}
	}
	return b.String()
}

// won says whether Midline was the nearest.
func (r result) won() bool { return r.midline <= r.best }

// far says whether it lost by far: by half of the best one's error and by a millisecond.
func (r result) far() bool { return r.midline > 1.5*r.best && r.midline-r.best > 1 }

// where returns the links that are stamped in frames, or not, and have overtakers, or none.
func (t tally) where(frames, overtakers bool) (some tally) {
	has := func(r result, what string) bool {
		return slices.ContainsFunc(r.link.kinds, func(k string) bool { return strings.HasPrefix(k, what) })
	}
	for _, r := range t {
		if has(r, "stamped") == frames && has(r, "overtakers") == overtakers {
			some = append(some, r)
		}
	}
	return some
}

func (t tally) count(is func(result) bool) (n int) {
	for _, r := range t {
		if is(r) {
			n++
		}
	}
	return n
}

// row sums up how the others compare with Midline.
func (t tally) row() string {
	var ratios []float64
	for _, r := range t {
		ratios = append(ratios, r.best/r.midline)
	}
	slices.Sort(ratios)
	share := func(n int) float64 { return 100 * float64(n) / float64(len(t)) }
	return fmt.Sprintf("%d | %.1f %% | %.2f | %.2f | %.1f %%", len(t), share(t.count(result.won)), ratios[len(t)/2], ratios[len(t)/20], share(t.count(result.far)))
}
