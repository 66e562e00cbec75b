package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"driftlab/internal/texts"
)

// ParseWorlds reads a scenario file as [Parse] does, all of its worlds: scenarios that differ in some
// settings and events and have all else in common, the seed too. A file without worlds is one. Worlds are
// called NAME/WORLD, where the file has no name of its own for NAME.
func ParseWorlds(name, path, src string) ([]*Scenario, error) {
	folder := ""
	if filepath.IsAbs(path) {
		folder = filepath.Dir(path)
	}
	return parseWorlds(name, path, src, newDataFiles(fromOutside, folder))
}

// parseWorlds is ParseWorlds with the files that the text names.
func parseWorlds(name, path, src string, s *dataFiles) ([]*Scenario, error) {
	p, file, err := decode(path, src, s)
	if err != nil {
		return nil, err
	}
	base, err := p.scenario(file)
	if err != nil {
		return nil, err
	}
	base.Name = cmp.Or(base.Name, texts.Line(name))
	var bad invalid
	if err := base.Validate(); errors.As(err, &bad) {
		return nil, p.fault(p.firstOf(bad.keys), err)
	}
	return p.worlds(base, file)
}

// worlds reads the worlds of a file over what they have in common.
func (p *parser) worlds(base *Scenario, file map[string]any) (all []*Scenario, err error) {
	t := table{parser: p, values: file}
	tables := t.tables("world")
	if len(tables) > maxWorlds {
		return nil, p.fault(fmt.Sprintf("world[%d]", maxWorlds+1), fmt.Errorf("worlds: %d is outside 0..%d", len(tables), maxWorlds))
	}
	for i := range tables {
		w := &tables[i]
		name, title := w.worldName()
		sc := *base
		sc.Name = base.Name + "/" + name
		if file["lesson"] == nil { // a lesson's worlds are shown under its title
			sc.Title = cmp.Or(title, sc.Title)
		}
		if err := p.files.spent.addWorld(base, len(base.Events)+w.length("event")); err != nil {
			return nil, p.fault(fmt.Sprintf("world[%d]", i+1), err)
		}
		sc.Set = append(slices.Clone(base.Set), w.assignments()...)
		moves, events := w.happenings()
		sc.Keyframes = append(slices.Clone(base.Keyframes), moves...)
		sc.Events = append(slices.Clone(base.Events), events...)
		if cuts := w.watches(); len(cuts) > 0 { // in place of those of all
			sc.Watch = cuts
		}
		slices.SortStableFunc(sc.Events, func(a, b Event) int { return cmp.Compare(a.At, b.At) })
		if slices.ContainsFunc(all, func(other *Scenario) bool { return other.Name == sc.Name }) {
			w.fail("name", "%q: another world has it", name)
		}
		if w.err != nil {
			return nil, w.err
		}
		if err := sc.Validate(); err != nil {
			return nil, p.fault(fmt.Sprintf("world[%d]", i+1), fmt.Errorf("world %q: %w", name, err))
		}
		all = append(all, &sc)
	}
	if len(all) == 0 {
		all = []*Scenario{base}
	}
	for _, sc := range all {
		sc.keepMeaning(p.format)
		sc.read = p.files.read()
	}
	for _, path := range slices.Sorted(maps.Keys(p.files.told)) {
		if c := p.files.told[path]; !c.used { // most likely it is written differently in a setting
			t.fault(c.key, fmt.Errorf("files: no setting names %q", path))
		}
	}
	return all, t.err
}

// worldName reads what a world is called, and its title.
func (t *table) worldName() (name, title string) {
	t.only("name", "title", "set", "keyframes", "event", "watch")
	title = t.words("title")
	name = t.text("name")
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		t.fail("name", "%q is not a name of small letters, digits and hyphens", name)
	}
	return name, title
}
