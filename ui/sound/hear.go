package sound

import (
	"time"

	"driftlab/game/observe"
	"driftlab/netsim"
)

// Ears say which machine is heard with which ear; the same one for both, or nobody, which is −1.
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
