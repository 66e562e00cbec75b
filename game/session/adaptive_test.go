package session

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

// A lateShare is a Recorder that counts a client's late inputs, apart from those for which the longest adaptive buffer would have
// been too short: these are an outage's.
type lateShare struct {
	session      *Session
	leads        map[uint64]time.Duration // the server's buffer with which each input is under way
	late, onTime int
}

func (l *lateShare) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		if e.Kind == uint8(game.KindInput) {
			l.leads[e.ID] = l.session.clients[0].client.Buffers().Server
		}
	case *observe.Arrival:
		lead, ok := l.leads[e.Packet]
		delete(l.leads, e.Packet)
		if ok && lead-e.Margin <= game.MaxBuffer {
			l.late, l.onTime = l.late+e.Late, l.onTime+e.OnTime
		}
	}
}

// latePercent plays 900 s of a link with adaptive buffers and returns the share of late inputs.
func latePercent(t *testing.T, seed int, aim, link string) float64 {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.toml") // which may name any file
	text := fmt.Sprintf("format = 3\nclients = 1\nduration = \"900s\"\nclocks = \"timesync\"\nseed = %d\n[set]\nlink.delay = \"50ms\"\n"+
		"client.algorithm = \"timesync\"\nbuffer.mode = \"adaptive\"\nbuffer.late = %q\n%s", seed, aim, link)
	filetest.Write(t, path, text)
	sc := scenariotest.Load(t, path)
	l := &lateShare{leads: map[uint64]time.Duration{}}
	l.session = newSession(t, sc, l)
	advance(t, l.session, sc.Duration, time.Second)
	return 100 * float64(l.late) / float64(l.late+l.onTime)
}

// lteLink returns a link of one of Mahimahi's traces, which are in a checkout beside the repository.
func lteLink(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "data", "mahimahi", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + ".up"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return fmt.Sprintf("link.up.trace = %q\nlink.down.trace = %q\n", path+".up", path+".down")
}

// In percent: what the mean over the seeds may be, and what each seed may be.
func TestAdaptiveBuffersHoldTheShareOfLateInputsThatTheyAimAt(t *testing.T) {
	t.Parallel()
	const seeds = 20
	links := map[string]func(t *testing.T) string{
		"ATT":     func(t *testing.T) string { return lteLink(t, "ATT-LTE-driving-2016") },
		"Verizon": func(t *testing.T) string { return lteLink(t, "Verizon-LTE-short") },
	}
	for _, d := range []string{"normal", "uniform", "exponential", "pareto"} {
		links[d] = func(*testing.T) string { return fmt.Sprintf("link.jitter = \"10ms\"\nlink.distribution = %q\n", d) }
	}
	type bounds struct{ least, most, leastMean, mostMean float64 }
	for aim, want := range map[string]bounds{"1%": {0.5, 2, 0.7, 1.3}, "0.2%": {0.05, 0.6, 0.1, 0.4}} {
		for name, link := range links {
			t.Run(name+" "+aim, func(t *testing.T) {
				t.Parallel()
				text, sum := link(t), 0.0
				sample := testkit.Sample(t, seeds, 1)
				for _, seed := range sample {
					got := latePercent(t, seed, aim, text)
					sum += got
					if got < want.least || got > want.most {
						t.Errorf("seed %d: %.2f %% late, want %v..%v", seed, got, want.least, want.most)
					}
				}
				mean := sum / float64(len(sample))
				t.Logf("%.2f %% late on average over %d seeds", mean, len(sample))
				if testkit.LongTests() && (mean < want.leastMean || mean > want.mostMean) {
					t.Errorf("%.2f %% late on average, want %v..%v", mean, want.leastMean, want.mostMean)
				}
			})
		}
	}
}
