package cli

import (
	"strconv"
	"strings"

	"driftlab/config"
)

// preferenceFlags adds the flags for the settings of the program. They hold for one run.
func preferenceFlags(f *Flags) *preferences {
	p := &preferences{}
	f.set.StringVar(&p.theme, "theme", "", "`THEME` of the window, "+strings.Join(config.Themes(), " or ")+" (default: as chosen in the window)")
	f.set.StringVar(&p.scale, "scale", "", "size of text and controls in `PERCENT`, "+percent(config.MinScale)+" to "+percent(config.MaxScale)+" (default: as chosen in the window)")
	f.set.StringVar(&p.language, "language", "", "`LANGUAGE` of the window, "+strings.Join(config.Languages(), " or ")+" (default: as chosen in the window)")
	return p
}

// preferences are the flags' texts.
type preferences struct{ theme, scale, language string }

func percent(v int) string { return strconv.Itoa(v) + "%" }

// openConfig reads the settings file and puts the flags over it. A picture is to look the same
// wherever it is made: for one the file is not read.
func openConfig(f *Flags, p *preferences, screenshot string) (*config.Store, error) {
	path := config.File()
	if screenshot != "" {
		path = ""
	}
	store := config.Open(path)
	if f.given("scale") {
		text := strings.TrimSpace(strings.TrimSuffix(p.scale, "%"))
		scale, err := strconv.Atoi(text)
		if err != nil || scale < config.MinScale || scale > config.MaxScale {
			return nil, usagef("-scale: %q is not a whole number of percent in %d..%d", p.scale, config.MinScale, config.MaxScale)
		}
		p.scale = text
	}
	err := store.Override(func(s *config.Settings) {
		if f.given("theme") {
			s.Theme = p.theme
		}
		if f.given("language") {
			s.Language = p.language
		}
		if f.given("scale") {
			s.Scale, _ = strconv.Atoi(p.scale)
		}
	})
	if err != nil {
		return nil, usagef("-%w", err)
	}
	return store, nil
}
