package engines

import (
	"time"

	"driftlab/netsync/unity"
)

// TimeDesigns returns the providers of games that use an engine's clock.
func TimeDesigns() []unity.TimeDesign {
	return []unity.TimeDesign{
		engineDesign("lightyear", "lightyear's: one time leads by half of the round trip and margins, one trails; both follow by running faster or slower"),
		engineDesign("entities", "Netcode for Entities': predicted time is kept two ticks early by what the host says of commands, interpolated time behind the latest snapshot"),
		engineDesign("ddnet", "DDNet's: game time aims at the tick before the latest snapshot's, predicted time at a margin before inputs are needed"),
		engineDesign("quake3", "Quake III's: both times are the time of what is shown, one trip down and one snapshot behind; predicted time is ahead of it by a snapshot, the round trip and the buffer, since this host applies inputs in their ticks and not when they arrive"),
	}
}

// engineDesign returns the provider that gives a game the two times of an engine's clock, as that engine does.
func engineDesign(clock, help string) unity.TimeDesign {
	return unity.TimeDesign{Name: clock, Help: help, Clock: clock, New: newEngineTime}
}

// engineTime passes on the times of a [unity.Timekeeper].
type engineTime struct {
	late time.Duration // how far the host of [Quake3] is ahead of its time beside the delay down, 0 for others
	last unity.WorldTimes
}

func newEngineTime(_ int, config any) unity.TimeProvider {
	if q, is := config.(Quake3Config); is {
		return &engineTime{late: time.Second / time.Duration(q.SnapshotRate)}
	}
	return new(engineTime)
}

func (e *engineTime) Start(in *unity.TimeInput) { e.last = e.Times(in) }

// Advance says whether the engine's times ran smoothly enough for a game to follow them.
func (e *engineTime) Advance(in *unity.TimeInput) bool {
	before := e.last
	e.last = e.Times(in)
	return in.Smooth(before, e.last)
}

// Follow returns 0: an engine has its own buffers.
func (e *engineTime) Follow(time.Duration) time.Duration { return 0 }

// Times makes predicted time of [Quake3] early enough for this game. Its own host plays inputs whenever they arrive; here
// they have to arrive in time.
func (e *engineTime) Times(in *unity.TimeInput) unity.WorldTimes {
	t := in.Kept
	if e.late > 0 {
		t.Predicted = t.Predicted.Add(e.late + in.RTT + in.ServerBuffer)
	}
	return t
}
