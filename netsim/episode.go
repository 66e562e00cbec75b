package netsim

import (
	"time"

	"driftlab/internal/param"
)

// defaultEpisodes is the mean time between the begins of episodes where none is given.
const defaultEpisodes = time.Minute

var episodeSettings = []setting{
	param.Int(param.Param{Name: "episode.for", Called: "mean length of episodes", Unit: param.Duration, Max: int64(MaxPeriod),
		Help: "average length of episodes, at random times, in which nothing gets through {way}; 0s is no episode"},
		func(s *Settings) *time.Duration { return &s.EpisodeFor }),
	period(param.Param{Name: "episode.every", Called: "mean time from episode to episode", Default: int64(defaultEpisodes), Unset: true,
		Help: "average time from the start of one episode {way} to the start of the next; if that is no longer than an episode, nothing ever gets through"},
		func(s *Settings) *time.Duration { return &s.EpisodeEvery }),
}

// episodes is the impairment of a link that fails at random times, for times that have no memory: the Gilbert–Elliott
// chain in time instead of datagrams (Gilbert, "Capacity of a burst-noise channel", Bell System Technical Journal 39,
// 1960), which loses all in its bad state and nothing in its good one. So an episode is as long for a
// clock that asks once a second as for a game that sends 60 times.
//
// Such a chain is the same as one that redraws its state, bad with its share of time, at instants that come at
// random at the sum of its two rates (Jensen's uniformization, 1953). So the state at an instant depends on the latest
// of these before it alone, and is found without going through those before.
type episodes struct {
	luck      luck
	mean      uint64 // ns from one such instant to the next on average
	bad, span uint64 // it is bad bad/span of the time
}

// set changes the settings. Where they stay, the episodes stay where they are.
func (e *episodes) set(s Settings) {
	e.bad, e.span = uint64(s.EpisodeFor), uint64(s.episodeEvery())
	e.mean = 0
	if e.bad < e.span {
		e.mean = scaleDown(e.bad, e.span-e.bad, e.span)
	}
}

// The draws of a block of time in which one instant is expected.
const (
	laneInstants lane = 0 // how many there are
	laneInstant  lane = 1 // and those after it: where
	laneBad      lane = 8 // and those after it: in which state
	mostInstants      = 7 // one block in 100 000 would have more
)

// on reports whether nothing gets through at a time.
func (e *episodes) on(t Time) bool {
	if e.bad == 0 || e.bad >= e.span {
		return e.bad > 0
	}
	mean := max(e.mean, 1)
	block, into := uint64(t)/mean, uint64(t)%mean
	for {
		if i, ok := e.latest(block, into, mean); ok {
			return below(e.luck.draw(block, laneBad+lane(i)), e.span) < e.bad
		}
		block, into = block-1, mean // before the first block others continue, so that the start is as any time
	}
}

// latest returns which instant of a block is the latest up to a time in it.
func (e *episodes) latest(block, into, mean uint64) (which int, ok bool) {
	latest := uint64(0)
	for i := range poisson(e.luck.draw(block, laneInstants)) {
		if at := below(e.luck.draw(block, laneInstant+lane(i)), mean); at <= into && (!ok || at > latest) {
			which, latest, ok = i, at, true
		}
	}
	return which, ok
}

// poisson maps a uniform number to one of Poisson's distribution of mean 1, up to mostInstants.
func poisson(u uint64) int {
	const none = 6786177901268885274 // 2⁶⁴/e
	n, term, sum := 0, uint64(none), uint64(none)
	for u >= sum && n < mostInstants {
		n++
		term /= uint64(n)
		sum += term
	}
	return n
}

// episodeEvery is the mean time from one episode to the next.
func (s *Settings) episodeEvery() time.Duration {
	if s.EpisodeEvery == 0 {
		return defaultEpisodes
	}
	return s.EpisodeEvery
}

// EpisodesApart is the mean time from the end of an episode to the start of the next; 0 where nothing ever gets through.
func (s *Settings) EpisodesApart() time.Duration { return max(s.episodeEvery()-s.EpisodeFor, 0) }
