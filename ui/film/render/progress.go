package render

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/film"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// filmProgress tells how far a film is, in text.
type filmProgress struct {
	frames int
	done   int
	start  time.Time // of the first frame
	told   time.Time
	lines  *ProgressLines // nil for nobody
}

// ProgressLines writes what is told. A program that is waited for is told of by other goroutines.
type ProgressLines struct {
	mu       sync.Mutex
	to       io.Writer
	programs bool // a [film.Report] a line, for programs
	waiting  bool // for a program, which is in the line
}

// filmTellEvery is how often it is told, in real time.
const filmTellEvery = 100 * time.Millisecond

// NewProgressLines returns what tells of a film in lines, in a way that [film.Options] names.
func NewProgressLines(how string, to io.Writer) *ProgressLines {
	if how == film.ProgressOff || to == nil {
		return nil
	}
	return &ProgressLines{to: to, programs: how == film.ProgressJSON}
}

// Report tells programs.
func (l *ProgressLines) Report(r film.Report) {
	if l == nil || !l.programs {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	json.NewEncoder(l.to).Encode(r) // who does not listen misses it
}

// failed tells programs why there is no film, if there is none.
func (l *ProgressLines) failed(err error) {
	if err != nil {
		l.Report(film.Report{Event: film.EventFailed, Text: err.Error()})
	}
}

// rewrite writes the line that people see anew.
func (l *ProgressLines) rewrite(format string, args ...any) {
	if l == nil || l.programs {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.waiting {
		fmt.Fprintf(l.to, "\r"+format+"\x1b[K", args...)
	}
}

// wait tells what is waited for, and "" that it is no more.
func (l *ProgressLines) wait(what string) {
	l.Report(film.Report{Event: film.EventWaiting, Text: what})
	if l == nil || l.programs {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = what != ""
	fmt.Fprintf(l.to, "\r%s\x1b[K", what)
}

// say says what is done before the first frame: to measure an hour takes a while.
func (p *filmProgress) say(what string) { p.lines.rewrite("%s", what) }

// tell says how many frames are done, if it is time for that.
func (p *filmProgress) tell(lang *words.Language, done int) {
	p.done = done
	now := time.Now()
	if p.lines == nil || done < p.frames && now.Sub(p.told) < filmTellEvery {
		return
	}
	p.told = now
	if done > 0 {
		p.lines.Report(film.Report{Event: film.EventFrame, Done: done, Frames: p.frames})
	}
	p.lines.rewrite("frame %d of %d · %d %% · %s", done, p.frames, 100*done/p.frames, p.left(lang, now))
}

// left says how long the rest will take.
func (p *filmProgress) left(lang *words.Language, now time.Time) string {
	if p.done == 0 {
		return "…"
	}
	rest := time.Duration(float64(now.Sub(p.start)) / float64(p.done) * float64(p.frames-p.done))
	var text panel.Pen
	return lang.F("film.left", panel.ClockOf(text.Start(lang), rest.Round(time.Second)).Buf)
}

// wipe takes the line away that is rewritten.
func (p *filmProgress) wipe() { p.lines.rewrite("") }

// The window that shows how far a film is, in pixels as the system counts them.
const (
	filmWindowWidth  = 560
	filmWindowHeight = 110
)

// filmWindow draws the progress.
type filmWindow struct {
	canvas *draw.Canvas
	scale  float64
}
