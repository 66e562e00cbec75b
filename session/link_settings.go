package session

import (
	"fmt"
	"slices"
	"time"

	"driftlab/netsim"
)

// applyLink brings both directions of a client's link to their values.
func (s *Session) applyLink(client int) error {
	c := s.clients[client-1]
	for d, l := range [directions]*netsim.Link{c.up, c.down} {
		want := link(s.values[client], direction(d))
		if want == l.Settings() {
			continue
		}
		if err := l.Set(s.Now(), want); err != nil {
			return err
		}
	}
	return nil
}

// link collects the settings of one direction from a client's values.
func link(values []value, d direction) netsim.Settings {
	of := func(setting int) value { return values[keyOf(setting, d)] }
	number := func(setting int) int64 { return of(setting).number }
	duration := func(setting int) time.Duration { return time.Duration(number(setting)) }
	share := func(setting int) float64 { return float64(number(setting)) / unitShare.scale }
	text := func(setting int) *textValue {
		if t := of(setting).text; t != nil {
			return t
		}
		return nothing
	}
	s := netsim.Settings{
		Delay:        duration(linkDelay),
		Jitter:       duration(linkJitter),
		Distribution: distributions[number(linkDistribution)],
		Correlation:  share(linkCorrelation),
		Recording:    text(linkRecording).recording[d],
		HoldLast:     number(linkRecordingEnd) == 1,
		RouteStep:    duration(linkRouteStep),
		RouteEvery:   duration(linkRouteEvery),

		Loss:      share(linkLoss),
		LossBurst: float64(number(linkLossBurst)) / unitPackets.scale,
		Chain: netsim.LossChain{Begin: share(linkChainBegin), End: share(linkChainEnd),
			Bad: share(linkChainBad), Good: share(linkChainGood)},
		LossList: text(linkLose).lossList,

		OutageFor:   duration(linkOutageFor),
		OutageEvery: duration(linkOutageEvery),
		MTU:         int(number(linkMTU)),

		Duplicate:  share(linkDuplicate),
		Reorder:    share(linkReorder),
		ReorderGap: int(number(linkReorderGap)),
		InOrder:    number(linkOrder) == 1,

		Rate:         number(linkRate),
		Trace:        text(linkTrace).trace,
		Queue:        number(linkQueue),
		QueuePackets: int(number(linkQueuePackets)),
		CoDel:        number(linkQueueDiscipline) == 1,
		Cross:        share(linkCross),
		CrossOn:      duration(linkCrossOn),
		CrossEvery:   duration(linkCrossEvery),

		Stream: number(linkTransport) == 1,
		MinRTO: duration(linkRTO),
	}
	if table := text(linkTable).table; table != nil {
		s.Distribution = table
	}
	return s
}

// distributions are the delay distributions in the order of their key's choices.
var distributions = netsim.Distributions()

// touchesLosses says whether settings are among those that may not go together, as [valueTable.check] has it.
func touchesLosses(set []Assignment) bool {
	return slices.ContainsFunc(set, func(a Assignment) bool {
		return slices.Contains([]int{keyOf(linkLoss, up), keyOf(linkLoss, down), keyOf(linkLossBurst, up), keyOf(linkLossBurst, down)}, a.key)
	})
}

// check reports settings each of which is in range and which do not go together. There is only one such
// pair: bursts of losses of some length cannot make every loss.
func (t valueTable) check() error {
	for i, values := range t[1:] {
		for d := range directions {
			loss, burst := values[keyOf(linkLoss, d)].number, values[keyOf(linkLossBurst, d)].number
			pair := netsim.Settings{Loss: float64(loss) / unitShare.scale, LossBurst: float64(burst) / unitPackets.scale}
			if err := pair.Validate(); err != nil {
				client := fmt.Sprintf("client%d.", i+1)
				return invalid{lossKeys(client, d), fmt.Errorf("%s%s%w", client, d.prefix(), err)}
			}
		}
	}
	return nil
}

// lossKeys returns the keys under which a file may set the losses of a client or their bursts, as
// settings go over one another.
func lossKeys(client string, d direction) (names []string) {
	for _, setting := range []string{linkTemplates[linkLoss].Name, linkTemplates[linkLossBurst].Name} {
		for _, whose := range []string{client, ""} {
			names = append(names, "set."+whose+d.prefix()+setting, "set."+whose+"link."+setting)
		}
	}
	return append(names, "set."+client+presetKey, "set."+presetKey)
}
