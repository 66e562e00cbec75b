package ui

import (
	"path/filepath"
	"strings"
	"testing"

	"driftlab/config"
	"driftlab/internal/files"
	"driftlab/lesson"
)

func TestPageDownAloneLeadsThroughAPlaylistAndPageUpBack(t *testing.T) {
	for i := range lesson.TheCourse().Playlists {
		p := &lesson.TheCourse().Playlists[i]
		a := told(t, p.Parts[0].Lesson.Name, 1280, 720)
		a.startPlaylist(p)
		arriveAt(a)
		var way []int
		for range 200 {
			a.player.update(a)
			if n := len(way); n == 0 || way[n-1] != a.course.part {
				way = append(way, a.course.part)
				part := a.course.now()
				if _, at := a.steps(); a.Taught.Lesson != part.Lesson || at != part.First {
					t.Fatalf("%s, part %d begins at step %d of %s", p.Name, a.course.part+1, at+1, a.Taught.Lesson.Name)
				}
				if title := a.lessons.strip.number(a); !strings.Contains(title, p.Title["en"]) {
					t.Errorf("%s, part %d: the strip says %q", p.Name, a.course.part+1, title)
				}
			}
			if a.Notice != "" {
				break
			}
			a.nextStep()
			arriveAt(a)
			nextFrame(t, a)
			if _, at := a.steps(); at > a.course.now().Last {
				t.Fatalf("%s, part %d goes on to step %d", p.Name, a.course.part+1, at+1)
			}
		}
		if len(way) != len(p.Parts) || !strings.Contains(a.Notice, p.Title["en"]) {
			t.Errorf("%s: the way leads through %d of %d parts, and ends with %q", p.Name, len(way), len(p.Parts), a.Notice)
		}
		for range 40 {
			a.player.since = 0
			a.lastStep()
			arriveAt(a)
			nextFrame(t, a)
		}
		if a.course.part != 0 {
			t.Errorf("%s: the way back ends in part %d", p.Name, a.course.part+1)
		}
		a.startLesson(20, 0)
		if a.course.list != nil {
			t.Errorf("%s goes on in a lesson that is none of it", p.Name)
		}
	}
}

func TestTheCourseGoesOnWhereOneStopped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	a := told(t, "lesson-push", 1280, 720)
	a.opt.Config = config.Open(files.Disk{}, path)
	a.startLesson(13, 0)
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
	b.goOnWithCourse()
	arriveAt(b)
	if _, at := b.steps(); b.Taught.Lesson.Number != 13 || at != 1 {
		t.Errorf("it goes on with step %d of lesson %d", at+1, b.Taught.Lesson.Number)
	}
	b.markDone()
	b.markDone()
	if s := config.Open(files.Disk{}, path).Settings(); s.Done != "lesson-three-times" {
		t.Errorf("done is %q", s.Done)
	}
	b.toggleLessons()
	if !b.lessons.picker.marked.HasDone("lesson-three-times") {
		t.Error("the list is as it was before")
	}
}

func TestTheLastStepLeadsToTheAnswersAndToTheLessonAfter(t *testing.T) {
	a := told(t, "lesson-three-times", 1280, 720)
	steps := a.Taught.Lesson.Steps
	a.Seek(steps[len(steps)-1].At)
	arriveAt(a)
	a.nextStep()
	if !a.player.summary {
		t.Fatal("the answers are not listed")
	}
	a.nextStep()
	if a.player.summary || a.Taught.Lesson.Number != 14 {
		t.Errorf("then comes lesson %d", a.Taught.Lesson.Number)
	}
	all := lesson.All()
	a.startLesson(all[len(all)-1].Number, 0)
	a.followingLesson()
	if a.Taught.Lesson != all[len(all)-1] || a.Notice == "" {
		t.Errorf("after the last comes lesson %d, and %q", a.Taught.Lesson.Number, a.Notice)
	}
}
