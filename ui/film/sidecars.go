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

// Sidecars are the names of the files that stand beside a film, so that it can be made again, read, and
// shown.
type Sidecars struct {
	Sessions []string // one, or A's and B's
	Clocks   []string // clock.csv of each
	Captions string   // SRT
	Card     string   // PNG
	Manifest string   // of the film and the files beside it, by which the next one knows them
}

// frameNumber is where the name of pictures has their number.
var frameNumber = regexp.MustCompile(`[-_.]?%[0-9]*d`)

// SidecarsOf returns the names for a film's file: its own without ending, and their endings.
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

// All lists the names, but for the manifest's.
func (s *Sidecars) All() []string {
	all := append([]string(nil), s.Sessions...)
	return append(append(all, s.Clocks...), s.Captions, s.Card)
}

// Command returns the command that makes a film again, in the folder where its files are, from sessions and
// captions beside it. It looks as these settings say.
func (o Options) Command(beside Sidecars, theme, language string, scale int) []string {
	var sessions []string
	for _, path := range beside.Sessions {
		sessions = append(sessions, filepath.Base(path))
	}
	o.Out, o.Hashes, o.Progress, o.Watched = filepath.Base(o.Out), "", ProgressAuto, false
	if o.Captions != "" { // the copy beside the film stays as it is
		o.Captions = filepath.Base(beside.Captions)
	}
	return append([]string{"driftlab"}, o.RecordArgs(sessions, theme, language, scale)...)
}

// RecordArgs returns the arguments of driftlab that make a film from one session file, or of A's and B's. It looks
// as the settings say.
func (o *Options) RecordArgs(sessions []string, theme, language string, scale int) []string {
	args := []string{"record", "-replay", sessions[0]}
	if len(sessions) > 1 {
		args = []string{"record", "-a", sessions[0], "-b", sessions[1]}
	}
	args = append(args, "-theme", theme, "-language", language, "-scale", strconv.Itoa(scale)+"%")
	return append(args, o.Args()...)
}

// What stands above a session of a film.
const (
	sessionHead   = "# A session of a film, whole and by itself. In this file's folder this makes the film again:\n"
	sessionIndent = "#   "
)

// SessionText returns what a session file of a film has: the command that makes the film again in comments,
// and the session's log.
func SessionText(log string, command []string) string {
	return sessionHead + sessionIndent + Quote(command) + "\n\n" + log
}

// SessionCommand returns the command that stands in a session file of a film as SessionText writes it, "" for
// none.
func SessionCommand(text string) string {
	rest, ok := strings.CutPrefix(text, sessionHead+sessionIndent)
	if !ok {
		return ""
	}
	command, _, _ := strings.Cut(rest, "\n")
	return command
}

// Quote writes a command as a shell reads it, in one line.
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

// SameFile says whether a path is one of some files that are there, over links too.
func SameFile(path string, all []string) bool {
	return slices.ContainsFunc(all, func(other string) bool { return files.SamePath(files.Disk{}, path, other) })
}
