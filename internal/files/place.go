package files

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// foldsCase says that names which differ in case only are usually of one file here. Where they are not, too much
// is refused.
const foldsCase = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// maxLinks is how many links may lead to a file, one after the other.
const maxLinks = 40

// Place returns the path of the file itself to which a path leads over links; it need not be there yet. It
// returns "" for what nothing may take the place of: a device or a pipe. The error does not name the path.
func Place(fsys FS, path string) (string, error) {
	info, err := fsys.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return "", errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		return "", nil
	}
	for range maxLinks {
		to, err := fsys.Readlink(path)
		if err != nil {
			return path, nil // it is no link, or it is not there
		}
		if !filepath.IsAbs(to) {
			dir, _ := filepath.Split(path) // not cleaned: a .. goes up from where links have led
			to = dir + to
		}
		path = to
	}
	return "", fmt.Errorf("more than %d links lead to it", maxLinks)
}

// SamePath says whether two paths are of one file, over links and other names of it. They need not be there
// yet.
func SamePath(fsys FS, a, b string) bool {
	infoA, errA := fsys.Stat(a)
	infoB, errB := fsys.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	if errA == nil || errB == nil {
		return false // one is there and the other is not
	}
	return nameOf(fsys, a) == nameOf(fsys, b)
}

// nameOf returns what names of one file have in common.
func nameOf(fsys FS, path string) string {
	path = resolved(fsys, path)
	if foldsCase {
		path = strings.ToLower(path)
	}
	return path
}

// resolved returns the path of a file from the root on, with no links in it.
func resolved(fsys FS, path string) string {
	if place, err := Place(fsys, path); err == nil && place != "" {
		path = place
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	folder, name := filepath.Split(path)
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	return filepath.Join(folder, name)
}

// Pasted returns the path that a person means by a text that file managers, browsers and terminals put onto the
// clipboard: a path as it is, in quotes, or a file:// address with its %20. Errors are for an address that
// leads to another machine, or to none of its files.
func Pasted(text string) (string, error) { return pasted(text, runtime.GOOS) }

func pasted(text, system string) (string, error) {
	text = strings.TrimSpace(text)
	for _, quote := range []string{`"`, "'"} {
		if len(text) > 1 && strings.HasPrefix(text, quote) && strings.HasSuffix(text, quote) {
			text = strings.TrimSpace(text[1 : len(text)-1])
		}
	}
	path := text
	if len(text) >= len("file:") && strings.EqualFold(text[:len("file:")], "file:") {
		address, err := url.Parse(text)
		switch {
		case err != nil:
			return "", errors.New("it is no address of a file: a % or another character is not as it has to be")
		case address.Host != "" && !strings.EqualFold(address.Host, "localhost"):
			return "", fmt.Errorf("%q is a file of another machine: copy it to this one first", text)
		case address.Path == "" || address.RawQuery != "" || address.Fragment != "" || address.ForceQuery:
			return "", fmt.Errorf("%q is no address of a file: ? and # have to be written as %%3F and %%23", text)
		}
		path = address.Path
		if drive := strings.TrimPrefix(path, "/"); system == "windows" && len(drive) > 1 && drive[1] == ':' {
			path = drive
		}
	}
	if system == "windows" && Remote(path) {
		return "", fmt.Errorf("%q is a file of another machine: copy it to this one first", text)
	}
	return path, nil
}

// Remote says whether a path, as Windows reads it, is one of another machine's: \\server\share\file. Looking
// whether it is there already tells that machine who asks.
func Remote(path string) bool {
	return strings.HasPrefix(slashes(path), "//")
}

// device refuses a path that is, as Windows reads it, a device's: \\.\PhysicalDrive0, \\?\…, NUL or COM1 in any
// folder and with any ending, or another stream of a file, after:colon.
func device(path string) error {
	plain := slashes(path)
	if strings.HasPrefix(plain, "//./") || strings.HasPrefix(plain, "//?/") || strings.HasPrefix(plain, "/??/") {
		return ErrNotFile
	}
	if len(plain) > 1 && plain[1] == ':' { // a drive
		plain = plain[2:]
	}
	for part := range strings.SplitSeq(plain, "/") {
		name, _, _ := strings.Cut(part, ".")
		if strings.Contains(part, ":") || slices.Contains(devices, strings.ToUpper(strings.TrimRight(name, " "))) {
			return ErrNotFile
		}
	}
	return nil
}

func slashes(path string) string { return strings.ReplaceAll(path, `\`, "/") }

// devices are the names that Windows takes for devices. The last digits are raised: ¹²³.
var devices = []string{"CON", "CONIN$", "CONOUT$", "PRN", "AUX", "NUL",
	"COM0", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9", "COM¹", "COM²", "COM³",
	"LPT0", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9", "LPT¹", "LPT²", "LPT³"}
