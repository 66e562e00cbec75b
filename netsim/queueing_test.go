package netsim

import (
	"math"
	"testing"
	"time"
)

// randomArrivals sends n packets to a link at random times, as many as load a rate of 10 Mbit/s to rho
// with packets of 10,000 bits on average, and returns their mean wait in services and the share that
// is lost. bits returns a packet's size.
func randomArrivals(t *testing.T, s Settings, rho float64, n int, bits func(u uint64) int64) (wait, lost float64) {
	const service = time.Millisecond
	s.Rate = 10 * megabit
	l := mustLink(t, 1, 1, s)
	luck := newLuck(8, 8)
	gap := time.Duration(float64(service) / rho)
	now, sum, drops := Time(0), time.Duration(0), 0
	for k := range uint64(n) {
		now = now.Add(Exponential{}.Delay(gap, [4]uint64{luck.draw(k, 0)}))
		bytes := max(1, bits(luck.draw(k, 1))/8)
		delay, dropped := l.Fate(now, int(bytes-headerBytes))
		if dropped {
			drops++
		}
		sum += delay - time.Duration(bytes*8*100)
	}
	return float64(sum) / float64(n) / float64(service), float64(drops) / float64(n)
}

func constantBits(uint64) int64 { return 10_000 }

// exponentialBits are spread so that rounding to bytes, which takes half a byte off, leaves their mean.
func exponentialBits(u uint64) int64 {
	return 4 + int64(Exponential{}.Delay(10_000, [4]uint64{u}))
}

// By Pollaczek and Khinchine the mean wait is ρ/(1−ρ) services where their lengths are exponentially
// distributed, and half of that where all are the same (Kleinrock, "Queueing Systems" I, 1975, 5.6).
func TestMeanWaitsAreThoseOfMM1AndMD1(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	for _, c := range []struct {
		rho float64
		n   int // the nearer to 1, the longer waits take to average out
	}{{0.5, 300_000}, {0.8, 1_000_000}, {0.9, 4_000_000}} {
		for _, queue := range []struct {
			name string
			bits func(uint64) int64
			want float64
		}{
			{"M/M/1", exponentialBits, c.rho / (1 - c.rho)},
			{"M/D/1", constantBits, c.rho / (1 - c.rho) / 2},
		} {
			got, lost := randomArrivals(t, Settings{Queue: MaxQueue}, c.rho, c.n, queue.bits)
			if math.Abs(got/queue.want-1) > 0.02 || lost > 0 {
				t.Errorf("%s at a load of %v: the mean wait is %v services, want %v", queue.name, c.rho, got, queue.want)
			}
			t.Logf("%s, load %v: %.4f services, by the formula %.4f", queue.name, c.rho, got, queue.want)
		}
	}
}

// Of a queue of K packets, the one that is served included, a share (1−ρ)·ρᴷ/(1−ρᴷ⁺¹) is lost where
// services are exponential (Kleinrock, 3.6). With one place it is ρ/(1+ρ) whatever the services are
// (Erlang's loss formula).
func TestLossOfAFullQueueIsThatOfMM1K(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	const n = 200_000
	for _, rho := range []float64{0.5, 0.9, 1, 2} {
		for _, k := range []int{1, 3, 10} {
			want := 1 / float64(k+1)
			if rho != 1 {
				want = (1 - rho) * math.Pow(rho, float64(k)) / (1 - math.Pow(rho, float64(k+1)))
			}
			_, got := randomArrivals(t, Settings{Queue: MaxQueue, QueuePackets: k}, rho, n, exponentialBits)
			if math.Abs(got-want) > 0.02*want+0.0003 {
				t.Errorf("M/M/1/%d at a load of %v loses %v, want %v", k, rho, got, want)
			}
			t.Logf("M/M/1/%d, load %v: %.5f lost, by the formula %.5f", k, rho, got, want)
		}
		_, got := randomArrivals(t, Settings{Queue: MaxQueue, QueuePackets: 1}, rho, n, constantBits)
		if want := rho / (1 + rho); math.Abs(got/want-1) > 0.02 {
			t.Errorf("M/D/1/1 at a load of %v loses %v, want %v", rho, got, want)
		}
	}
}
