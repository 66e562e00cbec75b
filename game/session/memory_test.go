package session

import (
	"runtime"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// heap returns the bytes in use after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestMemoryStaysTheSame(t *testing.T) {
	warm, whole := 4*time.Minute, 8*time.Minute
	if testkit.LongTests() {
		warm, whole = 10*time.Minute, time.Hour
	}
	staysTheSame(t, 3, warm, whole, 64<<10)
}

func TestMemoryOfManyClientsStaysTheSame(t *testing.T) {
	if !testkit.LongTests() {
		t.Skip("an hour of 64 clients")
	}
	// An error of a size that a clock never had before is counted in a page of its own. That ends, since sizes do, but among 64
	// clients not within an hour: 1.8 pages a clock came in the last 50 minutes.
	const pages = 64 * 9 * 4
	staysTheSame(t, 64, 10*time.Minute, time.Hour, 64<<10+pages*1<<10)
}

// staysTheSame has as much memory in use, within a number of bytes, once a session is warm as when it has been as long as the whole.
func staysTheSame(t *testing.T, clients int, warm, whole time.Duration, tolerance uint64) {
	s := newSession(t, busyScenario(clients), &traceHash{})
	advance(t, s, warm, time.Second)
	before := heap()
	advance(t, s, whole-warm, time.Second)
	after := heap()
	runtime.KeepAlive(s)
	if after > before+tolerance {
		t.Errorf("after %v %d bytes are in use, after %v %d", warm, before, whole, after)
	}
}

func TestAWarmSessionDoesNotAllocate(t *testing.T) {
	for clients, seconds := range map[int]int{8: 20, 64: 5} {
		s := newSession(t, busyScenario(clients), nil)
		advance(t, s, 20*time.Second, time.Second)
		got := testkit.AllocsPerRun(seconds, func() {
			run(t, s, time.Second)
		})
		// A ring that meets more packets in flight than ever before may still grow.
		if got > 3 {
			t.Errorf("%d clients: %v allocations a virtual second", clients, got)
		}
	}
}

// What one client has in memory, by which processors' caches are filled and checkpoints grow, is seen here where it grows.
func TestASessionTakesNoMoreMemoryAClientThanItDid(t *testing.T) {
	for clients, most := range map[int]int{8: 540_000, 64: 400_000} {
		s := newSession(t, busyScenario(clients), nil)
		advance(t, s, 15*time.Second, time.Second)
		c, bytes, err := s.Clone(Options{Carrier: netsim.NewDirect()})
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
		if got := bytes / clients; got > most {
			t.Errorf("%d clients take %d bytes each, want at most %d", clients, got, most)
		}
	}
}

func TestFactsAndScenesDoNotAllocateOnceWarm(t *testing.T) {
	s := newSession(t, busyScenario(3), nil)
	advance(t, s, 20*time.Second, time.Second)
	look := newLook(s)
	look()
	if got := testkit.AllocsPerRun(20, look); got > 0 {
		t.Errorf("%v allocations a look", got)
	}
}

func TestCloseEndsTheCarrier(t *testing.T) {
	before := runtime.NumGoroutine()
	s := mustNew(t, busyScenario(2), Options{Carrier: mustVNet(t)})
	advance(t, s, time.Second, time.Second)
	check(t, s.Close())
	if err := s.Advance(time.Second); err == nil {
		t.Error("a closed session goes on")
	}
	testkit.Until(t, "there are no more goroutines than before", func() bool { return runtime.NumGoroutine() <= before })
}
