package ui

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"

	"driftlab/internal/files"
	"driftlab/scenario"
	"driftlab/ui/naming"
)

// A savedLog is a file into which the log of a branch was saved.
type savedLog struct{ path, sum string } // SHA-256 in hex of what was written

// saveLog writes the session so far, for driftlab run -replay. Each session, and each branch of one, has a file of
// its own, which is written again as long as nobody has changed it; nothing else is overwritten.
func (a *App) saveLog() {
	if !a.refused() {
		a.WhenThere(a.saveLogNow)
	}
}

func (a *App) saveLogNow() error {
	text, ending, said, leftOut := a.savedText(a.Line.Log())
	path, err := a.writeLog(text, ending)
	if err == nil {
		a.lately(path)
		said = a.Words.F(said, path)
		if a.opt.Carry && len(leftOut) > 0 {
			said += " " + a.Words.F("bars.saved-without", strings.Join(leftOut, ", "))
		}
		a.ShowNotice(said)
	}
	return err
}

// savedText returns what a log is saved as, with the name of what is said then, and which of its files are not in it. On a
// page nobody else has those, so a log that names any is a shared text, which has them in it.
func (a *App) savedText(log *scenario.Scenario) (text, ending, said string, leftOut []string) {
	named := log.Named()
	if a.opt.Carry && len(named) > 0 {
		text, leftOut, err := log.ShareFile()
		if err == nil && len(leftOut) < len(named) {
			return text + "\n", ".txt", "bars.saved-carrying", names(leftOut)
		}
	}
	said = "bars.saved"
	if a.opt.Carry {
		said = "bars.saved-page"
	}
	return log.Text(), filepath.Ext(a.opt.Log), said, names(named)
}

// names returns the names of files.
func names(paths []string) (all []string) {
	for _, path := range paths {
		all = append(all, filepath.Base(path))
	}
	return all
}

// writeLog writes a log into the file that it had before, or into one that is not there yet: the one that was asked
// for, or one beside it, with an ending.
func (a *App) writeLog(text, ending string) (path string, err error) {
	set := files.NewSet(a.opt.Files)
	defer set.Abandon() // after Commit it does nothing
	begin := set.Own    // it is the very file that this window has written
	before := a.saved[a.Line.Branch()]
	if sum, err := files.Sum(a.opt.Files, before.path); err == nil && sum == before.sum && filepath.Ext(before.path) == ending {
		path = before.path
	} else {
		stem, err := naming.Free(a.opt.Files, filepath.Dir(a.opt.Log), strings.TrimSuffix(filepath.Base(a.opt.Log), filepath.Ext(a.opt.Log)), ending)
		if err != nil {
			return "", err
		}
		path, begin = stem+ending, set.New
	}
	part, err := begin(path)
	if err != nil {
		return "", err
	}
	part.WriteString(text) // an error stays in the part
	if err := set.Commit(); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(text))
	if a.saved == nil {
		a.saved = map[int]savedLog{}
	}
	a.saved[a.Line.Branch()] = savedLog{path, hex.EncodeToString(sum[:])}
	return path, nil
}
