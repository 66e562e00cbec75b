package session

import (
	"strings"

	"driftlab/param"
)

// A setting is one of a T, and what makes it work.
type setting[T any] struct {
	param.Field[T]
	// apply makes it work for a client, of which 0 is the world. It is nil where the setting is read when the session
	// is built, and so cannot change.
	apply func(s *Session, client int, t T) error
}

// each makes settings of a list that one function makes work.
func each[T any](fields []param.Field[T], apply func(s *Session, client int, t T) error) (all []setting[T]) {
	for _, f := range fields {
		all = append(all, setting[T]{f, apply})
	}
	return all
}

// A group is settings of one T as the table of keys has them.
type group[T any] struct {
	settings []setting[T]
	world    bool // they are the session's; otherwise each client has its own

	// Of a link's, which way they are for: what the names begin with, and what the help says.
	way          direction
	prefix, help string

	first, step int // their places in the table
}

// of collects the settings from the values of a client, of which 0 is the world.
func (g *group[T]) of(values []value) (t T) {
	for i := range g.settings {
		f, v := &g.settings[i].Field, values[g.first+i*g.step]
		switch {
		case f.Text == nil:
			f.Set(&t, v.number)
		case v.text != nil:
			f.Put(&t, v.text.content[g.way])
		}
	}
	return t
}

// keys makes the keys of the group, of which the first is to be at a place of the table, and each other one so many
// after the one before.
func (g *group[T]) keys(first, step int) (all []Key) {
	g.first, g.step = first, step
	for _, s := range g.settings {
		k := Key{Param: s.Param, tip: strings.ReplaceAll(s.Help, " {way}", "") + ".", world: g.world, fixed: s.apply == nil}
		k.tip = strings.ToUpper(k.tip[:1]) + k.tip[1:]
		k.Name = g.prefix + k.Name
		k.Help = strings.ReplaceAll(k.Help, " {way}", g.help)
		if s.apply != nil {
			k.apply = func(session *Session, client int) error {
				return s.apply(session, client, g.of(session.values[client]))
			}
		}
		all = append(all, k)
	}
	return all
}
