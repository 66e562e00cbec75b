package ui

import (
	"errors"
	"path/filepath"
	"strings"
	"time"

	"driftlab/profile"
	"driftlab/scenario"
)

// droppedJitter is the jitter that a link without any gets along with a table, which is nothing but the
// shape of a jitter.
const droppedJitter = 10 * time.Millisecond

// applyTrace makes the chosen client's link that of a file, and says what it did. With an error nothing has changed.
func (a *App) applyTrace(f dropped) (said string, err error) {
	said, set, err := a.traceSettings(f)
	if err == nil {
		err = a.Apply(scenario.Event{Set: set})
	}
	return said, err
}

// traceSettings returns what a file sets, and how to tell it.
func (a *App) traceSettings(f dropped) (said string, set []scenario.Assignment, err error) {
	kind := kindOf(f)
	if kind == irtt || kind == ping {
		p, err := measured(a.Words, f, kind)
		if err != nil {
			return "", nil, err
		}
		return a.profileSettings(f, p)
	}
	if err := check(f, kind); err != nil {
		return "", nil, err
	}
	path := f.path
	if path == "" {
		if path, err = scenario.KeepFile(scenario.FilesFolder(), f.name, f.content); err != nil {
			return "", nil, err
		}
	}
	way := wayOf(f.name)
	var pairs []string
	switch kind {
	case recorded:
		pairs = []string{"link.recording", path, "link.delay", "0s", "link.jitter", "0s"}
		said = a.Words.F("share.recording", f.name, a.whose())
	case quantile:
		said = a.Words.F("share.table", f.name, a.whose())
		pairs = []string{"link.table", path}
		if a.controls.value("link.up.jitter") == 0 {
			pairs = append(pairs, "link.jitter", droppedJitter.String())
			said = a.Words.F("share.table-jitter", f.name, a.whose(), float64(droppedJitter)/1e6)
		}
	default:
		pairs = []string{way + "trace", path}
		said = a.Words.F("share.trace"+wayWord(way), f.name, a.whose())
	}
	set, err = a.forChosen(pairs...)
	return said, set, err
}

// wayOf returns what the keys begin with of the direction that a trace's name tells, as Mahimahi's
// traces end in .up or .down; both otherwise.
func wayOf(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".up":
		return "link.up."
	case ".down":
		return "link.down."
	}
	return "link."
}

// wayWord is the ending of the texts about a direction.
func wayWord(way string) string {
	return map[string]string{"link.up.": "-up", "link.down.": "-down", "link.": "-both"}[way]
}

// forChosen parses settings for the client whose sliders are shown, or for all.
func (a *App) forChosen(pairs ...string) (set []scenario.Assignment, err error) {
	for i := 0; i < len(pairs); i += 2 {
		parsed, err := scenario.ParseAssignment(pairs[i], pairs[i+1])
		if err != nil {
			return nil, err
		}
		for _, s := range parsed {
			s.Client = a.controls.target
			set = append(set, s)
		}
	}
	return set, nil
}

// profileSettings returns the settings of a measured link: all keys of a link, so that nothing of the
// one before stays.
func (a *App) profileSettings(f dropped, p *profile.Profile) (said string, set []scenario.Assignment, err error) {
	text, err := p.Export("scenario")
	if err != nil {
		return "", nil, err
	}
	sc, err := scenario.Parse(f.name, text)
	if err != nil {
		return "", nil, err
	}
	var defaults []string
	for _, k := range scenario.LinkKeys() {
		defaults = append(defaults, k.Name, k.Standard())
	}
	if set, err = a.forChosen(defaults...); err != nil {
		return "", nil, err
	}
	for _, s := range sc.Set {
		if s.Name() == "client.algorithm" { // the file's, and not the link's
			continue
		}
		if s.Client != 0 || s.Key().World() {
			return "", nil, errors.New(a.Words.F("share.unknown", f.name))
		}
		s.Client = a.controls.target
		set = append(set, s)
	}
	ms := func(d time.Duration) float64 { return float64(d) / 1e6 }
	return a.Words.F("share.measured", f.name, a.whose(), ms(p.Up.Delay), ms(p.Down.Delay), ms(p.Up.Jitter), ms(p.Down.Jitter)), set, nil
}

// whose names the chosen client's link, or all.
func (a *App) whose() string {
	if a.controls.target == 0 {
		return a.Words.T("share.all-links")
	}
	return a.Words.F("share.link-of", a.controls.target)
}
