package scenario

import (
	"archive/tar"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"driftlab/assets"
	"driftlab/internal/files"
)

// A shared text is a whole session in one line: settings, seed and events.
//
//	driftlab1:BODY.SUM
//
// BODY is base64url without padding of a raw DEFLATE stream (RFC 1951). In it stands the session's log
// as [Scenario.Text] writes it, and behind a NUL a tar archive of the files that the log names, if they
// are small. SUM is the first four bytes of BODY's SHA-256, in base64url. Blanks and line ends in it,
// as mail programs put them there, mean nothing.
const (
	sharePrefix  = "driftlab"
	shareVersion = "1"
	// shareSum is the length of the checksum in characters.
	shareSum = 6
	// MaxShareText is the longest shared text in characters.
	MaxShareText = 4 << 20
	// maxUnpacked bounds, in bytes, what a shared text unpacks to: its log and its files.
	maxUnpacked = maxFile + maxCarried + 1<<20
)

var shareEncoding = base64.RawURLEncoding

// Share returns the scenario as a shared text, and the paths of the files that its settings name and
// that were left out, since they are too large or have changed: a person who opens the text
// needs them at the same paths.
func (sc *Scenario) Share() (text string, leftOut []string, err error) { return sc.share(maxPacked) }

// ShareFile is Share for a text that becomes a file, which has room for larger files than a chat or a mail has.
func (sc *Scenario) ShareFile() (text string, leftOut []string, err error) {
	return sc.share(maxPackedFile)
}

// share returns a shared text with files of up to this many bytes, packed.
func (sc *Scenario) share(room int) (text string, leftOut []string, err error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", nil, err
	}
	carried, leftOut := sc.carry(room)
	io.WriteString(w, sc.renamed(carried).Text())
	if len(carried) > 0 {
		w.Write([]byte{0})
		if err := writeCarried(w, carried); err != nil {
			return "", nil, err
		}
	}
	if err := w.Close(); err != nil {
		return "", nil, err
	}
	body := shareEncoding.EncodeToString(packed.Bytes())
	if len(body) > MaxShareText-64 {
		return "", nil, fmt.Errorf("the session is too long for a text: %d characters is outside 0..%d", len(body), MaxShareText-64)
	}
	return sharePrefix + shareVersion + ":" + body + "." + sumOf(body), leftOut, nil
}

func sumOf(body string) string {
	sum := sha256.Sum256([]byte(body))
	return shareEncoding.EncodeToString(sum[:4])
}

// IsShared reports whether a shared text of any version is somewhere in what a person pasted.
func IsShared(text string) bool {
	_, _, ok := findShared(text)
	return ok
}

// findShared returns the version of the shared text in a text and what follows its colon.
func findShared(text string) (version, rest string, ok bool) {
	for {
		at := strings.Index(text, sharePrefix)
		if at < 0 {
			return "", "", false
		}
		text = text[at+len(sharePrefix):]
		rest := strings.TrimLeft(text, "0123456789")
		if version := text[:len(text)-len(rest)]; version != "" && strings.HasPrefix(rest, ":") {
			return version, rest[1:], true
		}
	}
}

// ParseShared reads the session of a shared text, which may stand in a longer one. Files that it carries
// are written into a folder, which is made if there is none; files that are there already stay. Of a text that
// is refused nothing is written. It has no other files read than those, and those whose SHA-256 it tells.
func ParseShared(text, folder string) (*Scenario, error) {
	sc, err := parseShared(text, folder)
	if err != nil {
		return nil, fmt.Errorf("shared text: %w", err)
	}
	return sc, nil
}

func parseShared(text, folder string) (*Scenario, error) {
	if len(text) > 2*MaxShareText { // with the blanks of a mail program
		return nil, fmt.Errorf("%d characters is outside 0..%d", len(text), MaxShareText)
	}
	version, rest, ok := findShared(text)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s%s: is missing at its beginning", sharePrefix, shareVersion)
	case version != shareVersion:
		return nil, fmt.Errorf("version %s is not %s: another version of the program wrote it", oneLine(version), shareVersion)
	}
	body, err := shareBody(rest)
	if err != nil {
		return nil, err
	}
	log, carried, err := unpack(body)
	if err != nil {
		return nil, err
	}
	return parseCarrying(log, carried, folder)
}

// parseCarrying reads a log with the files that the text carries. They are kept once all of it has been read
// without a fault, those that it names.
func parseCarrying(log string, carried []carriedFile, folder string) (*Scenario, error) {
	if len(carried) > 0 && folder == "" {
		return nil, errNoFolder
	}
	s := newDataFiles(fromOutside, folder)
	s.closed, s.carried = true, map[string][]byte{}
	for _, f := range carried {
		path, err := absolute(folder, files.NameByContent(f.name, f.content))
		if err != nil {
			return nil, err
		}
		s.carried[path] = f.content
	}
	worlds, err := parseWorlds("", "shared text", log, s)
	if err != nil {
		return nil, err
	}
	for _, path := range worlds[0].Files() {
		content, ok := s.carried[path]
		if !ok {
			continue
		}
		if _, err := KeepFile(folder, filepath.Base(path), content); err != nil {
			return nil, err
		}
	}
	return worlds[0], nil
}

// shareBody returns the packed bytes between the colon and the checksum, which must be right.
func shareBody(text string) ([]byte, error) {
	var body, sum strings.Builder
	to := &body
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			continue
		case r == '.' && to == &body:
			to = &sum
			continue
		case r < 0x80 && (r == '-' || r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'):
			to.WriteByte(byte(r))
		default:
			return nil, fmt.Errorf("it has a %q, which is not one of its characters", r)
		}
		if sum.Len() == shareSum {
			break
		}
		if body.Len() > MaxShareText {
			return nil, fmt.Errorf("more than %d characters", MaxShareText)
		}
	}
	switch {
	case sum.Len() < shareSum:
		return nil, errors.New("it is cut off: its end is missing")
	case sum.String() != sumOf(body.String()):
		return nil, errors.New("it has changed on its way: the checksum at its end does not match")
	}
	return shareEncoding.DecodeString(body.String())
}

// unpack returns the log and the files that packed bytes hold.
func unpack(packed []byte) (log string, carried []carriedFile, err error) {
	r := flate.NewReader(bytes.NewReader(packed))
	all, err := io.ReadAll(io.LimitReader(r, maxUnpacked+1))
	switch {
	case err != nil:
		return "", nil, errors.New("it cannot be unpacked")
	case len(all) > maxUnpacked:
		return "", nil, fmt.Errorf("it unpacks to more than %d bytes", maxUnpacked)
	}
	text, archive, ok := bytes.Cut(all, []byte{0})
	if len(text) > maxFile {
		return "", nil, fmt.Errorf("its log has more than %d bytes", maxFile)
	}
	if ok {
		carried, err = readCarried(tar.NewReader(bytes.NewReader(archive)))
	}
	return string(text), carried, err
}

// Open reads a session from whatever a person has of it: a shared text, the path of a file with one,
// the path of a scenario or of a log, or the name of a scenario of the program. Files that a shared
// text carries are written into a folder. Anyone may have written it: see [Parse] for the files that it has read.
func Open(what, folder string) (*Scenario, error) {
	if IsShared(what) {
		return ParseShared(what, folder)
	}
	what = strings.TrimSpace(what)
	if _, err := assets.Scenario(what); err == nil {
		return Load(what)
	}
	src, err := files.Read(what, maxFile)
	switch {
	case err != nil:
		return Load(what) // which says what is wrong with the path
	case IsShared(string(src)) && !formatLine.Match(src):
		sc, err := ParseShared(string(src), folder)
		if err == nil {
			sc.read = append(sc.read, what)
		}
		return sc, err
	}
	return parseFile(what, string(src), fromOutside)
}

// formatLine is what no scenario lacks and no shared text has.
var formatLine = regexp.MustCompile(`(?m)^\s*format\s*=`)

// FilesFolder returns the folder of the user's in which files are kept that came without a path: those of
// shared texts, and dropped ones. It is "" where the system names none.
func FilesFolder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "driftlab", "files")
}
