package files

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// A manifest is the list of files that belong together. It is what sha256sum -c reads: a line for each file,
// its SHA-256, two blanks and its name.
//
// While files take their places it has the lines of before and, behind a line of its own, those of the files to come.
// If it has those and nothing is writing, the writing was broken off.
const (
	manifestEnding = ".sha256"

	manifestHead = "# driftlab manifest 1\n"
	manifestNext = "# next\n"
	// manifestMixed begins the lines of files that were of several writings when the next one was announced.
	manifestMixed = "# mixed\n"
	// maxManifest bounds a manifest in bytes: some ten thousand files.
	maxManifest = 4 << 20
	// maxListed bounds a name in it in bytes: a file's, with a folder's.
	maxListed = 512
)

// ManifestFile is the name of the manifest in a folder that is for one writing's files alone.
const ManifestFile = "manifest" + manifestEnding

// An entry is a line of a manifest.
type entry struct {
	name  string // below the folder, with slashes
	sum   string // SHA-256 in hex
	next  bool   // of a file that is about to take its place
	mixed bool   // of one that lay among those of another writing
}

func manifestText(entries []entry) string {
	var b strings.Builder
	b.WriteString(manifestHead)
	for i, e := range entries {
		if e.mixed && (i == 0 || !entries[i-1].mixed) {
			b.WriteString(manifestMixed)
		}
		if e.next && (i == 0 || !entries[i-1].next) {
			b.WriteString(manifestNext)
		}
		fmt.Fprintf(&b, "%s  %s\n", e.sum, e.name)
	}
	return b.String()
}

// parseManifest reads a manifest. It may be anybody's: no name leads out of the folder.
func parseManifest(text string) ([]entry, error) {
	rest, ok := strings.CutPrefix(text, manifestHead)
	if !ok {
		return nil, errNoManifest
	}
	var entries []entry
	next, mixed, number := false, false, 1
	for line := range strings.Lines(rest) {
		number++
		if line == manifestNext || line == manifestMixed {
			next, mixed = line == manifestNext, line == manifestMixed
			continue
		}
		line = strings.TrimSuffix(line, "\n")
		sum, name, ok := strings.Cut(line, "  ")
		if raw, err := hex.DecodeString(sum); !ok || err != nil || len(raw) != 32 || len(name) > maxListed || !local(name) {
			return nil, fmt.Errorf("line %d is not a checksum and a name", number)
		}
		entries = append(entries, entry{name, sum, next, mixed})
	}
	return entries, nil
}

// local says whether a name is of a file below a folder.
func local(name string) bool {
	return filepath.IsLocal(filepath.FromSlash(name)) && !strings.ContainsFunc(name, unicode.IsControl) && !strings.Contains(name, `\`)
}

// errNoManifest is the refusal of what is in a manifest's place, as a link is.
var errNoManifest = errors.New("it is not a manifest of driftlab's")

// readManifest returns the entries of a manifest, none where there is no file.
func readManifest(fsys FS, path string) (entries []entry, err error) {
	info, err := fsys.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxManifest) {
		err = errNoManifest
	}
	var text []byte
	if err == nil {
		text, err = ReadFrom(fsys, path, maxManifest)
	}
	if err == nil {
		entries, err = parseManifest(string(text))
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, Reason(err))
	}
	return entries, nil
}

// Sum returns the SHA-256 of a file in hex.
func Sum(fsys FS, path string) (string, error) {
	f, err := fsys.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	p := sha256.New()
	_, err = io.Copy(p, bufio.NewReaderSize(f, 1<<16))
	return hex.EncodeToString(p.Sum(nil)), err
}

// Whole says of a file that is to be read whether it and what belongs to it were written together: the program
// may have been stopped while they took their places, which the manifest shows. A file that somebody has changed
// since is no fault.
func Whole(fsys FS, path string) error {
	folder := filepath.Dir(path)
	beside, _ := fsys.ReadDir(folder) // what cannot be listed has no manifest that could be read
	for _, other := range beside {
		if !strings.HasSuffix(other.Name(), manifestEnding) {
			continue
		}
		entries, err := readManifest(fsys, filepath.Join(folder, other.Name()))
		if err != nil || !slices.ContainsFunc(entries, func(e entry) bool { return e.name == filepath.Base(path) }) {
			continue // it is somebody else's
		}
		if areMixed(fsys, folder, entries) {
			return fmt.Errorf("%q: its writing was stopped while files took their places in the folder, and some are older ones: write into it again", path)
		}
	}
	return nil
}

// areMixed says whether the files of a folder are of several writings: some as the one that was stopped has them and some older, or
// any older one where those were of several writings already.
func areMixed(fsys FS, folder string, entries []entry) bool {
	was := func(name, sum string) bool {
		return slices.ContainsFunc(entries, func(e entry) bool { return !e.next && e.name == name && e.sum == sum })
	}
	var old, new bool
	for _, e := range entries {
		if !e.next || was(e.name, e.sum) {
			continue
		}
		sum := sumNow(fsys, filepath.Join(folder, filepath.FromSlash(e.name)))
		new = new || sum == e.sum
		old = old || sum == "" || was(e.name, sum)
	}
	return old && (new || slices.ContainsFunc(entries, func(e entry) bool { return e.mixed }))
}
