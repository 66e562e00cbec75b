package profile

import (
	"fmt"
	"time"

	"driftlab/netsim"
	"driftlab/session"
)

// A scenarioKey is a key of the link in a scenario file, and how a direction's settings are written
// with it.
type scenarioKey struct {
	impairment string
	key        string                         // after link.up. or link.down.
	value      func(s netsim.Settings) string // "" where it stays at its default
}

// scenarioKeys is every key whose value is no path.
var scenarioKeys = []scenarioKey{
	{"delay", "delay", func(s netsim.Settings) string { return s.Delay.String() }},
	{"jitter", "jitter", func(s netsim.Settings) string { return duration(s.Jitter) }},
	{"distribution", "distribution", func(s netsim.Settings) string {
		return when(!uniform(s) && !tabled(s), "%s", distributionName(s))
	}},
	{"correlation", "correlation", func(s netsim.Settings) string { return share(s.Correlation) }},
	{"recording", "recording-end", func(s netsim.Settings) string { return when(s.Recording != nil && s.HoldLast, "hold") }},
	{"route changes", "route.step", func(s netsim.Settings) string { return duration(s.RouteStep) }},
	{"route changes", "route.every", func(s netsim.Settings) string { return when(s.RouteStep > 0, "%v", s.RouteEvery) }},
	{"loss", "loss", func(s netsim.Settings) string { return share(s.Loss) }},
	{"bursts of loss", "loss-burst", func(s netsim.Settings) string { return when(s.LossBurst > 1, "%v", s.LossBurst) }},
	{"chain of losses", "chain.begin", func(s netsim.Settings) string { return share(s.Chain.Begin) }},
	{"chain of losses", "chain.end", func(s netsim.Settings) string { return share(s.Chain.End) }},
	{"chain of losses", "chain.bad", func(s netsim.Settings) string { return share(s.Chain.Bad) }},
	{"chain of losses", "chain.good", func(s netsim.Settings) string { return share(s.Chain.Good) }},
	{"list of losses", "lose", func(s netsim.Settings) string { return s.LossList.String() }},
	{"outage", "outage.for", func(s netsim.Settings) string { return duration(s.OutageFor) }},
	{"outage", "outage.every", func(s netsim.Settings) string { return when(s.OutageFor > 0, "%v", s.OutageEvery) }},
	{"MTU", "mtu", func(s netsim.Settings) string { return when(s.MTU > 0, "%d", s.MTU) }},
	{"duplication", "duplicate", func(s netsim.Settings) string { return share(s.Duplicate) }},
	{"reordering", "reorder", func(s netsim.Settings) string { return share(s.Reorder) }},
	{"reordering", "reorder-gap", func(s netsim.Settings) string { return when(s.ReorderGap > 1, "%d", s.ReorderGap) }},
	{"order", "order", func(s netsim.Settings) string { return when(s.InOrder, "kept") }},
	{"rate", "rate", func(s netsim.Settings) string { return when(s.Rate > 0, "%d", s.Rate) }},
	{"queue", "queue", func(s netsim.Settings) string { return when(queueBytes(s) != netsim.DefaultQueue, "%d", s.Queue) }},
	{"queue", "queue-packets", func(s netsim.Settings) string { return when(s.QueuePackets > 0, "%d", s.QueuePackets) }},
	{"CoDel", "queue-discipline", func(s netsim.Settings) string { return when(s.CoDel, "codel") }},
	{"cross traffic", "cross.share", func(s netsim.Settings) string { return share(s.Cross) }},
	{"cross traffic", "cross.on", func(s netsim.Settings) string { return when(s.Cross > 0, "%v", s.CrossOn) }},
	{"cross traffic", "cross.every", func(s netsim.Settings) string { return when(s.Cross > 0, "%v", s.CrossEvery) }},
	{"transport", "transport", func(s netsim.Settings) string { return when(s.Stream, "stream") }},
	{"transport", "rto", func(s netsim.Settings) string { return when(minRTO(s) != netsim.DefaultMinRTO, "%v", s.MinRTO) }},
}

// scenarioFiles are the keys whose values are paths. They have none where their settings have none.
var scenarioFiles = []scenarioKey{
	{"distribution", "table", func(s netsim.Settings) string { return when(tabled(s), "%s", distributionName(s)) }},
	{"recording", "recording", func(s netsim.Settings) string { return when(s.Recording != nil, "recorded") }},
	{"trace", "trace", func(s netsim.Settings) string { return when(s.Trace != nil, "recorded") }},
}

// tabled reports whether the distribution is a table that was read from a file.
func tabled(s netsim.Settings) bool {
	_, ok := s.Distribution.(*netsim.Table)
	return ok
}

func duration(d time.Duration) string { return when(d > 0, "%v", d) }

func share(p float64) string { return when(p > 0, "%s", percent(p)) }

// writeScenario writes a whole scenario file. What was read from a file is left out where the profile does
// not have the file's path.
func writeScenario(p *Profile, w *writer) error {
	w.line("format = %d", session.Format)
	w.line("title = %q", p.Title)
	w.line("")
	w.line("[set]")
	for _, l := range []*ledger{w.up, w.down} {
		for _, k := range scenarioKeys {
			l.exact(k.impairment)
			if value := k.value(l.settings); value != "" {
				w.line("link.%s.%s = %q", l.direction, k.key, value)
			}
		}
		for _, k := range scenarioFiles {
			key := "link." + l.direction + "." + k.key
			path, known := p.Files[key]
			switch {
			case k.value(l.settings) == "":
			case known:
				l.exact(k.impairment)
				w.line("%s = %q", key, path)
			default:
				l.cannot(k.impairment, "name its file by %s", key)
			}
		}
	}
	return nil
}

// writeCSV writes the measured delays of both directions as a recording.
func writeCSV(p *Profile, w *writer) error {
	if len(p.Samples) == 0 {
		return fmt.Errorf("csv: %q has no measured delays; irtt and ping have", p.Name)
	}
	w.remark("Settings: link.recording is this file and link.delay is 0s.")
	w.line("t_ms,up_ms,down_ms")
	for _, s := range p.Samples {
		w.line("%s,%s,%s", millis(s.Sent), millis(s.Up), millis(s.Down))
	}
	return nil
}
