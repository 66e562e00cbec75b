package scenario

import (
	"strings"

	"driftlab/internal/param"
	"driftlab/netsync/registry"
)

// A Group is settings of one T as the table of keys has them.
type Group[T any] struct {
	fields []param.Field[T]
	world  bool // they are the session's; otherwise each client has its own
	fixed  bool // they are read when the session is built, and so cannot change

	// Of a link's, which way they are for: what the names begin with, and what the help says.
	Way          Direction
	prefix, help string

	first, step int // their places in the table
}

// Of collects the settings that hold for a client; 0 is the world.
func (g *Group[T]) Of(s *Settings, client int) T { return g.of(s.values[client]) }

func (g *Group[T]) of(values []value) (t T) {
	for i := range g.fields {
		f, v := &g.fields[i], values[g.first+i*g.step]
		switch {
		case f.Open && v.text != nil:
			f.Put(&t, v.text.text)
		case f.Text == nil:
			f.Set(&t, v.number)
		case v.text != nil:
			f.Put(&t, v.text.content[g.Way])
		}
	}
	return t
}

// keys makes the keys of the group: the first at a place of the table, the others step apart.
func (g *Group[T]) keys(first, step int) (all []Key) {
	g.first, g.step = first, step
	for _, f := range g.fields {
		k := Key{Param: f.Of(g.prefix, ""), tip: sentence(strings.ReplaceAll(f.Help, " {way}", "")), world: g.world, fixed: g.fixed, group: g}
		k.Help = strings.ReplaceAll(k.Help, " {way}", g.help)
		all = append(all, k)
	}
	return all
}

// sentence makes a sentence of a setting's help.
func sentence(help string) string { return strings.ToUpper(help[:1]) + help[1:] + "." }

// A ClockGroup is the constants of one algorithm as the table of keys has them.
type ClockGroup struct {
	algorithm registry.Algorithm
	world     bool // the host's half has them too: they are the session's
	first     int  // the first one's place in the table
}

// clockGroups are those of the registry's algorithms.
var clockGroups = func() (all []ClockGroup) {
	for _, a := range registry.Algorithms() {
		all = append(all, ClockGroup{algorithm: a, world: a.HasHostHalf()})
	}
	return all
}()

// keys makes the keys of the group; place is that of the first in the table.
func (g *ClockGroup) keys(first, _ int) (all []Key) {
	g.first = first
	for _, p := range g.algorithm.Constants {
		all = append(all, Key{Param: p.Of(g.algorithm.Name+".", g.algorithm.Short), tip: sentence(p.Help), world: g.world, group: g})
	}
	return all
}

// of returns the algorithm as it is set for a client.
func (g *ClockGroup) of(t valueTable, client int) registry.Algorithm {
	if g.world {
		client = 0
	}
	kept := make([]int64, len(g.algorithm.Constants))
	for i := range kept {
		kept[i] = t[client][g.first+i].number
	}
	return g.algorithm.With(kept)
}

// Of returns the algorithm with its constants as they are for a client; 0 is the host.
func (g *ClockGroup) Of(s *Settings, client int) registry.Algorithm { return g.of(s.values, client) }

// clocks returns the algorithms as they are set for a client.
func (t valueTable) clocks(client int) (all []registry.Algorithm) {
	for i := range clockGroups {
		all = append(all, clockGroups[i].of(t, client))
	}
	return all
}

// Clocks returns the algorithms that run, as they are for a client; 0 is the host.
func (s *Settings) Clocks(client int) []registry.Algorithm {
	return withGuests(withVariants(s.running.of(s.values.clocks(client)), s.variants), s.guests)
}

// Runs says whether the algorithm whose constants the group has is among those that run.
func (s *Settings) Runs(g *ClockGroup) bool { return s.running.has(&g.algorithm) }
