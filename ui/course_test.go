package ui

import (
	"path/filepath"
	"strings"
	"testing"

	"driftlab/game/lesson"
	"driftlab/internal/files"
	"driftlab/ui/config"
	"driftlab/ui/uitest"
)

func TestPageDownAloneLeadsThroughAPlaylistAndPageUpBack(t *testing.T) {
	for i := range lesson.TheCourse().Playlists {
		p := &lesson.TheCourse().Playlists[i]
		a := told(t, p.Parts[0].Lesson.Name, 1280, 720)
		a.lessons.StartPlaylist(p)
		arriveAt(a)
		var way []int
		for range 200 {
			a.lessons.Pass()
			_, at := a.lessons.Course()
			if n := len(way); n == 0 || way[n-1] != at {
				way = append(way, at)
				part := &p.Parts[at]
				if _, step := a.lessons.Steps(); a.Taught.Lesson != part.Lesson || step != part.First {
					t.Fatalf("%s, part %d begins at step %d of %s", p.Name, at+1, step+1, a.Taught.Lesson.Name)
				}
				if title := a.lessons.Number(); !strings.Contains(title, p.Title["en"]) {
					t.Errorf("%s, part %d: the strip says %q", p.Name, at+1, title)
				}
			}
			if a.Notice != "" {
				break
			}
			a.lessons.NextStep()
			arriveAt(a)
			nextFrame(t, a)
			_, part := a.lessons.Course()
			if _, step := a.lessons.Steps(); step > p.Parts[part].Last {
				t.Fatalf("%s, part %d goes on to step %d", p.Name, part+1, step+1)
			}
		}
		if len(way) != len(p.Parts) || !strings.Contains(a.Notice, p.Title["en"]) {
			t.Errorf("%s: the way leads through %d of %d parts, and ends with %q", p.Name, len(way), len(p.Parts), a.Notice)
		}
		for range 40 {
			a.lessons.LastStep()
			arriveAt(a)
			nextFrame(t, a)
		}
		if _, part := a.lessons.Course(); part != 0 {
			t.Errorf("%s: the way back ends in part %d", p.Name, part+1)
		}
		a.lessons.Start(20, 0)
		if list, _ := a.lessons.Course(); list != nil {
			t.Errorf("%s goes on in a lesson that is none of it", p.Name)
		}
	}
}

func TestTheCourseGoesOnWhereOneStopped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	a := told(t, "lesson-push", 1280, 720)
	a.opt.Config = config.Open(files.Disk{}, path)
	a.lessons.Start(13, 0)
	arriveAt(a)
	nextFrame(t, a)
	a.Seek(a.Taught.Lesson.Steps[1].At)
	arriveAt(a)
	nextFrame(t, a)
	if s := config.Open(files.Disk{}, path).Settings(); s.Lesson != "lesson-three-times" || s.Step != 2 || s.HasDone("lesson-three-times") {
		t.Errorf("it keeps %+v", s)
	}
	b := told(t, "lesson-push", 1280, 720)
	b.opt.Config = config.Open(files.Disk{}, path)
	b.lessons.GoOn()
	arriveAt(b)
	if _, at := b.lessons.Steps(); b.Taught.Lesson.Number != 13 || at != 1 {
		t.Errorf("it goes on with step %d of lesson %d", at+1, b.Taught.Lesson.Number)
	}
	b.lessons.MarkDone()
	b.lessons.MarkDone()
	if s := config.Open(files.Disk{}, path).Settings(); s.Done != "lesson-three-times" {
		t.Errorf("done is %q", s.Done)
	}
	b.lessons.TogglePicker()
	if !b.lessons.Marked().HasDone("lesson-three-times") {
		t.Error("the list is as it was before")
	}
}

// A finished lesson had a tick once, and the list still told of it.
func TestTheListSaysWhatItWritesAtAFinishedLesson(t *testing.T) {
	for _, name := range config.Languages() {
		lang := uitest.Language(t, name)
		done, note := strings.TrimLeft(lang.F("lesson.done", ""), " ·"), lang.T("lesson.list-note")
		if !strings.Contains(strings.ToLower(note), done) {
			t.Errorf("%s: the list writes %q, and says %q", name, done, note)
		}
	}
}

func TestTheLastStepLeadsToTheAnswersAndToTheLessonAfter(t *testing.T) {
	a := told(t, "lesson-three-times", 1280, 720)
	steps := a.Taught.Lesson.Steps
	a.Seek(steps[len(steps)-1].At)
	arriveAt(a)
	a.lessons.NextStep()
	if !a.lessons.Summary() {
		t.Fatal("the answers are not listed")
	}
	a.lessons.NextStep()
	if a.lessons.Summary() || a.Taught.Lesson.Number != 14 {
		t.Errorf("then comes lesson %d", a.Taught.Lesson.Number)
	}
	all := lesson.All()
	a.lessons.Start(all[len(all)-1].Number, 0)
	a.lessons.Following()
	if a.Taught.Lesson != all[len(all)-1] || a.Notice == "" {
		t.Errorf("after the last comes lesson %d, and %q", a.Taught.Lesson.Number, a.Notice)
	}
}
