package config

import (
	"context"
	"io/fs"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/film"
)

// Window is what is asked of the window.
type Window struct {
	Scenario   *scenario.Scenario
	NewCarrier func() (netsim.Carrier, error)
	// End is the virtual time at which the window pauses; 0 means never.
	End time.Duration
	// Known is how much of the session is known at once, as of a log that is played again; 0 is nothing.
	Known time.Duration
	// Screenshot is the file that gets a picture of the window at virtual time After, whereupon it
	// closes; "" for none.
	Screenshot string
	After      time.Duration
	Begin      netsim.Time // the instant at which the window begins to show the session
	LessonFile string      // of a person's own, that Scenario is of; "" for none
	WatchFile  bool        // LessonFile is read again whenever it is written
	Playlist   string      // the way through lessons that the window begins, by its name; "" for none
	// Log is the file into which the session's log is saved.
	Log string
	// Config has the settings of the program; nil is the defaults, which are not kept.
	Config *Store
	// Files is where the window writes; nil is the disk.
	Files files.FS
	// Stop is done once the window is to close; nil for never.
	Stop context.Context
	// Beside is a session that is opened beside Scenario, as A beside B; nil for none.
	Beside      *scenario.Scenario
	BesideKnown time.Duration // as Known is of Scenario
	// Paused has the window open with time standing still.
	Paused bool
	// Bare has the window show the scene alone: the Watch view without bars and controls, in which lessons go on by
	// themselves.
	Bare bool
	// LessMotion has what points at something do so without a pulse.
	LessMotion bool
	// Link puts a shared text into the address of the page that the window is on and returns the whole address; nil
	// where there is no page.
	Link func(shared string) (address string)
	// Choose has a person choose files that are to be opened, none if they change their mind; nil where the system has a
	// dialog that returns a path. What it returns may be an [io.Closer].
	Choose func() (fs.FS, error)
	// Carry has what is saved carry the files that it names, since nobody else can read them.
	Carry bool
	// Asks has what the page asks of the window, and Tell is called with what the window has to tell whenever that is
	// something else, a few times a second where only the time is; nil where there is no page.
	Asks <-chan Ask
	Tell func(Told)
	// Felt is called in each update that sees fingers on the screen or the mouse's left button held, and in the one after, with how
	// many of these; nil for nobody.
	Felt func(down int)
	// Notice is what the window says at its start of how it was asked for; nil for nothing.
	Notice error
}

// Film is what is asked of a film.
type Film struct {
	film.Options
	Scenario   *scenario.Scenario // in an A/B film B
	Beside     *scenario.Scenario // A; nil where the film shows one session
	NewCarrier func() (netsim.Carrier, error)
	Config     *Store
	LessonFile string     // a person's own, which Scenario is from; "" for none
	Cues       []film.Cue // in place of the film's own captions; nil for those
	Sources    []string   // files that were read for the film, which it must not replace
	Files      files.FS   // where it is written; nil is the system's own
}

// Scenarios returns the film's one or two, A's before B's.
func (f *Film) Scenarios() []*scenario.Scenario {
	if f.Beside != nil {
		return []*scenario.Scenario{f.Beside, f.Scenario}
	}
	return []*scenario.Scenario{f.Scenario}
}
