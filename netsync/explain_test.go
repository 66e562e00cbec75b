package netsync

import "testing"

// mute is a clock that tells nothing of itself.
type mute struct{}

func (mute) Wake(_ Local, probes []Probe) ([]Probe, Local) { return probes, Never }
func (mute) Observe(Event)                                 {}
func (mute) ServerTime(Local) (Server, bool)               { return 0, false }
func (mute) Status(Local) Status                           { return Status{} }

func TestAClockThatExplainsNothingLeavesNothingOfAnother(t *testing.T) {
	t.Parallel()
	d := Detail{View: Ring, Samples: make([]Sample, 2), Marks: make([]Mark, 1), Minima: make([]Minima, 1)}
	Explain(mute{}, &d)
	if d.View != Offsets || len(d.Samples)+len(d.Marks)+len(d.Minima) != 0 {
		t.Errorf("left is %+v", d)
	}
}
