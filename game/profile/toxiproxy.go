package profile

import "fmt"

// writeToxiproxy writes commands of toxiproxy-cli (Shopify/toxiproxy, README.md, cmd/cli and toxics of f48fd7f1). A proxy
// carries TCP: it can delay what goes through and limit its rate, and lose either all or nothing.
func writeToxiproxy(p *Profile, w *writer) error {
	w.remark("For TCP, as of WebSockets: UDP does not go through toxiproxy. The proxy stands between client and host:")
	w.remark("toxiproxy-cli create -l 127.0.0.1:7778 -u 127.0.0.1:7777 driftlab")
	w.line("PROXY=${PROXY:-driftlab}")
	writeToxics(w, w.up, "--upstream")
	writeToxics(w, w.down, "--downstream")
	return nil
}

// writeToxics writes the toxics of one direction.
func writeToxics(w *writer, l *ledger, stream string) {
	s := l.settings
	add := func(toxic, attributes string) {
		w.line("toxiproxy-cli toxic add -n %s_%s -t %s %s %s $PROXY", l.direction, toxic, toxic, attributes, stream)
	}
	latency, jitter := roundMillis(meanDelay(s)), roundMillis(drawnJitter(s))
	if latency > 0 {
		add("latency", fmt.Sprintf("-a latency=%d -a jitter=%d", latency, jitter))
	}
	l.whole("delay", isMillis(s.Delay) && isMillis(drawnJitter(s)), "as %d ms", latency-jitter)
	l.about("jitter", "from %d to %d ms, and none overtakes another", latency-jitter, latency+jitter)
	l.cannot("distribution", "delays are drawn uniformly")
	if s.Rate > 0 && s.Trace == nil {
		kilobytes := max(1, (s.Rate+4000)/8000)
		add("bandwidth", fmt.Sprintf("-a rate=%d", kilobytes))
		l.whole("rate", kilobytes*8000 == s.Rate, "as %d bit/s", kilobytes*8000)
		l.cannot("queue", "what is above the rate waits, and nothing is lost")
	}
	l.cannot("loss", "TCP sends again what is lost; toxiproxy loses all or nothing")
	if s.Loss >= 1 {
		add("timeout", "-a timeout=0")
		l.exact("loss")
	}
	l.keepsOrder()
	l.about("transport", "TCP, of which nothing is lost on the way")
}
