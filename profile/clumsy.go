package profile

import (
	"fmt"
	"math"
	"strings"
	"time"
)

const (
	// clumsyMaxLag is the longest delay that every version of clumsy takes, in milliseconds.
	clumsyMaxLag = 3000
	// clumsyMaxRate is the greatest rate that it takes, in units of 1024 bytes a second.
	clumsyMaxRate = 99_999
)

// writeClumsy writes the command lines of clumsy 0.3 (jagt.github.io/clumsy): one a direction, since
// one clumsy has one delay for all that its filter lets it see.
func writeClumsy(p *Profile, w *writer) error {
	w.remark("For the client's machine, as administrator. Put the host's port in place of 7777.")
	w.remark("Run both: each opens a window of its own. On one machine (loopback) only outbound works.")
	w.line(`start clumsy.exe --filter "outbound and udp.DstPort == 7777"%s`, clumsyOptions(w.up))
	w.line(`start clumsy.exe --filter "inbound and udp.SrcPort == 7777"%s`, clumsyOptions(w.down))
	return nil
}

// clumsyOptions returns the options of one direction. Chances are in per cent with one decimal.
func clumsyOptions(l *ledger) string {
	s := l.settings
	var b strings.Builder
	lag := s.Delay
	if jitters(s) {
		lag += s.Jitter
		l.cannot("jitter", "every packet waits its mean")
	}
	if lag > 0 {
		ms := min(lag.Round(time.Millisecond).Milliseconds(), clumsyMaxLag)
		fmt.Fprintf(&b, " --lag on --lag-time %d", ms)
		l.whole("delay", time.Duration(ms)*time.Millisecond == lag, "as %d ms", ms)
	}
	chance := func(impairment, option string, share float64) {
		tenths := math.Round(share * 1000)
		if share == 0 {
			return
		}
		if tenths == 0 {
			l.cannot(impairment, "its least is 0.1%%")
			return
		}
		value := fmt.Sprintf("%.1f", tenths/10)
		fmt.Fprintf(&b, " --%s on --%s-chance %s", option, option, value)
		l.whole(impairment, math.Abs(tenths/1000-share) < 1e-9, "as %s%%", value)
	}
	chance("loss", "drop", s.Loss)
	chance("duplication", "duplicate", s.Duplicate)
	chance("reordering", "ood", s.Reorder)
	if s.Reorder > 0 && l.entries["reordering"].kind != inexpressible {
		l.about("reordering", "a packet changes places with its neighbour")
	}
	l.cannot("bursts of loss", "each is lost independently")
	if s.Rate > 0 && s.Trace == nil {
		clumsyRate(&b, l)
	}
	return b.String()
}

// clumsyRate adds the limit of the bandwidth.
func clumsyRate(b *strings.Builder, l *ledger) {
	kilobytes := (l.settings.Rate + 4096) / 8192
	if kilobytes == 0 {
		l.cannot("rate", "its least is 8192 bit/s")
		return
	}
	kilobytes = min(kilobytes, clumsyMaxRate)
	fmt.Fprintf(b, " --bandwidth on --bandwidth-bandwidth %d", kilobytes)
	l.about("rate", "as %d bit/s over the last second", kilobytes*8192)
	l.cannot("queue", "what is above the rate is lost at once")
}
