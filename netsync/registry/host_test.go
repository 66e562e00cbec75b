package registry

import (
	"testing"
	"time"

	"driftlab/netsync"
)

// Both halves of all clocks talk over a way of 30 ms up and 10 ms down, and a clock that is 7 s off.
func TestBothHalvesOfEveryClockTalkOverAnyTransport(t *testing.T) {
	t.Parallel()
	const up, down, off = 30 * time.Millisecond, 10 * time.Millisecond, 7 * time.Second
	for _, a := range Algorithms() {
		client, err := a.New()
		if err != nil {
			t.Fatal(err)
		}
		host, err := NewHost(0, Algorithms(), nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		local := func(at time.Duration) netsync.Local { return netsync.Local(at + off) }
		hear := func(m netsync.Message, at time.Duration) { // sent by the host at a time
			t4 := local(at + down)
			if a.Stamped() {
				client.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(int64(at)), T4: t4})
			}
			parsed, _, err := netsync.ParseMessage(m.Append(nil))
			if ev, ok := parsed.Event(t4); err != nil || !ok || m.Clock != a.ID {
				t.Fatalf("%s hears %+v, %v", a.Name, m, err)
			} else {
				client.Observe(ev)
			}
		}
		var probes []netsync.Probe
		var due []netsync.Message
		for at := time.Duration(0); at < 20*time.Second; at += 20 * time.Millisecond {
			for _, m := range host.Due(due[:0], netsync.Server(at), netsync.Server(at)) {
				if m.Clock == a.ID {
					hear(m, at)
				}
			}
			probes, _ = client.Wake(local(at), probes[:0])
			for _, p := range probes {
				if a.Stamped() {
					host.ClockDatagram(a.ID, netsync.Stamp24(int64(local(at))), netsync.Server(at+up), 0)
				}
				if m := p.Message(a.ID); m.Kind == netsync.MessageAsk {
					hear(m.Answer(netsync.Server(at+up), netsync.Server(at+up)), at+up)
				} else {
					host.Report(m, netsync.Server(at+up))
				}
			}
		}
		got, ok := client.ServerTime(local(20 * time.Second))
		want := (up - down) / 2 // what no exchange can see
		if a.ID == 1 {
			want = -down
		}
		if a.Group == Engines { // which mean to be early or late, by ways and ticks
			if wrong := got.Sub(netsync.Server(20 * time.Second)); !ok || wrong.Abs() > 120*time.Millisecond {
				t.Errorf("%s is off by %v; knows the time: %v", a.Name, wrong, ok)
			}
			continue
		}
		if wrong := got.Sub(netsync.Server(20*time.Second)) - want; !ok || wrong.Abs() > 37*time.Millisecond || a.Name != "unity" && wrong.Abs() > 8*time.Millisecond {
			t.Errorf("%s is off by %v, want %v; knows the time: %v", a.Name, wrong+want, want, ok)
		}
	}
}

func TestTheHostsHalvesHaveTheNumbersOfTheirClocks(t *testing.T) {
	t.Parallel()
	for name, id := range map[string]uint8{"unreal": 1, "timesync": 6} {
		if a, err := Lookup(name); err != nil || a.ID != id {
			t.Errorf("%s has the number %d, want %d", name, a.ID, id)
		}
	}
}
