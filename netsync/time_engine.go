package netsync

import "time"

// engineDesign has a game go by the two times that an engine's clock keeps itself, as that engine does.
func engineDesign(clock, help string, late bool) TimeDesign {
	return TimeDesign{Name: clock, Help: help, Clock: clock,
		New: func(int, any) TimeProvider { return &engineTime{late: late} }}
}

// engineTime passes the times of a [Timekeeper] on. Where it is late, its predicted time is no earlier than its server
// time, and what inputs need to be in time is added.
type engineTime struct {
	late bool
	last WorldTimes
}

func (e *engineTime) Start(in TimeInput) { e.last = e.Times(in) }

// Advance says whether the engine's times have run so that a game could follow them.
func (e *engineTime) Advance(in TimeInput) bool {
	before := e.last
	e.last = e.Times(in)
	return smooth(before, e.last, in)
}

// Follow says that an engine has buffers of its own.
func (e *engineTime) Follow(time.Duration) time.Duration { return 0 }

func (e *engineTime) Times(in TimeInput) WorldTimes {
	t := in.Kept
	if e.late {
		t.Predicted = t.Predicted.Add(in.RTT + in.ServerBuffer)
	}
	return t
}
