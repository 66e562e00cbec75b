package share

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/ui/naming"
)

// A savedLog is a file into which the log of a branch was saved.
type savedLog struct{ path, sum string } // SHA-256 in hex of what was written

// SaveLog writes the session so far, for driftlab run -replay. Each branch of each session has a file, which is written again
// unless someone else has changed it; nothing else is overwritten.
func (s *Room) SaveLog() {
	if s.teacher.Refused() {
		return
	}
	s.travel.WhenThere(func() error {
		text, ending, said, leftOut := s.savedText(s.picture.Line.Log())
		path, err := s.writeLog(text, ending)
		if err == nil {
			s.lately(path)
			said = s.picture.Words.F(said, path)
			if s.opt.Carry && len(leftOut) > 0 {
				said += " " + s.picture.Words.F("bars.saved-without", strings.Join(leftOut, ", "))
			}
			s.lines.ShowNotice(said)
		}
		return err
	})
}

// savedText returns the text to save, the key of the notice, and the files that it lacks. On a page nobody else has those files,
// so a log that names any is saved as a shared text, which contains them.
func (s *Room) savedText(log *scenario.Scenario) (text, ending, said string, leftOut []string) {
	named := log.Named()
	if s.opt.Carry && len(named) > 0 {
		text, leftOut, err := log.ShareFile()
		if err == nil && len(leftOut) < len(named) {
			return text + "\n", ".txt", "bars.saved-carrying", names(leftOut)
		}
	}
	said = "bars.saved"
	if s.opt.Carry {
		said = "bars.saved-page"
	}
	return log.Text(), filepath.Ext(s.opt.Log), said, names(named)
}

// names returns the names of files.
func names(paths []string) (all []string) {
	for _, path := range paths {
		all = append(all, filepath.Base(path))
	}
	return all
}

// writeLog writes a log into its previous file, or into a new one: the one that was asked for, or one beside it with another
// ending.
func (s *Room) writeLog(text, ending string) (path string, err error) {
	before := s.saved[s.picture.Line.Branch()]
	if sum, unread := files.Sum(s.opt.Files, before.path); unread == nil && sum == before.sum && filepath.Ext(before.path) == ending {
		path = before.path
		err = files.Write(s.opt.Files, path, text) // it is the file that this window has written
	} else {
		path, err = s.writeBeside(text, ending)
	}
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(text))
	if s.saved == nil {
		s.saved = map[int]savedLog{}
	}
	s.saved[s.picture.Line.Branch()] = savedLog{path, hex.EncodeToString(sum[:])}
	return path, nil
}

// writeBeside writes a text into a new file: the log's, or one beside it, with an ending.
func (s *Room) writeBeside(text, ending string) (path string, err error) {
	path, err = naming.Free(s.opt.Files, filepath.Dir(s.opt.Log), naming.Stem(s.opt.Log), ending)
	if path += ending; err == nil {
		err = files.WriteNew(s.opt.Files, path, text)
	}
	return path, err
}
