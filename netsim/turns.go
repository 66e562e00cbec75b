package netsim

import "time"

// TurnSettings say when a machine's program may run: its frames. The zero value lets it run at any time.
type TurnSettings struct {
	Rate       int           // frames a second, [MinFrameRate]..[MaxFrameRate]; 0 for any time
	HitchMean  time.Duration // mean length of its hitches, 0..[MaxHitch]; 0 for none
	HitchEvery time.Duration // mean time from the start of one to the next, [MinPeriod]..[MaxPeriod]; 0 means [DefaultHitchEvery]
}

// The ranges of [TurnSettings].
const (
	MinFrameRate = 10
	MaxFrameRate = 480
	MaxHitch     = time.Second // of their mean length

	DefaultHitchEvery = 2 * time.Second
)

// Turns are when a machine's program may run: in the frames of its display, and never during a hitch, in which it hangs
// as programs do while they load from disk or collect garbage. Both depend only on true time and the luck, so answers do
// not depend on what was asked before.
type Turns struct {
	luck luck
	set  TurnSettings
}

// NewTurns returns the turns of the machine id, which may run at any time until [Turns.Set] is called.
func NewTurns(seed uint64, id uint32) Turns {
	return Turns{luck: newLuck(mix(mix(seed)), id)} // mixed twice, so that it is not the luck of a link or of a wander
}

// Set changes the settings, which must be in their ranges.
func (t *Turns) Set(s TurnSettings) { t.set = s }

// Next returns the first turn at or after a time.
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

// frame returns the first frame at or after a time. The very first one has a random phase.
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

// hitch reports whether the program hangs at a time, and until when.
func (t *Turns) hitch(at Time) (end Time, hangs bool) {
	if t.set.HitchMean == 0 {
		return 0, false
	}
	every := Time(t.set.HitchEvery)
	if every == 0 {
		every = Time(DefaultHitchEvery)
	}
	k := at / every
	for _, k := range [...]Time{max(k-1, 0), k} { // the hitch of the stretch before may last until here
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
