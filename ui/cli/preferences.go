package cli

import (
	"fmt"
	"strconv"
	"strings"

	"driftlab/internal/files"
	"driftlab/ui/config"
)

// preferenceFlags adds the flags for the settings of the program. They hold for one run.
func preferenceFlags(f *Flags) *preferences {
	p := &preferences{}
	f.set.StringVar(&p.theme, "theme", "", "`THEME` of the window, "+strings.Join(config.Themes(), " or ")+" (default: as chosen in the window)")
	f.set.StringVar(&p.scale, "scale", "", "size of text and controls in `PERCENT`, "+percent(config.MinScale)+" to "+percent(config.MaxScale)+" (default: as chosen in the window)")
	f.set.StringVar(&p.language, "language", "", "`LANGUAGE` of the window, "+strings.Join(config.Languages(), " or ")+" (default: as chosen in the window)")
	return p
}

// windowFlags adds the flags for what a film has none of: the view, and what may be kept to go back with.
func (p *preferences) windowFlags(f *Flags) {
	p.window = true
	f.set.StringVar(&p.view, "view", "", "`VIEW` of the window, "+strings.Join(config.Views(), ", ")+" (default: as chosen in the window)")
	f.set.StringVar(&p.memory, "memory", "", fmt.Sprintf("memory for checkpoints, which are needed to go back in time, in `MB`, %d to %d (default: as in the settings file, or %d)",
		config.MinMemory, config.MaxMemory, config.DefaultMemory))
}

// preferences are the flags' texts.
type preferences struct {
	theme, view, scale, language, memory string
	window                               bool // there is one: the view is its own, not a film's
}

func percent(v int) string { return strconv.Itoa(v) + "%" }

// openConfig reads the settings file and puts the flags over it. A picture is to look the same
// wherever it is made: for one the file is not read.
func openConfig(fsys files.FS, f *Flags, p *preferences, screenshot string) (*config.Store, error) {
	path := config.File()
	if screenshot != "" {
		path = ""
	}
	store := config.Open(fsys, path)
	scale, err := f.whole("scale", p.scale, "%", "percent", config.MinScale, config.MaxScale)
	if err != nil {
		return nil, err
	}
	memory, err := f.whole("memory", p.memory, "MB", "MB", config.MinMemory, config.MaxMemory)
	if err != nil {
		return nil, err
	}
	err = store.Override(func(s *config.Settings) {
		if f.given("theme") {
			s.Theme = p.theme
		}
		if p.window && f.given("view") {
			s.View = p.view
		}
		if f.given("language") {
			s.Language = p.language
		}
		if f.given("scale") {
			s.Scale = scale
		}
		if f.given("memory") {
			s.Memory = memory
		}
	})
	if err != nil {
		return nil, usagef("-%w", err)
	}
	return store, nil
}

// whole reads a flag that is a whole number with its unit or without; 0 where it was not given.
func (f *Flags) whole(name, text, sign, unit string, least, most int) (int, error) {
	if !f.given(name) {
		return 0, nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(text, sign)))
	if err != nil || n < least || n > most {
		return 0, usagef("-%s: %q is not a whole number of %s in %d..%d", name, text, unit, least, most)
	}
	return n, nil
}
