package scenario

import (
	"archive/tar"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"driftlab/internal/files"
)

// A carriedFile is a file that a shared text has in it, under the name that it has there.
type carriedFile struct {
	path    string // where it was read; "" of one that comes from a shared text
	name    string
	content []byte
}

const (
	// maxPacked bounds, in bytes, the files that a shared text carries, packed: a chat or a mail takes
	// that much.
	maxPacked = 256 << 10
	// maxPackedFile is that where the text is a file: what is left of the longest text is the log's.
	maxPackedFile = 2 << 20
	// maxCarried bounds, in bytes, all of them together as they are.
	maxCarried = 8 << 20
	// maxCarriedFiles is how many there may be.
	maxCarriedFiles = 64
)

// carry reads the files that the settings name: those that fit into a shared text, and the paths of
// the others. RoomPacked is how many bytes there are for them, packed. What a text of someone else's had read is not sent back to him.
func (sc *Scenario) carry(roomPacked int) (carried []carriedFile, leftOut []string) {
	sums, room := sc.checksums(), maxCarried
	// The files that a text of someone else's had read without telling what is in them.
	private := map[string]bool{}
	sets := [][]Assignment{sc.Set}
	for i := range sc.Events {
		sets = append(sets, sc.Events[i].Set)
	}
	for _, a := range slices.Concat(sets...) {
		if a.text != nil && a.text.private {
			private[a.text.text] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(sums)) {
		if private[path] {
			leftOut = append(leftOut, path)
			continue
		}
		content, err := files.Read(path, int64(room))
		sum := sha256.Sum256(content)
		packed := packedSize(content)
		if err != nil || "sha256:"+hex.EncodeToString(sum[:]) != sums[path] || packed > roomPacked || len(carried) == maxCarriedFiles {
			leftOut = append(leftOut, path)
			continue
		}
		room, roomPacked = room-len(content), roomPacked-packed
		carried = append(carried, carriedFile{path, files.NameByContent(path, content), content})
	}
	// By their names there, so that a person who shares the session again sends the same text from any folder.
	slices.SortStableFunc(carried, func(a, b carriedFile) int { return strings.Compare(a.name, b.name) })
	return carried, leftOut
}

// packedSize returns about how long a file is once it is packed.
func packedSize(content []byte) int {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		return len(content)
	}
	w.Write(content)
	w.Close()
	return packed.Len()
}

// renamed returns the scenario with the carried files under their names there.
func (sc *Scenario) renamed(carried []carriedFile) *Scenario {
	names := map[string]string{}
	for _, f := range carried {
		names[f.path] = f.name
	}
	set := func(from []Assignment) []Assignment {
		to := slices.Clone(from)
		for i, a := range to {
			if a.text == nil || a.text.checksum == "" || names[a.text.text] == "" {
				continue
			}
			v := *a.text
			v.text = names[v.text]
			to[i].text = &v
		}
		return to
	}
	out := *sc
	out.Set = set(sc.Set)
	out.Events = slices.Clone(sc.Events)
	for i := range out.Events {
		out.Events[i].Set = set(out.Events[i].Set)
	}
	return &out
}

func writeCarried(w io.Writer, carried []carriedFile) error {
	t := tar.NewWriter(w)
	for _, f := range carried {
		if err := t.WriteHeader(&tar.Header{Name: f.name, Mode: 0o644, Size: int64(len(f.content))}); err != nil {
			return err
		}
		if _, err := t.Write(f.content); err != nil {
			return err
		}
	}
	return t.Close()
}

// readCarried reads the archive of a shared text.
func readCarried(t *tar.Reader) (carried []carriedFile, err error) {
	room := int64(maxCarried) // a sparse file is mostly nothing, and could be of any size
	for {
		head, err := t.Next()
		switch {
		case err == io.EOF:
			return carried, nil
		case err != nil:
			return nil, errors.New("its files cannot be unpacked")
		case len(carried) == maxCarriedFiles:
			return nil, fmt.Errorf("it has more than %d files", maxCarriedFiles)
		case head.Size > room:
			return nil, fmt.Errorf("its files have more than %d bytes", maxCarried)
		}
		content, err := io.ReadAll(io.LimitReader(t, room))
		if err != nil {
			return nil, fmt.Errorf("its file %q cannot be unpacked", oneLine(head.Name))
		}
		room -= int64(len(content))
		_, name, _ := strings.Cut(head.Name, "-")
		if head.Typeflag != tar.TypeReg || files.NameByContent(name, content) != head.Name {
			return nil, fmt.Errorf("its file %q has changed: its name does not match", oneLine(head.Name))
		}
		carried = append(carried, carriedFile{name: name, content: content})
	}
}

var errNoFolder = errors.New("no folder is known for copies of files: set HOME or XDG_CACHE_HOME")

// KeepFile writes a file's content into a folder, as [files.Keep] does.
func KeepFile(folder, name string, content []byte) (path string, err error) {
	if folder == "" {
		return "", errNoFolder
	}
	return files.Keep(folder, name, content)
}
