package netsim

import "fmt"

// MaxLossBurst is the longest mean length of a burst of losses, in datagrams.
const MaxLossBurst = 1000

// burstLoss is the impairment of loss, independent or in bursts. Bursts are those of Gilbert's chain
// (Gilbert, "Capacity of a burst-noise channel", Bell System Technical Journal 39, 1960; Elliott's with
// all lost in the bad state and none in the good one): after a lost datagram the next is lost too
// with one probability, after one that got through with another.
//
// For the mean loss p and the mean burst length L, a burst goes on with 1 − 1/L and begins with
// p/(L·(1−p)). Independent losses have L = 1/(1−p) by themselves; a chain with shorter bursts, whose
// losses would shun each other, is refused, so p ≤ 1 − 1/L. In return a burst never goes on more
// easily at less loss: what is lost at some p is lost at every greater one.
type burstLoss struct {
	first lossThreshold // of the link's first datagram: the chain is in its steady state from the start
	begin lossThreshold // after one that got through
	goOn  lossThreshold // after a lost one; never below begin
}

// newBurstLoss returns the chain of a probability in 0..1 and a mean burst length in datagrams, in
// 0..[MaxLossBurst]; up to 1 stands for independent losses.
func newBurstLoss(p, burst float64) burstLoss {
	all := newLossThreshold(p)
	if burst <= 1 {
		return burstLoss{all, all, all}
	}
	goOn := 1 - 1/burst
	return burstLoss{all, newLossThreshold(min(p/(burst*(1-p)), goOn)), newLossThreshold(goOn)}
}

// validateLoss reports a loss that is out of range, or that bursts of such a length cannot make.
func validateLoss(p, burst float64) error {
	if !(p >= 0 && p <= 1) { // so written, it refuses NaN
		return fmt.Errorf("loss: %v is outside 0..1", p)
	}
	if !(burst >= 0 && burst <= MaxLossBurst) {
		return fmt.Errorf("loss burst: %v packets are outside 0..%d", burst, MaxLossBurst)
	}
	if most := 1 - 1/burst; burst > 1 && p > most {
		return fmt.Errorf("loss: %v is outside 0..%.6g, all that bursts of %v packets can make", p, most, burst)
	}
	return nil
}

// hit reports whether the k-th datagram is lost. It depends on the luck alone and not on what was
// decided before, so worlds of equal loss meet equal losses however they got there: a number below
// both thresholds or above both decides whatever came before, and what lies between the two leaves
// it at the datagram before. That is L datagrams back in the mean.
func (b burstLoss) hit(l luck, k uint64) bool {
	for ; ; k-- {
		u := l.draw(k, laneLoss)
		switch {
		case k == 0:
			return b.first.hit(u)
		case b.begin.hit(u):
			return true
		case !b.goOn.hit(u):
			return false
		}
	}
}
