package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/film"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// filmProgress reports the progress of a film as text.
type filmProgress struct {
	frames int
	done   int
	start  time.Time // of the first frame
	told   time.Time
	lines  *ProgressLines // nil for nowhere
}

// ProgressLines writes the progress. Other goroutines report when an outside program makes the film wait.
type ProgressLines struct {
	mu       sync.Mutex
	to       io.Writer
	programs bool // a [Report] a line, for programs
	waiting  bool // the line says which program the film waits for
}

// filmTellEvery is how often progress is reported, in real time.
const filmTellEvery = 100 * time.Millisecond

// NewProgressLines returns lines in one of the ways of [film.Progresses], nil for none.
func NewProgressLines(how string, to io.Writer) *ProgressLines {
	if how == film.ProgressOff || to == nil {
		return nil
	}
	return &ProgressLines{to: to, programs: how == film.ProgressJSON}
}

// Report writes a line for other programs.
func (l *ProgressLines) Report(r Report) {
	if l == nil || !l.programs {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	json.NewEncoder(l.to).Encode(r) // an error only means that nobody reads
}

// failed reports why there is no film.
func (l *ProgressLines) failed(err error) {
	if err != nil {
		l.Report(Report{Event: EventFailed, Text: err.Error()})
	}
}

// rewrite replaces the line that people see.
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

// wait reports what the film waits for, "" once it continues.
func (l *ProgressLines) wait(what string) {
	l.Report(Report{Event: EventWaiting, Text: what})
	if l == nil || l.programs {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = what != ""
	fmt.Fprintf(l.to, "\r%s\x1b[K", what)
}

// tell reports how many frames are done, if it is time for that.
func (p *filmProgress) tell(lang *words.Language, done int) {
	p.done = done
	now := time.Now()
	if p.lines == nil || done < p.frames && now.Sub(p.told) < filmTellEvery {
		return
	}
	p.told = now
	if done > 0 {
		p.lines.Report(Report{Event: EventFrame, Done: done, Frames: p.frames})
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

// The size of the window that shows the progress, in pixels as the system counts them.
const (
	filmWindowWidth  = 560
	filmWindowHeight = 110
)

// filmWindow draws the progress.
type filmWindow struct {
	canvas *draw.Canvas
	scale  float64
}

// A Report is one line of -progress json on standard error: a JSON object.
type Report struct {
	Event   string `json:"event"`             // one of the events below
	Done    int    `json:"done,omitempty"`    // in a frame event: how many frames are done, from 1
	Frames  int    `json:"frames,omitempty"`  // in begin and frame events: how many frames the film has
	Encoder string `json:"encoder,omitempty"` // in a begin event: what encodes the film
	Text    string `json:"text,omitempty"`    // what a waiting, a warning or a failure is about
}

// The events that are reported.
const (
	EventBegin   = "begin"   // an encoder is chosen, and the film starts
	EventFrame   = "frame"   // frames are done; reported ten times a second at most
	EventWaiting = "waiting" // another program stands still; without a text it continues
	EventWarning = "warning" // what will not be seen in the film as it is written
	EventFailed  = "failed"  // there is no film; the last report
)

// warningsShown is the most warnings that are printed: those of a long file are mostly the same.
const warningsShown = 5

// warn says before the first frame what the film won't show as asked.
func (j *Job) warn(out io.Writer) {
	all := j.warnings()
	if more := len(all) - warningsShown; more > 0 {
		all = append(all[:warningsShown], fmt.Sprintf("and %d more", more))
	}
	for _, w := range all {
		fmt.Fprintln(out, "warning: "+w)
		j.progress.lines.Report(Report{Event: EventWarning, Text: w})
	}
}

// warnings finds characters that the font lacks, and captions that don't fit.
func (j *Job) warnings() (all []string) {
	lacking := func(what, text string) {
		if r := draw.Lacking(text); len(r) > 0 {
			all = append(all, fmt.Sprintf("%s: the font has no %s, and ? is drawn instead", what, listOf(r)))
		}
	}
	lacking("-title", j.opt.Title)
	lacking("-name-a", j.opt.Names[0])
	lacking("-name-b", j.opt.Names[1])
	for i, cue := range j.captions {
		what := fmt.Sprintf("caption %d, at %s", i+1, exactSeconds(cue.From))
		lacking(what, cue.Text)
		if j.picture.captionIn(j.picture.Canvas.Fonts(), cue.Text).Cut {
			all = append(all, fmt.Sprintf("%s: it is cut, for it has no room at %d×%d", what, j.opt.Width, j.opt.Height))
		}
	}
	return all
}

// listOf lists characters for a message, invisible ones in Go's notation.
func listOf(runes []rune) string {
	const most = 8
	var all []string
	for _, r := range runes[:min(len(runes), most)] {
		all = append(all, strings.Trim(fmt.Sprintf("%q", r), "'"))
	}
	if len(runes) > most {
		all = append(all, "…")
	}
	return strings.Join(all, " ")
}
