package session

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

// Under which conditions three claims hold, as the end of docs/claims.md has it.
func TestClaimsStopHoldingWhereTheDocumentSaysSo(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	measureSharedClock(t, &b)
	measureStreams(t, &b)
	document(t, "../../docs/claims.md", "<!-- The rest is measured: go test ./game/session -run ClaimsStop -update -->\n", b.String())
}

// measureSharedClock writes how far off others are with dead reckoning, with and without a shared clock.
func measureSharedClock(t *testing.T, b *strings.Builder) {
	t.Helper()
	arenas := [...]string{"relay", "yard", "duel"}
	b.WriteString("\n### Dead reckoning is better with a shared clock\n\n" +
		"Metres from where the host draws the others, on average, *without/with* a shared clock (`others.show=dead-reckoned-naively` and `dead-reckoned`), with `bots=live` and four clients, in 60 s.\n\n" +
		"| ms up, down | clock's error | `arena=relay` | `arena=yard` | `arena=duel` |\n| --- | ---: | ---: | ---: | ---: |\n")
	for _, trips := range [...][3]int{{10, 10}, {30, 30}, {100, 100}, {150, 150}, {80, 120}, {120, 80}, {280, 100}, {120, 40}, {150, 50}, {160, 40}, {5, 5, 5}, {30, 30, 5}, {100, 100, 5}} {
		rate, seen := cmp.Or(trips[2], 60), "" // snapshots a second
		if trips[2] > 0 {
			seen = fmt.Sprintf(", snapshots at %d Hz", rate)
		}
		fmt.Fprintf(b, "| %d, %d%s | %d ms ", trips[0], trips[1], seen, max(trips[0]-trips[1], trips[1]-trips[0])/2)
		for _, arena := range arenas {
			off := func(show string) game.Length {
				s := newSession(t, &scenario.Scenario{Seed: 1, Clients: 4, Duration: time.Minute, Set: scenariotest.Set(
					"arena="+arena, "bots=live", fmt.Sprintf("link.up.delay=%dms", trips[0]), fmt.Sprintf("link.down.delay=%dms", trips[1]),
					"client.algorithm=timesync", "others.show="+show, fmt.Sprintf("snapshot.rate=%dHz", rate))}, nil)
				advance(t, s, time.Minute, time.Second)
				var all observe.Spread
				for client := 1; client <= s.Clients(); client++ {
					off := s.Facts(client).Screen.Others[s.Value(client, "others.show")]
					all.Add(off.Mean())
				}
				return game.Length(all.Mean())
			}
			fmt.Fprintf(b, "| %.2f/%.2f ", off("dead-reckoned-naively").Metres(), off("dead-reckoned").Metres())
		}
		b.WriteString("|\n")
	}
}

// measureStreams writes how right clocks are on a stream that loses segments.
func measureStreams(t *testing.T, b *strings.Builder) {
	t.Helper()
	b.WriteString("\n### Usually below 100 ms, and TimeSync over a stream\n\n" +
		"How many of twenty clients without a world (`arena=none`), a minute after joining, are within 100 ms by `simpson` and by `rtt2`, and within 5 ms by `timesync`: *simpson/rtt2/timesync*.\n\n" +
		"| rate, `link.delay`, `link.rto` | `link.loss=1%` | `link.loss=2%` | `link.loss=5%` | `link.loss=8%` | `link.loss=10%` | `link.loss=12%` | `link.loss=16%` | `link.loss=20%` |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	losses := [...]int{1, 2, 5, 8, 10, 12, 16, 20}
	list, err := scenario.ParseClockList("rtt2,simpson,timesync")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range [...]struct {
		rate, delay, rto string
		losses           []int
	}{
		{"60Hz", "80ms", "200ms", []int{1, 5, 8, 10, 12, 16, 20}},
		{"60Hz", "80ms", "1s", []int{1, 2, 5, 12}},
		{"60Hz", "20ms", "200ms", []int{5, 12}},
		{"60Hz", "250ms", "200ms", []int{5, 12}},
		{"4Hz", "80ms", "200ms", []int{1, 5, 12, 20}},
		{"4Hz", "80ms", "1s", []int{1, 2, 5, 12}},
	} {
		fmt.Fprintf(b, "| %s, %s, %s |", of.rate, of.delay, of.rto)
		for _, loss := range losses {
			if !slices.Contains(of.losses, loss) {
				b.WriteString(" |")
				continue
			}
			s := newSession(t, &scenario.Scenario{Seed: 1, Clients: 20, Duration: time.Minute, ClockList: list, Set: scenariotest.Set(
				"arena=none", "datagrams.up.rate="+of.rate, "datagrams.down.rate="+of.rate, "link.delay="+of.delay,
				"link.transport=stream", "link.rto="+of.rto, fmt.Sprintf("link.loss=%d%%", loss))}, nil)
			advance(t, s, time.Minute, time.Second)
			fmt.Fprintf(b, " %d/%d/%d |", nearer(s, "simpson", 100), nearer(s, "rtt2", 100), nearer(s, "timesync", 5))
		}
		b.WriteString("\n")
	}
}

// nearer returns on how many clients a clock is off by less than a bound in milliseconds.
func nearer(s *Session, clock string, bound float64) (n int) {
	for i, a := range s.Algorithms() {
		for client := 1; a.Name == clock && client <= s.Clients(); client++ {
			if err, ok := s.ClockError(client, i); ok && math.Abs(err.Seconds()*1000) < bound {
				n++
			}
		}
	}
	return n
}
