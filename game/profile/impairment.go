package profile

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"driftlab/netsim"
)

// inWords has what a stage of a link does as people read it, "" where it does nothing, of those stages that say more
// than their settings do, or that do nothing without another.
var inWords = map[string]func(s netsim.Settings) string{
	"jitter": func(s netsim.Settings) string { return when(jitters(s), "%v on average", s.Jitter) },
	"distribution": func(s netsim.Settings) string {
		return when(jitters(s) && distributionName(s) != netsim.Uniform{}.Name(), "%s", distributionName(s))
	},
	"correlation": func(s netsim.Settings) string {
		if s.NetemWay {
			return when(jitters(s) && s.Correlation > 0, "%v, netem's way", s.Correlation)
		}
		return when(jitters(s) && s.Correlation > 0, "%v", s.Correlation)
	},
	"recording": func(s netsim.Settings) string { return when(s.Recording != nil, "recorded delays") },
	"route changes": func(s netsim.Settings) string {
		return when(s.RouteStep > 0 && s.RouteEvery > 0, "%v more, every %v in turn", s.RouteStep, s.RouteEvery)
	},
	"bursts of loss": func(s netsim.Settings) string {
		return when(s.Loss > 0 && s.LossBurst > 1, "%v packets on average", s.LossBurst)
	},
	"chain of losses": func(s netsim.Settings) string {
		c := s.Chain
		return when(c != netsim.LossChain{}, "begin %s, end %s, lost in the bad state %s, in the good one %s",
			percent(c.Begin), percent(c.End), percent(c.Bad), percent(c.Good))
	},
	"list of losses": func(s netsim.Settings) string { return when(s.LossList != nil, "exact packets") },
	"outage": func(s netsim.Settings) string {
		if s.OutageEvery == 0 {
			return when(s.OutageFor > 0, "%v once, from when it is set", s.OutageFor)
		}
		return when(s.OutageFor > 0, "%v every %v", s.OutageFor, s.OutageEvery)
	},
	"episodes of loss": func(s netsim.Settings) string {
		return when(s.EpisodeFor > 0, "%v every %v, on average", s.EpisodeFor, s.EpisodeFor+s.EpisodesApart())
	},
	"reordering": func(s netsim.Settings) string {
		return when(s.Reorder > 0, "%s", percent(s.Reorder)) +
			when(s.Reorder > 0 && s.ReorderLead > 0, ", by %v", s.ReorderLead) +
			when(s.Reorder > 0 && s.ReorderGap > 1, ", of one in %d only", s.ReorderGap) +
			when(s.Reorder > 0 && s.ReorderCorrelation > 0, ", correlated by %s", percent(s.ReorderCorrelation))
	},
	"rate":  func(s netsim.Settings) string { return when(s.Rate > 0 && s.Trace == nil, "%d bit/s", s.Rate) },
	"trace": func(s netsim.Settings) string { return when(s.Trace != nil, "recorded opportunities") },
	"queue": func(s netsim.Settings) string {
		text := when(limited(s), "%d bytes", queueBytes(s))
		return text + when(limited(s) && s.QueuePackets > 0, ", %d packets", s.QueuePackets)
	},
	"CoDel": func(s netsim.Settings) string { return when(limited(s) && s.CoDel, "on") },
	"cross traffic": func(s netsim.Settings) string {
		return when(limited(s) && s.Cross > 0, "%s of the rate for %v every %v", percent(s.Cross), s.CrossOn, s.CrossEvery)
	},
	"transport": func(s netsim.Settings) string {
		return when(s.Stream, "stream, sent again after %v or more", cmp.Or(s.MinRTO, netsim.DefaultMinRTO))
	},
}

// does returns what a stage does, for people: its description, or its settings' values with their units where
// its first one is not 0. It is "" where the stage does nothing.
func does(stage netsim.Stage, s netsim.Settings) string {
	if tell, ok := inWords[stage.Name]; ok {
		return tell(s)
	}
	var values []string
	for i := range stage.Settings {
		f := &stage.Settings[i]
		if i == 0 && f.Get(&s) == 0 {
			return ""
		}
		values = append(values, written(f, f.Get(&s))+when(f.Unit.Scale == 1, " %s", f.Unit.Name))
	}
	return strings.Join(values, ", ")
}

// lossAltogether returns the share of packets that a direction loses by chance and in episodes, for a target that loses each
// independently, and enters that.
func lossAltogether(l *ledger) float64 {
	s := l.settings
	if s.EpisodeFor == 0 {
		return s.Loss
	}
	l.about("episodes of loss", "as many packets are lost, each independently")
	return 1 - (1-s.Loss)*float64(s.EpisodesApart())/float64(s.EpisodeFor+s.EpisodesApart())
}

// jitters reports whether a direction draws extra delays: a recording stands in their place.
func jitters(s netsim.Settings) bool { return s.Jitter > 0 && s.Recording == nil }

// drawnJitter is the mean extra delay that a direction draws.
func drawnJitter(s netsim.Settings) time.Duration {
	if !jitters(s) {
		return 0
	}
	return s.Jitter
}

// meanDelay is a direction's mean delay: what is in the middle, for a target that draws as far below it as above.
func meanDelay(s netsim.Settings) time.Duration { return s.Delay + drawnJitter(s) }

// limited reports whether a direction has a bottleneck.
func limited(s netsim.Settings) bool { return s.Rate > 0 || s.Trace != nil }

func distributionName(s netsim.Settings) string {
	if s.Distribution == nil {
		return netsim.Uniform{}.Name()
	}
	return s.Distribution.Name()
}

func queueBytes(s netsim.Settings) int64 {
	if s.Queue == 0 {
		return netsim.DefaultQueue
	}
	return s.Queue
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
