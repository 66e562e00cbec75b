package insight

import (
	"testing"

	"driftlab/netsync"
)

// mute is a clock that tells nothing of itself.
type mute struct{}

func (mute) Wake(_ netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	return probes, netsync.Never
}
func (mute) Observe(netsync.Event)                           {}
func (mute) ServerTime(netsync.Local) (netsync.Server, bool) { return 0, false }
func (mute) Status(netsync.Local) netsync.Status             { return netsync.Status{} }

func TestAClockThatExplainsNothingLeavesNothingOfAnother(t *testing.T) {
	t.Parallel()
	d := Detail{View: Ring, Samples: make([]Sample, 2), Marks: make([]Mark, 1), Minima: make([]Minima, 1)}
	Explain(mute{}, &d)
	if d.View != Offsets || len(d.Samples)+len(d.Marks)+len(d.Minima) != 0 {
		t.Errorf("left is %+v", d)
	}
}
