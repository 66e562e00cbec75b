package cli

import (
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/ui/config"
	"driftlab/ui/film/encode"
)

// windowAsked is a window whose flags are being read.
type windowAsked struct{ config.Window }

// ParseWindow reads the window's flags.
func ParseWindow(args []string, env Env) (*config.Window, error) {
	f := NewFlags("driftlab")
	w := &windowAsked{config.Window{NewCarrier: f.NewCarrier, Files: env.Files, Stop: env.Stop}}
	var besides [2]string
	f.set.StringVar(&w.Screenshot, "screenshot", "", "write what is on screen into `FILE` (PNG) and exit")
	force := addForce(f.set)
	f.addGuests()
	f.set.DurationVar(&w.After, "after", 5*time.Second, "virtual `TIME` of the screenshot")
	f.set.StringVar(&w.Log, "log", "session.toml", "`FILE` that Save log writes; everything else the window saves goes next to it")
	f.set.StringVar(&besides[0], "a", "", "open two sessions side by side, A and that of -b: a `FILE`, a scenario or a preset of a link")
	f.set.StringVar(&besides[1], "b", "", "open two sessions side by side, B and that of -a: a `FILE`, a scenario or a preset of a link")
	asked := f.lessonFlags("open", "a screenshot is of its end")
	f.set.BoolVar(&w.WatchFile, "watch-file", false, "read the file of -lesson again whenever it is written")
	f.set.StringVar(&w.Playlist, "playlist", "", "start the playlist of this `NAME`: lecture or class")
	chosen := preferenceFlags(f)
	chosen.windowFlags(f)
	err := f.Parse(args, env, overview()+"\nThe flags of the window:")
	if err != nil {
		return nil, err
	}
	taught, err := asked.find(f)
	if err != nil {
		return nil, err
	}
	if w.LessonFile = asked.file(); w.WatchFile && w.LessonFile == "" {
		return nil, usagef("-watch-file: there is no file for -lesson")
	}
	if f.given("playlist") {
		if err := w.findPlaylist(f); err != nil {
			return nil, err
		}
	}
	if !f.given("log") {
		w.Log = savedAs(env.Files, w.Log)
	}
	if w.Config, err = openConfig(env.Files, f, chosen, w.Screenshot); err != nil {
		return nil, err
	}
	if f.given("after") && w.Screenshot == "" {
		return nil, usagef("-after: there is no -screenshot")
	}
	if w.After < 0 || w.After > scenario.MaxDuration {
		return nil, usagef("-after: %v is outside 0s..%v", w.After, scenario.MaxDuration)
	}
	if f.given("a") || f.given("b") {
		if err := w.openBoth(f, besides); err != nil {
			return nil, err
		}
	} else if w.Scenario, err = f.Scenario(); err != nil {
		return nil, err
	}
	if taught == nil && !f.given("view") && w.Config.Settings().View == config.WatchView && lesson.About(w.Scenario) != "" {
		err := w.Config.Override(func(s *config.Settings) { s.View = config.DiagramView }) // which Watch has not
		if err != nil {
			return nil, err
		}
	}
	if err := w.beginStep(f, asked, taught); err != nil {
		return nil, err
	}
	if f.given("duration") {
		w.End = w.Scenario.Duration
	}
	if f.replay != "" || f.open != "" || w.Beside != nil {
		w.Known = w.Scenario.Duration
	}
	if w.Beside != nil {
		w.BesideKnown = w.Beside.Duration
	}
	if w.Screenshot != "" {
		if w.End > 0 && w.After > w.End {
			return nil, usagef("-after: %v is later than -duration, %v", w.After, w.End)
		}
		w.Files = env.forced(*force).Files
		if err := files.NewSet(w.Files, w.inputs()...).Try(w.Screenshot, encode.IsPicture); err != nil {
			return nil, usagef("-screenshot: %w", err)
		}
	}
	carrier, err := f.NewCarrier() // a bad name is told before a window opens
	if err != nil {
		return nil, err
	}
	return &w.Window, carrier.Close()
}

// beginStep has the window begin with a step of a lesson, and a screenshot taken at its end.
func (w *windowAsked) beginStep(f *Flags, asked *lessonAsked, l *lesson.Lesson) error {
	s, err := asked.stepOf(f, l)
	if s == nil || err != nil {
		return err
	}
	w.Begin = s.At
	if w.Screenshot != "" && !f.given("after") {
		if w.After = time.Duration(s.Last()); s.Until == 0 {
			w.After = time.Duration(s.At) + 2*time.Second
		}
	}
	return nil
}

// findPlaylist looks at the playlist's name, and has the flags open its first lesson.
func (w *windowAsked) findPlaylist(f *Flags) error {
	for _, name := range []string{"lesson", "scenario", "replay", "open", "a", "b"} {
		if f.given(name) {
			return usagef("-playlist: cannot be combined with -%s", name)
		}
	}
	p, err := lesson.TheCourse().Playlist(w.Playlist)
	if err != nil {
		return usagef("-playlist: %w", err)
	}
	f.scenario = p.Parts[0].Lesson.Name
	return nil
}

// inputs returns what the window reads.
func (w *windowAsked) inputs() []string {
	if w.Beside == nil {
		return w.Scenario.Files()
	}
	return append(w.Scenario.Files(), w.Beside.Files()...)
}

// openBoth reads the sessions of -a and -b.
func (w *windowAsked) openBoth(f *Flags, besides [2]string) error {
	both, err := f.sides(besides, "scenario", "replay", "open", "seed", "clients", "clocks", "set")
	w.Beside, w.Scenario = both[0], both[1]
	return err
}
