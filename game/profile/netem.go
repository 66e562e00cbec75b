package profile

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"driftlab/netsim"
)

const (
	// netemLeast is how many packets netem may hold at least. Its own default, 1000, would lose some on
	// a long way.
	netemLeast = 100_000
	// netemScale is one standard deviation in netem's tables, whose values are 16 bits wide.
	netemScale = 8192
	netemMost  = 32767
	// tableSize is how many quantiles stand for a distribution that tc has no table for: as many as tc's own
	// tables have, and the tail ends between 1 in 4096 and 1 in 8192. The kernel takes 16384 at most
	// (MAX_TABLE_BYTES of iproute2).
	tableSize = 4096
	// shortPacket and fullPacket are the lengths in bytes of an Ethernet's packets, headers included.
	shortPacket = 60
	fullPacket  = 1514
	// netemSigma is netem's greatest jitter (INT_MAX ns); followedSigma is from where on a uniform one
	// follows its correlation: netem takes a remainder of 32 bits by its width (docs/fidelity).
	netemSigma    = math.MaxInt32 * time.Nanosecond
	followedSigma = 2 * time.Second
)

// writeNetem writes the commands of tc (tc-netem(8), tc-tbf(8)). netem works on what leaves an
// interface; what comes in goes out of an ifb first.
func writeNetem(p *Profile, w *writer) error {
	w.remark("For the client's machine, as root. IFACE is its interface towards the host.")
	w.line("IFACE=${IFACE:-eth0}")
	w.line("")
	w.remark("Up, client to host: what leaves IFACE.")
	writeQdiscs(w, w.up, "$IFACE")
	w.line("")
	w.remark("Down, host to client: what comes in on IFACE goes through ifb0.")
	w.line("ip link add ifb0 type ifb")
	w.line("ip link set dev ifb0 up")
	w.line("tc qdisc replace dev $IFACE ingress handle ffff:")
	w.line("tc filter replace dev $IFACE parent ffff: matchall action mirred egress redirect dev ifb0")
	writeQdiscs(w, w.down, "ifb0")
	w.line("")
	w.remark("With a machine at each end no ifb is needed: give the host's interface what ifb0 has here.")
	w.remark("To take it all away: tc qdisc del dev $IFACE root; tc qdisc del dev $IFACE ingress; ip link del ifb0")
	return nil
}

// writeQdiscs writes the queueing disciplines of one direction.
func writeQdiscs(w *writer, l *ledger, device string) {
	s := l.settings
	delay, table := netemDelay(w, l)
	var args []string
	if delay.mean > 0 {
		args = append(args, delay.String())
	}
	args = append(args, netemLoss(l)...)
	if s.Duplicate > 0 {
		args = append(args, "duplicate "+percent(s.Duplicate))
	}
	args = append(args, netemOrder(l)...)
	l.exact("duplication")
	command := "tc"
	if table {
		command = "TC_LIB_DIR=$TABLES tc"
	}
	w.line("tc qdisc del dev %s root 2>/dev/null", device) // a netem that is replaced would keep its table
	// It has to hold the packets under way and those that wait for the rate below it.
	perSecond := s.Rate / 8 / shortPacket
	longest := delay.mean + 4*delay.sigma // where tables end
	underWay := perSecond * int64(longest/time.Millisecond+1) / 1000
	w.line("%s qdisc replace dev %s root handle 1: netem limit %d%s", command, device, max(netemLeast, underWay+queueBytes(s)/shortPacket), strings.Join(append([]string{""}, args...), " "))
	if s.Rate > 0 && s.Trace == nil {
		writeBottleneck(w, l, device)
	}
}

// A delay is that of netem. Its jitter sigma is a standard deviation around the mean, or for a uniform
// distribution half of its width; ours is the mean above the base delay.
type delay struct {
	mean, sigma  time.Duration
	correlation  float64
	distribution string // by its name or its file's; "" is uniform
}

// String writes the delay as tc takes it.
func (d delay) String() string {
	text := "delay " + millis(d.mean) + "ms"
	if d.sigma > 0 {
		text += " " + millis(d.sigma) + "ms"
		if d.correlation > 0 {
			text += " " + percent(d.correlation)
		}
		if d.distribution != "" {
			text += " distribution " + d.distribution
		}
	}
	return text
}

// netemDelay returns netem's delay, and whether it draws from a table that tc has not got. It writes the
// table then.
func netemDelay(w *writer, l *ledger) (d delay, table bool) {
	s := l.settings
	d.mean = s.Delay
	l.exact("delay", "jitter", "distribution")
	if !jitters(s) {
		return d, false
	}
	switch s.Distribution.(type) {
	case nil, netsim.Uniform:
		d.mean, d.sigma = s.Delay+s.Jitter, s.Jitter
	case netsim.Normal:
		d.mean, d.sigma = s.Delay+s.Jitter, s.Jitter/3 // as netsim.Normal has it
		d.distribution = "normal"
	default:
		above, unit, values := netemTable(s)
		d.mean, d.sigma, table = s.Delay+above, unit, true
		d.distribution = writeTable(w, l, values)
		l.about("distribution", "by a table of %d quantiles", tableSize)
	}
	if d.sigma > netemSigma {
		d.sigma = netemSigma
		l.about("jitter", "netem's ends at %v", netemSigma)
	}
	netemCorrelation(l, &d)
	return d, table
}

// netemCorrelation adds the correlation where netem follows it.
func netemCorrelation(l *ledger, d *delay) {
	_, table := l.settings.Distribution.(*netsim.Table)
	switch {
	case table && l.settings.NetemWay: // which follows it here no more than there
		l.exact("correlation")
	case d.distribution != "":
		l.cannot("correlation", "netem's tables do not follow it")
	case d.sigma < followedSigma:
		l.cannot("correlation", "netem's uniform jitter follows it from about %v on", followedSigma)
	default:
		d.correlation = l.settings.Correlation
		less := ""
		if !l.settings.NetemWay {
			less = "netem's jitter becomes less spread out, and "
		}
		l.about("correlation", less+"the further the jitter is below %v, the less netem follows it", netemSigma)
	}
}

// netemTable returns the mean of a direction's extra delay, and the unit and the values of a table
// from which netem draws it: mean + unit·value/8192. The unit is chosen so that the longest delay just
// fits into 16 bits.
func netemTable(s netsim.Settings) (mean, unit time.Duration, table []int) {
	extra := quantiles(s.Distribution, s.Jitter, tableSize)
	for _, d := range extra {
		mean += d
	}
	mean /= tableSize
	reach := max(mean-extra[0], extra[tableSize-1]-mean)
	unit = reach*netemScale/netemMost + 1
	for _, d := range extra {
		table = append(table, int((d-mean)*netemScale/unit))
	}
	return mean, unit, table
}

// writeTable writes a table where tc finds it and returns its name. Both directions may have the same.
func writeTable(w *writer, l *ledger, values []int) (name string) {
	var b strings.Builder
	for row := range slices.Chunk(values, 16) {
		fmt.Fprintln(&b, strings.Trim(fmt.Sprint(row), "[]"))
	}
	text := b.String()
	if name, ok := w.tables[text]; ok {
		return name
	}
	w.tables[text] = l.direction
	w.line("TABLES=${TABLES:-$(mktemp -d)}")
	w.line("cat > $TABLES/%s.dist <<END", l.direction)
	w.WriteString(text)
	w.line("END")
	return l.direction
}

// netemPackets is how many packets a second a game is taken to send where netem goes by packets.
const netemPackets = 60

// perPacket returns the probability that a state of a mean length ends with a packet.
func perPacket(mean time.Duration) float64 {
	return min(1, 1/(max(mean.Seconds(), 1e-9)*netemPackets))
}

// netemLoss returns netem's loss. It has one model at a time.
func netemLoss(l *ledger) []string {
	s, c := l.settings, l.settings.Chain
	burst := s.Loss > 0 && s.LossBurst > 1
	l.exact("loss", "bursts of loss", "chain of losses")
	switch {
	case c != netsim.LossChain{}:
		if burst {
			l.cannot("loss", "netem has one model of loss, and the chain takes it")
			l.cannot("bursts of loss", "")
		} else { // independent losses on top of the chain are more losses in both of its states
			c.Bad = 1 - (1-c.Bad)*(1-s.Loss)
			c.Good = 1 - (1-c.Good)*(1-s.Loss)
		}
	case burst: // the chain that netsim makes of them
		c = netsim.LossChain{Begin: s.Loss / (s.LossBurst * (1 - s.Loss)), End: 1 / s.LossBurst, Bad: 1}
	case s.EpisodeFor > 0: // everything in them is lost, on top of independent losses
		c = netsim.LossChain{Begin: perPacket(s.EpisodesApart()), End: perPacket(s.EpisodeFor), Bad: 1, Good: s.Loss}
		l.about("episodes of loss", "netem counts packets: as long at %d a second", netemPackets)
	case s.Loss > 0:
		return []string{"loss random " + percent(s.Loss)}
	default:
		return nil
	}
	return []string{"loss gemodel " + strings.Join([]string{percent(c.Begin), percent(c.End), percent(c.Bad), percent(c.Good)}, " ")}
}

// netemOrder returns netem's reordering, and the rate that keeps packets in order: with one, netem
// lets each leave after the one before.
func netemOrder(l *ledger) (args []string) {
	s := l.settings
	switch {
	case s.Reorder > 0 && s.Delay == 0 && !jitters(s):
		l.cannot("reordering", "without a delay there is nothing to overtake")
	case s.Reorder > 0 && s.InOrder:
		l.cannot("reordering", "the order is kept, which netem's reordering would break")
	case s.Reorder > 0:
		text := "reorder " + percent(s.Reorder)
		l.exact("reordering")
		if s.ReorderCorrelation > 0 {
			text += " " + percent(s.ReorderCorrelation)
			l.whole("reordering", s.NetemWay, "netem's correlation has fewer packets overtake")
		}
		if s.ReorderLead > 0 {
			l.about("reordering", "netem's skip all of the delay")
		}
		if s.ReorderGap > 1 {
			text += fmt.Sprintf(" gap %d", s.ReorderGap)
		}
		args = append(args, text)
	}
	if s.InOrder {
		args = append(args, "rate 100gbit")
		l.exact("order")
	}
	return args
}

// writeBottleneck writes the rate and its queue below netem.
func writeBottleneck(w *writer, l *ledger, device string) {
	s := l.settings
	// tbf fills its bucket once a timer tick of the kernel, 250 times a second or more.
	burst := max(fullPacket, s.Rate/8/250)
	w.line("tc qdisc replace dev %s parent 1:1 handle 10: tbf rate %dbit burst %d limit %d", device, s.Rate, burst, queueBytes(s))
	l.about("rate", "tc counts 14 bytes of Ethernet a packet too, and delays before the queue")
	l.exact("queue")
	packets := s.QueuePackets
	switch {
	case s.CoDel:
		if packets == 0 {
			packets = int(max(1, queueBytes(s)/fullPacket))
		}
		w.line("tc qdisc replace dev %s parent 10:1 handle 100: codel limit %d target 5ms interval 100ms", device, packets)
		l.exact("CoDel")
		l.about("queue", "at most %d packets", packets)
	case packets > 0:
		w.line("tc qdisc replace dev %s parent 10:1 handle 100: pfifo limit %d", device, packets)
		l.about("queue", "at most %d packets, of any size", packets)
	}
}
