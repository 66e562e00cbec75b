package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"driftlab/netsim"
)

// maxDataFile bounds, in bytes, a file that a setting names.
const maxDataFile = 64 << 20

// noText is how it is written that a key has no text. So is an empty value.
const noText = "none"

// A textValue is the value of a key that is written as a text, with what has been read from it. It
// never changes, so many settings may share one.
type textValue struct {
	text     string // as a log writes it: a list, or the absolute path of a file
	checksum string // of the file's content; "" for a list

	// One of these.
	table     *netsim.Table
	recording [directions]*netsim.Recording
	trace     *netsim.Trace
	lossList  *netsim.LossList
}

// nothing stands for a text that there is not, so that its parts can be read.
var nothing = &textValue{}

// A textReader reads the text of a value, which is not empty. A relative path begins at a folder.
type textReader func(folder, text string) (*textValue, error)

// fileReader makes a reader of paths from one of the files' contents, which it is given with the name
// by which errors call the file.
func fileReader(read func(v *textValue, name string, r io.Reader) error) textReader {
	return func(folder, text string) (*textValue, error) {
		path, err := absolute(folder, text)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		if !utf8.ValidString(path) || strings.ContainsFunc(path, unicode.IsControl) {
			return nil, fmt.Errorf("%q: a path must be UTF-8 without control characters", path)
		}
		content, err := readWhole(path, maxDataFile)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		sum := sha256.Sum256(content)
		v := &textValue{text: path, checksum: "sha256:" + hex.EncodeToString(sum[:])}
		return v, read(v, text, bytes.NewReader(content))
	}
}

// absolute returns a path as settings keep it: a log of it can be read from anywhere.
func absolute(folder, path string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	return filepath.Abs(filepath.Join(folder, path))
}

// readWhole reads a file of bounded size. The error does not name it.
func readWhole(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, reason(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("not a file")
	case info.Size() > limit:
		return nil, fmt.Errorf("%d bytes is outside 0..%d", info.Size(), limit)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1)) // it may have grown, or be one of /proc's that tell no size
	if err == nil && int64(len(b)) > limit {
		err = fmt.Errorf("more than %d bytes", limit)
	}
	return b, reason(err)
}

func readTable(v *textValue, name string, r io.Reader) (err error) {
	v.table, err = netsim.ReadTable(name, r)
	return err
}

func readRecording(v *textValue, name string, r io.Reader) (err error) {
	v.recording[up], v.recording[down], err = netsim.ReadRecordings(name, r)
	return err
}

func readTrace(v *textValue, name string, r io.Reader) (err error) {
	v.trace, err = netsim.ReadTrace(name, r)
	return err
}

func readLossList(_, text string) (*textValue, error) {
	list, err := netsim.ParseLossList(text)
	return &textValue{text: list.String(), lossList: list}, err
}

// checksums are those of the files that settings name, by path.
type checksums map[string]string

// add notes the files of settings. It refuses one whose content has changed since it was noted, since a
// log could not say both.
func (c checksums) add(set []Assignment) error {
	for _, a := range set {
		if a.text == nil || a.text.checksum == "" {
			continue
		}
		if sum, ok := c[a.text.text]; ok && sum != a.text.checksum {
			return invalidf("set."+a.Name(), "%s: %q has changed since it was first read: a log of both could not be played again",
				a.Name(), a.text.text)
		}
		c[a.text.text] = a.text.checksum
	}
	return nil
}

// write writes the table of files, if there are any.
func (c checksums) write(b *strings.Builder) {
	if len(c) > 0 {
		b.WriteString("\n[files]\n")
	}
	for _, path := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(b, "%s = %q\n", quote(path), c[path])
	}
}

// knownTexts holds one value for each text of a key, so that a link sees by the object whether it is
// the same.
type knownTexts map[knownText]*textValue

type knownText struct {
	key  int
	text string
}

// replace puts those that are known into settings.
func (k knownTexts) replace(set []Assignment) []Assignment {
	for i, a := range set {
		if a.text == nil {
			continue
		}
		id := knownText{a.key, a.text.text}
		if _, ok := k[id]; !ok {
			k[id] = a.text
		}
		set[i].text = k[id]
	}
	return set
}
