package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// How far the clocks of two clients are apart, and how often they would meet, as docs/uses.md has it.
func TestHolePunchingIsMeasuredAsTheDocumentHasIt(t *testing.T) {
	t.Parallel()
	worlds := [...]string{"near-far", "jitter", "uneven-alike", "uneven-apart"}
	var clocks []string
	cells := map[string][]string{}
	for _, world := range worlds {
		apart, met := map[string][]time.Duration{}, map[string]int{}
		for seed := range uint64(5) {
			sc := scenariotest.Load(t, "punch/"+world)
			sc.Seed = seed + 1
			s := newSession(t, sc, nil)
			for at := observe.Warmup; at <= sc.Duration; at += 500 * time.Millisecond {
				advance(t, s, at-s.Now().Sub(netsim.Time(0)), time.Second)
				clocks = clocks[:0]
				for i, a := range s.Algorithms() {
					clocks = append(clocks, a.Name)
					p, ok := s.Punch(1, 2, i)
					if !ok {
						t.Fatalf("%s, seed %d, at %v: %s is not set", world, sc.Seed, at, a.Name)
					}
					apart[a.Name] = append(apart[a.Name], p.Lead.Abs())
					if p.Meets() {
						met[a.Name]++
					}
				}
			}
		}
		for _, name := range clocks {
			all := apart[name]
			slices.Sort(all)
			cells[name] = append(cells[name], fmt.Sprintf("%.2f (%.0f %%)", milliseconds(float64(all[len(all)/2])), 100*float64(met[name])/float64(len(all))))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n| clock | %s |\n| --- |%s\n", strings.Join(worlds[:], " | "), strings.Repeat(" ---: |", len(worlds)))
	for _, name := range clocks {
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, strings.Join(cells[name], " | "))
	}
	document(t, "../../docs/uses.md", "<!-- Measured: go test ./game/session -run HolePunching -update -->\n", b.String())
}
