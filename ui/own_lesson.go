package ui

import (
	"io/fs"
	"time"

	"driftlab/lesson"
)

// watchedFile is the file of a person's own lesson, which is read again whenever it is written.
type watchedFile struct {
	fault   string // what was wrong with it when it was read last; "" for nothing
	path    string // "" for none
	size    int64
	written time.Time
	wait    int // updates until it is looked at
}

// watchEvery is how many updates lie between two looks at the file.
const watchEvery = 30

// openOwn reads the lesson of a person's own that was asked for.
func (a *App) openOwn() (err error) {
	path := a.opt.LessonFile
	if path == "" {
		return nil
	}
	if a.opt.WatchFile {
		a.watched = watchedFile{path: path}
		a.watched.changed(a) // before it is read: what is written meanwhile is read again
	}
	a.Taught.Own, err = lesson.Open(path)
	return err
}

// changed reports whether the file is another one than at the last look. One that is gone, as while it is being
// replaced, is waited for.
func (w *watchedFile) changed(a *App) bool {
	info, err := fs.FileInfo(nil), error(nil)
	if info, err = a.opt.Files.Stat(w.path); err != nil || info.Size() == w.size && info.ModTime().Equal(w.written) {
		return false
	}
	w.size, w.written = info.Size(), info.ModTime()
	return true
}

// update reads the lesson again where its file was written. The step stays; a fault is told, and the lesson stays as it
// was.
func (w *watchedFile) update(a *App) {
	if w.wait++; w.path == "" || w.wait < watchEvery {
		return
	}
	if w.wait = 0; !w.changed(a) {
		return
	}
	l, err := lesson.Open(w.path)
	a.Mend(w.fault)
	if w.fault = ""; err != nil {
		a.ShowOutcome("", err)
		w.fault = a.Fault
		return
	}
	step := 0
	if a.Taught.Lesson == a.Taught.Own {
		step = max(a.Taught.Own.StepAt(a.Session.Now()), 0)
	}
	world := min(a.Taught.World, len(l.Worlds)-1)
	a.Taught.Own = l
	a.openLesson(l, world)
	if step = min(step, len(l.Steps)-1); step > 0 {
		a.Seek(l.Steps[step].At)
	}
}
