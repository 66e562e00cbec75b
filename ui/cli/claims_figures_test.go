package cli

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/game/session"
	"driftlab/game/sweep"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// A figureOfClaims is a phrase of docs/claims.md, in the row of the claim with this start, with a figure of sweep.csv for each
// %s: a scenario with settings, a clock, and which of its figures.
type figureOfClaims struct {
	claim, phrase string
	of            []string
}

var figuresOfClaims = []figureOfClaims{
	{"Client and host seem to drift apart", "RMS %s ms, 1 %% of the time %s ms and more", []string{"accuracy-jitter-20 unreal rms", "accuracy-jitter-20 unreal p99"}},
	{"Client and host seem to drift apart", "−%s ms throughout in `accuracy-clean`", []string{"accuracy-clean unreal rms"}},
	{"Sometimes it is right", "RMS %s ms, 1 %% of the time %s ms and more",
		[]string{"accuracy-clean link.preset=satellite-geo unreal rms", "accuracy-clean link.preset=satellite-geo unreal p99"}},
	{"In between, a client can count by itself", "RMS %s ms", []string{"accuracy-dilation unreal rms"}},
	{"Once is enough", "%s ms RMS in five", []string{"accuracy-skew rtt2 rms"}},
	{"That error is tiny", "%s ms over 30/70 ms, %s ms over the satellite",
		[]string{"accuracy-asymmetric rtt2 rms", "accuracy-clean link.preset=satellite-geo rtt2 rms"}},
	{"If you are serious, use NTP", "RMS %s ms in `accuracy-jitter-20`, Slot's %s ms", []string{"accuracy-jitter-20 sntp rms", "accuracy-jitter-20 slot rms"}},
	{"If you are serious, use NTP", "with `link.jitter=40ms` %s ms and %s ms", []string{"accuracy-jitter-20 link.jitter=40ms sntp rms", "accuracy-jitter-20 link.jitter=40ms slot rms"}},
	{"A lost ping is not sent again", "%s ms at 5 %% of loss", []string{"accuracy-bursty-loss slot rms"}},
	{"The last 32 or 64 round trips", "RMS %s ms; %s ms with 32, %s ms with `slot.ring=8`",
		[]string{"accuracy-jitter-20 slot.ring=64 slot rms", "accuracy-jitter-20 slot rms", "accuracy-jitter-20 slot.ring=8 slot rms"}},
	{"Set the clock only by replies", "%s ms with 20, then %s, %s and %s ms", []string{"accuracy-jitter-20 slot rms",
		"accuracy-jitter-20 slot.cut=50 slot rms", "accuracy-jitter-20 slot.cut=80 slot rms", "accuracy-jitter-20 slot.cut=100 slot rms"}},
	{"The percentiles are a little arbitrary", "RMS %s and %s ms", []string{"accuracy-jitter-20 slot.cut=10 slot rms", "accuracy-jitter-20 slot.cut=5 slot rms"}},
	{"With 6 ms everywhere", "RMS %s and %s ms, 1 %% of the time above %s and %s ms",
		[]string{"accuracy-skew slot rms", "accuracy-jitter-20 slot rms", "accuracy-skew slot p99", "accuracy-jitter-20 slot p99"}},
	{"A tolerance that widens", "RMS %s ms, and %s ms where it stays 3 ms", []string{"accuracy-skew slot rms", "accuracy-skew slot.wide=3ms slot rms"}},
	{"A tolerance that widens", "%s and %s ms", []string{"accuracy-jitter-20 slot rms", "accuracy-jitter-20 slot.wide=3ms slot rms"}},
	{"NTP is robust", "`sntp`, is within 5 ms in %s in `accuracy-jitter-20`, `simpson` in %s", []string{"accuracy-jitter-20 sntp time", "accuracy-jitter-20 simpson time"}},
	{"NTP is robust", "with `link.jitter=40ms` in %s and %s", []string{"accuracy-jitter-20 link.jitter=40ms sntp time", "accuracy-jitter-20 link.jitter=40ms simpson time"}},
	{"SNTP is trivial", "%s ms. With the filter of RFC 5905: %s ms",
		[]string{"accuracy-clean link.preset=wired-lan rtt2 rms", "accuracy-clean link.preset=wired-lan sntp rms"}},
	{"It is not viable where latency varies", "one exchange: %s, %s and %s ms", []string{"accuracy-clean link.preset=3g rtt2 rms",
		"accuracy-clean link.preset=satellite-geo rtt2 rms", "accuracy-clean link.preset=dsl-bufferbloat rtt2 rms"}},
	{"It is not viable where latency varies", "With the filter %s, %s and %s ms", []string{"accuracy-clean link.preset=3g sntp rms",
		"accuracy-clean link.preset=satellite-geo sntp rms", "accuracy-clean link.preset=dsl-bufferbloat sntp rms"}},
	{"It is not viable where latency varies", "the paper's own has %s, %s and %s ms", []string{"accuracy-clean link.preset=3g simpson rms",
		"accuracy-clean link.preset=satellite-geo simpson rms", "accuracy-clean link.preset=dsl-bufferbloat simpson rms"}},
	{"The goal: 150 ms or better", "%s ms RMS over datagrams", []string{"accuracy-jitter-20 simpson rms"}},
	{"There should be little other traffic", "%s ms RMS, and %s ms without other traffic", []string{"accuracy-bufferbloat simpson rms", "accuracy-clean simpson rms"}},
	{"They are dropped, unless they are the majority", "%s ms RMS, where datagrams have %s ms",
		[]string{"accuracy-clean link.transport=stream link.loss=5% link.rto=200ms simpson rms", "accuracy-clean link.loss=5% simpson rms"}},
	{"The paper never asks again", "%s ms RMS after five minutes", []string{"accuracy-skew simpson rms"}},
	{"With many probes, better over cellular links", "RMS %s, %s and %s ms", []string{"accuracy-clean link.preset=3g timesync rms",
		"accuracy-clean link.preset=4g timesync rms", "accuracy-clean link.preset=5g timesync rms"}},
	{"With many probes, better over cellular links", "`sntp` %s, %s and %s ms", []string{"accuracy-clean link.preset=3g sntp rms",
		"accuracy-clean link.preset=4g sntp rms", "accuracy-clean link.preset=5g sntp rms"}},
	{"Better in general", "RMS %s ms, `sntp` %s ms, and %s ms with `timesync.window=40s`", []string{"accuracy-clean link.preset=dsl-bufferbloat timesync rms",
		"accuracy-clean link.preset=dsl-bufferbloat sntp rms", "accuracy-clean link.preset=dsl-bufferbloat timesync.window=40s timesync rms"}},
	{"Better in general", "%s ms, `slot` %s ms", []string{"accuracy-route timesync rms", "accuracy-route slot rms"}},
	{"Better in general", "changes every 15 s, it has %s ms, and `simpson` %s ms", []string{"accuracy-clean link.preset=satellite-leo timesync rms", "accuracy-clean link.preset=satellite-leo simpson rms"}},
	{"Over streams it works, but much worse", "99 %% of the time within %s ms at 10 %% of loss, RMS %s ms at 16 %%", []string{
		"accuracy-clean link.transport=stream link.delay=80ms link.rto=200ms link.loss=10% timesync p99",
		"accuracy-clean link.transport=stream link.delay=80ms link.rto=200ms link.loss=16% timesync rms"}},
	{"Over streams it works, but much worse", "RMS %s ms at 2 %% and %s ms at 5 %%", []string{
		"accuracy-clean link.transport=stream link.delay=80ms link.rto=1s link.loss=2% timesync rms",
		"accuracy-clean link.transport=stream link.delay=80ms link.rto=1s link.loss=5% timesync rms"}},
	{"Reports may overtake each other", "RMS %s ms where they do", []string{"accuracy-jitter-20 link.order=any timesync rms"}},
	{"Each datagram makes it better", "RMS %s ms with 2 a second, %s ms with 60",
		[]string{"accuracy-jitter-20 snapshot.rate=2Hz input.rate=2Hz timesync rms", "accuracy-jitter-20 timesync rms"}},
	{"A few probes may all be slow", "%s ms and %s ms behind bursts", []string{"accuracy-bufferbloat timesync rms", "accuracy-bufferbloat sntp rms"}},
	{"It keeps a windowed minimum", "RMS %s ms with 10 s, %s and %s ms with those", []string{"accuracy-jitter-20 timesync rms",
		"accuracy-jitter-20 timesync.window=1s timesync rms", "accuracy-jitter-20 timesync.window=30s timesync rms"}},
	{"It keeps a windowed minimum", "30 s are worse than 10: %s and %s ms", []string{"accuracy-jitter-20 client.skew=5ppm timesync.window=30s timesync rms", "accuracy-jitter-20 client.skew=5ppm timesync rms"}},
	{"No method is known for uneven trips", "%s ms over 30/70 ms", []string{"accuracy-asymmetric timesync rms"}},
	{"Resynchronising is unnecessary", "a clock that asks once has %s ms RMS and growing", []string{"accuracy-skew rtt2 rms"}},
}

// driftlab sweep measures medians of 20 seeds.
func TestThePageOfClaimsHasTheMediansThatSweepMeasures(t *testing.T) {
	rows, swept := rowsOfClaims(t), sweeping{}
	for _, f := range testkit.Some(t, figuresOfClaims, 3) {
		measured := make([]any, len(f.of))
		for i, of := range f.of {
			measured[i] = swept.figure(t, of)
		}
		phrase, found := fmt.Sprintf(f.phrase, measured...), 0
		for _, row := range rows {
			if strings.HasPrefix(row, "| "+f.claim) {
				found++
				if !strings.Contains(row, phrase) {
					t.Errorf("docs/claims.md: measured is %q, and the row has\n%s", phrase, row)
				}
			}
		}
		if found != 1 {
			t.Errorf("docs/claims.md: %d rows begin with %q", found, f.claim)
		}
	}
}

// A sweeping remembers sweep.csv for a scenario with settings.
type sweeping map[string][][]string

// figure returns the median of a figure in sweep.csv, with all clocks racing as in docs/clock.md.
func (all sweeping) figure(t *testing.T, of string) string {
	t.Helper()
	words := strings.Fields(of)
	settings, clock, which := words[:len(words)-2], words[len(words)-2], words[len(words)-1]
	cell := strings.Join(settings, " ")
	if all[cell] == nil {
		dir := t.TempDir()
		args := []string{"-o", dir, "-seeds", "1..20", "-scenario", settings[0]}
		for _, setting := range settings[1:] {
			args = append(args, "-set", setting)
		}
		check(t, Sweep(args, env(&strings.Builder{})))
		text, err := os.ReadFile(filepath.Join(dir, "sweep.csv"))
		if err == nil {
			all[cell], err = csv.NewReader(bytes.NewReader(text)).ReadAll()
		}
		check(t, err)
	}
	head := all[cell][0]
	in := slices.Index(head, map[string]string{"rms": "rms_ms", "p99": "p99_ms", "time": "converged_s"}[which])
	var values []float64
	for _, row := range all[cell][1:] {
		if v, err := strconv.ParseFloat(row[in], 64); err == nil && row[slices.Index(head, "algorithm")] == clock {
			values = append(values, v)
		}
	}
	if len(values) < 10 {
		t.Fatalf("%s: sweep.csv has %v", of, values)
	}
	slices.Sort(values)
	median := values[(len(values)-1)/2]
	if which == "time" {
		return fmt.Sprintf("%.2f s", median)
	}
	return sweep.Significant(median)
}

// How many of twenty clients Simpson's clock sets within 100 ms in one round, if a whole game shares the stream.
func TestThePageOfClaimsHasHowOftenSimpsonIsWithin100Milliseconds(t *testing.T) {
	var near [2]int
	for i, link := range [...][2]string{{"5%", "250ms"}, {"12%", "20ms"}} {
		sc := mustScenario(t, "-scenario", "accuracy-clean", "-clocks", "rtt2,simpson", "-clients", "20", "-duration", "60s", "-set", "link.transport=stream",
			"-set", "link.rto=200ms", "-set", "link.loss="+link[0], "-set", "link.delay="+link[1])
		s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Unwatched: true})
		check(t, err)
		check(t, s.Advance(sc.Duration))
		simpson := slices.IndexFunc(s.Algorithms(), func(a registry.Algorithm) bool { return a.Name == "simpson" })
		for client := 1; client <= sc.Clients; client++ {
			if off, ok := s.ClockError(client, simpson); ok && off.Abs() < 100*time.Millisecond {
				near[i]++
			}
		}
	}
	want := fmt.Sprintf("for %d of 20 clients, with `link.loss=12%%` and `link.delay=20ms` for %d", near[0], near[1])
	if !slices.ContainsFunc(rowsOfClaims(t), func(row string) bool { return strings.Contains(row, want) }) {
		t.Errorf("docs/claims.md: no row has %q", want)
	}
}
