package engines_test

import (
	"slices"
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// An engineRig has both halves of an engine's clock over a path of fixed delays. The host's clock is the truth, and
// the client's is as far off as is set.
type engineRig struct {
	a        registry.Algorithm
	client   netsync.Estimator
	host     netsync.Host
	off      time.Duration
	up, down func(n int) time.Duration // delay of the n-th datagram
	now      time.Duration
	flying   []engineFlight
	sent     [2]int
	due      []netsync.Message
	probes   []netsync.Probe
}

type engineFlight struct {
	at     time.Duration
	m      netsync.Message
	toHost bool
}

func newEngineRig(t *testing.T, a registry.Algorithm, up, down func(int) time.Duration) *engineRig {
	t.Helper()
	client, err := a.New()
	if err != nil {
		t.Fatal(err)
	}
	host, err := registry.NewHost(0, []registry.Algorithm{a}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &engineRig{a: a, client: client, host: host, off: 7*time.Second + 3*time.Millisecond, up: up, down: down}
}

// configured returns an algorithm with other constants than the published ones.
func configured(t *testing.T, name string, constants map[string]int64) registry.Algorithm {
	t.Helper()
	a, err := registry.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	var values []int64
	for _, p := range a.Constants {
		v, ok := constants[p.Name]
		if !ok {
			v = p.Default
		}
		values = append(values, v)
	}
	return a.With(values)
}

func (r *engineRig) local() netsync.Local { return netsync.Local(r.now + r.off) }

func (r *engineRig) send(m netsync.Message, toHost bool) {
	way, n := r.down, &r.sent[0]
	if toHost {
		way, n = r.up, &r.sent[1]
	}
	*n++
	r.flying = append(r.flying, engineFlight{r.now + way(*n), m, toHost})
}

// run advances by d in steps of a millisecond; the host has a frame each 10.
func (r *engineRig) run(d time.Duration) {
	for end := r.now + d; r.now < end; r.now += time.Millisecond {
		for i := 0; i < len(r.flying); i++ {
			f := r.flying[i]
			if f.at > r.now {
				continue
			}
			r.flying = slices.Delete(r.flying, i, i+1)
			i--
			if ev, ok := f.m.Event(r.local()); ok && !f.toHost {
				r.client.Observe(ev)
			} else if f.m.Kind == netsync.MessageAsk {
				r.send(f.m.Answer(netsync.Server(r.now), netsync.Server(r.now)), false)
			} else {
				r.host.Report(f.m, netsync.Server(r.now))
			}
		}
		if r.now%(10*time.Millisecond) == 0 {
			r.due = r.host.Due(r.due[:0], netsync.Server(r.now), netsync.Server(r.now))
			for _, m := range r.due {
				r.send(m, false)
			}
		}
		r.probes, _ = r.client.Wake(r.local(), r.probes[:0])
		for _, p := range r.probes {
			r.send(p.Message(r.a.ID), true)
		}
	}
}

func (r *engineRig) err(t *testing.T) time.Duration {
	t.Helper()
	at, ok := r.client.ServerTime(r.local())
	if !ok {
		t.Fatalf("%s does not know the time", r.a.Name)
	}
	return at.Sub(netsync.Server(r.now))
}
