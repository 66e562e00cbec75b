// Package filmpanel is the window's room for films: the recording of a part of the session, the panel of the button Film, and the
// films that are being made. It gets a picture, its way through time and a small interface to the window.
package filmpanel

import (
	"cmp"
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

// A Room makes films of the session. A person marks a part of it with R; another process renders the film of that part from the
// session's log, while the window continues.
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
	safe  safe        // keeps its session until there is a film
	films []*making   // waiting to be made; the first is being made
	look  filmLook    // for the next film
	panel filmPanel
	bar   recordingBar

	unmade string // why the recording has not become a film
	left   string // where its session is, to be printed once the window is closed
}

// A Teacher guides through a lesson.
type Teacher interface {
	Refused() bool // says so if a question must be answered first
	Hides() bool   // the truth must not be shown
}

// A Window is what the room needs of the window.
type Window interface {
	Root() *widgets.Root // nil before it exists
	OpenUnder(button widgets.Child, p *widgets.Popover, width float32)
	Later(do func()) // calls do in an update of the window; any goroutine may ask
	Shows() string   // the view that the window shows
}

// New returns a room whose films look as the settings say.
func New(p *picture.Picture, lines *notice.Lines, travel *travel.Travel, opt *config.Window, teacher Teacher, window Window) *Room {
	r := &Room{picture: p, lines: lines, travel: travel, opt: opt, teacher: teacher, window: window, look: readFilmLook(opt.Config.Settings().Film)}
	r.Start = r.starter()
	return r
}

// Marks returns where the recording, the film and its cross were drawn last in the top bar.
func (r *Room) Marks() (recorded, filmed, cancel panel.Rect) { return r.bar.mark, r.bar.film, r.bar.x }

// Progress returns how many frames of the present film are done, and how many it will have; 0 if unknown.
func (r *Room) Progress() (done, frames int64) {
	if len(r.films) == 0 {
		return 0, 0
	}
	return r.films[0].frame.Load(), r.films[0].frames.Load()
}

// SetCaptions gives the next film these captions in place of its own.
func (r *Room) SetCaptions(cues []film.Cue) { r.look.cues = cues }

// filmPercent is the size of text in the window's films, in percent: it doesn't depend on the window's.
const filmPercent = 100

// Record starts a recording, or ends it and makes the film.
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

// marked returns the part that is being recorded. Time may have moved back since its start.
func (r *Room) marked() (from, to time.Duration) {
	return time.Duration(min(r.from, r.picture.Session.Now())), time.Duration(max(r.from, r.picture.Session.Now()))
}

// end makes a film of the recording. If that fails the recording continues, so that a person can try again.
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

// drop discards the recording.
func (r *Room) drop() {
	r.on = false
	r.safe.close(false)
}

// Cut ends a recording because its session is replaced: what there is becomes a film, or is at least kept.
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

// leave ends a recording and keeps its session. It says where, "" if nothing was recorded.
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

// filmPart makes a film of a part of the session, or of both worlds if there are two.
func (r *Room) filmPart(o film.Options) error {
	logs := r.logs()
	name := naming.Of(logs[len(logs)-1]) + "-film"
	if !r.teacher.Hides() { // else it would give the true time away
		name += "-" + panel.InSeconds(o.From) + "-" + panel.InSeconds(o.From+o.Length) + "s"
	}
	return r.makeFilm(o, name, logs)
}

// lastPart is how much of a comparison [Room.FilmLast] films.
const lastPart = 10 * time.Second

// FilmLast films the last ten seconds in the view Watch, with sound and the verdict at the end. Of the choices for films only
// size and format count.
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

// partOptions returns the options for a film of a part of the session, which looks like the window.
func (r *Room) partOptions(from, to time.Duration) film.Options {
	o := r.lookOptions()
	o.From, o.Length = from, to-from
	o.Client, o.Tab = r.picture.Deck.Chosen, r.picture.Tabs.Tabs[r.picture.Tabs.Open].Key
	if l := r.picture.Taught.Lesson; l != nil && l.Why != nil && r.picture.AB.On { // as its films of the command line are called
		o.Title = cmp.Or(o.Title, l.Title.In(r.picture.Words.Name()))
		for i := range o.Names {
			o.Names[i] = l.Worlds[i].Title.In(r.picture.Words.Name())
		}
	}
	return o
}

// lookOptions returns what was chosen for films. Camera "all" shows what the window shows, so it can be the view Watch.
func (r *Room) lookOptions() film.Options {
	o := r.look.options()
	o.Watch = r.window.Shows() == config.WatchView && o.Camera == (film.Camera{})
	o.Numbers = o.Watch && r.picture.Watch.Numbers
	return o
}

// logs returns the session so far, or A's and B's.
func (r *Room) logs() []*scenario.Scenario {
	if r.picture.AB.On {
		return []*scenario.Scenario{r.picture.AB.A.Line.Log(), r.picture.Line.Log()}
	}
	return []*scenario.Scenario{r.picture.Line.Log()}
}

// makeFilm writes the sessions beside the future film, so that they are safe whatever happens, and has the film made. name is the
// film's, without ending.
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
			for _, written := range paths[:i] { // there will be no film for them
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

// fitFilm adapts the options to the sessions, and the sessions to the film's length.
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

// free returns a path, without ending, at which neither the film nor a file beside it replaces anything.
func (r *Room) free(name string) (stem string, err error) {
	endings := []string{r.look.ending()}
	for _, compared := range []bool{false, true} {
		beside := film.SidecarsOf("x"+endings[0], compared)
		for _, name := range append(beside.All(), beside.Manifest) {
			endings = append(endings, strings.TrimPrefix(name, "x"))
		}
	}
	folder := naming.Folder(r.opt.Log)
	if inPage { // where nothing is written into this folder, which would be a download
		folder = os.TempDir()
	}
	return naming.Free(r.opt.Files, folder, name, endings...)
}

// sessionTexts returns the content of a film's session files, as the process that makes it writes them.
func (r *Room) sessionTexts(o film.Options, beside film.Sidecars, logs []*scenario.Scenario) (texts []string) {
	p := r.opt.Config.Settings()
	for _, sc := range logs {
		texts = append(texts, film.SessionText(sc.Text(), o.Command(beside, p.Theme, p.Language, filmPercent)))
	}
	return texts
}

// Update starts the next film, and says what became of the previous one.
func (r *Room) Update() {
	if p := &r.panel; p.open && !p.IsOpen() { // another panel has replaced it
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

// Unrecord discards the present recording, or else cancels the present film.
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

// cancel cancels the present film.
func (r *Room) cancel() {
	if len(r.films) > 0 {
		r.films[0].cancel()
	}
}

// Close ends a recording because the window closes, and keeps its session.
func (r *Room) Close() { r.left = r.leave() }

// Stop is Close for Ctrl-C and other signals, which don't wait: it cancels films too, and their sessions stay.
func (r *Room) Stop() {
	r.Close()
	for _, f := range r.films {
		f.cancel()
	}
}

// Finish makes the remaining films once the window is closed, and prints a line for each, and one for a recording that the
// window's end has stopped.
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
