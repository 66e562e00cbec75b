package conformance

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// MaxEvents is how many events a tape has at most.
const MaxEvents = 20_000

// A Tape has the events that one half of a clock got in a session, in order, and its replies.
type Tape struct {
	Clock  string
	Link   string
	Seed   uint64
	Role   guest.Role
	Events []guest.Event
	// Replies are the clock's, one to each event, with what it reads then.
	Replies []guest.Reply
}

// Record plays a scenario with a clock of the registry and no other, up to a number of events, and returns what its halves got:
// the client's, and the host's if it has one.
func Record(sc *scenario.Scenario, a registry.Algorithm, most int) ([]Tape, error) {
	own := *sc
	own.ClockList = scenario.ClockList(a.Name)
	own.Resize(1)
	tapes := []Tape{{Role: guest.Client}, {Role: guest.Host}}
	clock := guest.NewClock(guest.Declare(a), func(r guest.Role) (guest.Exchanger, error) {
		p, err := guest.NewResponder(a, r)
		return &recorder{p, &tapes[r], most}, err
	})
	as, err := clock.As(a)
	if err != nil {
		return nil, err
	}
	full := func() bool { return len(tapes[guest.Client].Events) >= most || clock.Err() != nil }
	s, err := session.New(&own, session.Options{Carrier: netsim.NewDirect(), Unwatched: true, Stop: full, Guests: []registry.Algorithm{as},
		Recorder: nothing{}})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Advance(own.Duration); err != nil && err != session.ErrStopped {
		return nil, err
	}
	if err := clock.Err(); err != nil {
		return nil, err
	}
	for i := range tapes {
		t := &tapes[i]
		t.Clock, t.Link, t.Seed = a.Name, sc.Name, sc.Seed
	}
	return slices.DeleteFunc(tapes, func(t Tape) bool { return len(t.Events) == 0 }), nil
}

// nothing is a recorder that keeps nothing: with it a session asks all clocks at every tick.
type nothing struct{}

func (nothing) Record(observe.Entry) {}

// A recorder keeps what a half gets and what it replies.
type recorder struct {
	guest.Exchanger
	tape *Tape
	most int
}

// Exchange implements guest.Exchanger.
func (r *recorder) Exchange(ev *guest.Event) (guest.Reply, error) {
	reply, err := r.Exchanger.Exchange(ev)
	if err == nil && len(r.tape.Events) < r.most {
		r.tape.Events, r.tape.Replies = append(r.tape.Events, *ev), append(r.tape.Replies, reply)
	}
	return reply, err
}

// Name returns what a file of the tape is called, without an ending.
func (t *Tape) Name() string { return fmt.Sprintf("%s-%s-%d-%v", t.Clock, t.Link, t.Seed, t.Role) }

// VectorEvents is how many events a file of vectors has at most: packed it stays below 100 kB.
const VectorEvents = 1500

// heading is the first line of a tape's file.
type heading struct {
	Driftlab int             `json:"driftlab"`
	Clock    string          `json:"clock"`
	Role     string          `json:"role"`
	Link     string          `json:"link"`
	Seed     uint64          `json:"seed"`
	Welcome  json.RawMessage `json:"welcome"` // what a program that is the clock declares
}

// Write writes the tape as JSON Lines: a heading, and then each event with the clock's reply.
func (t *Tape) Write(w io.Writer) error {
	a, err := registry.Lookup(t.Clock)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	welcome := guest.Declare(a).Append(nil)
	first, err := json.Marshal(heading{guest.Version, t.Clock, t.Role.String(), t.Link, t.Seed, welcome})
	if err != nil {
		return err
	}
	out.Write(append(first, '\n'))
	for i := range t.Events {
		reply := t.Replies[i]
		reply.Status = nil // for people to look at
		event := t.Events[i].Append(nil, t.Role)
		text := reply.Append(nil)
		fmt.Fprintf(out, "{\"event\":%s,\"reply\":%s}\n", event[:len(event)-1], text[:len(text)-1])
	}
	return out.Flush()
}

// WritePacked writes the tape packed with gzip: the same tape, the same bytes.
func (t *Tape) WritePacked(w io.Writer) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := t.Write(packed); err != nil {
		return err
	}
	return packed.Close()
}

// Replayed returns a tape of these events alone, with what the clock replies to them from a fresh start.
func (t *Tape) Replayed(events []guest.Event) (*Tape, error) {
	a, err := registry.Lookup(t.Clock)
	if err != nil {
		return nil, err
	}
	p, err := guest.NewResponder(a, t.Role)
	if err != nil {
		return nil, err
	}
	cut := *t
	cut.Events, cut.Replies = events, nil
	for i := range events {
		r, err := p.Exchange(&events[i])
		if err != nil {
			return nil, err
		}
		cut.Replies = append(cut.Replies, r)
	}
	return &cut, nil
}
