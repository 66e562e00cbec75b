package unity

import "time"

// directDesign gives the game its clock's time directly. If the game shakes, it is the clock that shakes.
var directDesign = TimeDesign{Name: "direct",
	Help: "follows the driving clock and its measured delays at once, so that any jitter you see is the clock's",
	New:  func(int, any) TimeProvider { return new(directTime) }}

// directTime is the driving clock's estimate, minus the delay down and the client's buffer, or plus the delay up and the
// server's buffer.
type directTime struct{ last WorldTimes }

func (d *directTime) Start(in *TimeInput) { d.last = d.Times(in) }

// Advance says whether the clock ran smoothly enough for a game to follow it.
func (d *directTime) Advance(in *TimeInput) bool {
	before := d.last
	d.last = d.Times(in)
	return in.Smooth(before, d.last)
}

func (d *directTime) Follow(t time.Duration) time.Duration { return t }

func (d *directTime) Times(in *TimeInput) WorldTimes {
	return WorldTimes{Predicted: in.Ahead.Add(in.ServerBuffer), Server: in.Behind.Add(-in.ClientBuffer)}
}
