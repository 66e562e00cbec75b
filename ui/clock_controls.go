package ui

import (
	"driftlab/netsync/registry"
	"driftlab/ui/widgets"
)

// clockRow is the section of the constants of the clock that drives the client that the column is for: another clock's
// once another one drives.
type clockRow struct {
	*widgets.Section
	c     *controls
	clock string // whose constants it has
	rows  []row
}

// constants returns that section.
func (c *controls) constants() widgets.Child {
	r := &clockRow{Section: c.section("constants"), c: c}
	c.rows = append(c.rows, r)
	r.refresh()
	return r.Section
}

func (r *clockRow) refresh() {
	if !r.Open() {
		return
	}
	if clock := r.c.app.ValueText(max(r.c.target, 1), "client.algorithm"); clock != r.clock {
		r.clock = clock
		r.show()
	}
	for _, one := range r.rows {
		one.refresh()
	}
}

// show fills the section.
func (r *clockRow) show() {
	a, err := registry.Lookup(r.clock)
	if err != nil { // a variant
		r.rows = nil
		r.Fill(r.c.theme.Note(r.c.app.Words.T("controls.constants-fixed"), "", 0))
		return
	}
	var names []string
	for i := range a.Constants {
		names = append(names, a.Name+"."+a.Constants[i].Name)
	}
	others := r.c.rows
	r.c.rows = nil
	r.Fill(r.c.settings(r.Section, names, wholeName)...)
	r.rows, r.c.rows = r.c.rows, others
}
