package timeline

import (
	"runtime"
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

func TestCheckpointsTakeWhatTheyCount(t *testing.T) {
	sc := scenariotest.Load(t, "first")
	before := inUse()
	l := newLine(t, Options{Scenario: sc, Memory: 60e6})
	check(t, l.Advance(90*time.Second))
	counted := l.points.bytes
	taken := inUse() - before
	if counted > 60e6 || counted < 20e6 {
		t.Errorf("%d bytes are counted, of 60 MB", counted)
	}
	// The session that goes on is beside them.
	one := counted / len(l.points.list)
	if share := float64(taken-one) / float64(counted); share < 0.8 || share > 1.2 {
		t.Errorf("%d checkpoints take %d bytes, of which %.0f %% are counted", len(l.points.list), taken-one, 100/share)
	}
	runtime.KeepAlive(l)
}

// inUse returns the bytes in use after a collection.
func inUse() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func TestCheckpointsMakeRoomAtOnceWhereTheyMayTakeLess(t *testing.T) {
	t.Parallel()
	l := newLine(t, Options{})
	check(t, l.Advance(40*time.Second))
	whole, bytes := len(l.points.list), l.points.bytes
	l.SetMemory(bytes / 2)
	if got := l.points.bytes; got > bytes/2 || got < bytes/8 || len(l.points.list) > whole/2+1 {
		t.Errorf("%d of %d checkpoints are left, %d of %d bytes", len(l.points.list), whole, got, bytes)
	}
	l.SetMemory(bytes)
	check(t, l.Advance(40*time.Second))
	if got := l.points.bytes; got > bytes || got < bytes/3 {
		t.Errorf("with room again they take %d bytes of %d", got, bytes)
	}
	check(t, l.Seek(netsim.Time(33*time.Second)))
	s, _ := straight(t, l.Log(), l.Now())
	defer s.Close()
	if stateText(s) != stateText(l.Session()) {
		t.Error("the state differs")
	}
}
