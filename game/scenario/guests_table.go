//go:build !js

package scenario

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"driftlab/netsync/guest"
)

// guests reads the guests of a log, in the order of their tables: their programs are not in it.
func (t *table) guests() (all []guest.Guest) {
	tables, ok := t.sub("guest")
	if !ok {
		return nil
	}
	names := slices.SortedFunc(maps.Keys(tables.values), func(a, b string) int {
		return cmp.Or(cmp.Compare(t.parser.lines["guest."+a], t.parser.lines["guest."+b]), strings.Compare(a, b))
	})
	for _, name := range names {
		one, _ := tables.sub(name)
		all = append(all, one.guest(name))
		tables.err = one.err
	}
	t.err = tables.err
	return all
}

// guest reads one of them.
func (t *table) guest(name string) guest.Guest {
	t.only("says", "answers")
	g := guest.Guest{Name: name}
	says, err := guest.ParseWelcome([]byte(t.text("says")))
	if err != nil {
		t.fail("says", "%w", err)
	}
	g.Says = says
	if packed := t.text("answers"); packed != "" {
		room := guest.MaxTape - t.parser.files.spent.answers
		if g.Answers, err = guest.Unpack(packed, room); err != nil {
			t.fail("answers", "%w", err)
		}
		t.parser.files.spent.answers += g.Answers.Bytes()
	}
	return g
}

// writeGuest writes the table of a guest.
func writeGuest(b *strings.Builder, g *guest.Guest) {
	fmt.Fprintf(b, "\n[guest.%s]\nsays = %s\n", g.Name, quote(strings.TrimSpace(string(g.Says.Append(nil)))))
	if g.Answers.Bytes() > 0 {
		fmt.Fprintf(b, "answers = '''\n%s'''\n", g.Answers.Pack())
	}
}
