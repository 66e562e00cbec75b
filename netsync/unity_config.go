package netsync

import (
	"cmp"
	"time"
)

// UnityConfig holds the constants of Unity's network time. [UnityText] and [UnityShipped] return
// the two published sets; the zero value is not valid.
type UnityConfig struct {
	// TickRate is the ticks a second, 1 to 1000. The published buffers are multiples of 1/TickRate,
	// so a change of it usually goes with a change of them.
	TickRate int

	// ReceiveBuffer is how far server time runs behind the latest snapshot, 0 to 10 s: the text's
	// ClientBufferTime ("when the client receives"), the shipped code's ServerBufferSec.
	ReceiveBuffer time.Duration
	// SendBuffer is how much earlier than needed predicted time has a message reach the host, 0 to
	// 10 s: the text's ServerBufferTime ("when the server receives"), the code's LocalBufferSec.
	SendBuffer time.Duration
	// StartRTT is the round trip assumed until one is measured, 0 to 10 s.
	StartRTT time.Duration
	// HalfRTT puts predicted time half a round trip ahead of the latest snapshot, as shipped since
	// January 2025, rather than a full one, as in the text and in what was shipped until then.
	HalfRTT bool

	// HardReset is the error above which both times are set to their targets, 1 ms to 1 h.
	HardReset time.Duration
	// DeadZone is the error up to which a time is left alone, 0 to 10 s. At 0 there is none: a time
	// is then pushed to and fro about its target for ever, as in the shipped code.
	DeadZone time.Duration
	// RatioPPM is how much faster or slower a time runs to catch up, 1 to 500000 millionths.
	RatioPPM int
	// HardResetOnly leaves a time alone up to HardReset, for games that follow a piece of music.
	HardResetOnly bool

	// Merged selects [UnityMergedProvider], the design of the shipped code, rather than the
	// text's [UnityClientProvider].
	Merged bool

	// The rest is of the estimator [Unity] alone.

	// Every is the time between two questions, 10 ms to 1 min.
	Every time.Duration
	// WholeTicks cuts the host's clock in an answer down to the beginning of its tick.
	WholeTicks bool
	// FrameRate is how often a second time is advanced, 1 to 1000.
	FrameRate int
	// Smoothing is the weight of the round trip so far when a new one comes in: the new one counts
	// as one part in Smoothing, 1 to 1024.
	Smoothing int
}

// UnityText returns the constants of the text (MLAPI): 60 ticks a second, buffers of one tick
// when receiving and two when sending, predicted time a full round trip ahead, comparison of whole
// ticks. The text names the other constants without a value; they are those of the first published
// provider, of May 2021, which is the text's code: hard reset above 200 ms, dead zone of 20 ms, one
// per cent faster or slower, 150 ms as the first round trip.
//
// The text's host sends a snapshot every tick and the text does without messages for time alone;
// one question a second and the extrapolation between them are those of the shipped code.
func UnityText() UnityConfig {
	return UnityConfig{
		TickRate:      60,
		ReceiveBuffer: (time.Second + 30) / 60,
		SendBuffer:    (2*time.Second + 30) / 60,
		StartRTT:      150 * time.Millisecond,
		HardReset:     200 * time.Millisecond,
		DeadZone:      20 * time.Millisecond,
		RatioPPM:      10_000,
		Every:         time.Second,
		FrameRate:     60,
		Smoothing:     8,
	}
}

// UnityShipped returns the constants of Netcode for GameObjects as shipped since January 2025: 30
// ticks a second, buffers of 50 ms when receiving (since September 2021) and of one tick when
// sending, half of the round trip, no dead zone, whole ticks on the wire once a second, and the
// transport's smoothing of round trips by an eighth (as RFC 6298, section 2). Set HalfRTT to false
// for what was shipped from July 2021 to December 2024.
func UnityShipped() UnityConfig {
	c := UnityText()
	c.Merged = true
	c.TickRate = 30
	c.ReceiveBuffer = 50 * time.Millisecond
	c.SendBuffer = (time.Second + 15) / 30
	c.HalfRTT = true
	c.DeadZone = 0
	c.WholeTicks = true
	return c
}

// Validate reports a constant out of range.
func (c UnityConfig) Validate() error {
	const second = time.Second
	return cmp.Or(
		inRange("tick rate", c.TickRate, 1, 1000),
		inRange("receive buffer", c.ReceiveBuffer, 0, 10*second),
		inRange("send buffer", c.SendBuffer, 0, 10*second),
		inRange("start RTT", c.StartRTT, 0, 10*second),
		inRange("hard reset", c.HardReset, time.Millisecond, time.Hour),
		inRange("dead zone", c.DeadZone, 0, 10*second),
		inRange("ratio", c.RatioPPM, 1, 500_000),
		inRange("every", c.Every, 10*time.Millisecond, time.Minute),
		inRange("frame rate", c.FrameRate, 1, 1000),
		inRange("smoothing", c.Smoothing, 1, 1024))
}

// lead returns how far ahead of the latest snapshot predicted time is to run, less the buffer.
func (c *UnityConfig) lead(rtt time.Duration) time.Duration {
	if c.HalfRTT {
		return rtt / 2
	}
	return rtt
}

// nudge returns what a time gains in delta while it catches up.
func (c *UnityConfig) nudge(delta time.Duration) time.Duration {
	return millionths(delta, int64(c.RatioPPM))
}

// limits returns the limits of the comparison in nanoseconds.
func (c *UnityConfig) limits() unityLimits[time.Duration] {
	return unityLimits[time.Duration]{c.HardReset, c.DeadZone, c.HardResetOnly}
}

// millionths returns d × ppm / 1000000 without overflow, rounded towards zero in both of its parts.
func millionths(d time.Duration, ppm int64) time.Duration {
	const million = 1_000_000
	return d/million*time.Duration(ppm) + d%million*time.Duration(ppm)/million
}
