package ui

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"

	"driftlab/internal/files"
)

// A savedLog is a file into which the log of a branch was saved.
type savedLog struct{ path, sum string } // SHA-256 in hex of what was written

// saveLog writes the session so far, for driftlab run -replay. Each session, and each branch of one, has a file of
// its own, which is written again as long as nobody has changed it; nothing else is overwritten.
func (a *App) saveLog() {
	if !a.refused() {
		a.whenThere(a.saveLogNow)
	}
}

func (a *App) saveLogNow() error {
	path, err := a.writeLog(a.Line.Log().Text())
	if err == nil {
		a.lately(path)
		a.tell(a.Words.F("bars.saved", path))
	}
	return err
}

// writeLog writes a log into the file that it had before, or into one that is not there yet: the one that was asked
// for, or one beside it.
func (a *App) writeLog(text string) (path string, err error) {
	set := files.NewSet(a.opt.Files)
	defer set.Abandon() // after Commit it does nothing
	begin := set.Create
	before := a.saved[a.Line.Branch()]
	if sum, err := files.Sum(a.opt.Files, before.path); err == nil && sum == before.sum {
		path = before.path
	} else {
		ending := filepath.Ext(a.opt.Log)
		stem, err := a.freeName(filepath.Dir(a.opt.Log), strings.TrimSuffix(filepath.Base(a.opt.Log), ending), ending)
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
