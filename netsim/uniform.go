package netsim

import "time"

// Uniform is an extra delay of any length from 0 to twice the mean, all equally likely.
type Uniform struct{}

// Name returns "uniform".
func (Uniform) Name() string { return "uniform" }

// Delay returns a whole number of nanoseconds in 0..2·mean.
func (Uniform) Delay(mean time.Duration, u [4]uint64) time.Duration {
	return time.Duration(below(u[0], 2*uint64(mean)+1))
}
