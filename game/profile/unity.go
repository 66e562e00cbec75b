package profile

import "math"

// writeUnity writes the parameters of Unity Transport's simulator stage (SimulatorUtility.Parameters),
// one a direction, and of Multiplayer Tools' Network Simulator, which has one for both.
func writeUnity(p *Profile, w *writer) error {
	w.remark("Unity Transport: up for the client's NetworkDriver, down for the host's. Each has a SimulatorPipelineStage.")
	for _, l := range []*ledger{w.up, w.down} {
		writeUnityParameters(w, l)
	}
	up, down := w.up.settings, w.down.settings
	delay, jitter := (meanDelay(up)+meanDelay(down))/2, (drawnJitter(up)+drawnJitter(down))/2
	percentage, interval := unityLoss((lossAltogether(w.up) + lossAltogether(w.down)) / 2)
	w.remark("Multiplayer Tools, for the client's NetworkSimulator: one for both directions, the mean of the two.")
	w.line("networkSimulator.ConnectionPreset = NetworkSimulatorPreset.Create(%q, %q,", p.Name, p.Title)
	w.line("    packetDelayMs: %d, packetJitterMs: %d, packetLossInterval: %d, packetLossPercent: %d);",
		roundMillis(delay), roundMillis(jitter), interval, percentage)
	return nil
}

// writeUnityParameters writes one direction.
func writeUnityParameters(w *writer, l *ledger) {
	s := l.settings
	mean, jitter := meanDelay(s), drawnJitter(s)
	lost := lossAltogether(l)
	loss, interval := unityLoss(lost)
	w.line("var %s = new SimulatorUtility.Parameters", l.direction)
	w.line("{")
	w.line("    Mode = ApplyMode.SentPacketsOnly,")
	w.line("    MaxPacketSize = NetworkParameterConstants.MTU,")
	w.line("    MaxPacketCount = 1000,")
	w.line("    PacketDelayMs = %d,", roundMillis(mean))
	w.line("    PacketJitterMs = %d,", roundMillis(jitter))
	w.line("    PacketDropInterval = %d,", interval)
	w.line("    PacketDropPercentage = %d,", loss)
	w.line("    PacketDuplicationPercentage = %d,", wholePercent(l, "duplication", s.Duplicate))
	w.line("};")

	l.whole("delay", isMillis(s.Delay), "as %d ms", roundMillis(mean)-roundMillis(jitter))
	l.whole("jitter", isMillis(jitter), "as %d ms", roundMillis(jitter))
	l.cannot("distribution", "delays are drawn uniformly")
	l.cannot("bursts of loss", "each is lost independently")
	switch {
	case interval > 0:
		l.about("loss", "the first and every %dth after it, not by chance", interval)
	default:
		wholePercent(l, "loss", lost)
	}
}

// unityLoss returns a loss in whole per cent, or below 1 % as the interval at which packets are lost.
func unityLoss(share float64) (percentage, interval int) {
	if share > 0 && share < 0.01 {
		return 0, int(math.Round(1 / max(share, 1e-9)))
	}
	return int(math.Round(share * 100)), 0
}
