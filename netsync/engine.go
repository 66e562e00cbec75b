package netsync

import "time"

// What the clocks of the group [Engines] have in common: a game engine does its work once a frame, and what has come
// since the frame before waits for it.

// A frameLoop says when a client's frames are. Its first is due at once.
type frameLoop struct {
	every time.Duration
	at    Local // of the latest
	begun bool
}

func newFrameLoop(rate int) frameLoop { return frameLoop{every: time.Second / time.Duration(rate)} }

// due says whether a frame is to be run at now, and how long after the one before it: 0 for the first, and where the clock
// was set back meanwhile.
func (f *frameLoop) due(now Local) (passed time.Duration, ok bool) {
	if f.begun {
		if passed = now.Sub(f.at); passed >= 0 && passed < f.every {
			return 0, false
		}
	}
	f.begun, f.at = true, now
	return max(passed, 0), true
}

func (f *frameLoop) next() Local { return f.at.Add(f.every) }

// A Timekeeper is an [Estimator] that keeps two times of its own for a game, as the engine that it is of does: that of the
// own player, and that of the others as they are shown. Ok is false before it has them.
type Timekeeper interface {
	Times(now Local) (predicted, server Server, ok bool)
}

// A hostState is the host's half of an engine's clock.
type hostState interface {
	// due returns what is to be told when the host's clock reads now.
	due(now Server) (Message, bool)
	// take takes what the client's half reports, which came when the host's clock read came.
	take(m Message, came Server)
}

// A tickPush tells the client of every n-th tick, as an engine's host does that sends a snapshot then. It looks
// in each of the host's frames, so that a tick that begins between two of them is told of in the second.
type tickPush struct {
	rate, every int
	last        int64
	begun       bool
}

// passed returns the latest tick that is to be told of and was not yet.
func (p *tickPush) passed(now Server) (at NetworkTime, ok bool) {
	at = NetworkTimeAt(p.rate, World(now)).Start()
	back, _ := floorDiv(at.Tick(), int64(p.every))
	at = at.AddTicks(back*int64(p.every) - at.Tick())
	ok = p.begun && at.Tick() > p.last
	if !p.begun || ok {
		p.begun, p.last = true, at.Tick()
	}
	return at, ok
}

func (p *tickPush) due(now Server) (Message, bool) {
	at, ok := p.passed(now)
	return Message{Kind: MessagePush, T3: Server(at.World())}, ok
}

func (p *tickPush) take(Message, Server) {}
