package sound

import (
	"driftlab/game/observe"
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
