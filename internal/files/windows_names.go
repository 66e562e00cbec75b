package files

import (
	"slices"
	"strings"
)

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
