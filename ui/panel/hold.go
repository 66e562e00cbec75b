package panel

import (
	"time"

	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/netsim"
)

// A Hold says when the numbers of tables are read again. Nobody can read many numbers that change in every frame, and numbers
// of different instants contradict each other. So everything written in cards, tables and a lesson's figures and sentences is
// of one instant, which the heads of tables name: the first frame of a half second. While time is paused, or when somebody has
// just done something, it is the present. Everything else is of the frame that is drawn.
type Hold struct {
	of      *session.Session
	at      netsim.Time
	latest  netsim.Time // frame
	done    int         // events
	caption string
	client  int
}

// HoldFor is how long numbers stay, in real time: at half the playback speed that is half as much virtual time. They change
// when virtual time passes a multiple of that, so a film has the same numbers in each rendering.
const HoldFor = 500 * time.Millisecond

// due reports whether the numbers of a session and a client must be read in this frame. exact is for a single picture, for which
// every change counts. It also counts when time has stopped for any reason, such as a lesson's question or a pause.
func (h *Hold) due(s *session.Session, client int, speed float64, exact bool) bool {
	now, caption := s.Now(), s.Caption()
	every := netsim.Time(max(float64(HoldFor)*speed, 1))
	passed := now < h.at || now/every != h.at/every
	exact = exact || now == h.latest
	h.latest = now
	if s == h.of && s.Done() == h.done && caption == h.caption && client == h.client && !passed && !(exact && now != h.at) {
		return false
	}
	*h = Hold{s, now, now, s.Done(), caption, client}
	return true
}

// At returns the instant at which the numbers were read.
func (h *Hold) At() netsim.Time { return h.at }

// hold reads the numbers that stay until the next time.
func (f *Frame) hold(s *session.Session, machines []int) {
	f.Held, f.Games = append(f.Held[:0], f.Facts...), f.Games[:0]
	for i := range f.Held {
		f.Games = append(f.Games, s.GameFigures(i+1))
	}
	for _, m := range machines {
		for class := range observe.RiderClasses {
			if m > 0 {
				f.Rode[m-1][class] = s.Screen(m).Rode(class)
			}
		}
	}
	for i := range f.Paces {
		f.Paces[i].Held, f.Paces[i].Known = f.Paces[i].scale()
	}
}
