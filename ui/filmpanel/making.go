package filmpanel

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"driftlab/ui/film"
	"driftlab/ui/film/encode"
	"driftlab/ui/film/render"
	"driftlab/ui/words"
)

// A making is a film that is being made beside the window, by another process or, in a page, between the window's frames. It
// reports as -progress json does.
type making struct {
	out      string       // the film's file
	options  film.Options // what it should be
	sessions []string     // one, or A's and B's
	args     []string     // with which this program makes it

	since         time.Time // when the first frame was reported
	first         int64     // that frame's number
	child         *Child
	frame, frames atomic.Int64
	encoder       atomic.Pointer[string] // what encodes it, as reported
	warning       atomic.Pointer[string] // the first one reported; nil for none
	waiting       atomic.Pointer[string] // what it waits for, "" for nothing
	cancelled     atomic.Bool
	ended         chan struct{}
	err           error // once it has ended
}

// A Child makes a film: it is another process. When stopped it has some seconds to finish its files.
type Child struct {
	Reports io.Reader // its standard error, up to the end
	Stop    func()
	Wait    func() error // returns after that end
}

// A Starter starts what makes a film: this program with arguments, or, in a page, the same without a process.
type Starter func(args []string, o film.Options, sessions []string) (*Child, error)

// begin starts the process unless it was started before.
func (f *making) begin(start Starter) {
	if f.ended != nil {
		return
	}
	f.ended = make(chan struct{})
	if f.cancelled.Load() {
		close(f.ended)
		return
	}
	if f.child, f.err = start(f.args, f.options, f.sessions); f.err != nil {
		close(f.ended)
		return
	}
	go f.follow()
}

// over reports whether the film has ended, finished or not.
func (f *making) over() bool {
	select {
	case <-f.ended:
		return true
	default:
		return false
	}
}

// cancel stops the process. The finished part of the film stays under another name.
func (f *making) cancel() {
	f.cancelled.Store(true)
	if f.child != nil && !f.over() {
		f.child.Stop()
	}
}

// follow reads the process's reports until it ends.
func (f *making) follow() {
	defer close(f.ended)
	why := f.listen(f.child.Reports)
	if f.err = f.child.Wait(); f.err != nil && why != "" { // otherwise it was killed
		f.err = errors.New(why)
	}
}

// listen reads reports, a [render.Report] a line, and returns why there is no film: as reported, or else the last other line,
// from a process that failed before it could report.
func (f *making) listen(from io.Reader) (why string) {
	other := ""
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		var r render.Report
		if json.Unmarshal(lines.Bytes(), &r) == nil {
			switch r.Event {
			case render.EventBegin:
				encoder, _, _ := strings.Cut(r.Encoder, " (")
				f.encoder.Store(&encoder)
			case render.EventFrame:
				if r.Done > 0 && r.Done <= r.Frames {
					f.frames.Store(int64(r.Frames))
					f.frame.Store(int64(r.Done))
				}
			case render.EventWaiting:
				f.waiting.Store(&r.Text)
			case render.EventWarning:
				f.warning.CompareAndSwap(nil, &r.Text)
			}
			if r.Event == render.EventFailed {
				why = strings.ReplaceAll(r.Text, "\n", "; ")
			}
		} else if line := strings.TrimSpace(lines.Text()); line != "" {
			other = strings.TrimPrefix(line, render.OwnLine)
		}
	}
	io.Copy(io.Discard, from) // in case a line was too long for the scanner
	return cmp.Or(why, other)
}

// madeWith returns the encoder's name after some words, "" if it isn't known.
func (f *making) madeWith(before string) string {
	if e := f.encoder.Load(); e != nil {
		return before + *e
	}
	return ""
}

// share returns how much of the film is finished, and about how long the rest will take; left is negative while that is unknown.
func (f *making) share(now time.Time) (share float64, left time.Duration) {
	frame, frames := f.frame.Load(), f.frames.Load()
	if frame == 0 {
		return 0, -1
	}
	share = float64(frame) / float64(frames)
	if f.since.IsZero() {
		f.since, f.first = now, frame
	}
	made, passed := frame-f.first, now.Sub(f.since)
	if made == 0 || passed < time.Second {
		return share, -1
	}
	return share, time.Duration(float64(passed) * float64(frames-frame) / float64(made))
}

// name returns the film's name for a person.
func (f *making) name() string {
	if inPage {
		return filepath.Base(f.out)
	}
	return f.out
}

// outcome says in a line what became of a film that has ended. The error is such a line too.
func (f *making) outcome(lang *words.Language) (said string, failed error) {
	session := f.sessions[len(f.sessions)-1]
	cancelled, done := lang.F("recording.cancelled", session)+f.part(lang), lang.F("recording.done", f.out, sizeOf(lang, f.out))
	if inPage { // the film is a download, and the page's address has the session
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

// part says where the finished part of an unfinished film is, "" if there is none.
func (f *making) part(lang *words.Language) string {
	part := encode.PartName(f.out)
	if size := sizeOf(lang, part); size != "" {
		return " " + lang.F("recording.part", part+size)
	}
	return ""
}

// sizeOf returns how large a file is, in words; "" for what is not a file, such as a film's pictures.
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
