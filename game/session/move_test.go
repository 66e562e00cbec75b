package session

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// BenchmarkMove measures what package scenario's budget has each move cost: of one client of 64, with all that it leads to within a
// millisecond on links without delay, where a client is let in at once. "none" is that millisecond alone.
//
//	go test -run '^$' -bench Move -benchtime 300x ./game/session
func BenchmarkMove(b *testing.B) {
	const all = scenario.AllClients
	for _, clocks := range []string{"published", "all"} {
		for name, carrier := range map[string]func() netsim.Carrier{"direct": netsim.NewDirect, "vnet": func() netsim.Carrier { return mustVNet(b) }} {
			for kind, ev := range map[string]scenario.Event{"none": {}, "rejoin": {Rejoin: all}, "rebind": {Rebind: all}, "leave": {Leave: all}} {
				b.Run(clocks+"/"+name+"/"+kind, func(b *testing.B) { benchmarkMove(b, clocks, carrier(), ev) })
			}
		}
	}
	b.Logf("%d clocks in all", len(registry.Algorithms()))
}

func benchmarkMove(b *testing.B, clocks string, carrier netsim.Carrier, ev scenario.Event) {
	const clients = 64
	sc := &scenario.Scenario{Name: "moves", Seed: 1, Clients: clients, Duration: time.Hour}
	list, err := scenario.ParseClockList(clocks)
	if err != nil {
		b.Fatal(err)
	}
	sc.ClockList = list
	s := mustNew(b, sc, Options{Carrier: carrier, Unwatched: true})
	defer s.Close()
	run(b, s, time.Second)
	for b.Loop() {
		if err := s.happen(&ev); err != nil {
			b.Fatal(err)
		}
		if err := s.Advance(time.Millisecond); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*clients), "ns/move")
}
