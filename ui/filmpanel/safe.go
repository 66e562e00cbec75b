package filmpanel

import (
	"os"
	"slices"
	"time"

	"driftlab/internal/files"
	"driftlab/ui/film"
	"driftlab/ui/naming"
)

// A safe keeps the session of a running recording in a file beside the future film, so that it survives however the program ends.
// Once the film has its own session file, this one is removed.
type safe struct {
	stem    string     // the file's name, without ending; "" if nothing is kept
	files   []string   // one path, or A's and B's
	texts   []string   // their content
	writing chan error // gets the result of the write in progress; nil for none
	since   int        // updates since it last looked for changes
	failed  bool       // as the window has said
}

// keepAfter is how many updates pass before it writes changes: a second.
const keepAfter = 60

// leastKept is the length of the film in the file of a recording that has just started: the session continues.
const leastKept = 2 * time.Second

// keepNow writes the session, and waits until it is written.
func (r *Room) keepNow() error {
	r.safe.settle()
	paths, texts, err := r.unfilmed()
	if err != nil {
		return err
	}
	return r.safe.write(r.opt.Files, paths, texts)()
}

// unfilmed returns the files for the running recording, and their content.
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

// update writes changes in the background, and says if that fails.
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

// write returns a function that writes the files, and then removes the files that they replace.
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

// settle waits for the write in progress.
func (k *safe) settle() {
	if k.writing != nil {
		<-k.writing
		k.writing = nil
	}
}

// close stops keeping the session, and removes the files unless they are to stay.
func (k *safe) close(stay bool) {
	k.settle()
	if !stay {
		for _, path := range k.files {
			os.Remove(path)
		}
	}
	*k = safe{}
}
