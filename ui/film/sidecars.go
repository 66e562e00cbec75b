package film

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"driftlab/internal/files"
	"driftlab/internal/texts"
)

// Sidecars are the names of the files beside a film, with which it can be made again, read and shown.
type Sidecars struct {
	Sessions []string // one, or A's and B's
	Clocks   []string // clock.csv of each
	Captions string   // SRT
	Card     string   // PNG
	Manifest string   // lists the film and the files beside it, so that the next film may replace them
}

// frameNumber is the place of the number in the names of a film's pictures.
var frameNumber = regexp.MustCompile(`[-_.]?%[0-9]*d`)

// SidecarsOf returns the names for a film's file: its name with other endings.
func SidecarsOf(out string, compared bool) Sidecars {
	dir, name := filepath.Split(out)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	base := dir + frameNumber.ReplaceAllString(name, "")
	s := Sidecars{Manifest: base + ".sha256", Captions: base + ".srt", Card: base + ".card.png"}
	sides := []string{""}
	if compared {
		sides = []string{".a", ".b"}
	}
	for _, side := range sides {
		s.Sessions = append(s.Sessions, base+side+".session.toml")
		s.Clocks = append(s.Clocks, base+side+".clock.csv")
	}
	return s
}

// All lists the names, without the manifest's.
func (s *Sidecars) All() []string {
	all := append([]string(nil), s.Sessions...)
	return append(append(all, s.Clocks...), s.Captions, s.Card)
}

// Command returns the command that makes a film again in the folder of its files, from the sessions and captions there, with
// these settings.
func (o Options) Command(beside Sidecars, theme, language string, scale int) []string {
	var sessions []string
	for _, path := range beside.Sessions {
		sessions = append(sessions, filepath.Base(path))
	}
	o.Out, o.Hashes, o.Progress, o.Watched = filepath.Base(o.Out), "", ProgressAuto, false
	if o.Captions != "" { // a copy is beside the film
		o.Captions = filepath.Base(beside.Captions)
	}
	return append([]string{"driftlab"}, o.RecordArgs(sessions, theme, language, scale)...)
}

// RecordArgs returns the arguments of driftlab that make a film of one session file, or of A's and B's, with these settings.
func (o *Options) RecordArgs(sessions []string, theme, language string, scale int) []string {
	args := []string{"record", "-replay", sessions[0]}
	if len(sessions) > 1 {
		args = []string{"record", "-a", sessions[0], "-b", sessions[1]}
	}
	args = append(args, "-theme", theme, "-language", language, "-scale", strconv.Itoa(scale)+"%")
	return append(args, o.Args()...)
}

// What a film's session file starts with.
const (
	sessionHead   = "# A session of a film, whole and by itself. In this file's folder this makes the film again:\n"
	sessionIndent = "#   "
)

// SessionText returns the content of a film's session file: the command that makes the film again as a comment, and the session's
// log.
func SessionText(log string, command []string) string {
	return sessionHead + sessionIndent + Quote(command) + "\n\n" + log
}

// SessionCommand returns the command in a session file that SessionText has written, "" for none.
func SessionCommand(text string) string {
	rest, ok := strings.CutPrefix(text, sessionHead+sessionIndent)
	if !ok {
		return ""
	}
	command, _, _ := strings.Cut(rest, "\n")
	return command
}

// Quote writes a command for a shell, in one line.
func Quote(command []string) string {
	var parts []string
	for _, word := range command {
		parts = append(parts, texts.ShellWord(strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, word)))
	}
	return strings.Join(parts, " ")
}

// SameFile reports whether a path is one of some existing files, also through links.
func SameFile(path string, all []string) bool {
	return slices.ContainsFunc(all, func(other string) bool { return files.SamePath(files.Disk{}, path, other) })
}
