package profile

import (
	"fmt"
	"time"

	"driftlab/netsim"
)

// A summary is all that some programs say of round trips: minimum, mean, maximum and deviation.
type summary struct {
	title         string
	sent, lost    int
	min, avg, max time.Duration
	dev           time.Duration // standard deviation; where it is not given it is negative
	notes         Notes
}

// measurement makes up round trips that have the summary's figures.
func (s summary) measurement(name string) (*measurement, error) {
	back := s.sent - s.lost
	if back <= 0 {
		return nil, fmt.Errorf("%q: none of %d packets came back, so there is no delay", name, s.sent)
	}
	if s.min < 0 || s.avg < s.min || s.max < s.avg {
		return nil, fmt.Errorf("%q: the minimum, mean and maximum round trip are %v, %v and %v; each must be 0 or more, and none below the one before", name, s.min, s.avg, s.max)
	}
	m := &measurement{title: s.title, notes: s.notes}
	least, mean := min(s.min, MaxRoundTrip), min(s.avg, s.min+2*netsim.MaxJitter, MaxRoundTrip)
	if least < s.min || mean < s.avg {
		m.note("Round trips of %v to %v on average are longer than a link can have: they count as the longest possible.", s.min, s.avg)
	}
	m.counted = &tally{sent: s.sent, received: back, least: least, mean: max(mean, least), deviation: s.dev, greatest: s.max}
	told := said("the minimum, mean and maximum round trip")
	if s.dev >= 0 {
		told = said("the minimum, mean and maximum round trip and their standard deviation")
	}
	m.note("It is a distribution made from %s, not the round trips themselves: each is split evenly, and when they were long is not known.", told)
	if s.lost > 0 {
		m.note("Lost in one direction or the other (%d of %d): both are assumed to lose equally; when is not known.", s.lost, s.sent)
	}
	if back < fewTrips {
		m.note("There are only a few round trips (%d), so the figures are rough.", back)
	}
	return m, nil
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
