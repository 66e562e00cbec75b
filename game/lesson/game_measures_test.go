package lesson

import (
	"testing"
	"time"
)

func TestWhatIsCarriedOnIsNearerInTheMeanAndFartherAtWorst(t *testing.T) {
	t.Parallel()
	of := func(show string) (mean, worst float64) {
		s := play(t, 40*time.Second, "link.delay=100ms", "arena=relay", "bots=live", "rules.goal=on", "others.show="+show)
		mean, _ = measured(t, s, "others-mean")
		worst, _ = measured(t, s, "others-worst")
		return mean, worst
	}
	meanA, worstA := of("interpolated")
	meanB, worstB := of("second-order")
	if !(meanB > 0 && meanB < 0.7*meanA && worstB > 1.2*worstA && worstA > meanA) {
		t.Errorf("interpolated %.2f m, at worst %.2f; carried on %.2f, at worst %.2f", meanA, worstA, meanB, worstB)
	}
}
