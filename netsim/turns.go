package netsim

import "time"

// TurnSettings say when a machine's program gets its turns. The zero value is whenever it wants one.
type TurnSettings struct {
	Rate       int           // frames a second, [MinFrameRate]..[MaxFrameRate]; 0 for turns at any time
	HitchMean  time.Duration // mean length of its hitches, 0..[MaxHitch]; 0 for none
	HitchEvery time.Duration // mean time from the begin of one to the next, [MinPeriod]..[MaxPeriod]; 0 means [DefaultHitchEvery]
}

// The ranges of [TurnSettings].
const (
	MinFrameRate = 10
	MaxFrameRate = 480
	MaxHitch     = time.Second // of their mean length

	DefaultHitchEvery = 2 * time.Second
)

// Turns are when a machine's program gets its turns: in the frames of its display, and never while it hangs in a hitch,
// as programs do that load from disk or collect garbage. Both go by true time and the luck alone, so the turns at an
// instant do not depend on what was asked before.
type Turns struct {
	luck luck
	set  TurnSettings
}

// NewTurns returns the turns of a machine, at any time so far: id says which it is.
func NewTurns(seed uint64, id uint32) Turns {
	return Turns{luck: newLuck(mix(mix(seed)), id)} // mixed twice, so that it is not the luck of a link or of a wander
}

// Set changes when the turns are. The settings must be in their ranges.
func (t *Turns) Set(s TurnSettings) { t.set = s }

// Next returns the first turn that is not before a time.
func (t *Turns) Next(at Time) Time {
	for {
		at = t.frame(at)
		end, hangs := t.hitch(at)
		if !hangs {
			return at
		}
		at = end
	}
}

// Last returns the latest turn before a time, 0 if there was none. There must be frames: turns at any time have no latest one.
func (t *Turns) Last(before Time) Time {
	for before > 0 {
		at := t.frame(max(before-second/Time(t.set.Rate)-1, 0))
		if at >= before {
			return 0
		}
		if next := t.frame(at + 1); next < before {
			at = next
		}
		if _, hangs := t.hitch(at); !hangs {
			return at
		}
		before = at
	}
	return 0
}

// frame returns the first frame that is not before a time. The first of all is at a random part of a frame's length.
func (t *Turns) frame(at Time) Time {
	rate := int64(t.set.Rate)
	if rate == 0 {
		return at
	}
	phase := Time(below(t.luck.draw(0, laneFrames), uint64(second)/uint64(rate)))
	if at <= phase {
		return phase
	}
	whole, rest := (at-phase)/second, int64((at-phase)%second)
	if rest == 0 {
		return at
	}
	n := (rest-1)*rate/int64(second) + 1
	return phase + whole*second + Time((n*int64(second)+rate-1)/rate)
}

// hitch says whether the program hangs at a time, and until when.
func (t *Turns) hitch(at Time) (end Time, hangs bool) {
	if t.set.HitchMean == 0 {
		return 0, false
	}
	every := Time(t.set.HitchEvery)
	if every == 0 {
		every = Time(DefaultHitchEvery)
	}
	k := at / every
	for _, k := range [...]Time{max(k-1, 0), k} { // that of the stretch before may last until here
		begin := k*every + Time(below(t.luck.draw(uint64(k), laneHitchBegin), uint64(every)))
		length := min(Exponential{}.Delay(t.set.HitchMean, [4]uint64{t.luck.draw(uint64(k), laneHitchLength)}), time.Duration(every))
		if end := begin.Add(length); begin <= at && at < end {
			return end, true
		}
	}
	return 0, false
}

// The lanes of a machine's turns.
const (
	laneFrames lane = iota
	laneHitchBegin
	laneHitchLength
)
