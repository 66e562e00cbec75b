package main

import (
	"slices"
	"testing"
	"time"
)

func TestASummaryCountsWhatHappened(t *testing.T) {
	// Of ten datagrams 3, 4 and 8 are lost, 1 comes after 2, 9 before the second 7 and before 6.
	arrivals := []arrival{{0, 10 * ms}, {2, 8 * ms}, {1, 12 * ms}, {5, 10 * ms}, {7, 9 * ms}, {9, 5 * ms}, {7, 14 * ms}, {6, 20 * ms}}
	s := summarise(10, arrivals)
	got := []int{s.Sent, s.Lost, s.Duplicates, s.Late, s.Overtaking, s.Bursts}
	if want := []int{10, 3, 1, 2, 3, 2}; !slices.Equal(got, want) {
		t.Errorf("sent, lost, duplicates, late, overtaking, bursts are %v, want %v", got, want)
	}
	if s.BurstMean != 1.5 || s.BurstSD != 0.5 {
		t.Errorf("the bursts are %v ± %v long, want 1.5 ± 0.5", s.BurstMean, s.BurstSD)
	}
	if s.Delay[0] != 5*ms || s.Delay[50] != 10*ms || s.Delay[100] != 20*ms {
		t.Errorf("least, median and greatest delay are %v, %v, %v", s.Delay[0], s.Delay[50], s.Delay[100])
	}
}

func TestNothingArrivedIsASummaryToo(t *testing.T) {
	if s := summarise(4, nil); s.Lost != 4 || s.Bursts != 1 || s.BurstMean != 4 || s.Delay[50] != 0 || s.Correlation != 0 {
		t.Errorf("%+v", s)
	}
}

func TestCorrelationIsThatOfSuccessiveDelays(t *testing.T) {
	sawtooth := []time.Duration{1 * ms, 2 * ms, 1 * ms, 2 * ms, 1 * ms, 2 * ms}
	if c := successive(sawtooth); c < -1.0001 || c > -0.9999 {
		t.Errorf("to and fro: %v, want -1", c)
	}
	rising := []time.Duration{1 * ms, 2 * ms, 3 * ms, 4 * ms}
	if c := successive(rising); c < 0.9999 || c > 1.0001 {
		t.Errorf("rising: %v, want 1", c)
	}
	if c := successive([]time.Duration{50_000, 50_010, 50_000, 50_010}); c != 0 {
		t.Errorf("noise: %v, want 0", c)
	}
	// What follows a loss is not the successor of what was before it.
	if c := successive([]time.Duration{1 * ms, 2 * ms, -1, 9 * ms, 10 * ms, -1, 4 * ms, 5 * ms}); c < 0.9999 {
		t.Errorf("rising, with losses: %v, want 1", c)
	}
}

func TestASchedulesBurstsAreThreeTimesAsFast(t *testing.T) {
	s := schedule{count: 10, spacing: 3 * ms, burst: 2}
	want := []time.Duration{0, 1 * ms, 2 * ms, 5 * ms, 8 * ms, 9 * ms, 10 * ms, 13 * ms}
	for i, at := range want {
		if s.at(i) != at {
			t.Errorf("datagram %d is sent at %v, want %v", i, s.at(i), at)
		}
	}
}
