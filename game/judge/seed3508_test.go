//go:build !js

package judge

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// An old link is one of the first hundred of seed 3508, as they were drawn before this package drew any: testdata/3508.toml.gz has them all.
type oldLink struct {
	name   string
	sc     *scenario.Scenario
	unseen int64   // half of (up − down) of its empty paths at the start, which is not Midline's fault, ns
	was    float64 // Midline's root mean square error after the first 10 s with a8dde572, less that, ms
}

func oldLinks(t *testing.T) (all []oldLink) {
	t.Helper()
	packed, err := os.Open("testdata/3508.toml.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	texts, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(texts)
	if err != nil {
		t.Fatal(err)
	}
	figures, err := os.Open("testdata/3508.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer figures.Close()
	lines := bufio.NewScanner(figures)
	for part := range strings.SplitSeq(strings.TrimPrefix(string(text), "# link "), "\n# link ") {
		name, text, _ := strings.Cut(part, "\n")
		l := oldLink{name: name}
		if l.sc, err = scenario.Parse(name, text); err != nil {
			t.Fatal(err)
		}
		var of string
		if !lines.Scan() {
			t.Fatalf("there are no figures of link %s", name)
		}
		if _, err := fmt.Sscan(lines.Text(), &of, &l.unseen, &l.was); err != nil || of != name {
			t.Fatalf("%q is not of link %s: %v", lines.Text(), name, err)
		}
		all = append(all, l)
	}
	return all
}

// An offset is a recorder of one clock's errors. After a sleep nothing counts until the client has heard the host again.
type offset struct {
	clock   int // its place
	less    int64
	latest  netsim.Time
	deaf    bool
	down    map[uint64]bool // on their way from the host
	n       int
	squares float64 // ms²
}

// Record implements observe.Recorder.
func (o *offset) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		if e.Fate != netsim.Lost && e.From == 0 {
			o.down[e.ID] = true
		}
	case *observe.Arrival:
		o.deaf = o.deaf && !o.down[e.Packet]
		delete(o.down, e.Packet)
	case *observe.ClockSample:
		if e.Algorithm != o.clock {
			return
		}
		o.deaf = o.deaf || e.Time-o.latest > netsim.Time(2*time.Second-time.Millisecond)
		if o.latest = e.Time; e.Time >= netsim.Time(observe.Warmup) && !o.deaf {
			ms := float64(int64(e.Error())-o.less) / 1e6
			o.n, o.squares = o.n+1, o.squares+ms*ms
		}
	}
}

// With -v it prints testdata/3508.txt.
func TestMidlineIsAsNearOnTheFirstHundredLinksOfSeed3508AsItWas(t *testing.T) {
	t.Parallel()
	worse := 0
	for _, l := range testkit.Some(t, oldLinks(t), 20) {
		l.sc.ClockList = "midline"
		o := &offset{less: l.unseen, down: map[uint64]bool{},
			clock: slices.IndexFunc(l.sc.Algorithms(), func(a registry.Algorithm) bool { return a.Name == "midline" })}
		s, err := session.New(l.sc, session.Options{Carrier: netsim.NewDirect(), Recorder: o, Unwatched: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Advance(l.sc.Duration); err != nil {
			t.Fatal(err)
		}
		s.Close()
		rms := math.Sqrt(o.squares / float64(o.n))
		t.Logf("%s %d %.6f", l.name, l.unseen, rms)
		if rms > 1.05*l.was && rms > l.was+.01 {
			worse++
			t.Logf("which was %.6f ms", l.was)
		}
	}
	if worse > 2 {
		t.Errorf("%d links are worse by 5 %% and 0.01 ms", worse)
	}
}
