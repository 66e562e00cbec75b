package timeline

import (
	"fmt"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsim/vnet"
)

// BenchmarkSeek goes in a session of ten minutes, over vnet and with a tape, from the end to the instant
// that is the farthest from a checkpoint before it, then to the start and then back to the end.
func BenchmarkSeek(b *testing.B) {
	for _, clients := range []int{3, 8} {
		sc := scenariotest.Load(b, "first")
		sc.Clients = clients
		l := newLine(b, Options{Scenario: sc, NewCarrier: vnet.New, Tape: observe.NewTape(clients)})
		if err := l.Seek(netsim.Time(10 * time.Minute)); err != nil {
			b.Fatal(err)
		}
		worst := farthest(l)
		for _, way := range []struct {
			name     string
			from, to netsim.Time
		}{{"ToTheWorstInstant", l.End(), worst}, {"ToTheEnd", 0, l.End()}, {"OneTickBack", l.End() / 2, l.End()/2 - netsim.Time(frame)}} {
			b.Run(fmt.Sprintf("%dClients/%s", clients, way.name), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					if err := l.Seek(way.from); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
					if err := l.Seek(way.to); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(l.points.bytes)/1e6, "MB")
			})
		}
		l.Close()
	}
}

// farthest returns the instant that is the farthest behind a checkpoint.
func farthest(l *Line) (at netsim.Time) {
	longest := netsim.Time(0)
	for i, p := range l.points.list {
		next := l.End()
		if i+1 < len(l.points.list) {
			next = l.points.list[i+1].at
		}
		if gap := next - p.at; gap > longest {
			longest, at = gap, next-1
		}
	}
	return at
}
