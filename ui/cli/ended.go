package cli

import (
	"fmt"
	"strings"

	"driftlab/internal/texts"
)

// endedCommands were there until [choice.LastBuild], and what there is in their place.
var endedCommands = map[string]string{
	"register":   "the .deb and the tarball's desktop entry do it, and a file can be dropped on the window",
	"unregister": "delete org.driftlab.Driftlab.desktop and its lines in mimeapps.list, or on Windows driftlab1 and Driftlab.Session below HKEY_CURRENT_USER\\Software\\Classes",
}

// endedFlags were there until then too.
var endedFlags = map[string]string{
	"mark":     "frame k of a film shows the instant k/fps after -from",
	"poster":   "ffmpeg -ss TIME -i FILM -frames:v 1 FILE.png takes a frame out of a film, and -o NAME-%04d.png makes pictures of all",
	"perfetto": "-pcapng has every datagram, and clock.csv of -o every clock's error",
}

// endedFlag says what there is instead of a flag that package flag does not know, nil of any other.
func endedFlag(err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if instead := endedFlags[name]; unknown && instead != "" {
		return fmt.Errorf("-%s was there until %s: %s", name, texts.LastBuild, instead)
	}
	return nil
}
