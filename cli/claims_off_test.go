package cli

import (
	"strings"
	"testing"

	"driftlab/internal/long"
	"driftlab/netsim"
	"driftlab/session"
)

// A comparison is one of docs/claims.md, in the row of a claim that begins as said: one clock has a smaller RMS than another,
// each with settings of its own, in a scenario and off it, with other settings over that.
type comparison struct {
	claim, scenario, better, worse string
	off                            [3]string
}

var (
	jittery = [3]string{"link.jitter=10ms", "link.delay=120ms link.jitter=30ms", "client.skew=5ppm link.loss=2%"}
	steady  = [3]string{"link.delay=20ms", "link.delay=120ms", "link.loss=5%"}
)

var comparisons = []comparison{
	{"Set the clock only by replies", "accuracy-jitter-20", "slot", "slot slot.cut=100", jittery},
	{"Each datagram makes it better", "accuracy-jitter-20", "timesync", "timesync snapshot.rate=2Hz input.rate=2Hz", jittery},
	{"With many probes, better over cellular links", "accuracy-jitter-20", "timesync", "sntp", [3]string{"link.preset=3g", "link.preset=4g", "link.preset=5g"}},
	{"It keeps a windowed minimum", "accuracy-jitter-20", "timesync", "timesync timesync.window=1s", jittery},
	{"There should be little other traffic", "accuracy-bufferbloat", "simpson link.up.cross.share=0% link.down.cross.share=0%", "simpson", steady},
	{"Far better than Unreal's own", "accuracy-jitter-20", "rtt2", "unreal", jittery},
	{"A few probes may all be slow", "accuracy-jitter-20", "timesync", "sntp", jittery},
}

func TestComparisonsOfThePageOfClaimsHoldOffTheirExamples(t *testing.T) {
	rows := rowsOfClaims(t)
	for _, c := range long.Some(t, comparisons, 4) {
		found := false
		for _, row := range rows {
			found = found || strings.HasPrefix(row, "| "+c.claim)
		}
		if !found {
			t.Errorf("docs/claims.md: no row begins with %q", c.claim)
		}
		for _, off := range c.off {
			if better, worse := rmsOff(t, c.scenario, off, c.better), rmsOff(t, c.scenario, off, c.worse); better >= worse {
				t.Errorf("%s: %s with %s: RMS of %s is %.3f ms, of %s %.3f ms", c.claim, c.scenario, off, c.better, better, c.worse, worse)
			}
		}
	}
}

// rmsOff returns the RMS of a clock, with settings of its own behind its name, over three seeds.
func rmsOff(t *testing.T, name, off, clock string) (sum float64) {
	t.Helper()
	words := strings.Fields(clock)
	for _, seed := range []string{"1", "2", "3"} {
		args := []string{"-scenario", name, "-clients", "1", "-clocks", words[0], "-seed", seed}
		for _, set := range append(strings.Fields(off), words[1:]...) {
			args = append(args, "-set", set)
		}
		sc := mustScenario(t, args...)
		s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Unwatched: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Advance(sc.Duration); err != nil {
			t.Fatal(err)
		}
		for _, a := range s.Summary().Clients[0].Algorithms {
			if a.Algorithm == words[0] {
				sum += a.ErrorMS.RMS
			}
		}
	}
	return sum / 3
}
