package files

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The folder of files that came without a path holds a limited number of files and bytes. What nothing has
// read for longest goes first.
const (
	maxKeptFiles = 256
	maxKeptBytes = 256 << 20
	// maxKeptFile bounds one of them in bytes.
	maxKeptFile = 64 << 20
)

// Names of kept files.
const (
	// hashDigits is how much of the content's SHA-256 their names begin with.
	hashDigits = 16
	maxName    = 60 // characters of the name that the file had
)

// NameByContent returns the name under which a file's content is kept: the same for the same content, whatever
// folder it came from.
func NameByContent(name string, content []byte) string {
	sum := sha256.Sum256(content)
	hash := hex.EncodeToString(sum[:])[:hashDigits] + "-"
	plain := strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}, filepath.Base(name))
	plain = strings.TrimPrefix(plain, hash) // of a file that is kept already
	if len(plain) > maxName {
		plain = plain[len(plain)-maxName:] // with its ending
	}
	return hash + plain
}

// Keep writes a file's content into a folder under a name made of its hash and its own name, and returns the
// path. The folder is made if there is none; a file that is there already stays. What nothing has read for long
// is cleaned away there.
func Keep(folder, name string, content []byte) (path string, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("folder %q cannot be made: %w", folder, Reason(err))
	}
	path = filepath.Join(folder, NameByContent(name, content))
	if old, err := Read(path, maxKeptFile); err == nil && bytes.Equal(old, content) {
		Used(path)
		return path, nil
	}
	if err := Write(Disk{}, path, string(content)); err != nil {
		return "", err
	}
	clean(folder, path, maxKeptFiles, maxKeptBytes)
	return path, nil
}

// Used notes that a kept file has been read, so that it stays. What is none is left as it is.
func Used(path string) {
	if isHashed(filepath.Base(path)) {
		os.Chtimes(path, time.Time{}, time.Now()) // on a disk that refuses it goes sooner
	}
}

// isHashed says whether a name looks like that of a kept file.
func isHashed(name string) bool {
	return len(name) > hashDigits && name[hashDigits] == '-' && strings.Trim(name[:hashDigits], "0123456789abcdef") == ""
}

// clean removes kept files until they are within the limits on number and bytes; it keeps one that is named. A file whose
// name does not tell its content is not ours: it stays, whatever it is called.
func clean(folder, stays string, most int, mostBytes int64) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return // it is cleaned another time
	}
	var kept []fs.FileInfo
	total := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && isHashed(e.Name()) && info.Mode().IsRegular() {
			kept = append(kept, info)
			total += info.Size()
		}
	}
	slices.SortStableFunc(kept, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	left := len(kept)
	for _, info := range kept {
		if left <= most && total <= mostBytes {
			return
		}
		path := filepath.Join(folder, info.Name())
		content, err := Read(path, maxKeptFile)
		if path == stays || err != nil || NameByContent(info.Name()[hashDigits+1:], content) != info.Name() {
			continue
		}
		if os.Remove(path) == nil {
			left, total = left-1, total-info.Size()
		}
	}
}
