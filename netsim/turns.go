package netsim

import (
	"math/bits"
	"time"
)

// TurnSettings say when a machine's program may run: its frames. The zero value lets it run at any time.
type TurnSettings struct {
	Rate       int           // frames in 1,000 s, [MinFrameRate]..[MaxFrameRate]; 0 for any time
	Skew       int64         // how much faster than true time the display runs, ppb, ±[MaxFrameSkew]
	HitchMean  time.Duration // mean length of its hitches, 0..[MaxHitch]; 0 for none
	HitchEvery time.Duration // mean time from the start of one to the next, [MinPeriod]..[MaxPeriod]; 0 means [DefaultHitchEvery]
	Throttle   time.Duration // how long it runs only once a second, 0..[MaxThrottle], from [Turns.Throttle]'s instant on
}

// The ranges of [TurnSettings].
const (
	MinFrameRate = 10_000
	MaxFrameRate = 480_000
	MaxFrameSkew = 100_000_000
	MaxHitch     = time.Second // of their mean length
	MaxThrottle  = 10 * time.Minute

	DefaultHitchEvery = 2 * time.Second
)

// Turns are when a machine's program may run: in the frames of its display, and never during a hitch, in which it hangs
// as programs do while they load from disk or collect garbage. A throttled stretch has neither: there a turn comes each full second
// after its start, as for a browser's tab in the background. All depends only on true time, the settings and the luck, so answers do
// not depend on what was asked before. A display has an oscillator of its own, which may be off by a skew of its own.
type Turns struct {
	luck      luck
	set       TurnSettings
	throttled Time // where the throttled stretch starts, if the settings have one
}

// NewTurns returns the turns of the machine id, which may run at any time until [Turns.Set] is called.
func NewTurns(seed uint64, id uint32) Turns {
	return Turns{luck: newLuck(mix(mix(seed)), id)} // mixed twice, so that it is not the luck of a link or of a wander
}

// Set changes the settings, which must be in their ranges.
func (t *Turns) Set(s TurnSettings) { t.set = s }

// Throttle starts the throttled stretch at a time, whether one lasts or not.
func (t *Turns) Throttle(from Time) { t.throttled = from }

// Next returns the first turn at or after a time.
func (t *Turns) Next(at Time) Time {
	from, until := t.throttled, t.throttled.Add(t.set.Throttle)
	if at < from {
		if next := t.free(at); next < from || from == until {
			return next
		}
		at = from
	}
	if at < until {
		if next := from + max((at-from+second-1)/second, 1)*second; next < until {
			return next
		}
		at = until
	}
	return t.free(at)
}

// free is Next without a throttled stretch.
func (t *Turns) free(at Time) Time {
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
	from, until := t.throttled, t.throttled.Add(t.set.Throttle)
	if before <= from || from == until {
		return t.lastFree(before)
	}
	if last := t.lastFree(before); last >= until {
		return last
	}
	if n := (min(before, until) - from - 1) / second; n > 0 {
		return from + n*second
	}
	return t.lastFree(from)
}

// lastFree is Last without a throttled stretch.
func (t *Turns) lastFree(before Time) Time {
	for before > 0 {
		at := t.frame(max(before-Time(t.frameAt(1))-1, 0)) // a frame back, or a little more
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

// Between returns how many turns there are between two times, both excluded; none is counted of turns at any time. What it
// takes grows with their number.
func (t *Turns) Between(after, before Time) (n uint64) {
	if t.set.Rate == 0 {
		return 0
	}
	for at := t.Next(after + 1); at < before; at = t.Next(at + 1) {
		n++
	}
	return n
}

// frame returns the first frame at or after a time. The very first one has a random phase.
func (t *Turns) frame(at Time) Time {
	rate := uint64(t.set.Rate)
	if rate == 0 {
		return at
	}
	phase := Time(below(t.luck.draw(0, laneFrames), uint64(thousand)/rate))
	if at <= phase {
		return phase
	}
	// It is the first one that is later than a nanosecond before: by the display's own time, and so by its number.
	own := scaleDown(uint64(at-phase-1), t.speed(), uint64(second))
	return phase + Time(t.frameAt(scaleDown(own, rate, uint64(thousand))+1))
}

// frameAt returns how long after the first frame another one comes, rounded up to nanoseconds of the display's own time and
// then of true time.
func (t *Turns) frameAt(n uint64) uint64 {
	return scaleUp(scaleUp(n, uint64(thousand), uint64(t.set.Rate)), uint64(second), t.speed())
}

// speed returns by how many nanoseconds the display's own time moves on in a second.
func (t *Turns) speed() uint64 { return uint64(int64(second) + t.set.Skew) }

// thousand is the time in which there are as many frames as a rate says.
const thousand = 1000 * second

// scaleDown returns x·num/den, rounded down. It must fit.
func scaleDown(x, num, den uint64) uint64 {
	hi, lo := bits.Mul64(x, num)
	q, _ := bits.Div64(hi, lo, den)
	return q
}

// scaleUp is scaleDown, rounded up.
func scaleUp(x, num, den uint64) uint64 {
	hi, lo := bits.Mul64(x, num)
	q, rest := bits.Div64(hi, lo, den)
	if rest > 0 {
		q++
	}
	return q
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

// A state says whether a machine runs.
type state uint8

const (
	awake state = iota
	asleep
	overdue // asleep, and a wake-up was due meanwhile
)

// Suspend puts a node's machine to sleep, as closing a laptop's lid does: from now on it gets neither datagrams nor
// wake-ups. Datagrams that arrive meanwhile are lost. For its clock see [Oscillator.Stop]. The node must exist.
func (e *Engine) Suspend(node NodeID) {
	if e.states[node] == awake {
		e.states[node] = asleep
	}
}

// Resume wakes the machine up again. If a wake-up was due while it slept, the node is woken now; later ones come at
// their time. The node must exist.
func (e *Engine) Resume(node NodeID) {
	was := e.states[node]
	e.states[node] = awake
	if was == overdue {
		e.WakeAt(node, e.now)
	}
}
