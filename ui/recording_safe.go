package ui

import (
	"os"
	"slices"
	"time"

	"driftlab/film"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/naming"
)

// A safe keeps the session of a recording that runs in a file beside where its film is going to be, so that
// it is there however the program ends. It is of no use any more once the film has a session of its own.
type safe struct {
	stem    string      // of the file's name, without what tells its kind; "" while nothing is kept
	files   []string    // that are kept: one, or A's and B's
	writing chan error  // gets what became of the writing that goes on beside the window; nil for none
	kept    safeContent // what was written last
	since   int         // updates since then
	failed  bool        // as was told
}

// safeContent tells whether there is something new to be kept.
type safeContent struct {
	now            netsim.Time
	events, branch int
	sides          int
}

// What a person does is kept after a second, and time that has passed after two, in updates.
const (
	keepEventAfter = 60
	keepTimeAfter  = 120
)

// leastKept is how long a film of a recording is that has just begun: the session goes on by itself.
const leastKept = 2 * time.Second

// keepRecording begins to keep the session.
func (a *App) keepRecording() error {
	k := &a.rec.safe
	k.close(false)
	name := naming.Of(a.Session.Scenario()) + "-film-rec"
	endings := append([]string{a.rec.look.ending()}, sidecarEndings(a.rec.look.ending())...)
	stem, err := naming.Free(a.opt.Files, a.filmFolder(), name, endings...)
	if err != nil {
		return err
	}
	k.stem = stem
	return a.keepNow()
}

// keepNow writes the session as it is now, and waits for that.
func (a *App) keepNow() error {
	a.rec.safe.settle()
	paths, texts := a.unfilmed()
	return a.rec.safe.write(a.opt.Files, paths, texts)()
}

// safeContent returns what there is to be kept.
func (a *App) safeContent() safeContent {
	c := safeContent{now: a.Session.Now(), events: a.Line.Events(), branch: a.Line.Branch(), sides: 1}
	if a.AB.On {
		c.sides = 2
		c.events += a.AB.A.Line.Events()
	}
	return c
}

// unfilmed returns the files of the recording that runs, and what is to be in them.
func (a *App) unfilmed() (files, texts []string) {
	k := &a.rec.safe
	k.kept, k.since = a.safeContent(), 0
	logs := a.logs()
	from, to := a.marked()
	if from == to {
		to += leastKept
	}
	o := a.partOptions(from, to)
	o.Out = k.stem + a.rec.look.ending()
	fitFilm(&o, logs)
	beside := film.SidecarsOf(o.Out, len(logs) > 1)
	files = beside.Sessions
	how := a.filmHead(o, beside)
	for _, sc := range logs {
		texts = append(texts, how+sc.Text())
	}
	return files, texts
}

// update writes what is new, beside the window, and says it if that fails.
func (k *safe) update(a *App) {
	if !a.rec.on || k.stem == "" {
		return
	}
	if k.writing != nil {
		select {
		case err := <-k.writing:
			k.writing = nil
			if err != nil && !k.failed {
				a.ShowFault(a.Words.F("recording.unkept", err))
			}
			k.failed = err != nil
		default:
			return
		}
	}
	k.since++
	now := a.safeContent()
	passed := now
	passed.events, passed.branch, passed.sides = k.kept.events, k.kept.branch, k.kept.sides
	if k.since < keepEventAfter || now == k.kept || now == passed && k.since < keepTimeAfter {
		return
	}
	paths, texts := a.unfilmed()
	write, done := k.write(a.opt.Files, paths, texts), make(chan error, 1)
	k.writing = done
	go func() { done <- write() }()
}

// write returns what writes the files, and then removes those of before whose place they take.
func (k *safe) write(fsys files.FS, paths, texts []string) func() error {
	old := k.files
	k.files = paths
	return func() error {
		for i, path := range paths {
			if err := files.Write(fsys, path, texts[i]); err != nil {
				return err
			}
		}
		for _, path := range old {
			if !slices.Contains(paths, path) {
				os.Remove(path)
			}
		}
		return nil
	}
}

// settle waits until nothing is being written.
func (k *safe) settle() {
	if k.writing != nil {
		<-k.writing
		k.writing = nil
	}
}

// close ends the keeping. Unless the files are to stay, they are removed.
func (k *safe) close(stay bool) {
	k.settle()
	if !stay {
		for _, path := range k.files {
			os.Remove(path)
		}
	}
	*k = safe{}
}
