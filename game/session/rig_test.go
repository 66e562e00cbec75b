package session

import (
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsim/vnet"
	"driftlab/netsync/registry"
)

// frame is what the window advances by at 60 frames a second.
const frame = time.Second / 60

// A traceHash is a Recorder that keeps a hash of all entries.
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

// Record implements Recorder.
func (h *traceHash) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		h.packets++
		h.put(e.Data, int64(e.ID), int64(e.Kind), int64(e.From), int64(e.To), int64(e.Sent), int64(e.Due), int64(e.Fate), int64(e.Cause))
	case *observe.ClockSample:
		h.clocks++
		h.put(nil, int64(e.Time), int64(e.Client), int64(e.Algorithm), int64(e.True), int64(e.Estimated))
	case *observe.TickReached:
		h.put(nil, int64(e.Machine), int64(e.At), e.Tick)
	}
}

// newSession makes a session on the direct carrier that ends with the test.
func newSession(t rapid.TB, sc *scenario.Scenario, r observe.Recorder) *Session {
	t.Helper()
	return mustNew(t, sc, Options{Carrier: netsim.NewDirect(), Recorder: r})
}

func mustNew(t rapid.TB, sc *scenario.Scenario, opt Options) *Session {
	t.Helper()
	s, err := New(sc, opt)
	if err != nil {
		t.Fatalf("%v\n%s", err, sc.Text())
	}
	return s
}

func mustClone(t rapid.TB, s *Session, opt Options) *Session {
	t.Helper()
	clone, _, err := s.Clone(opt)
	if err != nil {
		t.Fatal(err)
	}
	return clone
}

// play runs a scenario to its end in steps and returns the hash of its trace.
func play(t rapid.TB, sc *scenario.Scenario, carrier netsim.Carrier, step time.Duration) (*traceHash, *Session) {
	t.Helper()
	h := &traceHash{}
	s, err := New(sc, Options{Carrier: carrier, Recorder: h})
	if err != nil {
		t.Fatal(err)
	}
	advance(t, s, sc.Duration, step)
	check(t, s.Close())
	return h, s
}

func advance(t rapid.TB, s *Session, d, step time.Duration) {
	t.Helper()
	for d > 0 {
		check(t, s.Advance(min(d, step)))
		d -= step
	}
}

func do(t rapid.TB, s *Session, ev scenario.Event) {
	t.Helper()
	check(t, s.Do(ev))
}

func set(t rapid.TB, s *Session, key, value string) {
	t.Helper()
	check(t, s.Set(key, value))
}

// run advances a session by a time at one go.
func run(t rapid.TB, s *Session, d time.Duration) {
	t.Helper()
	advance(t, s, d, d)
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
	algorithms := len(registry.OfGroup(registry.Published))
	return func() {
		s.Scene(0, &scene)
		for id := 1; id <= s.Clients(); id++ {
			s.Scene(id, &scene)
			s.Facts(id)
			for i := range algorithms {
				s.ClockError(id, i)
			}
		}
		flights = s.Flights(flights[:0])
	}
}

// check ends a test that an error is in the way of.
func check(t rapid.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
