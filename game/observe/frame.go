package observe

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// A Frame is a machine at an instant, mostly in one of its frames. What observes it only reads.
type Frame struct {
	Now     netsim.Time
	Machine int // 0 is the host
	Host    *game.Host
	Client  *game.Client       // nil for the host
	Clock   *netsim.Oscillator // of the machine
	Look    game.Look          // how a client shows things

	Local, HostLocal netsync.Local // what the clocks of machine and host read
}

// Scene fills scene with what the machine shows; the host shows what is true.
func (f *Frame) Scene(scene *game.Scene) {
	if f.Client == nil {
		f.Host.Scene(f.HostLocal, scene)
		return
	}
	f.Client.Scene(f.Local, f.Look, scene)
}

// Warmup is the part of a run that measures leave out.
const Warmup = 10 * time.Second

// warm says whether the frame is of the part of the run that is measured.
func (f *Frame) warm() bool { return f.Now >= netsim.Time(Warmup) }
