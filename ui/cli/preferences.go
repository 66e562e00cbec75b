package cli

import (
	"fmt"
	"strconv"
	"strings"

	"driftlab/internal/files"
	"driftlab/ui/config"
)

// preferenceFlags adds flags for the program's settings. They apply to one run.
func preferenceFlags(f *Flags) *preferences {
	p := &preferences{}
	f.set.StringVar(&p.theme, "theme", "", "`THEME` of the window, "+strings.Join(config.Themes(), " or ")+" (default: as chosen in the window)")
	f.set.StringVar(&p.scale, "scale", "", "size of text and controls in `PERCENT`, "+percent(config.MinScale)+" to "+percent(config.MaxScale)+" (default: as chosen in the window)")
	f.set.StringVar(&p.language, "language", "", "`LANGUAGE` of the window, "+strings.Join(config.Languages(), " or ")+" (default: as chosen in the window)")
	return p
}

// windowFlags adds the flags that films don't have: the view, and the memory for going back in time.
func (p *preferences) windowFlags(f *Flags) {
	p.window = true
	f.set.StringVar(&p.view, "view", "", "`VIEW` of the window, "+strings.Join(config.Views(), ", ")+" (default: as chosen in the window)")
	f.set.StringVar(&p.memory, "memory", "", fmt.Sprintf("memory for checkpoints, which are needed to go back in time, in `MB`, %d to %d (default: as in the settings file, or %d)",
		config.MinMemory, config.MaxMemory, config.DefaultMemory))
}

// preferences are the flags' values.
type preferences struct {
	theme, view, scale, language, memory string
	window                               bool // a window's, so that -view is its view and not a film's
}

func percent(v int) string { return strconv.Itoa(v) + "%" }

// openConfig reads the settings file and applies the flags. For a picture it doesn't read the file, so that the picture looks the
// same on every machine.
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

// whole reads a flag that is a whole number with or without its unit; 0 if it wasn't given.
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
