package main

import (
	"math"
	"time"

	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
)

const (
	slowReport = 2.0 // s between two reports, and
	fastReport = 0.5 // in the first 20 s
	fastFor    = 20.0
	warmup     = 10.0

	priorPPM = 100 // what is believed of a quartz before anything is known, as Midline has it: a slope costs 4 ln(1 + (s / 100 ppm)²)
	widest   = 600 // ppm
	nearest  = 6   // points that are farther above the floor than so many means have met a queue

	slopeSteps = 41
	floorSteps = 24
	depth      = 12 // nats below the greatest likelihood
)

// powers are the shapes that a cloud's edge may have: at a distance d from the floor the density grows as d to such a power. 0 is that of
// exponential waits, 1 that of two waits after each other.
var powers = []float64{0, 0.5, 1, 2}

// A point is the fastest datagram of a report: how long it took, in ms, and when it was sent or came, in s.
type point struct{ at, delay float64 }

// A run is the points of both ways of one session, up and down.
type run struct {
	ways [2][]point
	skew float64 // ppm by which the client's clock is fast
}

// record runs a scenario, and keeps the fastest datagram of each report.
func record(name string, seed uint64) (*run, error) {
	sc, err := scenario.Load(name)
	if err != nil {
		return nil, err
	}
	sc.Seed = seed
	r := &run{skew: 50}
	l := &listener{run: r, sent: map[uint64]netsim.Time{}, to: map[uint64]int{}}
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: l, Unwatched: true})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return r, s.Advance(sc.Duration)
}

// A listener hears what the game's datagrams took.
type listener struct {
	run  *run
	sent map[uint64]netsim.Time
	to   map[uint64]int // the way that each goes
	ends [2]float64     // of the reports that are being made
}

// Record implements session.Recorder.
func (l *listener) Record(e session.Entry) {
	switch e := e.(type) {
	case *session.Departure:
		if e.Flow < netsim.Aside && e.Fate == netsim.Delivered {
			l.sent[e.ID], l.to[e.ID] = e.Sent, 0
			if e.From == 0 {
				l.to[e.ID] = 1
			}
		}
	case *session.Arrival:
		sent, ok := l.sent[e.Packet]
		if !ok {
			return
		}
		way := l.to[e.Packet]
		delete(l.sent, e.Packet)
		delete(l.to, e.Packet)
		l.take(way, point{time.Duration(e.At).Seconds(), e.At.Sub(sent).Seconds() * 1000})
	}
}

// take has a report keep its fastest datagram.
func (l *listener) take(way int, p point) {
	w := &l.run.ways[way]
	if p.at >= l.ends[way] {
		every := slowReport
		if p.at < fastFor {
			every = fastReport
		}
		l.ends[way] = p.at + every
		*w = append(*w, p)
		return
	}
	if last := &(*w)[len(*w)-1]; p.delay < last.delay {
		*last = p
	}
}

// rms returns the root mean square of the prototype's errors in ms, from 10 s on: at the end of each report of the way up.
func (r *run) rms() float64 {
	n, sum := 0, 0.
	for i, p := range r.ways[0] {
		if p.at < warmup || i == 0 {
			continue
		}
		e := r.estimate(p.at)
		n, sum = n+1, sum+e*e
	}
	return math.Sqrt(sum / float64(n))
}

// estimate returns by how much the middle of the two clouds is off at a time, going by what came before it. True time has neither an offset nor a
// rate here, and the clock does not know that: its rate may be anything that a quartz's may be.
func (r *run) estimate(now float64) float64 {
	var clouds [2]cloud
	for i, ps := range r.ways {
		for _, p := range ps {
			if p.at < now {
				clouds[i].points = append(clouds[i].points, point{p.at - now, p.delay})
			}
		}
		clouds[i].keepNear()
	}
	lo, hi := -float64(widest), float64(widest)
	for {
		likely := make([]float64, slopeSteps)
		best := math.Inf(-1)
		for k := range likely {
			likely[k], _ = r.likelihood(&clouds, lo+(hi-lo)*float64(k)/(slopeSteps-1))
			best = max(best, likely[k])
		}
		first, last := slopeSteps-1, 0
		for k, l := range likely {
			if l > best-depth {
				first, last = min(first, k), max(last, k)
			}
		}
		wide := hi - lo
		lo, hi = lo+wide*float64(max(first-1, 0))/(slopeSteps-1), lo+wide*float64(min(last+1, slopeSteps-1))/(slopeSteps-1)
		if hi-lo > wide/2 {
			break
		}
	}
	top := math.Inf(-1)
	var sum, middle float64
	for k := range 2 * slopeSteps {
		l, at := r.likelihood(&clouds, lo+(hi-lo)*float64(k)/(2*slopeSteps-1))
		if l > top {
			sum, middle, top = sum*math.Exp(top-l), middle*math.Exp(top-l), l
		}
		sum, middle = sum+math.Exp(l-top), middle+math.Exp(l-top)*at
	}
	return middle / sum
}

// likelihood returns the logarithm of that of a slope in ppm, and where it has the middle at the present.
func (r *run) likelihood(clouds *[2]cloud, ppm float64) (likely, middle float64) {
	up, floorUp := clouds[0].floor(ppm / 1000)
	down, floorDown := clouds[1].floor(-ppm / 1000)
	quartz := (ppm - r.skew) / priorPPM
	return up + down - 4*math.Log(1+quartz*quartz), (floorUp - floorDown) / 2
}

// A cloud is the points of a way, at times before the present.
type cloud struct {
	points []point
	over   []float64
}

// keepNear forgets the points that have met a queue. It goes by the lower half of them, which none has met, less what the slope makes of them.
func (c *cloud) keepNear() {
	for range 4 {
		mean, least := 0., math.Inf(1)
		for _, p := range c.points {
			least = min(least, p.delay)
		}
		for _, p := range c.points {
			mean += min(p.delay-least, 2) / float64(len(c.points))
		}
		near := c.points[:0]
		for _, p := range c.points {
			if p.delay-least <= nearest*max(mean, 0.01) {
				near = append(near, p)
			}
		}
		c.points = near
	}
}

// floor returns how likely a slope is, in ms a second, whatever the floor and the shape of the cloud's edge, and where it has the floor on average.
func (c *cloud) floor(slope float64) (likely, floor float64) {
	n := float64(len(c.points))
	c.over = c.over[:0]
	least, mean := math.Inf(1), 0.
	for _, p := range c.points {
		y := p.delay - slope*p.at
		c.over = append(c.over, y)
		least = min(least, y)
		mean += y / n
	}
	mean = max(mean-least, 1e-6)
	top := math.Inf(-1)
	var sum, at float64
	for k := range floorSteps { // the floor is below the least point by so much, finer where it is near
		part := (float64(k) + 0.5) / floorSteps
		below := 3 * mean * part * part
		logs, whole := 0., 0.
		for _, y := range c.over {
			d := y - least + below
			logs, whole = logs+math.Log(d), whole+d
		}
		for _, power := range powers {
			// A gamma density of which the scale is the likeliest.
			gamma, _ := math.Lgamma(power + 1)
			scale := whole / n / (power + 1)
			l := power*logs - n*(power+1) - n*(gamma+(power+1)*math.Log(scale)) + math.Log(part)
			if l > top {
				sum, at, top = sum*math.Exp(top-l), at*math.Exp(top-l), l
			}
			sum, at = sum+math.Exp(l-top), at+math.Exp(l-top)*(least-below)
		}
	}
	return top + math.Log(sum), at / sum
}
