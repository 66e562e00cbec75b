package conformance

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

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
