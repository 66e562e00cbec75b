package panel

import (
	"time"

	"driftlab/game"
	"driftlab/netsync"
)

const (
	paceStep   = 50 * time.Millisecond // of the host's world time between two readings
	paceLooks  = 11                    // readings kept: the oldest is half a second old
	paceLeast  = 3                     // readings needed for a result
	paceJumped = time.Second           // between two readings: the host's time was stepped, or a person went back
)

// A Pace finds how fast a client's predicted time runs against the host's time: what MLAPI's text calls its
// time scale. It looks at both a few times a second.
type Pace struct {
	host   [paceLooks]netsync.World
	client [paceLooks]netsync.World
	looks  int
	Held   float64 // the scale as it is written
	Known  bool    // enough was seen to tell
}

// look notes both times at the host's world time now.
func (p *Pace) look(now netsync.World, m game.Moment) {
	if p.looks > 0 {
		step := now.Sub(p.host[(p.looks-1)%paceLooks])
		if step < 0 || step > paceJumped {
			p.looks = 0
		} else if step < paceStep {
			return
		}
	}
	if !m.OK {
		p.looks = 0
		return
	}
	p.host[p.looks%paceLooks], p.client[p.looks%paceLooks] = now, m.Predicted.World()
	p.looks++
}

// scale returns how far the client's time advanced per second of the host's time.
func (p *Pace) scale() (scale float64, ok bool) {
	if p.looks < paceLeast {
		return 0, false
	}
	last, first := (p.looks-1)%paceLooks, max(p.looks-paceLooks, 0)%paceLooks
	whole := p.host[last].Sub(p.host[first])
	if whole <= 0 {
		return 0, false
	}
	return float64(p.client[last].Sub(p.client[first])) / float64(whole), true
}
