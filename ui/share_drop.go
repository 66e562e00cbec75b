package ui

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/profile"
	"driftlab/scenario"
	"driftlab/ui/notice"
	"driftlab/ui/words"
)

// A dropped is a file that a person gave the window.
type dropped struct {
	name    string
	path    string // "" where it has none, as in a browser
	content []byte
}

const (
	// maxDropped bounds a dropped file in bytes, as those are that settings name.
	maxDropped = 64 << 20
	// maxDroppedFiles is how many may be dropped at once.
	maxDroppedFiles = 16
)

// drop opens all files that were dropped at once, in the order of their names. What is wrong with one
// does not keep the others away.
func (a *App) drop(given fs.FS) {
	entries, err := fs.ReadDir(given, ".")
	if err != nil {
		a.ShowOutcome("", err)
		return
	}
	if len(entries) > maxDroppedFiles {
		a.ShowFault(a.Words.F("share.too-many", len(entries), maxDroppedFiles))
		return
	}
	var done, failed []string
	for _, e := range entries {
		said, err := "", error(nil)
		f, err := readDropped(a.Words, given, e)
		if err == nil {
			said, err = a.openDropped(f)
		}
		if err != nil {
			failed = append(failed, notice.InWords(a.Words, err))
		} else {
			done = append(done, said)
		}
	}
	if len(failed) > 0 {
		a.ShowFault(strings.Join(failed, " · "))
	} else {
		a.ShowNotice(strings.Join(done, " · "))
	}
}

// openDropped does with a file what is wanted of it: the panel of films takes sessions where that is open.
func (a *App) openDropped(f dropped) (said string, err error) {
	if said, taken := a.takeForFilm(f); taken {
		return said, nil
	}
	return a.openContent(f)
}

// readDropped reads one of the files, which is not opened unless it is a plain one. The error names it.
func readDropped(lang *words.Language, given fs.FS, entry fs.DirEntry) (dropped, error) {
	out := dropped{name: entry.Name()}
	info, err := entry.Info()
	if err == nil && !info.Mode().IsRegular() {
		err = files.ErrNotFile
	}
	if err != nil {
		return out, unread(lang, out.name, err)
	}
	f, err := given.Open(out.name)
	if err != nil {
		return out, unread(lang, out.name, err)
	}
	defer f.Close()
	if p, ok := f.(ebiten.AbsPather); ok {
		return readPath(lang, p.AbsPath())
	}
	out.content, err = io.ReadAll(io.LimitReader(f, maxDropped+1))
	switch {
	case err != nil:
		return out, unread(lang, out.name, err)
	case len(out.content) > maxDropped:
		return out, errors.New(lang.F("share.too-large", out.name, maxDropped>>20))
	}
	return out, nil
}

// readPath reads a file by its path.
func readPath(lang *words.Language, path string) (dropped, error) {
	out := dropped{name: filepath.Base(path), path: path}
	var err error
	if out.content, err = files.Read(path, maxDropped); err != nil {
		return out, unread(lang, out.name, err)
	}
	return out, nil
}

// unread says why a file was not read.
func unread(lang *words.Language, name string, err error) error {
	if errors.Is(err, files.ErrNotFile) {
		return errors.New(lang.F("share.not-a-file", name))
	}
	return fmt.Errorf("%q: %w", name, files.Reason(err))
}

// openContent does with a file what its content is for, and says so: a session plays, a trace becomes
// the link's. With an error nothing has changed.
func (a *App) openContent(f dropped) (said string, err error) {
	sc, err := sessionOf(f)
	switch {
	case err != nil:
		return "", err
	case sc == nil:
		return a.applyTrace(f)
	}
	if err := a.loadLog(sc); err != nil {
		return "", err
	}
	a.lately(f.path)
	return a.opened(sc), nil
}

// formatLine is what no scenario lacks.
var formatLine = regexp.MustCompile(`(?m)^\s*format\s*=`)

func isScenario(content []byte) bool { return formatLine.Match(content) }

// sessionOf returns the session that a file is, or nil if it is something else.
func sessionOf(f dropped) (*scenario.Scenario, error) {
	text := string(f.content)
	switch {
	case bytes.IndexByte(f.content, 0) >= 0: // binary
		return nil, nil
	case isScenario(f.content):
		at := f.path
		if at == "" {
			at = f.name
		}
		worlds, err := scenario.ParseWorlds(strings.TrimSuffix(f.name, filepath.Ext(f.name)), at, text)
		if err != nil {
			return nil, err
		}
		return worlds[0], nil
	case scenario.IsShared(text):
		return scenario.ParseShared(text, scenario.FilesFolder())
	}
	return nil, nil
}

// The kinds of files that a link can be made of.
type traceKind int

const (
	noTrace traceKind = iota
	recorded
	delivery // packet-delivery trace of Mahimahi
	quantile // table of tc netem
	irtt
	ping
)

var numbersOnly = regexp.MustCompile(`\A[-+0-9xa-fA-F\s]+\z`)

// kindOf tells by its content, and where that may be two things by its name, what a file is.
func kindOf(f dropped) traceKind {
	head := bytes.TrimPrefix(f.content, []byte("\ufeff"))
	var plain []string // its first lines without comments
	for line := range strings.Lines(string(head[:min(len(head), 1<<16)])) {
		if line, _, _ = strings.Cut(line, "#"); strings.TrimSpace(line) != "" {
			plain = append(plain, strings.TrimSpace(line))
		}
	}
	first := ""
	if len(plain) > 0 {
		first = plain[0]
		if len(head) > 1<<16 {
			plain = plain[:len(plain)-1] // it may be cut
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}), strings.HasPrefix(first, "{"):
		return irtt
	case strings.HasPrefix(first, "t_ms"):
		return recorded
	case !numbersOnly.MatchString(strings.Join(plain, "\n")):
		return ping
	case strings.EqualFold(filepath.Ext(f.name), ".dist"), slices.ContainsFunc(plain, notOneNumber):
		return quantile
	}
	return delivery
}

// notOneNumber reports that a line is not of a packet-delivery trace.
func notOneNumber(line string) bool { return strings.Trim(line, "0123456789") != "" }

// check reads a file as a link will, so that an error names it as the person does.
func check(f dropped, kind traceKind) (err error) {
	content := bytes.NewReader(f.content)
	switch kind {
	case recorded:
		_, _, err = netsim.ReadRecordings(f.name, content)
	case quantile:
		_, err = netsim.ReadTable(f.name, content)
	default:
		_, err = netsim.ReadTrace(f.name, content)
	}
	return err
}

// measured reads the link that irtt or ping has measured.
func measured(lang *words.Language, f dropped, kind traceKind) (*profile.Profile, error) {
	if kind == irtt {
		return profile.ReadIRTT(f.name, bytes.NewReader(f.content))
	}
	p, err := profile.ReadPing(f.name, bytes.NewReader(f.content))
	if err != nil {
		return nil, errors.New(lang.F("share.unknown", f.name))
	}
	return p, nil
}
