package netsim

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// netemNumbers is get_crandom of Linux, from the first datagram of a block on.
func netemNumbers(l luck, begin uint64, rho uint32, n int) []uint32 {
	last := uint32(l.draw(begin-1, laneJitter) >> 32)
	numbers := make([]uint32, n)
	for i := range numbers {
		value := l.draw(begin+uint64(i), laneJitter) >> 32
		rho := uint64(rho) + 1
		last = uint32((value*(1<<32-rho) + uint64(last)*rho) >> 32)
		numbers[i] = last
	}
	return numbers
}

func TestCorrelatedNumbersAreNetems(t *testing.T) {
	t.Parallel()
	l := newLuck(4, 2)
	for _, c := range []struct {
		rho   float64
		netem uint32 // what tc tells the kernel
	}{{0.25, 1 << 30}, {0.5, 1 << 31}, {0.999, 4290672328}} {
		chain := correlation{lane: laneJitter}
		chain.set(c.rho, true)
		if got := chain.rho - 1; math.Abs(float64(got)-float64(c.netem)) > 1 {
			t.Errorf("%v is %d of 2³², want %d", c.rho, got, c.netem)
		}
		for _, begin := range []uint64{0, correlationBlock, 5 * correlationBlock} {
			for i, want := range netemNumbers(l, begin, uint32(chain.rho-1), correlationBlock) {
				if got := uint32(chain.number(alone(l, begin+uint64(i))) >> 32); got != want {
					t.Fatalf("datagram %d of %d: %d, want %d", i, begin, got, want)
				}
			}
		}
	}
}

func TestCorrelatedNumbersDependOnTheirPlaceAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := newLuck(rapid.Uint64().Draw(t, "seed"), 1)
		rho, netem := rapid.Float64Range(0, MaxCorrelation).Draw(t, "rho"), rapid.Bool().Draw(t, "netem")
		walking := correlation{lane: laneJitter}
		k := rapid.Uint64Range(0, 3*correlationBlock).Draw(t, "first")
		for range 30 {
			walking.set(rho, netem)
			fresh := correlation{lane: laneJitter}
			fresh.set(rho, netem)
			if got, want := walking.number(alone(l, k)), fresh.number(alone(l, k)); got != want {
				t.Fatalf("datagram %d: %d, want %d", k, got, want)
			}
			switch rapid.IntRange(0, 5).Draw(t, "what next") {
			case 0:
				k = rapid.Uint64Range(0, 3*correlationBlock).Draw(t, "k")
			case 1: // another correlation meanwhile
				walking.set(rapid.Float64Range(0, MaxCorrelation).Draw(t, "other"), rapid.Bool().Draw(t, "other way"))
				walking.number(alone(l, k))
			default:
				k++
			}
		}
	})
}

func TestNoCorrelationLeavesTheLuckAsItIs(t *testing.T) {
	t.Parallel()
	c := correlation{lane: laneJitter}
	c.set(0, false)
	l := newLuck(1, 1)
	for k := range uint64(100) {
		if got, want := c.number(alone(l, k)), l.draw(k, laneJitter); got != want {
			t.Errorf("datagram %d: %d, want %d", k, got, want)
		}
	}
}

// moments returns the mean and the standard deviation of delays and their autocorrelation from one to the next.
func moments(ds []time.Duration) (mean, sigma, lag1 float64) {
	n := float64(len(ds))
	for _, d := range ds {
		mean += float64(d) / n
	}
	var squares, products float64
	for i, d := range ds {
		squares += (float64(d) - mean) * (float64(d) - mean)
		if i > 0 {
			products += (float64(d) - mean) * (float64(ds[i-1]) - mean)
		}
	}
	return mean, math.Sqrt(squares / n), products / squares
}

// extras returns successive extra delays of a link.
func extras(t testing.TB, s Settings, n int) []time.Duration {
	l := mustLink(t, 77, 5, s)
	ds := make([]time.Duration, n)
	for i := range ds {
		ds[i], _ = l.Fate(0, 0)
	}
	return ds
}

func TestExtraDelaysCorrelateAsAskedNetemsWay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it draws a great many numbers")
	}
	const n, mean = samples, 10 * time.Millisecond
	for _, rho := range []float64{0, 0.25, 0.5, 0.75, 0.9} {
		// Uniform and normal delays follow their numbers evenly enough to have their correlation, and
		// as they are symmetric they keep their mean. The others are bent by what they invert.
		for _, c := range []struct {
			d            Distribution
			slack, sigma float64
		}{{Uniform{}, 0.01, 1 / math.Sqrt(3)}, {Normal{}, 0.03, 1. / 3}, {Exponential{}, 0.06, 0}, {LogNormal{}, 0.06, 0}, {Pareto{}, 0.12, 0}} {
			m, sigma, lag1 := moments(extras(t, Settings{Jitter: mean, Distribution: c.d, Correlation: rho, NetemWay: true}, n))
			if math.Abs(lag1-rho) > c.slack {
				t.Errorf("%s at %v: successive delays correlate by %v", c.d.Name(), rho, lag1)
			}
			if c.sigma == 0 {
				continue
			}
			if math.Abs(m/float64(mean)-1) > 0.02 {
				t.Errorf("%s at %v: the mean is %v", c.d.Name(), rho, m)
			}
			narrower := math.Sqrt((1 - rho) / (1 + rho))
			if _, uniform := c.d.(Uniform); uniform && math.Abs(sigma/float64(mean)/c.sigma/narrower-1) > 0.02 {
				t.Errorf("%s at %v: σ is %v, want %v of %v", c.d.Name(), rho, sigma, narrower, c.sigma)
			}
		}
	}
}

func TestTablesAreDeafToCorrelationNetemsWay(t *testing.T) {
	t.Parallel()
	table := mustTable(t, "t", "-8192 -4096 0 4096 8192 1 2 3")
	_, plain, _ := moments(extras(t, Settings{Jitter: time.Second, Distribution: table}, samples))
	_, sigma, lag1 := moments(extras(t, Settings{Jitter: time.Second, Distribution: table, Correlation: 0.9, NetemWay: true}, samples))
	if math.Abs(lag1) > 4.5/math.Sqrt(samples) {
		t.Errorf("successive delays correlate by %v", lag1)
	}
	if math.Abs(sigma/plain-1) > 0.02 {
		t.Errorf("σ is %v, without correlation %v", sigma, plain)
	}
}

func TestCopiesOfAStreamAreNotCorrelated(t *testing.T) {
	t.Parallel()
	var correlated, plain propagation
	s := Settings{Jitter: time.Second, Distribution: Uniform{}}
	plain.set(s)
	s.Correlation = 0.9
	correlated.set(s)
	l := newLuck(3, 3)
	for k := range uint64(100) {
		for n := 1; n < 4; n++ {
			copied := alone(l, k).ofCopy(n)
			if got, want := correlated.extra(&copied, 0), plain.extra(&copied, 0); got != want {
				t.Errorf("copy %d of datagram %d: %v, want %v", n, k, got, want)
			}
		}
	}
}

// Sessions are saved as a seed and a log, so these values are part of the file format.
func TestFatesThatCorrelateNetemsWayStayTheSame(t *testing.T) {
	t.Parallel()
	table := mustTable(t, "t", "-8192 -4096 0 4096 8192")
	for _, d := range append(Distributions(), table) {
		l := mustLink(t, 20260101, 7, Settings{Jitter: 10 * time.Millisecond, Distribution: d, Correlation: 0.5, NetemWay: true})
		got := fmt.Sprint(fates(l, 6))
		if want := goldenCorrelatedFates[d.Name()]; got != want {
			t.Errorf("%s: got %s\nwant %s", d.Name(), got, want)
		}
	}
	l := mustLink(t, 20260101, 7, Settings{Jitter: 10 * time.Millisecond, Distribution: table})
	if got, want := fmt.Sprint(fates(l, 6)), goldenTableFates; got != want {
		t.Errorf("the table alone: got %s\nwant %s", got, want)
	}
}

const goldenTableFates = "[{5000000 false} {10000000 false} {15000000 false} {15000000 false} {10000000 false} {20000000 false}]"

var goldenCorrelatedFates = map[string]string{
	"uniform":     "[{12486272 false} {8197074 false} {12722782 false} {11269867 false} {5651263 false} {2833657 false}]",
	"normal":      "[{11056098 false} {9240263 false} {11160525 false} {10532773 false} {8082521 false} {6424037 false}]",
	"exponential": "[{4711025 false} {8919549 false} {4523380 false} {5735997 false} {12638531 false} {19541641 false}]",
	"pareto":      "[{3400711 false} {6924875 false} {3254801 false} {4214029 false} {10478351 false} {18364030 false}]",
	"lognormal":   "[{9205392 false} {5848905 false} {9448648 false} {8077484 false} {4380178 false} {2894625 false}]",
	"gamma":       "[{10770430 false} {8139217 false} {10936956 false} {9961218 false} {6712040 false} {4983434 false}]",
	"t":           "[{0 false} {5000000 false} {20000000 false} {5000000 false} {20000000 false} {5000000 false}]",
}

func TestCorrelationKeepsTheDistribution(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it draws a great many numbers")
	}
	const n, mean = samples, 20 * time.Millisecond
	table := mustTable(t, "t", "-8192 -4096 -2000 0 1000 4096 8192 16000")
	for _, d := range append(Distributions(), table) {
		plain := extras(t, Settings{Jitter: mean, Distribution: d}, n)
		slices.Sort(plain)
		for _, rho := range []float64{0.1, 0.5, 0.9} {
			got := extras(t, Settings{Jitter: mean, Distribution: d, Correlation: rho}, n)
			_, _, lag1 := moments(got)
			if least := rho * map[bool]float64{true: 0.4, false: 0.6}[d.Name() == "pareto"]; lag1 > rho+0.02 || lag1 < least {
				t.Errorf("%s at %v: successive delays correlate by %v", d.Name(), rho, lag1)
			}
			slices.Sort(got)
			// Successive delays say little that is new: the mean is as good as that of this many independent ones.
			slack := 4 / math.Sqrt(n*(1-rho)/(1+rho))
			for _, q := range []float64{0.05, 0.25, 0.5, 0.75, 0.95} {
				at := got[int(q*n)]
				below, _ := slices.BinarySearch(plain, at)
				above, _ := slices.BinarySearch(plain, at+1)
				if share := q * n; float64(below) > share+slack*n || float64(above) < share-slack*n {
					t.Errorf("%s at %v: %v of the delays are below %v, without correlation %v to %v", d.Name(), rho, q, at, float64(below)/n, float64(above)/n)
				}
			}
			if m, _, _ := moments(got); d.Name() != "pareto" && math.Abs(m/float64(mean)-1) > 2*slack && d != Distribution(table) {
				t.Errorf("%s at %v: the mean is %v", d.Name(), rho, time.Duration(m))
			}
		}
	}
}

func TestSharesOfTheNormalDistributionAreRight(t *testing.T) {
	t.Parallel()
	for z := -8.; z <= 8; z += 0.01 {
		want := math.Erfc(math.Abs(z)/math.Sqrt2) / 2
		got := normalShare(z)
		if z >= 0 {
			got = ^got
		}
		if off := math.Abs(float64(got)/(1<<64) - want); off > 3e-16 {
			t.Errorf("beyond %v lies %v, want %v", z, float64(got)/(1<<64), want)
		}
	}
	for _, z := range []float64{-40, 40} {
		if u := normalShare(z); u != 0 && u != ^uint64(0) {
			t.Errorf("%v has the share %d", z, u)
		}
	}
}

// Sessions are saved as a seed and a log, so these values are part of the file format.
func TestCorrelatedFatesStayTheSame(t *testing.T) {
	t.Parallel()
	table := mustTable(t, "t", "-8192 -4096 0 4096 8192")
	for _, d := range append(Distributions(), table) {
		l := mustLink(t, 20260101, 7, Settings{Jitter: 10 * time.Millisecond, Distribution: d, Correlation: 0.5})
		got := fmt.Sprint(fates(l, 6))
		if want := goldenKeptFates[d.Name()]; got != want {
			t.Errorf("%s: got %s\nwant %s", d.Name(), got, want)
		}
	}
}

var goldenKeptFates = map[string]string{
	"uniform":     "[{12393188 false} {5545734 false} {14840578 false} {12395857 false} {166216 false} {850 false}]",
	"normal":      "[{11015287 false} {8030264 false} {12165376 false} {11016455 false} {2016761 false} {0 false}]",
	"exponential": "[{4785852 false} {12827031 false} {2983671 false} {4783699 false} {47901971 false} {100657335 false}]",
	"pareto":      "[{3459152 false} {10670460 false} {2091391 false} {3457468 false} {78737484 false} {553052185 false}]",
	"lognormal":   "[{9112037 false} {4323380 false} {12144176 false} {9114695 false} {962777 false} {268274 false}]",
	"gamma":       "[{10705809 false} {6652017 false} {12626929 false} {10707655 false} {1948404 false} {463636 false}]",
	"t":           "[{15000000 false} {5000000 false} {15000000 false} {15000000 false} {0 false} {0 false}]",
}
