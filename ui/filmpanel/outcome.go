package filmpanel

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"driftlab/ui/film/encode"
	"driftlab/ui/words"
)

// outcome says in a line what has become of a film that is over. The error is such a line too.
func (f *making) outcome(lang *words.Language) (said string, failed error) {
	session := f.sessions[len(f.sessions)-1]
	cancelled, done := lang.F("recording.cancelled", session)+f.part(lang), lang.F("recording.done", f.out, sizeOf(lang, f.out))
	if inPage { // the film is handed over as a download, and its session has the address
		cancelled, done = lang.T("recording.page-cancelled"), lang.T("recording.page-done")
	}
	first := strings.Replace(f.out, pictureNumber, firstPicture, 1)
	switch {
	case f.cancelled.Load():
		return cancelled, nil
	case f.err != nil && (inPage || strings.Contains(f.err.Error(), session)): // it says so itself
		return "", errors.New(lang.F("recording.broken", f.err))
	case f.err != nil:
		return "", errors.New(lang.F("recording.failed", f.err, session) + f.part(lang))
	case first != f.out:
		return lang.F("recording.pictures", first), nil
	}
	done += f.madeWith(" · ")
	if w := f.warning.Load(); w != nil {
		done += " · " + *w
	}
	return done, nil
}

// part says where what there is of a film is that is not whole, "" where there is nothing.
func (f *making) part(lang *words.Language) string {
	part := encode.PartName(f.out)
	if size := sizeOf(lang, part); size != "" {
		return " " + lang.F("recording.part", part+size)
	}
	return ""
}

// sizeOf returns how large a file is, in words; "" for what is no file, such as the pictures of a film.
func sizeOf(lang *words.Language, path string) string {
	info, err := os.Stat(path)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return ""
	case info.Size() < 1e6:
		return fmt.Sprintf(" (%d kB)", (info.Size()+500)/1000)
	}
	return lang.Decimal(fmt.Sprintf(" (%.1f MB)", float64(info.Size())/1e6))
}
