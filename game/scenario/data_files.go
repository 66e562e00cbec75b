package scenario

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"driftlab/internal/files"
	"driftlab/internal/param"
	"driftlab/internal/texts"
)

// A trust says which files a text may have read beside those that it carries.
type trust int

const (
	// fromOutside: a text that anyone may have written. It has those read that lie in its own folder or below,
	// and those whose SHA-256 it gives: its author had them.
	fromOutside trust = iota
	// ofThePerson: a scenario's file of the person's choice. It has others read too, by their absolute paths.
	ofThePerson
	// typed: what the person writes has any file read.
	typed
)

// dataFiles are the files and presets that one text names. Each is read once, however often it is named.
type dataFiles struct {
	trust  trust
	folder string // where relative paths begin; "" for a text that has none
	closed bool   // nothing is read from the folder unless the text tells its SHA-256
	// carried are the files that the text has in it, by the paths at which they are to be kept.
	carried map[string][]byte
	// told is what the text says of the contents of files, by absolute path.
	told map[string]*fileCheck

	spent   budget
	texts   map[dataFile]*textValue
	presets map[string][]Assignment
}

// dataFile is what a file is read as, and its path.
type dataFile struct{ kind, path string }

func newDataFiles(trust trust, folder string) *dataFiles {
	return &dataFiles{trust: trust, folder: folder, texts: map[dataFile]*textValue{}, presets: map[string][]Assignment{}}
}

// value returns what a file holds that the text names.
func (s *dataFiles) value(kind *param.Text, text string) (*textValue, error) {
	path, err := s.path(text)
	if err != nil {
		return nil, err
	}
	if v := s.texts[dataFile{kind.File, path}]; v != nil {
		return v, nil
	}
	if err := spend(&s.spent.named, 1, maxNamed, "files"); err != nil {
		return nil, err
	}
	content, way, err := s.content(path, text)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	v := &textValue{text: path, checksum: "sha256:" + hex.EncodeToString(sum[:]), private: way == beside && s.trust == fromOutside}
	if told := s.told[path]; told != nil {
		told.used = true
		if told.checksum != v.checksum {
			return nil, fmt.Errorf("%q has changed: it is no longer %s", path, shortSum(told.checksum))
		}
	}
	lines := int64(bytes.Count(content, []byte("\n"))) + 1
	if err := spend(&s.spent.inMemory, lines*kind.PerLine, maxInMemory, "bytes of files in memory"); err != nil {
		return nil, err
	}
	if v.content[Up], v.content[Down], err = kind.Read(text, bytes.NewReader(content)); err != nil {
		if v.private || way == elsewhere && s.trust != typed { // it may be no file for this, and nobody's business
			return nil, fmt.Errorf("%q is not a %s", text, kind.File)
		}
		return nil, err
	}
	s.texts[dataFile{kind.File, path}] = v
	return v, nil
}

// read returns the paths of the files that have been read, and of those that the text carries and names.
func (s *dataFiles) read() (paths []string) {
	for dataFile := range s.texts {
		paths = append(paths, dataFile.path)
	}
	return paths
}

// path returns the absolute path that settings keep: a log of it can be read from anywhere.
func (s *dataFiles) path(text string) (string, error) {
	if s.folder == "" && !filepath.IsAbs(text) {
		return "", fmt.Errorf("%q: a shared text has no folder, so its paths must be absolute", text)
	}
	path, err := absolute(s.folder, text)
	if err != nil {
		return "", fmt.Errorf("%q: %w", text, err)
	}
	if both := text + path; !utf8.ValidString(both) || strings.ContainsFunc(both, texts.Hidden) { // Windows mends a path
		return "", fmt.Errorf("%q: a path must be UTF-8 without control characters", path)
	}
	return path, nil
}

// A way is how a text comes to have a file read.
type way int

const (
	proven    way = iota // it carries it, or tells its SHA-256
	beside               // it lies in the text's folder or below
	elsewhere            // the person lets the text name any
)

// content returns a file's content if the text may have it read.
func (s *dataFiles) content(path, text string) ([]byte, way, error) {
	if content, ok := s.carried[path]; ok {
		return content, proven, nil
	}
	how, err := s.wayTo(path, text)
	if err != nil {
		return nil, how, err
	}
	content, err := files.Read(path, min(maxDataFile, maxData-s.spent.data))
	if err != nil {
		return nil, how, fmt.Errorf("%q: %w", text, err)
	}
	if s.told[path] != nil {
		how = proven // its checksum is compared before anything else is done with it
	}
	return content, how, spend(&s.spent.data, int64(len(content)), maxData, "bytes of files")
}

// wayTo returns the way by which the text may have a file read. It does not look at the file unless the file
// lies in the text's folder.
func (s *dataFiles) wayTo(path, text string) (way, error) {
	if s.trust == typed {
		return elsewhere, nil
	}
	if rel, err := filepath.Rel(s.folder, path); !filepath.IsAbs(text) && !s.closed && err == nil && filepath.IsLocal(rel) {
		in, err := files.Below(s.folder, path)
		if err != nil {
			return beside, fmt.Errorf("%q: %w", text, err)
		}
		if in {
			return beside, nil
		}
	}
	switch {
	case runtime.GOOS == "windows" && files.Remote(path):
		return proven, fmt.Errorf("%q: a shared text cannot have a file of another machine read", text)
	case s.told[path] != nil:
		return proven, nil
	case s.trust == ofThePerson && filepath.IsAbs(text):
		return elsewhere, nil
	case s.trust == ofThePerson:
		return elsewhere, fmt.Errorf("%q leads out of the scenario's folder: name it by its absolute path, or give its SHA-256 under [files]", text)
	}
	return elsewhere, fmt.Errorf("%q is not read: the text neither includes it nor has its SHA-256 under [files]; save the text and open it with -scenario, and it may name any file", text)
}

// preset returns what a preset sets for all clients.
func (s *dataFiles) preset(name string) ([]Assignment, error) {
	set, ok := s.presets[name]
	if !ok {
		var err error
		if set, err = presetAssignments(name); err != nil {
			return nil, err
		}
		s.presets[name] = set
	}
	return set, nil
}

// absolute returns a path without dots in it, from the root on.
func absolute(folder, path string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	if folder == "" {
		return "", errors.New("a relative path needs a folder")
	}
	return filepath.Abs(filepath.Join(folder, path))
}

// A fileCheck is what a scenario file says of the content of another file that its settings name.
type fileCheck struct {
	checksum string
	key      string // of its line
	used     bool
}

// fileChecks reads the table of files: their paths and checksums.
func (t *table) fileChecks() map[string]*fileCheck {
	checks := map[string]*fileCheck{}
	v, ok := t.values["files"]
	values, isTable := v.(map[string]any)
	if ok && !isTable {
		t.fail("files", "%s is not a table", shown(v))
	}
	flat := map[string]any{} // a path that is not quoted is a key with dots
	flatten("", values, flat)
	if len(flat) > maxNamed {
		t.fail("files", "%d is outside 0..%d", len(flat), maxNamed)
		return checks
	}
	for _, path := range slices.Sorted(maps.Keys(flat)) {
		key := "files." + path
		sum, ok := flat[path].(string)
		if !ok {
			t.fault(key, fmt.Errorf("files: %q: %s is not a text such as \"sha256:…\"", path, shown(flat[path])))
		}
		abs, err := absolute(t.parser.files.folder, path)
		if err != nil {
			t.fault(key, fmt.Errorf("files: %q: %w", path, err))
		}
		checks[abs] = &fileCheck{checksum: sum, key: key}
	}
	return checks
}

// shortSum is a checksum as an error shows it.
func shortSum(sum string) string {
	const most = len("sha256:") + 8
	if len(sum) > most {
		return fmt.Sprintf("%.*s…", most, sum)
	}
	return sum
}
