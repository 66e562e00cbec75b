package filmpanel

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/film"
	"driftlab/ui/given"
	"driftlab/ui/naming"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// filmAgain makes a film of what the panel says: a session file, or a part of this session.
func (r *Room) filmAgain() {
	p := &r.panel
	r.lines.ShowOutcome("", nil)
	if p.commit() != nil {
		return // what was just typed is not a time
	}
	logs, from, to, err := r.toBeFilmed()
	if err == nil && p.path == "" {
		err = r.filmPart(r.partOptions(from, to))
	} else if err == nil {
		o := r.lookOptions()
		o.From, o.Length = from, to-from
		err = r.makeFilm(o, baseName(p.path), logs)
	}
	if err != nil {
		r.lines.ShowError(err)
		return
	}
	p.Close()
}

// baseName returns the name of a session file without the endings that a film gives it.
func baseName(path string) string {
	name := filepath.Base(path)
	for _, ending := range append(sideFiles[:], ".session.toml", filepath.Ext(name)) {
		if cut, ok := strings.CutSuffix(name, ending); ok {
			return cut
		}
	}
	return name
}

// toBeFilmed returns what the panel says: one session, or A and B, and which part.
func (r *Room) toBeFilmed() (logs []*scenario.Scenario, from, to time.Duration, err error) {
	p := &r.panel
	from, to = p.from, p.to
	if p.path == "" {
		logs = r.logs()
		if r.on { // the part that is being recorded
			from, to = r.marked()
		}
	} else if logs, err = readSessions(r.picture.Words, p.path); err != nil {
		return nil, 0, 0, err
	}
	if to == 0 {
		for _, sc := range logs {
			to = max(to, sc.Duration)
		}
		if p.path == "" {
			to = time.Duration(r.picture.Line.End())
		}
	}
	if to <= from {
		err = errors.New(r.picture.Words.Decimal(r.picture.Words.F("recording.no-part", panel.InSeconds(from), panel.InSeconds(to))))
	}
	return logs, from, to, err
}

// sideFiles are the endings of the two session files of an A/B film.
var sideFiles = [2]string{".a.session.toml", ".b.session.toml"}

// readSessions reads a session file, or both if it is one of the two of an A/B film.
func readSessions(lang *words.Language, path string) (logs []*scenario.Scenario, err error) {
	paths := []string{path}
	for _, side := range sideFiles {
		if base, ok := strings.CutSuffix(path, side); ok && naming.Exists(base+sideFiles[0]) && naming.Exists(base+sideFiles[1]) {
			paths = []string{base + sideFiles[0], base + sideFiles[1]}
		}
	}
	for _, path := range paths {
		sc, err := scenario.Open(path, scenario.FilesFolder())
		if err != nil && !naming.Exists(path) {
			return nil, errors.New(lang.F("recording.no-session", fmt.Sprintf("%.60s", path)))
		}
		if err != nil {
			return nil, err
		}
		logs = append(logs, sc)
	}
	return logs, nil
}

// Take fills a dropped session file and its captions into the panel, if that is open. It returns a notice, or false.
func (r *Room) Take(f given.File) (said string, taken bool) {
	p := &r.panel
	if !p.open || f.Path == "" || !given.IsScenario(f.Content) && !scenario.IsShared(string(f.Content)) {
		return "", false
	}
	p.show(again{path: f.Path})
	return r.picture.Words.F("recording.taken", f.Name), true
}

// Paste fills the clipboard into the panel, if that is open: the path of a session file, or a session as text. It reports whether
// the panel is open.
func (r *Room) Paste(text string) bool {
	p := &r.panel
	if !p.open {
		return false
	}
	path, err := sessionPath(r.picture.Words, text)
	if err == nil && !naming.Exists(path) {
		err = errors.New(r.picture.Words.F("recording.no-session", fmt.Sprintf("%.60s", strings.TrimSpace(text))))
	}
	r.lines.ShowOutcome("", err)
	if err == nil {
		p.show(again{path: path})
		r.lines.ShowNotice(r.picture.Words.F("recording.taken", filepath.Base(path)))
	}
	return true
}

// sessionPath returns the path of the session file that a person means: as typed, or of a file that it writes for a pasted
// session; "" for nothing.
func sessionPath(lang *words.Language, text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", nil
	}
	path, err := given.PathOf(text)
	if err != nil || naming.Exists(path) {
		return path, err
	}
	if sc, err := given.Session(given.File{Name: lang.T("share.pasted"), Content: []byte(text)}); sc != nil || err != nil {
		if err != nil {
			return "", err
		}
		return scenario.KeepFile(scenario.FilesFolder(), "pasted.toml", []byte(sc.Text()))
	}
	return path, nil
}

// captionsBeside returns the captions beside a film's session file, nil for none.
func captionsBeside(path string) []film.Cue {
	cues, err := film.ReadSRT(filepath.Join(filepath.Dir(path), baseName(path)+".srt"))
	if err != nil {
		return nil // the film then makes its own
	}
	return cues
}
