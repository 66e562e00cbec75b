package profile

import (
	"math"
	"time"
)

const (
	// robloxMost is the greatest delay and the greatest jitter of Studio's Network Simulator, robloxStep its step.
	robloxMost = time.Second
	robloxStep = 100 * time.Microsecond
	// robloxMostLoss is its greatest loss, in hundredths of a per cent.
	robloxMostLoss = 50
)

// writeRoblox writes Luau that sets NetworkSettings, which Studio's Network Simulator has its values in (Roblox/creator-docs,
// content/en-us/studio/network-simulator.md).
func writeRoblox(p *Profile, w *writer) error {
	w.remark("For Studio's command bar or a plugin, and for playtests only. Outbound is up, inbound is down.")
	w.line("local network = settings().Network")
	for _, direction := range []struct {
		name string
		l    *ledger
	}{{"Outbound", w.up}, {"Inbound", w.down}} {
		l, s := direction.l, direction.l.settings
		delay, jitter := robloxTime(s.Delay), robloxTime(2*drawnJitter(s))
		w.line("network.%sNetworkMinDelayMs = %s", direction.name, millis(delay))
		w.line("network.%sNetworkJitterMs = %s", direction.name, millis(jitter))
		w.line("network.%sNetworkLossPercent = %s", direction.name, decimal(float64(robloxLoss(l))/100))

		l.whole("delay", delay == s.Delay, "as %s ms", millis(delay))
		l.about("jitter", "up to %s ms above the delay; Roblox does not say how it is drawn", millis(jitter))
		l.cannot("bursts of loss", "each is lost independently")
	}
	return nil
}

// robloxTime rounds a time to what the simulator takes.
func robloxTime(d time.Duration) time.Duration { return min(d.Round(robloxStep), robloxMost) }

// robloxLoss returns a direction's loss in hundredths of a per cent.
func robloxLoss(l *ledger) int {
	share := lossAltogether(l)
	n := min(int(math.Round(share*10_000)), robloxMostLoss)
	if share > 0 && n == 0 {
		l.cannot("loss", "its least is 0.01%%")
		return 0
	}
	l.whole("loss", math.Abs(float64(n)/10_000-share) < 1e-9, "as %s%%, of at most 0.5%%", decimal(float64(n)/100))
	return n
}
