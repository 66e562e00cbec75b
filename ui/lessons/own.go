package lessons

import (
	"time"

	"driftlab/game/lesson"
)

// watchedFile is the file of a person's own lesson, which is read again whenever it is written.
type watchedFile struct {
	fault   string // what was wrong with it when it was read last; "" for nothing
	path    string // "" for none
	size    int64
	written time.Time
	wait    int // updates until it is looked at
}

// WatchEvery is how many updates lie between two looks at the file.
const WatchEvery = 30

// OpenOwn reads the lesson of a person's own that was asked for.
func (rm *Room) OpenOwn() (err error) {
	path := rm.opt.LessonFile
	if path == "" {
		return nil
	}
	if rm.opt.WatchFile {
		rm.watched = watchedFile{path: path}
		rm.watched.changed(rm) // before it is read: what is written meanwhile is read again
	}
	rm.picture.Taught.Own, err = lesson.Open(path)
	return err
}

// changed reports whether the file is another one than at the last look. One that is gone, as while it is being
// replaced, is waited for.
func (w *watchedFile) changed(rm *Room) bool {
	info, err := rm.opt.Files.Stat(w.path)
	if err != nil || info.Size() == w.size && info.ModTime().Equal(w.written) {
		return false
	}
	w.size, w.written = info.Size(), info.ModTime()
	return true
}

// update reads the lesson again where its file was written. The step stays; a fault is reported, and the lesson stays as it
// was.
func (w *watchedFile) update(rm *Room) {
	if w.wait++; w.path == "" || w.wait < WatchEvery {
		return
	}
	if w.wait = 0; !w.changed(rm) {
		return
	}
	l, err := lesson.Open(w.path)
	rm.lines.Mend(w.fault)
	if w.fault = ""; err != nil {
		rm.lines.ShowError(err)
		w.fault = rm.lines.Fault
		return
	}
	step := 0
	if rm.picture.Taught.Lesson == rm.picture.Taught.Own {
		step = max(rm.picture.Taught.Own.StepAt(rm.picture.Session.Now()), 0)
	}
	world := min(rm.picture.Taught.World, len(l.Worlds)-1)
	rm.picture.Taught.Own = l
	rm.Open(l, world)
	if step = min(step, len(l.Steps)-1); step > 0 {
		rm.travel.Seek(l.Steps[step].At)
	}
}
