package game

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
)

// ClientTicks say how a client counts ticks. They hold for a whole session.
type ClientTicks struct {
	// Rate is how many ticks the client takes a second to have, MinRate..MaxRate; 0 is as many as it has. The host's snapshots
	// name ticks by their numbers, and so do the client's inputs: with another rate each number is another time.
	Rate int
	By   TicksBy
	// Phase is the part of a tick by which the first frame is into its tick when the frames count, in billionths, 0..1e9.
	Phase int64
}

// TicksBy says what a client plays ticks by.
type TicksBy uint8

const (
	// TicksByClock plays in each frame the ticks up to the predicted time.
	TicksByClock TicksBy = iota
	// TicksByFrame adds up the time from frame to frame, and plays a tick for each tick's length. A frame that comes a little
	// early plays none if the ticks begin right where frames are, and the next plays two: the phase at the start decides
	// (netfox 626).
	TicksByFrame
)

// ClientTickFields are the settings of how a client counts ticks.
var ClientTickFields = []param.Field[ClientTicks]{
	param.Int(param.Param{Name: "client.tick-rate", Label: "Client's ticks", Called: "tick rate of the client", Unit: param.Rate, Min: MinRate, Max: MaxRate, Off: true,
		Help: "ticks per second by which the client counts; the host counts by tick.rate. 0 is the same; with another rate the client takes each tick's number for another time, so its time runs at a wrong speed or its inputs are for wrong ticks"},
		func(t *ClientTicks) *int { return &t.Rate }),
	param.Int(param.Param{Name: "client.ticks", Label: "Ticks by", Called: "what the client plays ticks by", Unit: param.Choice, Choices: []string{TicksByClock: "clock", TicksByFrame: "frame"},
		Help: "how many ticks a frame of the client plays: those up to its predicted time, or one for each tick's length that has passed from frame to frame, which may be 0 or 2 where frames are a little early or late"},
		func(t *ClientTicks) *TicksBy { return &t.By }),
	param.Int(param.Param{Name: "client.phase", Label: "Phase", Called: "phase of the ticks", Unit: param.Share, Max: 1e9,
		Help: "with client.ticks frame: how far into its tick the first frame is; at 0 or 1 ticks begin right where frames are, and at 0.5 in the middle between them"},
		func(t *ClientTicks) *int64 { return &t.Phase }),
}

// mostApart is how many ticks the frames' count may be off the predicted time's before it begins again there, 250 ms at 60 Hz.
const mostApart = 15

// frameTicks count ticks by frames. The zero value has not begun.
type frameTicks struct {
	begun bool
	since netsync.Local // the frame in which it began
	first int64         // that frame's tick
}

// at returns the tick of a frame whose predicted time is in the tick given.
func (f *frameTicks) at(now netsync.Local, predicted int64, rate int, phase int64) int64 {
	for range 2 {
		// In billionths of a tick; a day is below 2^63.
		into := now.Sub(f.since)
		tick := f.first + int64(into/time.Second)*int64(rate) + (int64(into%time.Second)*int64(rate)+phase)/int64(time.Second)
		if d := tick - predicted; f.begun && into >= 0 && d >= -mostApart && d <= mostApart {
			return tick
		}
		*f = frameTicks{true, now, predicted}
	}
	return predicted
}
