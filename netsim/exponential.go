package netsim

import (
	"math/bits"
	"time"
)

// Exponential is an extra delay whose chance falls off exponentially from 0 on: most datagrams are
// early, and a few wait much longer than the mean. It is the wait of an M/M/1 queue that is busy.
type Exponential struct{}

// Name returns "exponential".
func (Exponential) Name() string { return "exponential" }

// Delay returns −ln(r)·mean with r uniform in 0..1, at most 36.8 times the mean. The logarithm is [ln], which has the
// same bits on every architecture.
func (Exponential) Delay(mean time.Duration, u [4]uint64) time.Duration {
	// 52 bits choose the middle of one of 2⁵² steps of 0..1.
	r := float64(2*(u[0]>>12)+1) / (1 << 53)
	x := uint64(-ln(r) * (1 << 57)) // −ln r < 36.8: it is below 2⁶³
	hi, lo := bits.Mul64(x, uint64(mean))
	return time.Duration(hi<<7 | lo>>57)
}
