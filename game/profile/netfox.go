package profile

import "math"

// writeNetfox writes the project settings of netfox's NetworkSimulator (foxssake/netfox,
// addons/netfox.extras/network-simulator.gd). It has one latency and one loss for both directions: those between the two.
func writeNetfox(p *Profile, w *writer) error {
	up, down := w.up.settings, w.down.settings
	latency := roundMillis((meanDelay(up) + meanDelay(down)) / 2)
	loss := (lossAltogether(w.up) + lossAltogether(w.down)) / 2
	w.remark("For project.godot. In the editor, netfox then hosts and connects by itself: one latency and one loss both ways.")
	w.remark("The loss is in per cent, whatever its name and the editor's slider say.")
	w.line("[netfox]")
	w.line("")
	w.line("autoconnect/enabled=true")
	w.line("autoconnect/simulated_latency_ms=%d", latency)
	w.line("autoconnect/simulated_packet_loss_chance=%s", fraction(100*loss))
	for _, l := range []*ledger{w.up, w.down} {
		s := l.settings
		l.whole("delay", meanDelay(s).Milliseconds() == latency && isMillis(meanDelay(s)), "as %d ms both ways, the mean jitter with it", latency)
		l.cannot("jitter", "every packet waits the mean")
		l.whole("loss", math.Abs(s.Loss-loss) < 1e-9, "as %s both ways", percent(loss))
		l.cannot("bursts of loss", "each is lost independently")
		l.keepsOrder()
	}
	return nil
}
