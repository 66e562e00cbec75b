package profile

import (
	"math"
	"time"
)

// writeUnreal writes the console commands of Unreal's packet simulation (NetEmulationHelper.cpp,
// FPacketSimulationSettings in NetDriver.h). All are for the client: what it sends is up, what it receives
// is down. Off first, since PktLag, PktJitter and others that are set go over PktLagMin and PktLagMax.
func writeUnreal(p *Profile, w *writer) error {
	w.remark("For the client's console in Unreal 5. For Unreal 4 write each as \"Net PktLagMin=20\",")
	w.remark("with \"Net PktLag=0\" and \"Net PktJitter=0\" in place of the first.")
	w.line("NetEmulation.Off")
	low, high := unrealLag(w.up)
	w.line("NetEmulation.PktLagMin %d", low)
	w.line("NetEmulation.PktLagMax %d", high)
	w.line("NetEmulation.PktLoss %d", wholePercent(w.up, "loss", lossAltogether(w.up)))
	if high > 0 {
		w.up.cannot("duplication", "PktDup does not go with a lag")
	} else {
		w.line("NetEmulation.PktDup %d", wholePercent(w.up, "duplication", w.up.settings.Duplicate))
	}
	low, high = unrealLag(w.down)
	w.line("NetEmulation.PktIncomingLagMin %d", low)
	w.line("NetEmulation.PktIncomingLagMax %d", high)
	w.line("NetEmulation.PktIncomingLoss %d", wholePercent(w.down, "loss", lossAltogether(w.down)))
	w.down.cannot("duplication", "PktDup is for what is sent")
	for _, l := range []*ledger{w.up, w.down} {
		l.cannot("reordering", "PktOrder shuffles everything and does not go with a lag")
		l.cannot("bursts of loss", "each is lost independently")
	}
	return nil
}

// unrealLag returns the range in whole milliseconds between which Unreal draws each delay uniformly:
// from the base delay to as far above the mean as that is below it. What it delays it sends in the order
// in which it came, none before one that is not due.
func unrealLag(l *ledger) (low, high int64) {
	s := l.settings
	least, most := s.Delay, s.Delay
	if jitters(s) {
		most += 2 * s.Jitter
		l.cannot("distribution", "delays are drawn uniformly")
	}
	low, high = roundMillis(least), roundMillis(most)
	l.whole("delay", isMillis(least), "as %d ms", low)
	l.exact("order")
	if s.InOrder {
		l.whole("jitter", isMillis(most) && isMillis(least), "from %d to %d ms", low, high)
	} else {
		l.about("jitter", "from %d to %d ms, and none overtakes another", low, high)
	}
	return low, high
}

func roundMillis(d time.Duration) int64 { return d.Round(time.Millisecond).Milliseconds() }

func isMillis(d time.Duration) bool { return d%time.Millisecond == 0 }

// wholePercent returns a share in whole per cent and enters whether that is exact.
func wholePercent(l *ledger, impairment string, share float64) int {
	n := int(math.Round(share * 100))
	switch {
	case share > 0 && n == 0:
		l.cannot(impairment, "its least is 1%%")
	default:
		l.whole(impairment, math.Abs(float64(n)/100-share) < 1e-9, "as %d%%", n)
	}
	return n
}
