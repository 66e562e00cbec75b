package profile

import (
	"fmt"
	"math"
	"strings"
	"time"
)

const (
	// clumsyMaxLag is the longest delay that clumsy 0.3 takes, in milliseconds. (0.2 took 3000.)
	clumsyMaxLag = 15_000
	// clumsyMaxRate is the greatest rate that it takes, in units of 1024 bytes a second.
	clumsyMaxRate = 99_999
)

// writeClumsy writes the command lines of clumsy 0.3 (jagt.github.io/clumsy): one a direction, since
// one clumsy has one delay for all that its filter lets it see.
func writeClumsy(p *Profile, w *writer) error {
	w.remark("For the client's machine, as administrator. Put the host's port in place of 7777.")
	w.remark("Run both: each opens a window of its own. On one machine (loopback) only outbound works.")
	up, down := clumsyOptions(w.up), clumsyOptions(w.down)
	if strings.Contains(up+down, "--lag") {
		w.remark("It checks delayed packets every 40 ms, or when a packet arrives: on a quiet line they wait longer.")
	}
	w.line(`start clumsy.exe --filter "outbound and udp.DstPort == 7777"%s`, up)
	w.line(`start clumsy.exe --filter "inbound and udp.SrcPort == 7777"%s`, down)
	return nil
}

// clumsyOptions returns the options of one direction.
func clumsyOptions(l *ledger) string {
	s := l.settings
	var b strings.Builder
	lag := meanDelay(s)
	ms := min(lag.Round(time.Millisecond).Milliseconds(), clumsyMaxLag)
	if ms == 0 {
		l.cannot("delay", "its least is 1 ms") // 0 ms would be until it looks again, up to 40 ms
	} else {
		l.cannot("jitter", "every packet waits its mean")
		fmt.Fprintf(&b, " --lag on --lag-time %d", ms)
		l.whole("delay", time.Duration(ms)*time.Millisecond == lag, "as %d ms", ms)
	}
	clumsyChance(&b, l, "loss", "drop", lossAltogether(l))
	clumsyChance(&b, l, "duplication", "duplicate", s.Duplicate)
	l.exact("order") // what it delays it sends in the order in which it came
	switch {
	case s.Reorder > 0 && s.InOrder:
		l.cannot("reordering", "the order is kept")
	case clumsyChance(&b, l, "reordering", "ood", s.Reorder):
		l.about("reordering", "a packet changes places with its neighbour")
	}
	l.cannot("bursts of loss", "each is lost independently")
	if s.Rate > 0 && s.Trace == nil {
		clumsyRate(&b, l)
	}
	return b.String()
}

// clumsyChance adds a function that strikes with a chance, and reports whether it did.
func clumsyChance(b *strings.Builder, l *ledger, impairment, option string, share float64) bool {
	hundredths := int(math.Round(share * 10_000))
	if share > 0 && hundredths == 0 {
		l.cannot(impairment, "its least is 0.01%%")
	}
	if hundredths == 0 {
		return false
	}
	fmt.Fprintf(b, " --%s on --%s-chance %s", option, option, clumsyPercent(hundredths))
	l.whole(impairment, math.Abs(float64(hundredths)/10_000-share) < 1e-9, "as %s%%", decimal(float64(hundredths)/100))
	return true
}

// clumsyPercent writes a chance in hundredths of a per cent. clumsy reads a float, multiplies it by 100
// and cuts what is behind the point: where 0.53 would so become 52 hundredths, 0.531 is written.
func clumsyPercent(hundredths int) string {
	value := float64(hundredths) / 100
	read := float32(value)
	if int(read*100) < hundredths || int(float64(read)*100) < hundredths {
		value = float64(10*hundredths+1) / 1000
	}
	return decimal(value)
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
