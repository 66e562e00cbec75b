package profile

import (
	"fmt"
	"math"
	"time"

	"driftlab/netsim"
)

// A summary is all that some programs tell of round trips: the least, the mean, the greatest and how they scatter.
type summary struct {
	title         string
	sent, lost    int
	min, avg, max time.Duration
	dev           time.Duration // standard deviation; where it is not told it is negative
	notes         []string
}

// profile makes a link of a summary: not what was measured but a distribution that has the same figures. Round trips
// are split evenly, as those of a ping are.
func (s summary) profile(name string) (*Profile, error) {
	if s.sent-s.lost <= 0 {
		return nil, fmt.Errorf("%q: none of %d packets came back, so there is no delay", name, s.sent)
	}
	if s.min < 0 || s.avg < s.min || s.max < s.avg {
		return nil, fmt.Errorf("%q: the least, the mean and the greatest round trip are %v, %v and %v; allowed is 0 and above, none below the one before", name, s.min, s.avg, s.max)
	}
	m := measurement{title: s.title, notes: s.notes}
	link := netsim.Settings{Delay: s.min / 2, Jitter: (s.avg - s.min) / 2, Distribution: netsim.Uniform{}}
	if link.Delay > netsim.MaxDelay || link.Jitter > netsim.MaxJitter {
		m.note("Its round trips of %v to %v on average are longer than a link's: they are taken as the longest that a link has.", s.min, s.avg)
		link.Delay, link.Jitter = min(link.Delay, netsim.MaxDelay), min(link.Jitter, netsim.MaxJitter)
	}
	link.Delay, link.Jitter = link.Delay.Round(time.Microsecond), link.Jitter.Round(time.Microsecond)
	if link.Jitter > 0 {
		link.Distribution = s.nearest(link.Jitter)
	}
	link.Loss = round(1-math.Sqrt(float64(s.sent-s.lost)/float64(s.sent)), 1e-6)
	told := "the least, the mean and the greatest round trip"
	if s.dev >= 0 {
		told += " and their standard deviation"
	}
	m.note("It is a distribution made from %s, not the round trips themselves: each is split evenly, and when they were long is not known.", told)
	if s.lost > 0 {
		m.note("Lost one way or the other (%d of %d): both ways are taken to lose alike, at times that are not known.", s.lost, s.sent)
	}
	if s.sent-s.lost < fewTrips {
		m.note("Only %d round trips: take the figures as rough.", s.sent-s.lost)
	}
	p := &Profile{Name: name, Title: s.title, Up: link, Down: link, Notes: m.notes}
	if err := link.Validate(); err != nil {
		return nil, fmt.Errorf("%q: %w", name, err)
	}
	return p, nil
}

// nearest returns the distribution of a mean extra delay that scatters most like the summary, or, where that is not
// known, whose greatest of as many draws is nearest.
func (s summary) nearest(jitter time.Duration) (best netsim.Distribution) {
	const most = 1000
	n := max(2, min(s.sent-s.lost, most))
	nearest := math.Inf(1)
	for _, d := range netsim.Distributions() {
		draws := quantiles(d, jitter, n)
		got, want := float64(draws[n-1]), float64(s.max-s.min)/2
		if s.dev >= 0 {
			got, want = deviation(quantiles(d, jitter, most)), float64(s.dev)/2
		}
		if distance := math.Abs(got - want); distance < nearest {
			nearest, best = distance, d
		}
	}
	return best
}

// deviation returns the standard deviation of delays in nanoseconds.
func deviation(delays []time.Duration) float64 {
	var sum, squares float64
	for _, d := range delays {
		sum += float64(d)
	}
	mean := sum / float64(len(delays))
	for _, d := range delays {
		squares += (float64(d) - mean) * (float64(d) - mean)
	}
	return math.Sqrt(squares / float64(len(delays)))
}

// join adds another summary of the same host, as of the next ten seconds.
func (s *summary) join(next summary) {
	back, more := s.sent-s.lost, next.sent-next.lost
	s.sent, s.lost = s.sent+next.sent, s.lost+next.lost
	switch {
	case more <= 0:
	case back <= 0:
		s.min, s.avg, s.max = next.min, next.avg, next.max
	default:
		s.avg += time.Duration(float64(next.avg-s.avg) * float64(more) / float64(back+more))
		s.min, s.max = min(s.min, next.min), max(s.max, next.max)
	}
}
