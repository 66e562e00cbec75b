package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/ui/config"
	"driftlab/ui/lessons"
	"driftlab/ui/uitest"
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
	uitest.NeedLoop(t)
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
	l, err := lesson.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	store := config.Open(files.Disk{}, filepath.Join(t.TempDir(), "settings.toml"))
	a := openTestApp(t, config.Window{Scenario: l.Worlds[0].Scenario, Config: store, LessonFile: path, WatchFile: true}, 1280, 720, 1)
	look := func() (caption string) {
		for range lessons.WatchEvery {
			a.lessons.Update(&a.pointer)
		}
		arriveAt(a)
		nextFrame(t, a)
		text, _ := a.Caption()
		return text
	}
	if got, strip := look(), a.lessons.Number(); got != "First." || strip != "Your lesson" {
		t.Fatalf("it says %q, and %q", got, strip)
	}
	a.Seek(a.Taught.Lesson.Steps[1].At)
	arriveAt(a)
	write(strings.Replace(ownLesson, "Second.", "Another.", 1))
	if got := look(); got != "Another." {
		t.Errorf("written again it says %q", got)
	}
	before := a.Session
	look()
	if a.Session != before {
		t.Error("it begins anew though nothing was written")
	}
	write(strings.Replace(ownLesson, "until", "untl", 1))
	if look(); !strings.Contains(a.Fault, `unknown key "step.untl"`) || a.Session != before {
		t.Errorf("with a fault in it, it says %q", a.Fault)
	}
	check(t, os.Remove(path))
	look()
	write(ownLesson)
	if got := look(); got != "Second." || a.Fault != "" {
		t.Errorf("mended it says %q, and %q", got, a.Fault)
	}
	if s := store.Settings(); s.Lesson != "" || s.Done != "" {
		t.Errorf("it is kept as one of the course: %+v", s)
	}
}
