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
// its SHA-256, two blanks and its name. It is written last.
//
// While the files take their places a journal lies beside it, with the names of their parts. Where that is
// there and nobody is writing, the writing was broken off.
const (
	manifestEnding = ".sha256"
	journalEnding  = "-next.sha256"

	manifestHead = "# driftlab manifest 1\n"
	journalPart  = "# part "
	// maxManifest bounds a manifest in bytes: some ten thousand files.
	maxManifest = 4 << 20
	// maxListed bounds a name in it in bytes: a file's, with a folder's.
	maxListed = 512
)

// ManifestFile is the name of the manifest in a folder that is for one writing's files alone.
const ManifestFile = "manifest" + manifestEnding

// journalOf returns the path of the journal to a manifest's.
func journalOf(manifest string) string {
	return strings.TrimSuffix(manifest, manifestEnding) + journalEnding
}

// An entry is a line of a manifest.
type entry struct {
	name string // below the folder, with slashes
	sum  string // SHA-256 in hex
	part string // of a journal, the name of the part beside the place; "" in a manifest
}

func manifestText(entries []entry) string {
	var b strings.Builder
	b.WriteString(manifestHead)
	for _, e := range entries {
		if e.part != "" {
			b.WriteString(journalPart + e.part + "\n")
		}
		fmt.Fprintf(&b, "%s  %s\n", e.sum, e.name)
	}
	return b.String()
}

// parseManifest reads a manifest or a journal. It may be anybody's: no name leads out of the folder.
func parseManifest(text string) ([]entry, error) {
	rest, ok := strings.CutPrefix(text, manifestHead)
	if !ok {
		return nil, errNoManifest
	}
	var entries []entry
	part, number := "", 1
	for line := range strings.Lines(rest) {
		line = strings.TrimSuffix(line, "\n")
		number++
		if name, ok := strings.CutPrefix(line, journalPart); ok {
			part = name
			continue
		}
		sum, name, ok := strings.Cut(line, "  ")
		if raw, err := hex.DecodeString(sum); !ok || err != nil || len(raw) != 32 || len(name) > maxListed || !local(name) {
			return nil, fmt.Errorf("line %d is not a checksum and a name", number)
		}
		if part != "" && !isPartOf(part, filepath.Base(filepath.FromSlash(name))) {
			return nil, fmt.Errorf("line %d is not the name of a part", number-1)
		}
		entries, part = append(entries, entry{name, sum, part}), ""
	}
	return entries, nil
}

// isPartOf says whether a name is one that a part of a file can have, CLOCK.csv.1-….partial or FILM.part.mp4: no other
// is ever moved or removed.
func isPartOf(part, name string) bool {
	if filepath.Base(part) != part || len(part) > maxListed {
		return false
	}
	if strings.HasPrefix(part, strings.TrimSuffix(name, filepath.Ext(name))+partMark) {
		return true
	}
	found := partNames.FindStringSubmatch(part)
	return found != nil && found[1] == name
}

// local says whether a name is of a file below a folder.
func local(name string) bool {
	return filepath.IsLocal(filepath.FromSlash(name)) && !strings.ContainsFunc(name, unicode.IsControl) && !strings.Contains(name, `\`)
}

// errNoManifest is the refusal of what is in a manifest's place, as a link is.
var errNoManifest = errors.New("it is not a manifest of driftlab's")

// readManifest returns the entries of a manifest or a journal, none where there is no file.
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

// Whole says of a file that is to be read whether it and what belongs to it are of one writing: whoever wrote them
// may have been stopped while they took their places, and has left a journal that names the file. A file that
// somebody has changed since is no fault.
func Whole(fsys FS, path string) error {
	folder := filepath.Dir(path)
	beside, _ := fsys.ReadDir(folder) // what cannot be listed has no journal that could be read
	for _, other := range beside {
		if !strings.HasSuffix(other.Name(), journalEnding) {
			continue
		}
		moves, err := readManifest(fsys, filepath.Join(folder, other.Name()))
		if err != nil || !slices.ContainsFunc(moves, func(e entry) bool { return e.name == filepath.Base(path) }) {
			continue // it is somebody else's
		}
		for _, e := range moves {
			part := filepath.Join(folder, filepath.Dir(filepath.FromSlash(e.name)), e.part)
			if _, err := fsys.Lstat(part); e.part != "" && err == nil {
				return fmt.Errorf("%q: its writing was stopped while files took their places in the folder, and some are older ones: writing into it again completes it", path)
			}
		}
	}
	return nil
}
