// Package given reads what a person gives the window: dropped files, and typed or pasted paths and texts. It says what a file is,
// and changes nothing.
package given

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

	"driftlab/game/profile"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/words"
)

// A File is a file that a person gave the window.
type File struct {
	Name    string
	Path    string // "" if it has none, as in a browser
	Content []byte
}

const (
	// MaxSize is how many bytes a dropped file may have, like a file that a setting names.
	MaxSize = 64 << 20
	// MostFiles is how many may be dropped at once.
	MostFiles = 16
)

// Dropped reads one of the dropped files, if it is a regular file. The error names it.
func Dropped(lang *words.Language, given fs.FS, entry fs.DirEntry) (File, error) {
	out := File{Name: entry.Name()}
	info, err := entry.Info()
	if err == nil && !info.Mode().IsRegular() {
		err = files.ErrNotFile
	}
	if err != nil {
		return out, unread(lang, out.Name, err)
	}
	f, err := given.Open(out.Name)
	if err != nil {
		return out, unread(lang, out.Name, err)
	}
	defer f.Close()
	if p, ok := f.(ebiten.AbsPather); ok {
		return Path(lang, p.AbsPath())
	}
	out.Content, err = io.ReadAll(io.LimitReader(f, MaxSize+1))
	switch {
	case err != nil:
		return out, unread(lang, out.Name, err)
	case len(out.Content) > MaxSize:
		return out, errors.New(lang.F("share.too-large", out.Name, MaxSize>>20))
	}
	return out, nil
}

// Path reads a file by its path.
func Path(lang *words.Language, path string) (File, error) {
	out := File{Name: filepath.Base(path), Path: path}
	var err error
	if out.Content, err = files.Read(path, MaxSize); err != nil {
		return out, unread(lang, out.Name, err)
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

// formatLine matches a line that every scenario has.
var formatLine = regexp.MustCompile(`(?m)^\s*format\s*=`)

func IsScenario(content []byte) bool { return formatLine.Match(content) }

// Session returns the session in a file, or nil if it is something else.
func Session(f File) (*scenario.Scenario, error) {
	text := string(f.Content)
	switch {
	case bytes.IndexByte(f.Content, 0) >= 0: // binary
		return nil, nil
	case IsScenario(f.Content):
		at := f.Path
		if at == "" {
			at = f.Name
		}
		worlds, err := scenario.ParseWorlds(strings.TrimSuffix(f.Name, filepath.Ext(f.Name)), at, text)
		if err != nil {
			return nil, err
		}
		return worlds[0], nil
	case scenario.IsShared(text):
		return scenario.ParseShared(text, scenario.FilesFolder())
	}
	return nil, nil
}

// The kinds of files from which a link can be made.
type Kind int

const (
	NoTrace Kind = iota
	Recorded
	Delivery    // packet-delivery trace of Mahimahi
	Quantile    // table of tc netem
	Measurement // from any program that [profile.Read] knows
)

var numbersOnly = regexp.MustCompile(`\A[-+0-9xa-fA-F\s]+\z`)

// KindOf returns what a file is, by its content, and by its name if the content is ambiguous.
func KindOf(f File) Kind {
	head := bytes.TrimPrefix(f.Content, []byte("\ufeff"))
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
			plain = plain[:len(plain)-1] // it may be truncated
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}), strings.HasPrefix(first, "{"):
		return Measurement
	case strings.HasPrefix(first, "t_ms"):
		return Recorded
	case !numbersOnly.MatchString(strings.Join(plain, "\n")):
		return Measurement
	case !strings.EqualFold(filepath.Ext(f.Name), ".dist") && !slices.ContainsFunc(plain, func(line string) bool { return strings.Trim(line, "0123456789") != "" }):
		return Delivery
	case !strings.EqualFold(filepath.Ext(f.Name), ".dist") && profile.Knows(head):
		return Measurement
	}
	return Quantile
}

// Check reads a file as a link will, so that an error has the file's name.
func Check(f File, kind Kind) (err error) {
	content := bytes.NewReader(f.Content)
	switch kind {
	case Recorded:
		_, _, err = netsim.ReadRecordings(f.Name, content)
	case Quantile:
		_, err = netsim.ReadTable(f.Name, content)
	default:
		_, err = netsim.ReadTrace(f.Name, content)
	}
	return err
}

// Measured reads the link that a program has measured.
func Measured(lang *words.Language, f File) (*profile.Profile, error) {
	p, err := profile.Read(f.Name, bytes.NewReader(f.Content), profile.Part{})
	if errors.Is(err, profile.ErrUnknown) || errors.Is(err, profile.ErrNotRead) {
		return nil, errors.New(lang.F("share.unknown", f.Name))
	}
	return p, err
}

// PathOf returns the absolute path that a text may be, "" if it can't be one.
func PathOf(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text, "\n\x00") || len(text) > 4096 {
		return "", nil
	}
	path, err := files.Pasted(text)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}
