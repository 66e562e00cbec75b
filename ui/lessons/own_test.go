package lessons

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/ui/config"
	"driftlab/ui/panel"
)

const ownLesson = `format = 3
title.en = "Mine"
duration = "20s"
[lesson]
source = "me"
teaches.en = "Told."
[[lesson.figure]]
name = "behind"
measure = "error"
client = 1
algorithm = "unreal"
label.en = "error"
[[step]]
until = "2s"
caption.en = "First."
[[step]]
caption.en = "Second."
`

func TestAPersonsOwnLessonIsReadAgainWhereItIsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.toml")
	hour := 0
	write := func(text string) {
		t.Helper()
		hour++ // some disks keep whole seconds only
		at := time.Date(2026, 1, 1, hour, 0, 0, 0, time.UTC)
		filetest.Write(t, path, text)
		check(t, os.Chtimes(path, at, at))
	}
	write(ownLesson)
	r, store := newRig(t, "first"), config.Open(files.Disk{}, filepath.Join(t.TempDir(), "settings.toml"))
	r.Opt.Config, r.Opt.LessonFile, r.Opt.WatchFile = store, path, true
	check(t, r.room.OpenOwn())
	if err := r.Open(r.Picture.Taught.Own.Worlds[0].Scenario, 0); err != nil {
		t.Fatal(err)
	}
	look := func() string {
		for range WatchEvery {
			r.room.Update(&panel.Pointer{})
		}
		r.arrive()
		r.pass(1)
		return r.Picture.Told()
	}
	if got, strip := look(), r.room.Number(); got != "First." || strip != "Your lesson" {
		t.Fatalf("it says %q, and %q", got, strip)
	}
	r.to(r.Picture.Taught.Lesson.Steps[1].At)
	write(strings.Replace(ownLesson, "Second.", "Another.", 1))
	if got := look(); got != "Another." {
		t.Errorf("written again it says %q", got)
	}
	before := r.Picture.Session
	if look(); r.Picture.Session != before {
		t.Error("the lesson starts again though nothing was written")
	}
	write(strings.Replace(ownLesson, "until", "untl", 1))
	if look(); !strings.Contains(r.Lines.Fault, `unknown key "step.untl"`) || r.Picture.Session != before {
		t.Errorf("with a fault in it, it says %q", r.Lines.Fault)
	}
	check(t, os.Remove(path))
	look()
	write(ownLesson)
	if got := look(); got != "Second." || r.Lines.Fault != "" {
		t.Errorf("mended it says %q, and %q", got, r.Lines.Fault)
	}
	if s := store.Settings(); s.Lesson != "" || s.Done != "" {
		t.Errorf("it is kept as one of the course: %+v", s)
	}
}
