package netsim

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
)

// drawFlows draws settings of which every flow by itself has to keep its fate: no rate, no order, no stream.
func drawFlows(t *rapid.T) Settings {
	s := drawSettings(t)
	s.Loss = rapid.Float64Range(0, 0.5).Draw(t, "loss")
	s.LossBurst = rapid.SampledFrom([]float64{0, 1, 4, 30}).Draw(t, "burst")
	s.Chain = rapid.SampledFrom([]LossChain{{}, {Begin: 0.1, End: 0.3, Bad: 0.9, Good: 0.01}}).Draw(t, "chain")
	s.LossList = rapid.SampledFrom([]*LossList{nil, {[]span{{3, 9}}}}).Draw(t, "list")
	s.Correlation = rapid.SampledFrom([]float64{0, 0.5, 0.9}).Draw(t, "correlation")
	s.NetemWay = rapid.Bool().Draw(t, "netem's way")
	s.Duplicate = rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "duplicate")
	s.Reorder = rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "reorder")
	s.ReorderGap = rapid.SampledFrom([]int{0, 5}).Draw(t, "gap")
	return reachable(s)
}

func TestAFlowBesideTheSpineChangesNoFateOfAnother(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seed, s := rapid.Uint64().Draw(t, "seed"), drawFlows(t)
		with, _ := NewLink(seed, 1, s)
		without, _ := NewLink(seed, 1, s)
		for i := range 300 {
			now := Time(i) * ms
			for range rapid.IntRange(0, 2).Draw(t, "more") {
				with.pass(now, Aside+9, 10)
			}
			f := rapid.SampledFrom([]Flow{0, 7, Aside, Aside + 1}).Draw(t, "flow")
			if got, want := with.pass(now, f, 100), without.pass(now, f, 100); got != want {
				t.Fatalf("datagram %d, of flow %d: %+v became %+v", i, f, want, got)
			}
		}
	})
}

func TestFlowsOfTheSpineKeepTheirFateWithoutMemoryHoweverManyOthersSend(t *testing.T) {
	s := Settings{Jitter: time.Second, Loss: 0.3, Duplicate: 0.3, Reorder: 0.2}
	with, without := mustLink(t, 5, 1, s), mustLink(t, 5, 1, s)
	for i := range 1000 {
		for range i % 3 {
			with.pass(0, 2, 10)
		}
		if got, want := with.pass(0, 1, 10), without.pass(0, 1, 10); got != want {
			t.Fatalf("datagram %d: %+v became %+v", i, want, got)
		}
	}
}

func TestFlowsHaveLuckOfTheirOwn(t *testing.T) {
	t.Parallel()
	l := newLuck(3, 4)
	seen := map[luck]string{}
	for f := range Flow(255) {
		for _, n := range []int{0, 1, 2, maxTries, duplicateCopy} {
			name := fmt.Sprintf("copy %d of flow %d", n, f)
			of := l.ofFlow(f).ofCopy(n)
			if other, ok := seen[of]; ok {
				t.Errorf("%s has the luck of %s", name, other)
			}
			seen[of] = name
		}
	}
	if l.ofFlow(0) != l {
		t.Error("flow 0 does not have the link's own luck")
	}
}

// One in two of the spine's datagrams is lost or gets through in runs of 50. What is beside it and sent between
// them shares their runs.
func TestADatagramBesideTheSpineMeetsTheStateThatStands(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]Settings{
		"bursts": {Loss: 0.5, LossBurst: 50},
		"chain":  {Chain: LossChain{Begin: 0.02, End: 0.02, Bad: 1}},
	} {
		l := mustLink(t, 1, 1, s)
		const n = 50_000
		lost, alike := 0, 0
		for range n {
			beside := l.pass(0, Aside, 0).cause
			if beside != NotLost {
				lost++
			}
			if l.pass(0, 0, 0).cause == beside {
				alike++
			}
		}
		if share := float64(lost) / n; math.Abs(share-0.5) > 0.07 {
			t.Errorf("%s: %v of those beside are lost", name, share)
		}
		if alike != n {
			t.Errorf("%s: %d of %d pairs meet the same state", name, alike, n)
		}
	}
}

func TestIndependentLossesAreIndependentBesideTheSpineToo(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Loss: 0.5})
	const n = 20_000
	alike := 0
	for range n {
		if (l.pass(0, Aside, 0).cause == NotLost) == (l.pass(0, 0, 0).cause == NotLost) {
			alike++
		}
	}
	if math.Abs(float64(alike)-n/2) > 4*math.Sqrt(n/4) {
		t.Errorf("%d of %d pairs have the same fate", alike, n)
	}
}

func TestADelayBesideTheSpineCorrelatesWithItsLatest(t *testing.T) {
	t.Parallel()
	for _, rho := range []float64{0, 0.5, 0.9} {
		l := mustLink(t, 1, 1, Settings{Jitter: time.Second, Correlation: rho})
		var pairs []time.Duration // of the spine and of what follows beside it, so that every second step is theirs
		for range samples {
			spine, beside := l.pass(0, 0, 0).due, l.pass(0, Aside, 0).due
			pairs = append(pairs, time.Duration(spine), time.Duration(beside))
		}
		var x, y []float64
		for i := 0; i < len(pairs); i += 2 {
			x, y = append(x, float64(pairs[i])), append(y, float64(pairs[i+1]))
		}
		if got := testkit.Correlation(x, y); math.Abs(got-rho) > 0.03 {
			t.Errorf("at %v they correlate by %v", rho, got)
		}
	}
}

func TestAListOfLossesCountsTheSpineAlone(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{LossList: &LossList{[]span{{2, 3}}}})
	var lost []Flow
	for _, f := range []Flow{Aside, 0, Aside, Aside, 5, Aside, 0, 0, Aside} { // 2 and 3 are of flows 5 and 0
		if l.pass(0, f, 0).cause == Listed {
			lost = append(lost, f)
		}
	}
	if !slices.Equal(lost, []Flow{5, 0}) {
		t.Errorf("lost are datagrams of the flows %v", lost)
	}
}

func TestAnAddressIsLearntFromTheSpineAlone(t *testing.T) {
	t.Parallel()
	e, _ := pair(t, Settings{}, &testNode{})
	back, err := NewLink(1, 2, Settings{})
	check(t, err)
	check(t, e.Connect(1, 0, back))
	check(t, e.Rebind(1))
	var causes []Cause
	e.SetTap(tapFunc(func(p *Packet) {
		if p.From == 0 {
			causes = append(causes, p.Cause)
		}
	}))
	for _, f := range []Flow{Aside, 0} {
		check(t, e.Send(Datagram{From: 1, Flow: f}))
		check(t, e.Run(e.Now()+ms))
		check(t, e.Send(Datagram{To: 1, Flow: f}))
	}
	if !slices.Equal(causes, []Cause{StaleAddress, NotLost}) {
		t.Errorf("losses are %v", causes)
	}
}
