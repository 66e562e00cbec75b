// Package filmpanel makes films of the session in the window: what is marked, what is kept of it, the panel under the button
// Film, and the films that are being made. It is given a picture, its way through time and a small window.
package filmpanel

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/film"
	"driftlab/ui/naming"
	"driftlab/ui/notice"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/travel"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// A Room makes films of the session. A person marks a part of it with R; the film of that part is
// rendered by another process from the session's log, while the person goes on.
type Room struct {
	Under widgets.Child // the button under which the panel opens
	Start Starter       // starts what makes a film

	picture *picture.Picture
	lines   *notice.Lines
	travel  *travel.Travel
	opt     *config.Window
	teacher Teacher
	window  Window

	on    bool
	from  netsim.Time // where the mark was set
	safe  safe        // what is kept of it until it is a film
	films []*making   // that are to be made; the first is being made
	look  filmLook    // of the next film
	panel filmPanel
	bar   recordingBar

	unmade string // why no film was made of this recording
	left   string // where its session is, to be said once there is no window any more
}

// A Teacher tells a lesson step by step.
type Teacher interface {
	Refused() bool // says that a question waits for its answer, if one does
	Hides() bool   // the truth must not be told
}

// A Window is what the room asks of who holds it.
type Window interface {
	Root() *widgets.Root // nil before there is one
	OpenUnder(button widgets.Child, p *widgets.Popover, width float32)
	Later(do func()) // does what work beside the window's hands in
	Shows() string   // the view that the window shows
}

// New returns a room that makes films as was chosen for the program.
func New(p *picture.Picture, lines *notice.Lines, travel *travel.Travel, opt *config.Window, teacher Teacher, window Window) *Room {
	r := &Room{picture: p, lines: lines, travel: travel, opt: opt, teacher: teacher, window: window, look: readFilmLook(opt.Config.Settings().Film)}
	r.Start = r.starter()
	return r
}

// Marks returns where the recording, the film and what cancels it were drawn last in the top bar.
func (r *Room) Marks() (recorded, filmed, cancel panel.Rect) { return r.bar.mark, r.bar.film, r.bar.x }

// Progress returns how many frames of the film that is being made there are, and how many there will be; 0 for unknown.
func (r *Room) Progress() (done, frames int64) {
	if len(r.films) == 0 {
		return 0, 0
	}
	return r.films[0].frame.Load(), r.films[0].frames.Load()
}

// SetCaptions has the next film have these captions in place of those that it makes by itself.
func (r *Room) SetCaptions(cues []film.Cue) { r.look.cues = cues }

// filmPercent is the size of text in films of the window, in percent: whatever the window's is.
const filmPercent = 100

// Record marks where a film begins, or ends it there and has it made.
func (r *Room) Record() {
	if r.teacher.Refused() {
		return
	}
	r.travel.WhenThere(func() error {
		if r.on {
			return r.end()
		}
		r.on, r.from = true, r.picture.Session.Now()
		r.lines.ShowNotice(r.picture.Words.F("recording.begun", r.picture.ClockWord(r.from)))
		if err := r.keepNow(); err != nil {
			r.safe.failed = true
			return errors.New(r.picture.Words.F("recording.unkept", err))
		}
		return nil
	})
}

// marked returns the part that is being recorded. Time may have been moved back since.
func (r *Room) marked() (from, to time.Duration) {
	return time.Duration(min(r.from, r.picture.Session.Now())), time.Duration(max(r.from, r.picture.Session.Now()))
}

// end makes a film of what was marked. If that fails the recording goes on, to be ended anew.
func (r *Room) end() error {
	from, to := r.marked()
	if from == to {
		r.drop()
		return errors.New(r.picture.Words.T("recording.nothing"))
	}
	if err := r.filmPart(r.partOptions(from, to)); err != nil {
		r.unmade = r.picture.Words.F("recording.unmade", err)
		return errors.New(r.unmade)
	}
	r.lines.Mend(r.unmade)
	r.drop()
	return nil
}

// drop ends a recording without a film, and what was kept of it.
func (r *Room) drop() {
	r.on = false
	r.safe.close(false)
}

// Cut ends a recording where its session ends, for another begins: what there is is filmed, or
// at least kept.
func (r *Room) Cut() {
	if !r.on {
		return
	}
	if from, to := r.marked(); from == to {
		r.drop()
		return
	}
	err := r.end()
	r.lines.ShowOutcome("", err)
	if err != nil {
		r.lines.ShowFault(err.Error() + " " + r.leave())
	}
}

// leave ends a recording and leaves its session. It says where that is, "" where nothing was recorded.
func (r *Room) leave() string {
	if from, to := r.marked(); !r.on || from == to {
		r.drop()
		return ""
	}
	err := r.keepNow()
	said := r.picture.Words.F("recording.left-in", strings.Join(r.safe.files, ", "))
	if err != nil && !slices.ContainsFunc(r.safe.files, naming.Exists) {
		said = r.picture.Words.F("recording.lost", err)
	}
	r.on = false
	r.safe.close(true)
	return said
}

// filmPart has a film made of a part of the session. With two worlds side by side it is of both.
func (r *Room) filmPart(o film.Options) error {
	logs := r.logs()
	name := naming.Of(logs[len(logs)-1]) + "-film"
	if !r.teacher.Hides() { // else it would tell the true time
		name += "-" + panel.InSeconds(o.From) + "-" + panel.InSeconds(o.From+o.Length) + "s"
	}
	return r.makeFilm(o, name, logs)
}

// lastPart is how much of a comparison one button films.
const lastPart = 10 * time.Second

// FilmLast films the last ten seconds as the view Watch shows them, whatever has been chosen for films but size and format: with
// sound, and with the verdict at the end.
func (r *Room) FilmLast() {
	if r.teacher.Refused() {
		return
	}
	r.travel.WhenThere(func() error {
		to := time.Duration(r.picture.Session.Now())
		from := max(to-lastPart, 0)
		if from == to {
			return errors.New(r.picture.Words.T("recording.nothing"))
		}
		o := r.partOptions(from, to)
		o.Watch, o.Numbers, o.Camera, o.EndLength = true, true, film.Camera{}, film.EndOf(to-from)
		o.Sound = film.Sounds(r.look.ending())
		return r.filmPart(o)
	})
}

// partOptions returns how a film of a part of the session is to look: as the window does.
func (r *Room) partOptions(from, to time.Duration) film.Options {
	o := r.lookOptions()
	o.From, o.Length = from, to-from
	o.Client, o.Tab = r.picture.Deck.Chosen, r.picture.Tabs.Tabs[r.picture.Tabs.Open].Key
	return o
}

// lookOptions returns what has been chosen for films. Everything is what the window shows, also where that is the view Watch.
func (r *Room) lookOptions() film.Options {
	o := r.look.options()
	o.Watch = r.window.Shows() == config.WatchView && o.Camera == (film.Camera{})
	o.Numbers = o.Watch && r.picture.Watch.Numbers
	return o
}

// logs returns the session as it has been: of two worlds side by side A and B.
func (r *Room) logs() []*scenario.Scenario {
	if r.picture.AB.On {
		return []*scenario.Scenario{r.picture.AB.A.Line.Log(), r.picture.Line.Log()}
	}
	return []*scenario.Scenario{r.picture.Line.Log()}
}

// makeFilm writes the sessions beside what is to be the film, so that they are safe whatever comes, and has
// the film made. name is the film's, without ending.
func (r *Room) makeFilm(o film.Options, name string, logs []*scenario.Scenario) error {
	stem, err := r.free(name)
	if err != nil {
		return err
	}
	o.Out = stem + r.look.ending()
	fitFilm(&o, logs)
	beside := film.SidecarsOf(o.Out, len(logs) > 1)
	cues := tidyCues(r.look.cues)
	if len(cues) > 0 {
		o.Captions = beside.Captions
	}
	paths, texts := slices.Clone(beside.Sessions), r.sessionTexts(o, beside, logs)
	if len(cues) > 0 {
		paths, texts = append(paths, o.Captions), append(texts, film.SRT(cues))
	}
	for i, path := range paths {
		if err := files.WriteNew(r.opt.Files, path, texts[i]); err != nil {
			for _, written := range paths[:i] { // there is no film for them
				os.Remove(written)
			}
			return err
		}
	}
	r.panel.last = again{beside.Sessions[len(logs)-1], o.From, o.From + o.Length}
	o.Progress, o.Watched = film.ProgressJSON, true
	p := r.opt.Config.Settings()
	r.films = append(r.films, &making{out: o.Out, options: o, sessions: beside.Sessions, args: o.RecordArgs(beside.Sessions, p.Theme, p.Language, filmPercent)})
	if inPage {
		r.lines.ShowNotice(r.picture.Words.T("recording.page-queued"))
	} else {
		r.lines.ShowNotice(r.picture.Words.F("recording.queued", o.Out))
	}
	r.Update()
	return nil
}

// fitFilm brings what was chosen for films and what this one is of together.
func fitFilm(o *film.Options, logs []*scenario.Scenario) {
	clients := 0
	for _, sc := range logs {
		clients = max(clients, sc.Clients)
		sc.Duration = max(sc.Duration, o.From+o.Length)
	}
	o.Client, o.Camera.Machine = min(o.Client, clients), min(o.Camera.Machine, clients)
	o.Wipe = o.Wipe && len(logs) > 1
	if o.Title != "" || len(logs) > 1 {
		o.TitleLength = film.TitleOf(o.Length)
	}
}

// free returns the path of a film that takes the place of no other, nor of what stands beside one, without its ending.
func (r *Room) free(name string) (stem string, err error) {
	endings := []string{r.look.ending()}
	for _, compared := range []bool{false, true} {
		beside := film.SidecarsOf("x"+endings[0], compared)
		for _, name := range append(beside.All(), beside.Manifest) {
			endings = append(endings, strings.TrimPrefix(name, "x"))
		}
	}
	folder := naming.Folder(r.opt.Log)
	if inPage { // where nothing that is written into this folder is handed over
		folder = os.TempDir()
	}
	return naming.Free(r.opt.Files, folder, name, endings...)
}

// sessionTexts returns what is in the sessions of a film, as the process that makes it writes it.
func (r *Room) sessionTexts(o film.Options, beside film.Sidecars, logs []*scenario.Scenario) (texts []string) {
	p := r.opt.Config.Settings()
	for _, sc := range logs {
		texts = append(texts, film.SessionText(sc.Text(), o.Command(beside, p.Theme, p.Language, filmPercent)))
	}
	return texts
}

// Update starts the film that is next, and tells what has become of the one before.
func (r *Room) Update() {
	if p := &r.panel; p.open && !p.IsOpen() { // another panel has taken its place
		p.Close()
	}
	r.safe.update(r)
	for len(r.films) > 0 {
		f := r.films[0]
		if f.begin(r.Start); !f.over() {
			return
		}
		r.films = r.films[1:]
		r.lines.ShowLonger(f.outcome(r.picture.Words))
	}
}

// Unrecord drops the recording that runs, or else cancels the film that is being made.
func (r *Room) Unrecord() {
	switch {
	case r.on:
		r.drop()
		r.lines.ShowNotice(r.picture.Words.T("recording.dropped"))
	case len(r.films) > 0:
		r.cancel()
	default:
		r.lines.ShowFault(r.picture.Words.T("recording.none"))
	}
}

// cancel ends the film that is being made.
func (r *Room) cancel() {
	if len(r.films) > 0 {
		r.films[0].cancel()
	}
}

// Close ends a recording since the window closes: its session stays.
func (r *Room) Close() { r.left = r.leave() }

// Stop is Close for Ctrl-C in the terminal and for other programs, which wait for nothing: films are given up, and their
// sessions stay too.
func (r *Room) Stop() {
	r.Close()
	for _, f := range r.films {
		f.cancel()
	}
}

// Finish makes the films that are left once there is no window any more, and tells in a line of each, and of the recording that
// the window's end has ended.
func (r *Room) Finish(lang *words.Language, out io.Writer) {
	for _, f := range r.films {
		if f.begin(r.Start); !f.over() && !f.cancelled.Load() {
			fmt.Fprintln(out, lang.F("recording.goes-on", f.out))
		}
		<-f.ended
		said, _ := f.outcome(lang)
		fmt.Fprintln(out, said)
	}
	r.films = nil
	if r.left != "" {
		fmt.Fprintln(out, r.left)
	}
}
