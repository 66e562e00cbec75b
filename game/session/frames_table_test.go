package session

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// How far from the host's time the game of a client goes that frame advantage paces, as docs/engines.md has it.
func TestFrameAdvantageIsMeasuredAsTheDocumentHasIt(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("\n| | calm | jitter | uneven | jitter and loss |\n| --- | ---: | ---: | ---: | ---: |\n")
	for _, rules := range []struct{ name, world string }{{"GGPO", "time/frames"}, {"GGRS", "time/frames-ggrs"}} {
		paced := scenariotest.Load(t, rules.world)
		fmt.Fprintf(&b, "| %s |", rules.name)
		for _, link := range []string{"calm", "jitter", "uneven", "loss"} {
			sc := scenariotest.Load(t, "engines/"+link)
			for _, a := range paced.Set {
				if name := a.Key().Name; name == "time.provider" || strings.HasPrefix(name, "frames.") {
					sc.Set = append(sc.Set, a)
				}
			}
			rms, most := framesOff(t, sc)
			fmt.Fprintf(&b, " %.1f (%.1f) |", rms, most)
		}
		b.WriteString("\n")
	}
	document(t, "../../docs/engines.md", "<!-- The rest is measured: go test ./game/session -run FrameAdvantage -update -->\n", b.String())
}

// framesOff returns the RMS and the 99th percentile of by how much the client's frame is off the host's, in ms, after the first 10 s.
func framesOff(t *testing.T, sc *scenario.Scenario) (rms, most float64) {
	t.Helper()
	delay := time.Duration(unity.DefaultFrames().Delay) * frame
	s := newSession(t, sc, nil)
	advance(t, s, 10*time.Second, time.Second)
	var off []float64
	for s.Now().Sub(0) < 120*time.Second {
		advance(t, s, 100*time.Millisecond, 100*time.Millisecond)
		f := s.Facts(1)
		if !f.Moment.OK || f.Time.Provider != "frames" {
			t.Fatalf("%s is at work", f.Time.Provider)
		}
		e := math.Abs((f.Moment.Predicted.World().Sub(netsync.World(s.Now())) - delay).Seconds() * 1000)
		off = append(off, e)
		rms += e * e
	}
	slices.Sort(off)
	return math.Sqrt(rms / float64(len(off))), off[len(off)*99/100]
}
