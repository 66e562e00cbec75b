package filmpanel

import (
	"os"
	"slices"
	"time"

	"driftlab/internal/files"
	"driftlab/ui/film"
	"driftlab/ui/naming"
)

// A safe keeps the session of a recording that runs in a file beside where its film is going to be, so that
// it is there however the program ends. It is of no use any more once the film has a session of its own.
type safe struct {
	stem    string     // of the file's name, without what tells its kind; "" while nothing is kept
	files   []string   // that are kept: one, or A's and B's
	texts   []string   // what was written into them last
	writing chan error // gets what became of the writing that goes on beside the window; nil for none
	since   int        // updates since it was last looked whether there is something new
	failed  bool       // as was told
}

// keepAfter is how many updates after the one before what is new is kept: a second.
const keepAfter = 60

// leastKept is how long a film of a recording is that has just begun: the session goes on by itself.
const leastKept = 2 * time.Second

// keepNow writes the session as it is now, and waits for that.
func (r *Room) keepNow() error {
	r.safe.settle()
	paths, texts, err := r.unfilmed()
	if err != nil {
		return err
	}
	return r.safe.write(r.opt.Files, paths, texts)()
}

// unfilmed returns the files of the recording that runs, and what is to be in them.
func (r *Room) unfilmed() (files, texts []string, err error) {
	k := &r.safe
	if k.stem == "" {
		stem, err := r.free(naming.Of(r.picture.Session.Scenario()) + "-film-rec")
		if err != nil {
			return nil, nil, err
		}
		k.stem = stem
	}
	logs := r.logs()
	from, to := r.marked()
	if from == to {
		to += leastKept
	}
	o := r.partOptions(from, to)
	o.Out = k.stem + r.look.ending()
	fitFilm(&o, logs)
	beside := film.SidecarsOf(o.Out, len(logs) > 1)
	return beside.Sessions, r.sessionTexts(o, beside, logs), nil
}

// update writes what is new, beside the window, and says it if that fails.
func (k *safe) update(r *Room) {
	if !r.on {
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
	if k.since++; k.since < keepAfter {
		return
	}
	k.since = 0
	paths, texts, err := r.unfilmed()
	if err != nil || slices.Equal(texts, k.texts) {
		return
	}
	write, done := k.write(r.opt.Files, paths, texts), make(chan error, 1)
	k.writing = done
	go func() { done <- write() }()
}

// write returns what writes the files, and then removes those of before whose place they take.
func (k *safe) write(fsys files.FS, paths, texts []string) func() error {
	old := k.files
	k.files, k.texts = paths, texts
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
