// Package sound makes what a session sounds like: cues become samples. It has no device and no state, and works in
// integers, so that the same cues give the same bytes on every machine.
package sound

import (
	"time"

	"driftlab/game/observe"
	"driftlab/netsim"
)

// Rate is how many samples a second there are for each ear.
const Rate = 48000

// A Voice is one cue as it is heard.
type Voice struct {
	Start       int64 // the sample with which it begins
	Kind        observe.CueKind
	Left, Right int    // gains, thousandths of the recipe's
	Key         uint64 // which noise it has
}

// End returns the sample before which the voice ends.
func (v *Voice) End() int64 { return v.Start + recipes[v.Kind].length }

// chunk is how many samples are mixed at a time.
const chunk = 256

// Mix fills dst with samples from the sample from on, left and right in turn. Voices can come in any order; those that are
// not heard then cost next to nothing. The sum is clipped softly.
func Mix(dst []int16, from int64, voices []Voice) {
	var sum [2 * chunk]int64
	for len(dst) > 0 {
		n := min(len(dst)/2, chunk)
		part := sum[:2*n]
		clear(part)
		for i := range voices {
			voices[i].add(part, from)
		}
		for i, v := range part {
			dst[i] = soft(v)
		}
		dst, from = dst[2*n:], from+int64(n)
	}
}

// add adds the voice to samples from the sample from on.
func (v *Voice) add(sum []int64, from int64) {
	r := &recipes[v.Kind]
	first, end := max(v.Start-from, 0), min(v.Start+r.length-from, int64(len(sum)/2))
	for i := first; i < end; i++ {
		x := r.at(from+i-v.Start, v) * r.gain / 1000
		sum[2*i] += x * int64(v.Left) / observe.FullGain
		sum[2*i+1] += x * int64(v.Right) / observe.FullGain
	}
}

// full is as far as a sample goes; softly clipped is what goes up to half as far again.
const full = 1<<15 - 1

// soft clips a sample: x − 4x³/27, which is level where it ends.
func soft(x int64) int16 {
	x = min(max(x, -full*3/2), full*3/2)
	return int16(min(max(x-4*(x*x/full*x/full)/27, -full), full))
}

// Ears say which machine is heard with which ear; the same one for both, or [Nobody].
type Ears struct{ Left, Right int }

// Nobody is heard by an ear without a machine.
const Nobody = -1

// Hear returns a cue as it is heard if sample 0 is at the instant zero. ok is false if no ear hears it.
func (e Ears) Hear(c *observe.Cue, zero netsim.Time) (v Voice, ok bool) {
	v = Voice{Start: Sample(c.At.Sub(zero)), Kind: c.Kind, Key: uint64(c.At)<<8 ^ uint64(c.Machine)<<4 ^ uint64(c.Kind)}
	if c.Machine == e.Left {
		v.Left = c.Gain
	}
	if c.Machine == e.Right {
		v.Right = c.Gain
	}
	return v, v.Left+v.Right > 0
}

// Sample returns the sample of an instant: the last that is not after it.
func Sample(at time.Duration) int64 {
	seconds, rest := int64(at/time.Second), int64(at%time.Second)
	if rest < 0 {
		seconds, rest = seconds-1, rest+int64(time.Second)
	}
	return seconds*Rate + rest*Rate/int64(time.Second)
}
