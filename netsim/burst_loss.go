package netsim

import (
	"fmt"
	"math"

	"driftlab/internal/param"
)

// MaxLossBurst is the longest mean length of a burst of losses, in datagrams.
const MaxLossBurst = 1000

// burstLoss is the impairment of loss, independent or in bursts. Bursts are those of Gilbert's chain
// (Gilbert, "Capacity of a burst-noise channel", Bell System Technical Journal 39, 1960; Elliott's with
// all lost in the bad state and none in the good one): after a lost datagram the next is lost too
// with one probability, after one that got through with another.
//
// For the mean loss p and the mean burst length L, a burst continues with probability 1 − 1/L and begins with p/(L·(1−p)). Independent
// losses already have L = 1/(1−p); a chain with shorter bursts would make losses avoid each other and is refused, so p ≤
// 1 − 1/L. In return, lowering p never makes a burst more likely to continue: what is lost at some p is lost at every
// greater one.
type burstLoss struct {
	twoStates // bad is lost; goOn is never below begin
}

// newBurstLoss returns the chain of a probability in 0..1 and a mean burst length in datagrams, in
// 0..[MaxLossBurst]; up to 1 stands for independent losses.
func newBurstLoss(p, burst float64) burstLoss {
	begin, goOn := p, p
	if burst > 1 {
		goOn = 1 - 1/burst
		begin = min(p/(burst*(1-p)), goOn)
	}
	return burstLoss{twoStates{
		lane:  laneLoss,
		first: newLossThreshold(p),
		begin: newLossThreshold(begin),
		goOn:  newLossThreshold(goOn),
		block: endless,
	}}
}

// hit reports whether a datagram is lost. Without bursts its own luck decides; with them the state of the spine does,
// which takes a look at L earlier datagrams on average.
func (b *burstLoss) hit(t *ticket) bool {
	if b.begin == b.goOn {
		return b.goOn.hit(t.draw(laneLoss))
	}
	return b.isBad(t.spine, t.k)
}

var lossSettings = []setting{
	param.Float(param.Param{Name: "loss", Unit: param.Share, Max: 1e9, With: "loss-burst",
		Help: "share of datagrams lost {way}"},
		func(s *Settings) *float64 { return &s.Loss }),
}

var burstSettings = []setting{
	param.Float(param.Param{Name: "loss-burst", Label: "Burst length", Called: "losses in a row", Unit: param.Packets, Min: 1e6, Max: MaxLossBurst * 1e6, Default: 1e6, Unset: true, With: "loss", Steady: true,
		Help: "average number of datagrams lost in a row {way}; at 1 each is lost independently"},
		func(s *Settings) *float64 { return &s.LossBurst }),
}

// validateBursts refuses a loss that bursts of the given length cannot produce.
func (s *Settings) validateBursts() error {
	if most := 1 - 1/s.LossBurst; s.LossBurst > 1 && s.Loss > most {
		return &param.PairError{Names: [2]string{"loss", "loss-burst"}, Text: fmt.Sprintf(
			"loss: %v is outside 0..%.6g, all that bursts of %v packets can make", s.Loss, most, s.LossBurst)}
	}
	return nil
}

// A lossThreshold is the probability p of a loss as the integer p·2⁵³, rounded up, so that each
// datagram costs one exact comparison.
type lossThreshold uint64

// newLossThreshold returns the threshold of a probability in 0..1. The product only moves p's
// exponent and is exact, so for any integer n, n < p·2⁵³ if and only if n is below the threshold.
func newLossThreshold(p float64) lossThreshold {
	return lossThreshold(math.Ceil(p * (1 << 53)))
}

// hit reports whether the datagram with the uniform number u is lost: never at p = 0, always at p = 1.
func (t lossThreshold) hit(u uint64) bool { return lossThreshold(u>>11) < t }
