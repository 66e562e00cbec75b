package panel

import (
	"time"

	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/netsim"
)

// A Hold says when the numbers of tables are read anew. Many that change in every frame cannot be read, and one that is
// of another instant than its neighbour contradicts it. So all that is written in cards, tables and a lesson's figures and
// sentences is of one instant, which the heads of tables name: the first frame of a half second. Where time stands still,
// or somebody has just done something, it is this very instant. All else is of the frame that is drawn.
type Hold struct {
	of      *session.Session
	at      netsim.Time
	latest  netsim.Time // frame
	done    int         // events
	caption string
	client  int
}

// HoldFor is how long numbers stand, as a person at the window counts it: at half the speed that is half as much virtual
// time. They change where virtual time passes a multiple of it, so a film has the same numbers in each rendering.
const HoldFor = 500 * time.Millisecond

// due reports whether the numbers of a session and a client are to be read in this frame. Exact is for one that is
// looked at by itself: every change is, then. So is where time has come to stand, for whatever reason: at a question of a lesson as in a pause.
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

// At returns the instant that the numbers are of.
func (h *Hold) At() netsim.Time { return h.at }

// hold reads the numbers that stand until the next time.
func (f *Frame) hold(s *session.Session, machines []int) {
	f.Held = append(f.Held[:0], f.Facts...)
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
