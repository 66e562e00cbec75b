//go:build darwin || !(unix || windows)

package desktop

import (
	"errors"

	"driftlab/internal/files"
)

// errNone says that there is no desktop that could be told: macOS learns from a program's bundle what it opens, and hands it over
// by events that the window's library does not pass on.
var errNone = errors.New("this system cannot be told what Driftlab opens: drop a file onto the window, or give it as driftlab FILE")

// Register is for systems whose desktops can be told.
func Register(files.FS, string) error { return errNone }

// Unregister takes back all that Register has done.
func Unregister(files.FS) error { return errNone }
