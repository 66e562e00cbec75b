package netsim

import "time"

// Time is true time in nanoseconds since the scenario's start. No machine in the scenario can read
// it; each has an [Oscillator] instead.
type Time int64

// Never is a time that never comes.
const Never Time = 1<<63 - 1

// lastTime is the latest time of an engine: 100 years of 365 days, far enough from [Never] that adding a packet's delay
// cannot overflow.
const lastTime = Time(100 * 365 * 24 * time.Hour)

// Add returns t moved by d.
func (t Time) Add(d time.Duration) Time { return t + Time(d) }

// Sub returns the duration from u to t.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t - u) }
