package ui

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"driftlab/config"
	"driftlab/film"
	"driftlab/film/encode"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/ui/naming"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// recording makes films of the session. A person marks a part of it with R; the film of that part is
// rendered by another process from the session's log, while the person goes on.
type recording struct {
	on    bool
	from  netsim.Time // where the mark was set
	safe  safe        // what is kept of it until it is a film
	films []*making   // that are to be made; the first is being made
	start starter
	look  filmLook // of the next film
	panel filmPanel
	bar   recordingBar

	unmade string // why no film was made of this recording
	ask    closingPanel

	last     []string // what is to be said once there is no window any more
	question bool     // what is to become of films when the window closes
	ending   bool     // the window is to close
}

// filmPercent is the size of text in films of the window, in percent: whatever the window's is.
const filmPercent = 100

// record marks where a film begins, or ends it there and has it made.
func (a *App) record() {
	if !a.Refused() {
		a.WhenThere(a.recordNow)
	}
}

func (a *App) recordNow() error {
	r := &a.rec
	switch {
	case !r.on:
		r.on, r.from = true, a.Session.Now()
		a.ShowNotice(a.Words.F("recording.begun", a.ClockWord(r.from)))
		if err := a.keepRecording(); err != nil {
			r.safe.failed = true
			return errors.New(a.Words.F("recording.unkept", err))
		}
		return nil
	}
	return a.endRecording()
}

// marked returns the part that is being recorded. Time may have been moved back since.
func (a *App) marked() (from, to time.Duration) {
	r := &a.rec
	return time.Duration(min(r.from, a.Session.Now())), time.Duration(max(r.from, a.Session.Now()))
}

// endRecording makes a film of what was marked. If that fails the recording goes on, to be ended anew.
func (a *App) endRecording() error {
	r := &a.rec
	if !r.on {
		return nil
	}
	from, to := a.marked()
	if from == to {
		a.dropRecording()
		return errors.New(a.Words.T("recording.nothing"))
	}
	if err := a.filmPart(from, to); err != nil {
		r.unmade = a.Words.F("recording.unmade", err)
		return errors.New(r.unmade)
	}
	a.Mend(r.unmade)
	a.dropRecording()
	return nil
}

// dropRecording ends a recording without a film, and what was kept of it.
func (a *App) dropRecording() {
	a.rec.on = false
	a.rec.safe.close(false)
}

// cutRecording ends a recording where its session ends, for another begins: what there is is filmed, or
// at least kept.
func (a *App) cutRecording() {
	r := &a.rec
	if !r.on {
		return
	}
	if from, to := a.marked(); from == to {
		a.dropRecording()
		return
	}
	err := a.endRecording()
	a.ShowOutcome("", err)
	if err != nil {
		a.ShowFault(err.Error() + " " + a.leaveRecording())
	}
}

// leaveRecording ends a recording and leaves what is kept of it. It says where that is, "" where nowhere.
func (a *App) leaveRecording() string {
	r := &a.rec
	if !r.on {
		return ""
	}
	r.on = false
	if from, to := a.marked(); from == to || r.safe.stem == "" {
		r.safe.close(false)
		return ""
	}
	said := ""
	if err := a.keepNow(); err == nil || naming.Exists(r.safe.files[0]) {
		said = a.Words.F("recording.left-in", strings.Join(r.safe.files, ", "))
	}
	r.safe.close(true)
	return said
}

// filmPart has a film made of the session from an instant to another. With two worlds side by side it is of
// both.
func (a *App) filmPart(from, to time.Duration) error {
	logs := a.logs()
	o := a.partOptions(from, to)
	name := naming.Of(logs[len(logs)-1]) + "-film"
	if !a.Hides() { // else it would tell the true time
		name += "-" + panel.InSeconds(from) + "-" + panel.InSeconds(to) + "s"
	}
	return a.makeFilm(o, name, logs)
}

// partOptions returns how a film of a part of the session is to look: as the window does.
func (a *App) partOptions(from, to time.Duration) film.Options {
	o := a.lookOptions()
	o.From, o.Length = from, to-from
	o.Client, o.Tab = a.Deck.Chosen, a.Tabs.Tabs[a.Tabs.Open].Key()
	return o
}

// lookOptions returns what has been chosen for films. Everything is what the window shows, also where that is the view Watch.
func (a *App) lookOptions() film.Options {
	o := a.rec.look.options()
	o.Watch = a.shows() == config.WatchView && o.Camera == (film.Camera{})
	return o
}

// logs returns the session as it has been: of two worlds side by side A and B.
func (a *App) logs() []*scenario.Scenario {
	if a.AB.On {
		return []*scenario.Scenario{a.AB.A.Line.Log(), a.Line.Log()}
	}
	return []*scenario.Scenario{a.Line.Log()}
}

// filming.MakeBy writes the sessions beside what is to be the film, so that they are safe whatever comes, and has
// the film made. name is the film's, without ending.
func (a *App) makeFilm(o film.Options, name string, logs []*scenario.Scenario) error {
	ending := a.rec.look.ending()
	// No film may take the place of another, nor its sidecars.
	endings := append([]string{ending}, sidecarEndings(ending)...)
	stem, err := naming.Free(a.opt.Files, a.filmFolder(), name, endings...)
	if err != nil {
		return err
	}
	o.Out = stem + ending
	fitFilm(&o, logs)
	beside := film.SidecarsOf(o.Out, len(logs) > 1)
	cues := tidyCues(a.rec.look.cues)
	if len(cues) > 0 {
		o.Captions = beside.Captions
	}
	how := a.filmHead(o, beside)
	paths, texts := slices.Clone(beside.Sessions), []string(nil)
	for _, sc := range logs {
		texts = append(texts, how+sc.Text())
	}
	if len(cues) > 0 {
		paths, texts = append(paths, o.Captions), append(texts, film.SRT(cues))
	}
	for i, path := range paths {
		if err := files.WriteNew(a.opt.Files, path, texts[i]); err != nil {
			for _, written := range paths[:i] { // there is no film for them
				os.Remove(written)
			}
			return err
		}
	}
	a.rec.panel.last = again{beside.Sessions[len(logs)-1], o.From, o.From + o.Length}
	a.queue(o, beside.Sessions)
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

// sidecarEndings returns how the names of all files end that may stand beside a film.
func sidecarEndings(ending string) (all []string) {
	for _, compared := range []bool{false, true} {
		cars := film.SidecarsOf("x"+ending, compared)
		for _, name := range append(cars.All(), cars.Manifest) {
			all = append(all, strings.TrimPrefix(name, "x"))
		}
	}
	return all
}

// filmHead returns what stands above the sessions of a film, as the process that makes it writes it.
func (a *App) filmHead(o film.Options, beside film.Sidecars) string {
	p := a.opt.Config.Settings()
	return film.SessionText("", o.Command(beside, p.Theme, p.Language, filmPercent))
}

// command returns the command line that makes a film of session files look as the window does.
func (a *App) command(o film.Options, sessions []string) []string {
	p := a.opt.Config.Settings()
	return o.RecordArgs(sessions, p.Theme, p.Language, filmPercent)
}

// queue has a film of session files made, after those that wait already.
func (a *App) queue(o film.Options, sessions []string) {
	o.Progress, o.Watched = film.ProgressJSON, true
	a.rec.films = append(a.rec.films, newMaking(o.Out, sessions, a.command(o, sessions)))
	if inPage {
		a.ShowNotice(a.Words.T("recording.page-queued"))
	} else {
		a.ShowNotice(a.Words.F("recording.queued", o.Out))
	}
	a.rec.update(a)
}

// update starts the film that is next, and tells what has become of the one before.
func (r *recording) update(a *App) {
	r.panel.heed()
	r.safe.update(a)
	for len(r.films) > 0 {
		f := r.films[0]
		if !f.begun() {
			f.begin(r.start)
		}
		if !f.over() {
			return
		}
		r.films = r.films[1:]
		a.filmed(f)
	}
}

// filmed tells what has become of a film.
func (a *App) filmed(f *making) {
	a.ShowLonger(f.outcome(a.Words))
}

// outcome says in a line what has become of a film that is over. The error is such a line too.
func (f *making) outcome(lang *words.Language) (said string, failed error) {
	if inPage {
		return f.outcomeInPage(lang)
	}
	session := f.sessions[len(f.sessions)-1]
	switch {
	case f.cancelled.Load():
		return lang.F("recording.cancelled", session) + f.part(lang), nil
	case f.err != nil && strings.Contains(f.err.Error(), session): // it says so itself
		return "", errors.New(lang.F("recording.broken", f.err))
	case f.err != nil:
		return "", errors.New(lang.F("recording.failed", f.err, session) + f.part(lang))
	}
	if first := strings.Replace(f.out, pictureNumber, firstPicture, 1); first != f.out {
		return lang.F("recording.pictures", first), nil
	}
	said = lang.F("recording.done", f.out, sizeOf(lang, f.out)) + f.madeWith(" · ")
	if w := f.warning.Load(); w != nil {
		said += " · " + *w
	}
	return said, nil
}

// outcomeInPage is outcome where the film is handed over as a download, and its session has the address.
func (f *making) outcomeInPage(lang *words.Language) (said string, failed error) {
	switch {
	case f.cancelled.Load():
		return lang.T("recording.page-cancelled"), nil
	case f.err != nil:
		return "", errors.New(lang.F("recording.broken", f.err))
	}
	said = lang.T("recording.page-done") + f.madeWith(" · ")
	if w := f.warning.Load(); w != nil {
		said += " · " + *w
	}
	return said, nil
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

// unrecord drops the recording that runs, or else cancels the film that is being made.
func (a *App) unrecord() {
	r := &a.rec
	switch {
	case r.on:
		a.dropRecording()
		a.ShowNotice(a.Words.T("recording.dropped"))
	case len(r.films) > 0:
		r.cancel()
	default:
		a.ShowFault(a.Words.T("recording.none"))
	}
}

// cancel ends the film that is being made.
func (r *recording) cancel() {
	if len(r.films) > 0 {
		r.films[0].cancel()
	}
}

// abandon ends all films.
func (r *recording) abandon() {
	for _, f := range r.films {
		f.cancel()
	}
}

// finish makes the films that are left once there is no window any more, and tells of each in a line.
func (r *recording) finish(lang *words.Language, out io.Writer) {
	for _, f := range r.films {
		if f.cancelled.Load() && !f.begun() {
			continue
		}
		if !f.begun() {
			f.begin(r.start)
		}
		if !f.over() && !f.cancelled.Load() {
			fmt.Fprintln(out, lang.F("recording.goes-on", f.out))
		}
		<-f.ended
		said, _ := f.outcome(lang)
		fmt.Fprintln(out, said)
	}
	r.films = nil
	for _, said := range r.last {
		fmt.Fprintln(out, said)
	}
}
