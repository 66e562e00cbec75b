package session

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// A pest is a clock that asks ten times a second, by datagrams of its own and with others' inputs, and learns
// nothing from the answers.
type pest struct {
	next       netsync.Local
	seq        uint16
	piggybacks bool
}

func (p *pest) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	const often = 100 * time.Millisecond
	if wait := p.next.Sub(now); wait > 0 && wait <= often {
		return probes, p.next
	}
	p.next = now.Add(often)
	return p.ask(now, probes), p.next
}

func (p *pest) ask(now netsync.Local, probes []netsync.Probe) []netsync.Probe {
	p.seq++
	return append(probes, netsync.Probe{Kind: netsync.Ask, Seq: p.seq, T1: now})
}

func (p *pest) Piggyback(now netsync.Local, probes []netsync.Probe) []netsync.Probe {
	if !p.piggybacks {
		return probes
	}
	return p.ask(now, probes)
}

func (*pest) Observe(netsync.Event)                           {}
func (*pest) ServerTime(netsync.Local) (netsync.Server, bool) { return 0, false }
func (*pest) Status(netsync.Local) netsync.Status             { return netsync.Status{} }

// pests are what a session is given that has a tenth clock.
func pests(piggybacks bool) []registry.Algorithm {
	return []registry.Algorithm{{ID: 15, Name: "pest", New: func() (netsync.Estimator, error) {
		return &pest{piggybacks: piggybacks}, nil
	}}}
}

// ofClocks are the kinds of datagrams with clocks' questions and answers.
var ofClocks = []string{"probe", "answer", "push", "report"}

// aWorld is what a run of a scenario leaves but for what a tenth clock itself sends.
type aWorld struct{ clocks, game, others, summary string }

func runWorld(t *testing.T, sc *scenario.Scenario, more []registry.Algorithm, sizes bool) aWorld {
	t.Helper()
	dir := t.TempDir()
	ticks := &tickLog{}
	s := recordRun(t, sc, Options{Carrier: netsim.NewDirect(), Recorder: ticks, more: more}, dir, time.Second)
	defer s.Close()
	w := aWorld{summary: summaryWithoutProbes(t, s, sizes), clocks: readFile(t, dir, ClockFile)}
	var game, others strings.Builder
	rows, err := csv.NewReader(strings.NewReader(readFile(t, dir, PacketsFile))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	clock := slices.Index(rows[0], "clock")
	for _, row := range rows[1:] {
		if row[clock] == "" && slices.Contains(ofClocks, row[1]) { // the tenth has no name
			continue
		}
		row[0], row[slices.Index(rows[0], "copy_of")] = "", "" // numbers count the tenth's too
		to := &game
		if slices.Contains(ofClocks, row[1]) {
			to = &others
		} else if !sizes {
			row[7] = ""
		}
		fmt.Fprintln(to, strings.Join(row, ","))
	}
	w.game, w.others = game.String()+ticks.String(), others.String()
	return w
}

// tickLog keeps the ticks of all machines.
type tickLog struct {
	strings.Builder
}

func (l *tickLog) Record(e observe.Entry) {
	if t, ok := e.(*observe.TickReached); ok {
		fmt.Fprintln(l, *t)
	}
}

// summaryWithoutProbes returns the summary without the traffic of clocks.
func summaryWithoutProbes(t *testing.T, s *Session, sizes bool) string {
	t.Helper()
	sum := s.Summary()
	for i := range sum.Clients {
		c := &sum.Clients[i]
		c.Traffic = slices.DeleteFunc(c.Traffic, func(k KindSummary) bool {
			return slices.Contains(ofClocks, k.Kind) || !sizes && k.Kind == "input"
		})
		c.Rejected = slices.DeleteFunc(c.Rejected, func(r RejectionSummary) bool { return r.Reason == clocksOver })
	}
	text, err := json.MarshalIndent(sum, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Each link that has no rate, and what else a clock could be disturbed by: joins and goodbyes, new addresses, clocks that
// are set, sleep, a budget, adaptive buffers, pauses.
var disturbed = map[string]string{
	"first": "",
	"losses": `
link.jitter = "20ms"
link.loss = "10%"
link.loss-burst = 4
link.duplicate = "5%"
client3.link.correlation = 0.9
client2.link.chain.begin = 0.05
client2.link.chain.end = 0.2
client2.link.chain.bad = 0.9
client2.link.loss-burst = 1
client1.link.reorder = "10%"
client1.link.reorder-gap = 5
client1.link.lose = "100-140"
`,
	"machines": `
link.jitter = "5ms"
snapshot.budget = "6kB/s"
buffer.mode = "adaptive"
client2.skew = 100
`,
}

const disturbances = `
[[event]]
at = "5s"
rebind = "client2"
[[event]]
at = "6s"
leave = "client3"
[event.set]
client1.offset = "-3.005s"
host.dilation = 0.3
[[event]]
at = "7s"
rejoin = "client1"
[event.set]
client2.sleep = "asleep"
host.dilation = 0
[[event]]
at = "7300ms"
join = "client3"
[event.set]
client2.sleep = "awake"
client1.offset = "-1h"
client1.dilation = 0.5
host.dilation = 1
[[event]]
at = "8s"
rebind = "all"
[event.set]
link.outage.for = "700ms"
`

func disturbedWorld(t *testing.T, set string) *scenario.Scenario {
	t.Helper()
	text := "format = " + strconv.Itoa(scenario.Format) + `
seed = 5
clients = 3
duration = "14s"
[set]
client1.algorithm = "unreal"
client1.offset = "-3s"
client2.algorithm = "rtt2-world"
client3.algorithm = "timesync"
client3.offset = "42s"
` + set + disturbances
	return scenariotest.Parse(t, "world.toml", text)
}

func TestATenthClockThatAsksTenTimesASecondChangesNothingForAnyoneElse(t *testing.T) {
	for name, set := range disturbed {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, piggybacks := range []bool{false, true} {
				without := runWorld(t, disturbedWorld(t, set), nil, !piggybacks)
				with := runWorld(t, disturbedWorld(t, set), pests(piggybacks), !piggybacks)
				wantAlike(t, fmt.Sprintf("piggybacked %v", piggybacks), with, without)
			}
		})
	}
}

// wantAlike expects two runs to have left the same, in which clocks know the time.
func wantAlike(t *testing.T, how string, with, without aWorld) {
	t.Helper()
	for _, part := range []struct{ what, with, without string }{
		{"clock.csv", with.clocks, without.clocks},
		{"the game's datagrams and ticks", with.game, without.game},
		{"other clocks' datagrams", with.others, without.others},
		{"the summary", with.summary, without.summary},
	} {
		if part.with != part.without {
			t.Errorf("%s: %s differs, first %s", how, part.what, firstDifference(part.with, part.without))
		}
	}
	if strings.Count(without.clocks, "\n") < 5000 {
		t.Error("hardly any clock knows the time")
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("at line %d: %q became %q", i+1, y[i], x[i])
		}
	}
	return fmt.Sprintf("at the end of %d lines", min(len(x), len(y)))
}
