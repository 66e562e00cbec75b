package profile

import (
	"math"
	"time"
)

// fishNetMost is the longest latency that FishNet's inspector takes.
const fishNetMost = time.Minute

// writeFishNet writes C# that sets FishNet's LatencySimulator (FirstGearGames/FishNet,
// Assets/FishNet/Runtime/Managing/Transporting/LatencySimulator.cs). Each end's delays and loses what that end sends.
func writeFishNet(p *Profile, w *writer) error {
	w.remark("Up for the client's NetworkManager, down for the server's. In the editor and in development builds only.")
	for _, l := range []*ledger{w.up, w.down} {
		s := l.settings
		latency := roundMillis(min(meanDelay(s), fishNetMost))
		w.line("var %s = InstanceFinder.TransportManager.LatencySimulator;", l.direction)
		w.line("%s.SetLatency(%d);", l.direction, latency)
		w.line("%s.SetPacketLoss(%s);", l.direction, decimal(math.Round(lossAltogether(l)*1e9)/1e9))
		w.line("%s.SetOutOfOrder(%s);", l.direction, decimal(fishNetReorder(l, latency)))
		w.line("%s.SetEnabled(true);", l.direction)

		l.whole("delay", time.Duration(latency)*time.Millisecond == meanDelay(s), "as %d ms", latency)
		l.cannot("jitter", "every packet waits its mean")
		l.about("loss", "of unreliable messages; a reliable one comes 30%% of the latency later")
		l.cannot("bursts of loss", "each is lost independently")
		l.exact("order")
	}
	return nil
}

// fishNetReorder returns the chance that a packet goes in front of the one before it.
func fishNetReorder(l *ledger, latency int64) float64 {
	s := l.settings
	switch {
	case s.Reorder > 0 && s.InOrder:
		l.cannot("reordering", "the order is kept")
	case s.Reorder > 0 && latency == 0:
		l.cannot("reordering", "without a delay there is nothing to overtake")
	default:
		l.about("reordering", "a packet changes places with the one before it, if that still waits")
		return s.Reorder
	}
	return 0
}
