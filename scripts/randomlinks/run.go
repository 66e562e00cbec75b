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
}

// String is a line about the link.
func (r result) String() string {
	return fmt.Sprintf("%s midline %.4f best %.4f %s ratio %.3f (%s)", r.link.name, r.midline, r.best, r.whose, r.best/r.midline, strings.Join(r.link.kinds, ", "))
}

// An observer sums up errors, and sees how long the clocks' own datagrams are.
type observer struct {
	sums  []sums
	sizes map[netsim.Flow]*[2]int // the least, by flow and sender: the host, the client
}

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
		if e.Time < netsim.Time(session.Warmup) {
			return
		}
		s := &o.sums[e.Algorithm]
		if s.n == 0 {
			s.first = e.Error()
		}
		d := float64(e.Error() - s.first)
		s.n, s.sum, s.square = s.n+1, s.sum+d, s.square+d*d
	case *session.Departure:
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
	o := &observer{sizes: map[netsim.Flow]*[2]int{}}
	clocks := sc.Algorithms()
	o.sums = make([]sums, len(clocks))
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
			r.midline = off
		case off < r.best:
			r.best, r.whose = off, a.Name
		}
	}
	return r, nil
}

// headers are those of IP and UDP, in bytes.
const headers = 28

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
		return at.delay + time.Duration((size+headers)*8)*time.Second/time.Duration(at.rate)
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
	var ratios []float64
	won, far := 0, 0
	type row struct{ links, lost, far int }
	rows := map[string]*row{}
	for _, r := range t {
		ratios = append(ratios, r.best/r.midline)
		k := rows[r.link.kinds[0]]
		if k == nil {
			k = new(row)
			rows[r.link.kinds[0]] = k
		}
		k.links++
		if r.midline <= r.best {
			won++
			continue
		}
		k.lost++
		if r.midline > 1.5*r.best && r.midline-r.best > 1 {
			k.far++
			far++
		}
	}
	slices.Sort(ratios)
	fmt.Fprintf(&b, "\n%d links: least RMS on %d (%.1f %%), median ratio %.2f, 5th percentile %.2f, over 1.5 x the best and by more than 1 ms on %d (%.1f %%)\n\n",
		len(t), won, 100*float64(won)/float64(len(t)), ratios[len(ratios)/2], ratios[len(ratios)/20], far, 100*float64(far)/float64(len(t)))
	fmt.Fprintln(&b, "| the link has | links | lost | by far |\n| --- | ---: | ---: | ---: |")
	for _, name := range kinds {
		if k := rows[name]; k != nil {
			fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", name, k.links, k.lost, k.far)
		}
	}
	return b.String()
}
