package cli

import (
	"os"
	"path/filepath"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/ui/config"
	"driftlab/ui/film/encode"
)

// windowAsked is a window whose flags are being read.
type windowAsked struct {
	config.Window
	f      *Flags
	sides  [2]string // -a and -b
	why    string
	taught *lessonAsked
	chosen *preferences
	force  *bool
}

// newWindowAsked declares the window's flags.
func newWindowAsked(env Env) *windowAsked {
	f := NewFlags("driftlab")
	w := &windowAsked{Window: config.Window{NewCarrier: f.NewCarrier, Files: env.Files, Stop: env.Stop}, f: f}
	f.set.StringVar(&w.Screenshot, "screenshot", "", "write what is on screen into `FILE` (PNG) and exit")
	w.force = addForce(f.set)
	f.addGuests()
	f.set.DurationVar(&w.After, "after", 5*time.Second, "virtual `TIME` of the screenshot")
	f.set.StringVar(&w.Log, "log", "session.toml", "`FILE` that Save log writes; everything else the window saves goes next to it")
	f.sideFlags(&w.sides, "open")
	f.whyFlag(&w.why, "open")
	w.taught = f.lessonFlags("open", "a screenshot is of its end")
	f.set.BoolVar(&w.WatchFile, "watch-file", false, "read the file of -lesson again whenever it is written")
	f.set.StringVar(&w.Playlist, "playlist", "", "start the playlist of this `NAME`: lecture or class")
	w.chosen = preferenceFlags(f)
	w.chosen.windowFlags(f)
	return w
}

// ParseWindow reads the window's flags.
func ParseWindow(args []string, env Env) (*config.Window, error) {
	w := newWindowAsked(env)
	f := w.f
	if err := f.Parse(args, env, overview()+"\nThe flags of the window:"); err != nil {
		return nil, err
	}
	l, step, err := w.taught.find(f)
	if err != nil {
		return nil, err
	}
	symptom, err := f.symptom(w.why)
	if err != nil {
		return nil, err
	}
	if w.LessonFile = w.taught.file(); w.WatchFile && w.LessonFile == "" {
		return nil, usagef("-watch-file: there is no file for -lesson")
	}
	if f.given("playlist") {
		if err := w.findPlaylist(); err != nil {
			return nil, err
		}
	}
	if !f.given("log") {
		w.Log = savedAs(env.Files, w.Log)
	}
	if w.Config, err = openConfig(env.Files, f, w.chosen, w.Screenshot); err != nil {
		return nil, err
	}
	if f.given("after") && w.Screenshot == "" {
		return nil, usagef("-after: there is no -screenshot")
	}
	if w.After < 0 || w.After > scenario.MaxDuration {
		return nil, usagef("-after: %v is outside 0s..%v", w.After, scenario.MaxDuration)
	}
	if err := w.openSessions(l, symptom); err != nil {
		return nil, err
	}
	if step != nil {
		w.Begin = step.At
		if w.Screenshot != "" && !f.given("after") {
			if w.After = time.Duration(step.Last()); step.Until == 0 {
				w.After = time.Duration(step.At) + 2*time.Second
			}
		}
	}
	if w.Screenshot != "" {
		if err := w.tryScreenshot(env); err != nil {
			return nil, err
		}
	}
	return &w.Window, f.tryCarrier()
}

// openSessions reads what the window opens: the sessions of -a and -b, a symptom's fault and mend, or one.
func (w *windowAsked) openSessions(l, symptom *lesson.Lesson) (err error) {
	f := w.f
	if symptom != nil {
		w.Begin = symptom.Why.From
		if w.Beside, err = f.world(symptom, lesson.Fault); err == nil {
			w.Scenario, err = f.world(symptom, lesson.Mend)
		}
		if err != nil {
			return Usage{err}
		}
	} else if f.given("a") || f.given("b") {
		both, err := f.openSides(w.sides, "scenario", "replay", "open", "seed", "clients", "clocks", "set")
		if err != nil {
			return err
		}
		w.Beside, w.Scenario = both[0], both[1]
		w.BesideKnown = w.Beside.Duration
	} else if w.Scenario, err = f.Scenario(); err != nil {
		return err
	}
	if f.given("duration") {
		w.End = w.Scenario.Duration
	}
	if f.replay != "" || f.open != "" || w.Beside != nil && symptom == nil {
		w.Known = w.Scenario.Duration
	}
	if l == nil && !f.given("view") && w.Config.Settings().View == config.WatchView && lesson.About(w.Scenario) != "" {
		return w.Config.Override(func(s *config.Settings) { s.View = config.DiagramView }) // which Watch doesn't have
	}
	return nil
}

// tryScreenshot says why the screenshot can't be taken or written.
func (w *windowAsked) tryScreenshot(env Env) error {
	if w.End > 0 && w.After > w.End {
		return usagef("-after: %v is later than -duration, %v", w.After, w.End)
	}
	w.Files = env.forced(*w.force).Files
	inputs := w.Scenario.Files()
	if w.Beside != nil {
		inputs = append(inputs, w.Beside.Files()...)
	}
	if err := files.NewSet(w.Files, inputs...).Try(w.Screenshot, encode.IsPicture); err != nil {
		return usagef("-screenshot: %w", err)
	}
	return nil
}

// findPlaylist checks the playlist's name, and has the flags open its first lesson.
func (w *windowAsked) findPlaylist() error {
	for _, name := range []string{"lesson", "why", "scenario", "replay", "open", "a", "b"} {
		if w.f.given(name) {
			return usagef("-playlist: cannot be combined with -%s", name)
		}
	}
	p, err := lesson.TheCourse().Playlist(w.Playlist)
	if err != nil {
		return usagef("-playlist: %w", err)
	}
	w.f.scenario = p.Parts[0].Lesson.Name
	return nil
}

// savedAs returns where the window saves a file unless told otherwise: in the working folder or, if that is the root of a disk or
// can't be written, among the person's documents. macOS starts programs from Finder at the root. Existing files don't matter: a
// new file gets a number.
func savedAs(fsys files.FS, name string) string {
	var folders []string
	if work, err := os.Getwd(); err == nil && work != filepath.Dir(work) {
		folders = append(folders, work)
	}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, filepath.Join(home, "Documents"), home)
	}
	for _, folder := range folders {
		if files.Writable(fsys, folder) == nil {
			return filepath.Join(folder, name)
		}
	}
	return name
}
