package profile

import (
	"math"
	"strings"
)

// writeLightyear writes the configuration of lightyear's link conditioner (cBournhonesque/lightyear,
// lightyear_link/src/conditioner.rs of 0.28). It draws delays uniformly, as far below the latency as above, and works on what
// an end receives.
func writeLightyear(p *Profile, w *writer) error {
	w.remark("lightyear 0.28. A conditioner is for what is received: down for the client's Link, up for the host's.")
	for _, l := range []*ledger{w.up, w.down} {
		s := l.settings
		latency, jitter := roundMillis(meanDelay(s)), roundMillis(drawnJitter(s))
		w.line("let %s = LinkConditionerConfig {", l.direction)
		w.line("    incoming_latency: Duration::from_millis(%d),", latency)
		w.line("    incoming_jitter: Duration::from_millis(%d),", jitter)
		w.line("    incoming_loss: %s,", fraction(lossAltogether(l)))
		w.line("};")

		l.whole("delay", isMillis(s.Delay) && isMillis(drawnJitter(s)), "as %d ms", latency-jitter)
		l.whole("jitter", isMillis(drawnJitter(s)), "as %d ms", jitter)
		l.cannot("distribution", "delays are drawn uniformly")
		l.exact("loss")
		l.cannot("bursts of loss", "each is lost independently; the versions after 0.28 have PacketLossConfig::simple_gilbert")
		l.cannot("chain of losses", "the versions after 0.28 have it as PacketLossConfig")
	}
	return nil
}

// fraction writes a number so that it is read as one with a fraction: Rust and Godot tell them apart.
func fraction(f float64) string {
	text := decimal(math.Round(f*1e9) / 1e9)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}
