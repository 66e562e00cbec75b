package profile

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"driftlab/netsim"
)

// An impairment is one thing that a link can do, as exports tell of it.
type impairment struct {
	name   string
	fields []string                       // of netsim.Settings, that it is made of
	value  func(s netsim.Settings) string // as people read it; "" where the link does not do it
}

// impairments is every one of them, in the order in which exports tell of them. Together they have
// every field of netsim.Settings.
var impairments = []impairment{
	{"delay", []string{"Delay"}, func(s netsim.Settings) string { return when(s.Delay > 0, "%v", s.Delay) }},
	{"jitter", []string{"Jitter"}, func(s netsim.Settings) string {
		return when(jitters(s), "%v in the mean", s.Jitter)
	}},
	{"distribution", []string{"Distribution"}, func(s netsim.Settings) string {
		return when(jitters(s) && !uniform(s), "%s", distributionName(s))
	}},
	{"correlation", []string{"Correlation"}, func(s netsim.Settings) string {
		return when(jitters(s) && s.Correlation > 0, "%v", s.Correlation)
	}},
	{"recording", []string{"Recording", "HoldLast"}, func(s netsim.Settings) string {
		return when(s.Recording != nil, "recorded delays")
	}},
	{"route changes", []string{"RouteStep", "RouteEvery"}, func(s netsim.Settings) string {
		return when(s.RouteStep > 0 && s.RouteEvery > 0, "%v more, every %v in turn", s.RouteStep, s.RouteEvery)
	}},
	{"loss", []string{"Loss"}, func(s netsim.Settings) string { return when(s.Loss > 0, "%s", percent(s.Loss)) }},
	{"bursts of loss", []string{"LossBurst"}, func(s netsim.Settings) string {
		return when(s.Loss > 0 && s.LossBurst > 1, "%v packets in the mean", s.LossBurst)
	}},
	{"chain of losses", []string{"Chain"}, func(s netsim.Settings) string {
		c := s.Chain
		return when(c != netsim.LossChain{}, "begin %s, end %s, lost in the bad state %s, in the good one %s",
			percent(c.Begin), percent(c.End), percent(c.Bad), percent(c.Good))
	}},
	{"list of losses", []string{"LossList"}, func(s netsim.Settings) string {
		return when(s.LossList != nil, "exact packets")
	}},
	{"outage", []string{"OutageFor", "OutageEvery"}, func(s netsim.Settings) string {
		if s.OutageEvery == 0 {
			return when(s.OutageFor > 0, "%v once, from when it is set", s.OutageFor)
		}
		return when(s.OutageFor > 0, "%v every %v", s.OutageFor, s.OutageEvery)
	}},
	{"MTU", []string{"MTU"}, func(s netsim.Settings) string { return when(s.MTU > 0, "%d bytes", s.MTU) }},
	{"duplication", []string{"Duplicate"}, func(s netsim.Settings) string {
		return when(s.Duplicate > 0, "%s", percent(s.Duplicate))
	}},
	{"reordering", []string{"Reorder", "ReorderGap"}, func(s netsim.Settings) string {
		return when(s.Reorder > 0, "%s", percent(s.Reorder)) +
			when(s.Reorder > 0 && s.ReorderGap > 1, ", of one in %d only", s.ReorderGap)
	}},
	{"order", []string{"InOrder"}, func(s netsim.Settings) string { return when(s.InOrder, "kept") }},
	{"rate", []string{"Rate"}, func(s netsim.Settings) string {
		return when(s.Rate > 0 && s.Trace == nil, "%d bit/s", s.Rate)
	}},
	{"trace", []string{"Trace"}, func(s netsim.Settings) string { return when(s.Trace != nil, "recorded opportunities") }},
	{"queue", []string{"Queue", "QueuePackets"}, func(s netsim.Settings) string {
		text := when(limited(s), "%d bytes", queueBytes(s))
		return text + when(limited(s) && s.QueuePackets > 0, ", %d packets", s.QueuePackets)
	}},
	{"CoDel", []string{"CoDel"}, func(s netsim.Settings) string { return when(limited(s) && s.CoDel, "on") }},
	{"cross traffic", []string{"Cross", "CrossOn", "CrossEvery"}, func(s netsim.Settings) string {
		return when(limited(s) && s.Cross > 0, "%s of the rate for %v every %v", percent(s.Cross), s.CrossOn, s.CrossEvery)
	}},
	{"transport", []string{"Stream", "MinRTO"}, func(s netsim.Settings) string {
		return when(s.Stream, "stream, sent again after %v or more", minRTO(s))
	}},
}

// jitters reports whether a direction draws extra delays: a recording stands in their place.
func jitters(s netsim.Settings) bool { return s.Jitter > 0 && s.Recording == nil }

// limited reports whether a direction has a bottleneck.
func limited(s netsim.Settings) bool { return s.Rate > 0 || s.Trace != nil }

func distributionName(s netsim.Settings) string {
	if s.Distribution == nil {
		return netsim.Uniform{}.Name()
	}
	return s.Distribution.Name()
}

func uniform(s netsim.Settings) bool { return distributionName(s) == netsim.Uniform{}.Name() }

func queueBytes(s netsim.Settings) int64 {
	if s.Queue == 0 {
		return netsim.DefaultQueue
	}
	return s.Queue
}

func minRTO(s netsim.Settings) time.Duration {
	if s.MinRTO == 0 {
		return netsim.DefaultMinRTO
	}
	return s.MinRTO
}

// when is a text where something holds, else "".
func when(holds bool, format string, args ...any) string {
	if !holds {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// percent writes a share as tc takes it, such as 0.5%.
func percent(share float64) string { return decimal(math.Round(share*1e9)/1e7) + "%" }

// millis writes a time in milliseconds, such as 12.5.
func millis(d time.Duration) string { return decimal(float64(d) / 1e6) }

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
