package session

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// A run with these settings makes every part work: jitter, loss, both directions apart.
func busyScenario(clients int) *scenario.Scenario {
	sc := &scenario.Scenario{Name: "busy", Seed: 11, Clients: clients, Duration: time.Hour}
	sc.Set = scenariotest.Set("link.up.delay=120ms", "link.down.delay=40ms", "link.jitter=3ms",
		"link.up.distribution=normal", "link.loss=1%", "client.skew=20", "client2.offset=-3s")
	return sc
}

func BenchmarkSessionDirect8Clients(b *testing.B) {
	benchmarkSession(b, netsim.NewDirect(), 8, false)
}

// The same as a sweep runs it.
func BenchmarkSessionUnwatched8Clients(b *testing.B) {
	benchmarkSession(b, netsim.NewDirect(), 8, true)
}

// The same links and clocks, without a world: 20 datagrams a second each way, and as many looks at the clocks.
func BenchmarkSessionAlone8Clients(b *testing.B) {
	benchmarkSession(b, netsim.NewDirect(), 8, true, "arena=none", "tick.rate=20", "datagrams.up.rate=20", "datagrams.down.rate=20")
}

// As many datagrams and looks as there are where a world is played in.
func BenchmarkSessionAlone8ClientsAt60Hz(b *testing.B) {
	benchmarkSession(b, netsim.NewDirect(), 8, true, "arena=none")
}

func BenchmarkSessionDirect64Clients(b *testing.B) {
	benchmarkSession(b, netsim.NewDirect(), 64, false)
}

func BenchmarkSessionVNet8Clients(b *testing.B) {
	benchmarkSession(b, mustVNet(b), 8, false)
}

func BenchmarkSessionVNet64Clients(b *testing.B) {
	benchmarkSession(b, mustVNet(b), 64, false)
}

// benchmarkSession measures one virtual second of a host and its clients at 60 Hz, with every
// algorithm on every client.
func benchmarkSession(b *testing.B, carrier netsim.Carrier, clients int, unwatched bool, set ...string) {
	sc := busyScenario(clients)
	sc.Pin(scenariotest.Set(set...))
	s := mustNew(b, sc, Options{Carrier: carrier, Unwatched: unwatched})
	defer s.Close()
	run(b, s, 20*time.Second)
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Advance(time.Second); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "simulated-s/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*game.DefaultRate*clients), "ns/client-tick")
}

// What a window asks of each client in a frame.
func BenchmarkGameFigures(b *testing.B) {
	s := mustNew(b, busyScenario(3), Options{Carrier: netsim.NewDirect()})
	run(b, s, 40*time.Second)
	b.ReportAllocs()
	for b.Loop() {
		s.GameFigures(1)
	}
}
