package recording

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

// content tells whether there is something new to be kept.
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

// keep begins to keep the session.
func (r *Room) keep() error {
	k := &r.safe
	k.close(false)
	name := naming.Of(r.picture.Session.Scenario()) + "-film-rec"
	endings := append([]string{r.look.ending()}, sidecarEndings(r.look.ending())...)
	stem, err := naming.Free(r.opt.Files, r.folder(), name, endings...)
	if err != nil {
		return err
	}
	k.stem = stem
	return r.keepNow()
}

// keepNow writes the session as it is now, and waits for that.
func (r *Room) keepNow() error {
	r.safe.settle()
	paths, texts := r.unfilmed()
	return r.safe.write(r.opt.Files, paths, texts)()
}

// content returns what there is to be kept.
func (r *Room) content() safeContent {
	c := safeContent{now: r.picture.Session.Now(), events: r.picture.Line.Events(), branch: r.picture.Line.Branch(), sides: 1}
	if r.picture.AB.On {
		c.sides = 2
		c.events += r.picture.AB.A.Line.Events()
	}
	return c
}

// unfilmed returns the files of the recording that runs, and what is to be in them.
func (r *Room) unfilmed() (files, texts []string) {
	k := &r.safe
	k.kept, k.since = r.content(), 0
	logs := r.logs()
	from, to := r.marked()
	if from == to {
		to += leastKept
	}
	o := r.partOptions(from, to)
	o.Out = k.stem + r.look.ending()
	fitFilm(&o, logs)
	beside := film.SidecarsOf(o.Out, len(logs) > 1)
	files = beside.Sessions
	how := r.filmHead(o, beside)
	for _, sc := range logs {
		texts = append(texts, how+sc.Text())
	}
	return files, texts
}

// update writes what is new, beside the window, and says it if that fails.
func (k *safe) update(r *Room) {
	if !r.on || k.stem == "" {
		return
	}
	if k.writing != nil {
		select {
		case err := <-k.writing:
			k.writing = nil
			if err != nil && !k.failed {
				r.lines.ShowFault(r.picture.Words.F("recording.unkept", err))
			}
			k.failed = err != nil
		default:
			return
		}
	}
	k.since++
	now := r.content()
	passed := now
	passed.events, passed.branch, passed.sides = k.kept.events, k.kept.branch, k.kept.sides
	if k.since < keepEventAfter || now == k.kept || now == passed && k.since < keepTimeAfter {
		return
	}
	paths, texts := r.unfilmed()
	write, done := k.write(r.opt.Files, paths, texts), make(chan error, 1)
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
