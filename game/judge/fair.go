package judge

import (
	"math"
	"slices"
	"time"

	"driftlab/game"
	"driftlab/game/judge/draw"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// OracleName is what the oracle is called in judge.csv.
const OracleName = "oracle"

// A fair tally measures all clocks on a link that was drawn, where the paths of both directions differ. Half of (up − down) of the empty link at the start is
// in every clock that goes by both, and would hide how these differ: it is known and constant, and is taken off.
//
// Beside them it keeps an oracle, which knows how the client's clock runs compared with the host's: its rate, its steps and its sleep, but not the offset.
// It takes half of the difference of the least delays of both directions since the join, as the machines read them. What a clock is worse by is the price of
// finding the rest out.
type fair struct {
	link   *draw.Link
	clocks []registry.Algorithm
	sums   []sums // by clock, and the oracle's behind them
	// sizes are the least of what clocks send, by clock and sender: the host, the client.
	sizes  map[netsim.Flow]*[2]int
	flying map[uint64]flight
	least  [2]time.Duration // of up and down, since the join; [math.MaxInt64] before there is any
	latest netsim.Time      // sample
	// upset are the instants at which a clock is set or a machine wakes. No clock can know that at once, and until it does it is as wrong as the step was long.
	upset []netsim.Time
}

// settles is how long after them nothing counts.
const settles = 2 * time.Second

// A flight is a datagram on its way.
type flight struct {
	down, game bool // it is one of the game's, and none of a clock, of a join or of an upload, which are of another length
	sent       netsim.Time
}

func newFair(l *draw.Link, clocks []registry.Algorithm) *fair {
	f := &fair{link: l, clocks: clocks, sums: make([]sums, len(clocks)+1), sizes: map[netsim.Flow]*[2]int{}, flying: map[uint64]flight{},
		least: [2]time.Duration{math.MaxInt64, math.MaxInt64}}
	for _, e := range l.Scenario.Events {
		if slices.ContainsFunc(e.Set, func(a scenario.Assignment) bool {
			return slices.Contains([]string{"client.offset", "host.offset", "client.sleep"}, a.Key().Name)
		}) {
			f.upset = append(f.upset, e.At)
		}
	}
	return f
}

// counts says whether an error does at some instant.
func (f *fair) counts(at netsim.Time) bool {
	return at >= netsim.Time(observe.Warmup) && !slices.ContainsFunc(f.upset, func(t netsim.Time) bool { return at >= t && at.Sub(t) < settles })
}

// Record implements observe.Recorder.
func (f *fair) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		f.sent(e)
	case *observe.Arrival:
		f.arrived(e)
	case *observe.ClockSample:
		next := e.Time > f.latest
		if f.latest = e.Time; !f.counts(e.Time) {
			return
		}
		f.sums[e.Algorithm].add(e.Error())
		if up, down := f.least[0], f.least[1]; next && max(up, down) < math.MaxInt64 {
			f.sums[len(f.clocks)].add((up - down) / 2)
		}
	}
}

func (f *fair) sent(e *observe.Departure) {
	if e.Fate != netsim.Lost {
		f.flying[e.ID] = flight{e.From == 0, game.Kind(e.Kind) == game.KindData, e.Sent}
	}
	if e.Flow < netsim.Aside || !game.Kind(e.Kind).OfClocks() {
		return
	}
	if f.sizes[e.Flow] == nil {
		f.sizes[e.Flow] = new([2]int)
	}
	if at := &f.sizes[e.Flow][e.From]; *at == 0 || len(e.Data) < *at {
		*at = len(e.Data)
	}
}

func (f *fair) arrived(e *observe.Arrival) {
	was, ok := f.flying[e.Packet]
	if !ok {
		return
	}
	delete(f.flying, e.Packet)
	way, at, read := 0, e.At, f.link.ReadUp
	if was.down {
		way, read = 1, f.link.ReadDown
	}
	if read {
		at = e.Read
	}
	if was.game {
		f.least[way] = min(f.least[way], at.Sub(was.sent))
	}
}

// unseen returns half of (up − down) of the empty link at the start for the datagrams that a clock goes by: the game's where it goes by stamps or asks along
// with them, and its own where it has any.
func (f *fair) unseen(a *registry.Algorithm) (time.Duration, error) {
	e, err := a.NewFor(nil, 1)
	if err != nil {
		return 0, err
	}
	up, down := f.link.Up.Size, f.link.Down.Size
	if own := f.sizes[netsim.Aside+netsim.Flow(a.ID)]; own != nil && !a.Stamped() {
		if _, along := e.(netsync.Piggybacker); !along && own[1] > 0 {
			up = own[1]
		}
		if own[0] > 0 {
			down = own[0]
		}
	}
	return f.between(up, down), nil
}

// between returns half of the difference between both directions for datagrams of a size in bytes.
func (f *fair) between(up, down int) time.Duration {
	took := func(p *draw.Path, size int) time.Duration {
		if p.Rate == 0 {
			return p.Delay
		}
		return p.Delay + time.Duration((size+game.Overhead)*8)*time.Second/time.Duration(p.Rate)
	}
	return (took(&f.link.Up, up) - took(&f.link.Down, down)) / 2
}

// even puts into the scores of all clocks what they are with that taken off, and returns the oracle's. How long a clock took to be near is left out.
func (f *fair) even(scores []Score) (oracle Score, err error) {
	for i := range f.clocks {
		less, err := f.unseen(&f.clocks[i])
		if err != nil {
			return oracle, err
		}
		f.sums[i].score(less, &scores[i])
	}
	oracle.Clock = OracleName
	f.sums[len(f.clocks)].score(f.between(f.link.Up.Size, f.link.Down.Size), &oracle)
	return oracle, nil
}

// sums are those of errors about the first one, so that what they have in common is taken off exactly enough.
type sums struct {
	n           int
	first       time.Duration
	sum, square float64 // ns
	low, high   time.Duration
}

func (s *sums) add(e time.Duration) {
	if s.n == 0 {
		s.first, s.low, s.high = e, e, e
	}
	d := float64(e - s.first)
	s.n, s.sum, s.square = s.n+1, s.sum+d, s.square+float64(d*d)
	s.low, s.high = min(s.low, e), max(s.high, e)
}

// score puts the errors less a constant into a score.
func (s *sums) score(less time.Duration, to *Score) {
	to.Known, to.Came, to.Within, to.RMS, to.Worst = s.n > 0, false, 0, 0, 0
	if s.n == 0 {
		return
	}
	shift, n := float64(s.first-less), float64(s.n)
	to.RMS = math.Sqrt(max(s.square/n+float64(2*shift*s.sum)/n+float64(shift*shift), 0)) / 1e6
	to.Worst = float64(max(s.high-less, less-s.low)) / 1e6
}
