package scenario

import (
	"strings"

	"driftlab/internal/param"
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

// Of collects the settings that stand for a client, of which 0 is the world.
func (g *Group[T]) Of(s *Standing, client int) T { return g.of(s.values[client]) }

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

// keys makes the keys of the group, of which the first is to be at a place of the table, and each other one so many
// after the one before.
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
