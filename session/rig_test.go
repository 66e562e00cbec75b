package session

import (
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsim/vnet"
	"driftlab/netsync"
)

// A traceHash is a Recorder that keeps a hash of all that it is told.
type traceHash struct {
	sum     uint64
	packets int
	clocks  int
	word    []byte
}

func (h *traceHash) put(data []byte, words ...int64) {
	f := fnv.New64a()
	h.word = binary.BigEndian.AppendUint64(h.word[:0], h.sum)
	for _, w := range words {
		h.word = binary.BigEndian.AppendUint64(h.word, uint64(w))
	}
	f.Write(h.word)
	f.Write(data)
	h.sum = f.Sum64()
}

func (h *traceHash) Packet(p *netsim.Packet) {
	h.packets++
	h.put(p.Data, int64(p.ID), int64(p.Kind), int64(p.From), int64(p.To), int64(p.Sent), int64(p.Due), int64(p.Fate), int64(p.Cause))
}

func (h *traceHash) Clock(c ClockSample) {
	h.clocks++
	h.put(nil, int64(c.Time), int64(c.Client), int64(c.Algorithm), int64(c.True), int64(c.Estimated))
}

func (h *traceHash) Tick(machine netsim.NodeID, at netsim.Time, tick int64) {
	h.put(nil, int64(machine), int64(at), tick)
}

func (h *traceHash) Event(*Event) {}

// newSession makes a session on the direct carrier that ends with the test.
func newSession(t rapid.TB, sc *Scenario, r Recorder) *Session {
	t.Helper()
	s, err := New(sc, Options{Carrier: netsim.NewDirect(), Recorder: r})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play runs a scenario to its end in steps and returns the hash of its trace.
func play(t rapid.TB, sc *Scenario, carrier netsim.Carrier, step time.Duration) (*traceHash, *Session) {
	t.Helper()
	h := &traceHash{}
	s, err := New(sc, Options{Carrier: carrier, Recorder: h})
	if err != nil {
		t.Fatal(err)
	}
	advance(t, s, sc.Duration, step)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return h, s
}

func advance(t rapid.TB, s *Session, d, step time.Duration) {
	t.Helper()
	for d > 0 {
		if err := s.Advance(min(d, step)); err != nil {
			t.Fatal(err)
		}
		d -= step
	}
}

// loadFirst returns the scenario of the program's start, cut to a length.
func loadFirst(t rapid.TB, d time.Duration) *Scenario {
	t.Helper()
	sc, err := Load("first")
	if err != nil {
		t.Fatal(err)
	}
	sc.Duration = d
	return sc
}

func summaryText(t rapid.TB, s *Session) string {
	t.Helper()
	b, err := json.Marshal(s.Summary())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func mustVNet(t rapid.TB) netsim.Carrier {
	t.Helper()
	c, err := vnet.New()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// newLook returns what a window does at each frame: it reads all that a session shows.
func newLook(s *Session) func() {
	var scene game.Scene
	var flights []netsim.Flight
	algorithms := len(netsync.Algorithms())
	return func() {
		s.HostScene(&scene)
		for id := 1; id <= s.Clients(); id++ {
			s.ClientScene(id, &scene)
			s.Facts(id)
			for i := range algorithms {
				s.ClockError(id, i)
			}
		}
		flights = s.Flights(flights[:0])
	}
}
