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

// Window is what the window is asked for.
type Window struct {
	Scenario   *scenario.Scenario
	NewCarrier func() (netsim.Carrier, error)
	// End is the virtual time at which the window pauses; 0 means never.
	End time.Duration
	// Known is how much of the session is known from the start, for a log that is replayed; 0 is nothing.
	Known time.Duration
	// Screenshot is the file for a picture of the window at virtual time After; then the window closes; "" for none.
	Screenshot string
	After      time.Duration
	Begin      netsim.Time // the instant that the window shows first
	LessonFile string      // a person's own, which Scenario is from; "" for none
	WatchFile  bool        // read LessonFile again whenever it is written
	Playlist   string      // the name of the playlist that the window starts; "" for none
	// Log is the file for the session's log.
	Log string
	// Config has the program's settings; nil is the defaults, which are not saved.
	Config *Store
	// Files is where the window writes; nil is the disk.
	Files files.FS
	// Stop is done once the window must close; nil for never.
	Stop context.Context
	// Beside is a session to open beside Scenario, as A beside B; nil for none.
	Beside      *scenario.Scenario
	BesideKnown time.Duration // as Known is of Scenario
	// Paused opens the window paused.
	Paused bool
	// Bare shows the scene alone: the Watch view without bars and controls, in which lessons continue by themselves.
	Bare bool
	// LessMotion draws pointers without a pulse.
	LessMotion bool
	// Link puts a shared text into the page's address and returns the whole address; nil without a page.
	Link func(shared string) (address string)
	// Choose lets a person choose files to open, none if they cancel; nil if the system has a dialog that returns a path. What it
	// returns may be an [io.Closer].
	Choose func() (fs.FS, error)
	// Carry puts the files that a saved session names into it, since nobody else can read them.
	Carry bool
	// Asks has the page's requests. Tell is called with the window's report whenever it changes, a few times a second if only the
	// time does. Both are nil without a page.
	Asks <-chan Ask
	Tell func(Told)
	// Felt is called in each update with a finger on the screen or the mouse's left button held, and in the one after, with how
	// many of these; nil for no call.
	Felt func(down int)
	// Notice is what the window says at its start about the request; nil for nothing.
	Notice error
}

// Film is what a film is asked for.
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
