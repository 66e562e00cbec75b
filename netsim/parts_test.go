package netsim

import (
	"testing"
	"time"
)

// partsTap keeps the packets that are sent.
type partsTap struct{ sent []Packet }

func (t *partsTap) Sent(p *Packet) { t.sent = append(t.sent, *p) }

// sink is a node that does nothing.
type sink struct{}

func (sink) Receive(Time, *Packet) {}
func (sink) Wake(Time)             {}

func TestThePartsOfADelayAddUpToIt(t *testing.T) {
	t.Parallel()
	ms := time.Millisecond
	for name, test := range map[string]struct {
		settings Settings
		check    func(p *Packet) bool
	}{
		"base":     {Settings{Delay: 40 * ms}, func(p *Packet) bool { return p.Parts == Parts{Base: 40 * ms} }},
		"jitter":   {Settings{Delay: 40 * ms, Jitter: 20 * ms}, func(p *Packet) bool { return p.Base == 40*ms && p.Queue == 0 }},
		"rate":     {Settings{Delay: 40 * ms, Rate: 1_000_000}, func(p *Packet) bool { return p.Jitter == 0 && p.Queue > 0 }},
		"route":    {Settings{Delay: 40 * ms, RouteEvery: time.Second, RouteStep: 7 * ms}, func(p *Packet) bool { return p.Jitter == 0 && (p.Base == 40*ms || p.Base == 47*ms) }},
		"overtake": {Settings{Delay: 40 * ms, Reorder: 0.5, ReorderGap: 1}, func(p *Packet) bool { return p.Base == 40*ms || p.Base == 0 }},
		"all": {Settings{Delay: 40 * ms, Jitter: 20 * ms, Rate: 1_000_000, Loss: 0.1, Duplicate: 0.1},
			func(p *Packet) bool { return p.Base == 40*ms && p.Jitter >= 0 && p.Queue >= 0 }},
		"stream": {Settings{Delay: 40 * ms, Jitter: 20 * ms, Stream: true, Loss: 0.2}, func(p *Packet) bool {
			return p.Left.Add(p.Parts.sum()) == p.Arrived
		}},
	} {
		e := NewEngine(NewDirect())
		tap := &partsTap{}
		e.SetTap(tap)
		l, err := NewLink(7, 1, test.settings)
		if err != nil {
			t.Fatal(name, err)
		}
		e.AddNode(sink{})
		e.AddNode(sink{})
		if err := e.Connect(0, 1, l); err != nil {
			t.Fatal(name, err)
		}
		for i := range 300 {
			if err := e.Run(Time(i) * Time(10*ms)); err != nil {
				t.Fatal(name, err)
			}
			if err := e.Send(Datagram{To: 1, Kind: 1, Data: make([]byte, 100)}); err != nil {
				t.Fatal(name, err)
			}
		}
		seen := map[Parts]bool{}
		for i := range tap.sent {
			p := &tap.sent[i]
			seen[p.Parts] = true
			if !test.settings.Stream && p.Sent.Add(p.Parts.sum()) != p.Due || !test.check(p) {
				t.Fatalf("%s: %v of %+v, sent %d, due %d", name, p.Parts, p.Transit, p.Sent, p.Due)
			}
		}
		if name != "base" && name != "rate" && len(seen) < 2 {
			t.Errorf("%s: all delays are made of %v", name, seen)
		}
	}
}
