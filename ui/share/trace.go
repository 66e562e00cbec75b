package share

import (
	"errors"
	"path/filepath"
	"strings"
	"time"

	"driftlab/game/profile"
	"driftlab/game/scenario"
	"driftlab/ui/given"
)

// droppedJitter is the jitter for a link that has none when it gets a table: a table is only the shape of jitter.
const droppedJitter = 10 * time.Millisecond

// traceSettings returns the settings with which the chosen client's link plays a file, and the notice.
func (s *Room) traceSettings(f given.File) (said string, set []scenario.Assignment, err error) {
	kind := given.KindOf(f)
	if kind == given.Measurement {
		p, err := given.Measured(s.picture.Words, f)
		if err != nil {
			return "", nil, err
		}
		return s.profileSettings(f, p)
	}
	if err := given.Check(f, kind); err != nil {
		return "", nil, err
	}
	path := f.Path
	if path == "" {
		if path, err = scenario.KeepFile(scenario.FilesFolder(), f.Name, f.Content); err != nil {
			return "", nil, err
		}
	}
	var pairs []string
	switch kind {
	case given.Recorded:
		pairs = []string{"link.recording", path, "link.delay", "0s", "link.jitter", "0s"}
		said = s.picture.Words.F("share.recording", f.Name, s.whose())
	case given.Quantile:
		said = s.picture.Words.F("share.table", f.Name, s.whose())
		pairs = []string{"link.table", path}
		if s.travel.Value(max(s.window.ControlsFor(), 1), "link.up.jitter") == 0 {
			pairs = append(pairs, "link.jitter", droppedJitter.String())
			said = s.picture.Words.F("share.table-jitter", f.Name, s.whose(), float64(droppedJitter)/1e6)
		}
	default:
		way, ending := wayOf(f.Name)
		pairs = []string{way + "trace", path}
		said = s.picture.Words.F("share.trace"+ending, f.Name, s.whose())
	}
	set, err = s.forChosen(pairs...)
	return said, set, err
}

// wayOf returns the start of the keys for the direction that a trace's name says, as Mahimahi's traces end in .up or .down;
// otherwise both; and the ending of the notice's key.
func wayOf(name string) (keys, ending string) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".up":
		return "link.up.", "-up"
	case ".down":
		return "link.down.", "-down"
	}
	return "link.", "-both"
}

// forChosen parses settings for the client that the sliders set, or for all.
func (s *Room) forChosen(pairs ...string) (set []scenario.Assignment, err error) {
	for i := 0; i < len(pairs); i += 2 {
		parsed, err := scenario.ParseAssignment(pairs[i], pairs[i+1])
		if err != nil {
			return nil, err
		}
		for _, one := range parsed {
			one.Client = s.window.ControlsFor()
			set = append(set, one)
		}
	}
	return set, nil
}

// profileSettings returns a measured link as settings: all keys of a link, so that nothing of the previous one stays.
func (s *Room) profileSettings(f given.File, p *profile.Profile) (said string, set []scenario.Assignment, err error) {
	text, err := p.Export("scenario")
	if err != nil {
		return "", nil, err
	}
	sc, err := scenario.Parse(f.Name, text)
	if err != nil {
		return "", nil, err
	}
	var defaults []string
	for _, k := range scenario.LinkKeys() {
		defaults = append(defaults, k.Name, k.Standard())
	}
	if set, err = s.forChosen(defaults...); err != nil {
		return "", nil, err
	}
	for _, one := range sc.Set {
		if one.Name() == "client.algorithm" { // the file's, not the link's
			continue
		}
		if one.Client != 0 || one.Key().World() {
			return "", nil, errors.New(s.picture.Words.F("share.unknown", f.Name))
		}
		one.Client = s.window.ControlsFor()
		set = append(set, one)
	}
	ms := func(d time.Duration) float64 { return float64(d) / 1e6 }
	said = s.picture.Words.F("share.measured", f.Name, s.whose(), ms(p.Up.Delay), ms(p.Down.Delay), ms(p.Up.Jitter), ms(p.Down.Jitter))
	return given.About(s.picture.Words, f.Name, p, said), set, nil
}

// whose names the chosen client's link, or all.
func (s *Room) whose() string {
	if s.window.ControlsFor() == 0 {
		return s.picture.Words.T("share.all-links")
	}
	return s.picture.Words.F("share.link-of", s.window.ControlsFor())
}
