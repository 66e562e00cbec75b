package ui

import (
	"math"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
)

// A sight is the part of the world that is shown: the middle of its lower edge, its width, and the least height that has to
// be seen, in metres. A picture that is higher shows more sky.
type sight struct{ x, bottom, w, h float64 }

// A camera looks at what a session's worlds are about, the same for all its viewports. It moves in virtual time, so that
// a film shows what the window does, at any rate of frames. A seek, and all else that is a cut, puts it at rest.
type camera struct {
	asked    scenario.Subject // by the cut in force
	subject  scenario.Subject // now
	goal     sight
	at, pace [3]float64 // place, lower edge and the logarithm of the width at the latest step, and how fast they change a second
	step     int64      // how many sixtieths of a virtual second had gone by then
	shown    sight
	scope    scope
	still    bool // what comes next is a cut
	hand     bool // a person has moved it
}

// A scope is what a camera has to fill.
type scope struct {
	aspect float64 // width over height of the lowest picture
	most   float64 // metres that may be shown in width; a wider world is followed
	least  float64 // that are shown in width, 0 for the usual
	level  *game.Level
}

// How a camera moves (critically damped: as fast as can be without going beyond).
const (
	cameraRate   = 60 // steps a virtual second
	goalEvery    = 2  // steps between two looks at the subject: those that films of 30 frames a second have too
	placeRate    = 5  // a second
	widthRate    = 3  // of the logarithm
	mostSpeed    = 14 // metres a second
	longestLapse = netsim.Time(1e9)
	justInTime   = 1000 // ns that a frame may be before its step: frames are whole nanoseconds
)

// cut has the camera be at rest on what it looks at next.
func (k *camera) cut() { k.still = true }

// overAll is how much sky is seen over the highest heads at least, in metres.
const overAll = 0.3

// rest is where a camera stands that has nothing to follow: all of the arena, with as much of its sky as there is room for.
func (k *camera) rest() sight {
	f := &k.scope.level.Frame
	top := min((f.At.Y + f.H).Metres(), k.scope.level.Heads().Metres()+overAll)
	h := top - f.At.Y.Metres()
	w := max(f.W.Metres(), h*k.scope.aspect)
	return sight{(f.At.X + f.W/2).Metres(), f.At.Y.Metres(), w, w / k.scope.aspect}
}

// look brings the camera to a virtual instant. The box is that of its subject, ok is false if there is none.
func (k *camera) look(now netsim.Time, s scope, box span, ok bool) {
	step := (int64(now) + justInTime) * cameraRate / 1e9
	if s.level != k.scope.level {
		k.hand = false
	}
	if s != k.scope || step < k.step || step-k.step > int64(longestLapse)*cameraRate/1e9 {
		k.still = true
	}
	k.scope = s
	if k.hand {
		k.step, k.still = step, false
		k.confine()
		return
	}
	due := step/goalEvery > k.step/goalEvery
	if !k.still {
		for ; k.step < step; k.step++ {
			k.at, k.pace = k.after(1.0 / cameraRate)
		}
	}
	if due || k.still {
		k.aim(box, ok)
	}
	if k.still {
		k.at, k.pace = [3]float64{k.goal.x, k.goal.bottom, logWidth(k.goal.w)}, [3]float64{}
		k.step, k.still = step, false
	}
	part := max(float64(now)/1e9-float64(step)/cameraRate, 0)
	at, _ := k.after(part)
	w := math.Exp(at[2])
	k.shown = sight{at[0], at[1], w, w / s.aspect}
}

func logWidth(w float64) float64 { return math.Log(w) }

// after returns where the camera is so many seconds later, and how fast it moves then.
func (k *camera) after(seconds float64) (at, pace [3]float64) {
	goal := [3]float64{k.goal.x, k.goal.bottom, logWidth(k.goal.w)}
	for i := range goal {
		rate := float64(placeRate)
		if i == 2 {
			rate = widthRate
		}
		off := k.at[i] - goal[i]
		j := k.pace[i] + rate*off
		e := math.Exp(-rate * seconds)
		at[i], pace[i] = goal[i]+(off+j*seconds)*e, (k.pace[i]-rate*j*seconds)*e
		if i < 2 {
			most := mostSpeed * seconds
			at[i] = min(max(at[i], k.at[i]-most), k.at[i]+most)
			pace[i] = min(max(pace[i], -mostSpeed), mostSpeed)
		}
	}
	return at, pace
}
