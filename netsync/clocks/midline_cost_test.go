package clocks

import (
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

func BenchmarkMidlinePeer(b *testing.B) {
	var p MidlinePeer
	now := int64(0)
	for b.Loop() {
		now += 33_333_333
		p.OnDatagram(netsync.Stamp24(now-50_000_000-now%1_000_000), now)
	}
}

func BenchmarkMidlineDatagram(b *testing.B) {
	m := clocktest.Made(NewMidline(DefaultMidline()))
	now := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		now += 33_333_333
		m.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(now - 50_000_000 - now%1_000_000), T4: netsync.Local(now)})
	}
}

// fullMidline has points of five minutes.
func fullMidline() *Midline {
	m := clocktest.Made(NewMidline(DefaultMidline()))
	rigLinks()[1].run(1, 300, midClient{m})
	return m
}

func BenchmarkMidlineFit(b *testing.B) {
	m := fullMidline()
	b.ReportAllocs()
	for b.Loop() {
		m.core.fitter.fit(m.core.line.slope, true)
	}
}

func BenchmarkMidlineReport(b *testing.B) {
	m := fullMidline()
	now := m.core.line.at
	b.ReportAllocs()
	for b.Loop() {
		m.core.solve(now)
	}
}

func TestMidlineAllocatesNothing(t *testing.T) {
	m := fullMidline()
	now := int64(m.seen)
	var host MidlinePeer
	if n := testkit.AllocsPerRun(100, func() {
		now += int64(100 * time.Millisecond)
		host.OnDatagram(netsync.Stamp24(now), now+int64(20*time.Millisecond))
		m.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(now - int64(20*time.Millisecond)), T4: netsync.Local(now)})
		if r, ok := host.ReportDue(now); ok {
			m.Observe(netsync.Event{Kind: netsync.FloorTold, Floor: uint64(r), T4: netsync.Local(now)})
		}
		m.ServerTime(netsync.Local(now))
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
