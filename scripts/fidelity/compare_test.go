package main

import (
	"math"
	"testing"
	"time"

	"driftlab/netsim"
)

// measured is a summary such as netem gives.
func measured() summary {
	s := summary{
		Sent: 50_000, Lost: 500, Duplicates: 1000, Late: 10_000, Overtaking: 12_000,
		Bursts: 400, BurstMean: 1.25, BurstSD: 0.5, Correlation: 0.2,
	}
	for i := range s.Delay {
		s.Delay[i] = 50*ms + time.Duration(i)*100*time.Microsecond
	}
	return s
}

func TestTheSameOnBothSidesIsWithinAllBounds(t *testing.T) {
	rows := compare(testCase{}, measured(), measured())
	if len(rows) != len(quantiles)+6 {
		t.Errorf("%d rows", len(rows))
	}
	for _, r := range rows {
		if !r.ok() {
			t.Errorf("%+v is flagged", r)
		}
	}
}

func TestWhatDiffersByMoreThanItsBoundIsFlaggedAndNothingElse(t *testing.T) {
	tests := []struct {
		quantity string
		within   func(*summary) // changes it by a little less than the bound
		outside  func(*summary) // and by a little more
	}{
		{"delay, p1 (ms)", func(s *summary) { s.Delay[1] -= 990_000 }, func(s *summary) { s.Delay[1] -= 1_010_000 }},
		{"delay, p50 (ms)", func(s *summary) { s.Delay[50] += 990_000 }, func(s *summary) { s.Delay[50] += 1_010_000 }},
		{"delay, p99 (ms)", func(s *summary) { s.Delay[99] += 990_000 }, func(s *summary) { s.Delay[99] += 1_010_000 }},
		{"correlation of delays", func(s *summary) { s.Correlation += 0.029 }, func(s *summary) { s.Correlation += 0.031 }},
		// 3·√(2·0.01·0.99/50000) = 0.00189 of 50000 is 94, and a little more with the pooled share
		{"lost (%)", func(s *summary) { s.Lost += 92 }, func(s *summary) { s.Lost += 101 }},
		// 3·√(2·0.02·0.98/50000) = 0.00266 of 50000 is 133
		{"duplicates (%)", func(s *summary) { s.Duplicates -= 128 }, func(s *summary) { s.Duplicates -= 140 }},
		// 3·0.5·√(2/400) = 0.106
		{"length of a burst of losses", func(s *summary) { s.BurstMean += 0.105 }, func(s *summary) { s.BurstMean += 0.107 }},
		{"late (%)", func(s *summary) { s.Late += 499 }, func(s *summary) { s.Late += 501 }},
		{"overtaking (%)", func(s *summary) { s.Overtaking -= 499 }, func(s *summary) { s.Overtaking -= 501 }},
	}
	for _, test := range tests {
		for _, change := range []struct {
			make func(*summary)
			want string
		}{{test.within, ""}, {test.outside, test.quantity}} {
			changed := measured()
			change.make(&changed)
			flagged := ""
			for _, r := range compare(testCase{}, measured(), changed) {
				if !r.ok() {
					flagged += r.quantity
				}
			}
			if flagged != change.want {
				t.Errorf("%s: flagged is %q, want %q", test.quantity, flagged, change.want)
			}
		}
	}
}

func TestOnlyThePercentileOnAStepIsLeftOut(t *testing.T) {
	changed := measured()
	for i := range changed.Delay {
		changed.Delay[i] += 20 * ms
	}
	flagged := map[string]bool{}
	for _, r := range compare(testCase{step: 25}, measured(), changed) {
		flagged[r.quantity] = !r.ok()
	}
	if _, compared := flagged["delay, p25 (ms)"]; compared || !flagged["delay, p5 (ms)"] || !flagged["delay, p50 (ms)"] {
		t.Errorf("flagged are %v", flagged)
	}
}

func TestALossOnOneSideAloneIsFlagged(t *testing.T) {
	none := measured()
	none.Lost, none.Bursts, none.BurstMean, none.BurstSD = 0, 0, 0, 0
	flagged := false
	for _, r := range compare(testCase{}, none, measured()) {
		flagged = flagged || r.quantity == "lost (%)" && !r.ok()
	}
	if !flagged {
		t.Error("500 losses beside none are not flagged")
	}
}

func TestWhatIsNotANumberIsFlagged(t *testing.T) {
	if (row{netem: math.NaN(), bound: 1}).ok() || (row{netem: 1, driftlab: 1, bound: math.NaN()}).ok() {
		t.Error("NaN is within a bound")
	}
}

// The deviation of a share is held against that of many links of one kind.
func TestTheDeviationOfAChainsLossesIsThatOfManyLinks(t *testing.T) {
	const links, sent = 2000, 2000
	for _, chain := range []netsim.LossChain{
		{Begin: 0.01, End: 0.25, Bad: 1},
		{Begin: 0.02, End: 0.1, Bad: 0.7, Good: 0.005},
	} {
		var sum, squares float64
		for seed := range uint64(links) {
			link, err := netsim.NewLink(seed, 1, netsim.Settings{Chain: chain})
			if err != nil {
				t.Fatal(err)
			}
			lost := 0
			for i := range sent {
				if _, gone := link.Fate(netsim.Time(i), payload); gone {
					lost++
				}
			}
			share := float64(lost) / sent
			sum += share
			squares += share * share
		}
		mean := sum / links
		got := math.Sqrt(2 * (squares/links - mean*mean)) // of the difference of two
		want := deviation(chain, mean, mean, sent, sent)
		if math.Abs(got/want-1) > 0.08 { // 5 σ of a standard deviation of 2000 values
			t.Errorf("%+v: the deviation is %.5f, of many links %.5f", chain, want, got)
		}
		if independent := deviation(netsim.LossChain{}, mean, mean, sent, sent); independent > 0.8*want {
			t.Errorf("%+v: %.5f is not clearly more than the %.5f of independent losses", chain, want, independent)
		}
	}
}
