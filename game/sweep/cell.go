package sweep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"driftlab/game/session"
	"driftlab/netsim"
)

// A Result is what a cell came to.
type Result struct {
	Host    session.HostSummary     `json:"host"`
	Clients []session.ClientSummary `json:"clients"`
	Traces  [][][]byte              `json:"traces"` // by client and algorithm, as trace.pack writes them
	Steps   [][]int                 `json:"steps"`  // of what each clock shows, by client and algorithm, as tracer counts them
}

// Run runs one cell. When ctx ends first it returns the context's error.
func (g *Grid) Run(ctx context.Context, index int) (*Result, error) {
	c := g.Cell(index)
	sc, err := g.scenario(c)
	if err != nil {
		return nil, err
	}
	rec := newTracer(sc, len(g.Algorithms))
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: rec, Unwatched: true, Stop: func() bool { return ctx.Err() != nil }})
	if errors.Is(err, session.ErrStopped) {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Label(c), err)
	}
	defer s.Close()
	for left := sc.Duration; left > 0; left -= time.Second {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := s.Advance(min(left, time.Second))
		if errors.Is(err, session.ErrStopped) {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.Label(c), err)
		}
	}
	sum := s.Summary()
	r := &Result{Host: sum.Host, Clients: sum.Clients, Steps: rec.steps}
	for _, client := range rec.traces {
		var packed [][]byte
		for a := range client {
			packed = append(packed, client[a].pack())
		}
		r.Traces = append(r.Traces, packed)
	}
	return r, nil
}

// errEarlier is that of a cell whose program did not measure the game's figures yet.
var errEarlier = errors.New("an earlier driftlab ran it, without the game's figures; sweep again into a new folder, or use that driftlab for these cells")

// check reports a result that does not have the shape of the grid's, so that readers need not look.
func (r *Result) check(algorithms []string) error {
	if len(r.Traces) != len(r.Clients) || len(r.Steps) != len(r.Clients) {
		return fmt.Errorf("it has %d clients, traces of %d and steps of %d", len(r.Clients), len(r.Traces), len(r.Steps))
	}
	for i, c := range r.Clients {
		if c.Figures == nil {
			return errEarlier
		}
		if len(c.Algorithms) != len(algorithms) || len(r.Traces[i]) != len(algorithms) || len(r.Steps[i]) != len(algorithms) {
			return fmt.Errorf("client %d has %d algorithms, traces of %d and steps of %d, not %d",
				c.Client, len(c.Algorithms), len(r.Traces[i]), len(r.Steps[i]), len(algorithms))
		}
	}
	return nil
}
