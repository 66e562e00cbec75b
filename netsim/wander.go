package netsim

import (
	"fmt"
	"math"
	"math/bits"
	"time"
)

// wander is a random walk of a clock's skew: random-walk frequency noise, which is what makes one
// hour's skew a poor guess of the next one's. Its step at second n depends on (seed, id, n) alone.
type wander struct {
	luck luck
	coin int64 // half of what one of a step's 64 coins adds or takes away, in 10⁻¹⁵
}

// MaxWander bounds a wander in ppb per √hour. An Allan deviation of 10 ppb at one hour is
// a wander of 17.
const MaxWander = 1_000_000

// Seed chooses the random numbers of the wander; id says which machine's clock it is. Two worlds that should meet the
// same wander use the same id. Call it before the clock wanders.
func (o *Oscillator) Seed(seed uint64, id uint32) {
	// Mixed once more, so that it is not the luck of the link with that number.
	o.wander.luck = newLuck(mix(seed), id)
}

// SetWander makes the skew walk at random from now on, by perRootHour parts per billion per √hour:
// after h hours it has gone perRootHour·√h away, as a standard deviation. perRootHour is in
// 0..[MaxWander]; at 0 the skew stays where it has gone. The skew never leaves ±[MaxSkewPPB].
func (o *Oscillator) SetWander(now Time, perRootHour int64) error {
	if perRootHour < 0 || perRootHour > MaxWander {
		return fmt.Errorf("wander: %d ppb per √hour is outside 0..%d", perRootHour, MaxWander)
	}
	o.settle(now)
	// The standard deviation of a second's step, perRootHour/√3600 ppb, is that of 64 coins, which
	// is 4 times the difference that one of them makes. Rounded, it is right to 1 part in 12 000.
	o.wander.coin = (perRootHour*perPPB + 120) / 240
	o.change()
	return nil
}

// step returns where the walk is after its step at second n. The step is the number of heads in 64 tosses above their
// mean: of variance 16, and so near the normal distribution that the sum of a minute's steps can hardly be told from it.
func (w *wander) step(wandered int64, n uint64) int64 {
	heads := bits.OnesCount64(w.luck.draw(n, 0))
	wandered += w.coin * int64(heads-32)
	return min(max(wandered, -maxSkew), maxSkew)
}

// AllanDeviation returns the Allan deviation in ppb, at an averaging time of tau, of a clock that
// wanders by perRootHour ppb per √hour.
//
// The skew is then Brownian motion y with variance D²·t. The Allan variance is half the mean square
// of the difference of the mean skews of two adjoining intervals of length τ. That difference is the
// integral of dy weighed by a triangle of base 2τ and height 1, so its variance is D²·2τ/3 and
//
//	σ_y²(τ) = D²·τ/3,
//
// which is σ_y² = (4π²/6)·h₋₂·τ of IEEE Std 1139 and NIST SP 1065 (random-walk FM) with the
// spectrum h₋₂ = D²/(2π²) of that motion.
func AllanDeviation(perRootHour int64, tau time.Duration) float64 {
	return float64(perRootHour) * math.Sqrt(hours(tau)/3)
}

// WanderFromAllan returns the wander in ppb per √hour, rounded, of a clock whose Allan deviation at
// an averaging time of tau is ppb, all of it by random-walk frequency noise: tau has to be
// where the deviation grows with √τ.
func WanderFromAllan(ppb float64, tau time.Duration) int64 {
	return int64(math.Round(ppb / math.Sqrt(hours(tau)/3)))
}

func hours(d time.Duration) float64 { return float64(d) / float64(time.Hour) }
