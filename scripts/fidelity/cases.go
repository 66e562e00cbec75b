package main

import (
	"encoding/binary"
	"strings"
	"time"

	"driftlab/netsim"
)

// A testCase is one link, as netem and as Driftlab have it.
type testCase struct {
	name     string
	netem    string // what follows "netem"; empty for a veth pair alone
	settings netsim.Settings
	table    tableDelay // added to the settings; its zero value adds nothing
	sending  schedule
	step     int    // percentile of the delay that is not compared, since the delay jumps just there; 0 for none
	differs  string // why it is outside the bounds; empty if it is not
}

// A tableDelay is netem's delay by a distribution table of iproute2.
type tableDelay struct {
	name         string
	delay, sigma time.Duration
}

const ms = time.Millisecond

// wraps is why a correlation makes netem's uniform delays no more alike.
const wraps = "netem draws a correlated number of 32 bits and takes its remainder by the width of the jitter in " +
	"nanoseconds (`rnd % (2 * sigma)`, tabledist in net/sched/sch_netem.c). Where that is far below 2³² ns = 4.3 s, " +
	"the remainder keeps nothing of the correlation: netem's delays are as without. Driftlab scales the same number " +
	"to the width, so its delays are correlated as asked, and less spread out, which is what netem's formula gives " +
	"where it can be seen: in the case of ± 2.1 s."

// cases returns all cases, in the order of the document. Wherever netem delays, its queue is made long
// enough: the 1000 packets that are its default include those under way.
func cases() []testCase {
	const (
		spread = "limit 10000 delay 50ms 20ms"
		fixed  = "limit 10000 delay 20ms"
	)
	uniform := netsim.Settings{Delay: 30 * ms, Jitter: 20 * ms}
	correlated := func(c float64) netsim.Settings { s := uniform; s.Correlation, s.NetemWay = c, true; return s }
	still := func(s netsim.Settings) netsim.Settings { s.Delay = 20 * ms; return s }
	gilbert := netsim.LossChain{Begin: 0.01, End: 0.25, Bad: 1}
	elliott := netsim.LossChain{Begin: 0.02, End: 0.1, Bad: 0.7, Good: 0.005}
	both := uniform
	both.Loss, both.Duplicate = 0.01, 0.01
	all := []testCase{
		{name: "nothing"},
		{name: "constant", netem: "limit 10000 delay 50ms", settings: netsim.Settings{Delay: 50 * ms}},
		{name: "uniform", netem: spread, settings: uniform},
		byTable("normal", "", 10*ms, 0),
		byTable("pareto", "", 4*ms, 0),
		byTable("paretonormal", "", 4*ms, 0),
		byTable("experimental", "", 10*ms, 0),
		{name: "uniform, correlation 25 %", netem: spread + " 25%", settings: correlated(0.25), differs: wraps},
		{name: "uniform, correlation 75 %", netem: spread + " 75%", settings: correlated(0.75), differs: wraps},
		{name: "uniform, correlation 75 %, ± 2.1 s", netem: "limit 10000 delay 2200ms 2147483.647us 75%", settings: netsim.Settings{
			Delay: 52_516_353 * time.Nanosecond, Jitter: 2_147_483_647 * time.Nanosecond, Correlation: 0.75, NetemWay: true}},
		byTable("normal", "25%", 10*ms, 0.25),
		byTable("normal", "75%", 10*ms, 0.75),
		{name: "loss 1 %", netem: fixed + " loss 1%", settings: still(netsim.Settings{Loss: 0.01})},
		{name: "loss 10 %", netem: fixed + " loss 10%", settings: still(netsim.Settings{Loss: 0.1})},
		{name: "Gilbert", netem: fixed + " loss gemodel 1% 25% 100% 0%", settings: still(netsim.Settings{Chain: gilbert})},
		{name: "Gilbert–Elliott", netem: fixed + " loss gemodel 2% 10% 70% 0.5%", settings: still(netsim.Settings{Chain: elliott})},
		{name: "duplication 1 %", netem: fixed + " duplicate 1%", settings: still(netsim.Settings{Duplicate: 0.01})},
		{name: "duplication 10 %", netem: fixed + " duplicate 10%", settings: still(netsim.Settings{Duplicate: 0.1})},
		{name: "reordering 25 %", netem: fixed + " reorder 25% gap 1", step: 25, settings: still(netsim.Settings{Reorder: 0.25, ReorderGap: 1})},
		{name: "reordering 25 %, gap 5", netem: fixed + " reorder 25% gap 5", settings: still(netsim.Settings{Reorder: 0.25, ReorderGap: 5})},
		{name: "rate, queue overflows", netem: "limit 50 rate 1mbit -14", sending: burstsAt1Mbit,
			settings: netsim.Settings{Rate: 1_000_000, QueuePackets: 50}},
		{name: "rate and delay", netem: "limit 10000 delay 20ms rate 4mbit -14", sending: burstsAt4Mbit,
			settings: still(netsim.Settings{Rate: 4_000_000})},
		{name: "jitter, loss and duplication", netem: spread + " loss 1% duplicate 1%", settings: both},
	}
	for i := range all {
		if all[i].sending.count == 0 {
			all[i].sending = steady
		}
	}
	return all
}

// byTable is a delay of 50 ms by one of iproute2's tables, with a standard deviation and a correlation.
func byTable(name, percent string, sigma time.Duration, correlation float64) testCase {
	c := testCase{
		name:     name,
		netem:    strings.TrimRight("limit 10000 delay 50ms "+sigma.String()+" "+percent, " ") + " distribution " + name,
		settings: netsim.Settings{Correlation: correlation, NetemWay: true},
		table:    tableDelay{name, 50 * ms, sigma},
	}
	if percent != "" {
		c.name += ", correlation " + strings.TrimSuffix(percent, "%") + " %"
	}
	return c
}

// qdisc returns tc's words for the queue discipline.
func (c testCase) qdisc() string {
	if c.netem == "" {
		return "pfifo"
	}
	return "netem " + c.netem
}

// payload is how long each datagram is: 200 bytes with the headers of IPv4 and UDP.
const payload = 172

// A schedule is when the datagrams of a case are sent, counted from its start.
type schedule struct {
	count   int
	spacing time.Duration
	burst   int // this many are sent at three times the rate, then as many at the rate; 0 for none
}

// steady is the schedule of most cases. The others fill a queue at about twice its rate and let it drain:
// 200 bytes take 1.6 ms at 1 Mbit/s and 0.4 ms at 4 Mbit/s. Their spacing is no fraction of that, since
// with one that is it were a matter of microseconds whether a datagram finds the queue full.
var (
	steady        = schedule{count: 50_000, spacing: 500 * time.Microsecond}
	burstsAt1Mbit = schedule{count: 20_000, spacing: 2430 * time.Microsecond, burst: 150}
	burstsAt4Mbit = schedule{count: 50_000, spacing: 610 * time.Microsecond, burst: 150}
)

// at returns when the i-th datagram is sent.
func (s schedule) at(i int) time.Duration {
	if s.burst == 0 {
		return time.Duration(i) * s.spacing
	}
	rounds, rest := i/(2*s.burst), i%(2*s.burst)
	fast := rounds*s.burst + min(rest, s.burst)
	return time.Duration(fast)*s.spacing/3 + time.Duration(i-fast)*s.spacing
}

// putNumber writes a datagram's number at its beginning.
func putNumber(data []byte, i int) { binary.BigEndian.PutUint64(data, uint64(i)) }

// number reads it.
func number(data []byte) int { return int(binary.BigEndian.Uint64(data)) }
