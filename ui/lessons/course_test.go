package lessons

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
		r := told(t, p.Parts[0].Lesson.Name)
		r.room.StartPlaylist(p)
		r.arrive()
		var way []int
		for range 200 {
			r.room.Pass()
			at := r.room.Course.Part
			if n := len(way); n == 0 || way[n-1] != at {
				way = append(way, at)
				part := &p.Parts[at]
				if _, step := r.room.Steps(); r.Picture.Taught.Lesson != part.Lesson || step != part.First {
					t.Fatalf("%s, part %d begins at step %d of %s", p.Name, at+1, step+1, r.Picture.Taught.Lesson.Name)
				}
				if title := r.room.Number(); !strings.Contains(title, p.Title["en"]) {
					t.Errorf("%s, part %d: the strip says %q", p.Name, at+1, title)
				}
			}
			if r.Lines.Notice != "" {
				break
			}
			r.room.NextStep()
			r.arrive()
			r.pass(1)
			part := r.room.Course.Part
			if _, step := r.room.Steps(); step > p.Parts[part].Last {
				t.Fatalf("%s, part %d goes on to step %d", p.Name, part+1, step+1)
			}
		}
		if len(way) != len(p.Parts) || !strings.Contains(r.Lines.Notice, p.Title["en"]) {
			t.Errorf("%s: the way leads through %d of %d parts, and ends with %q", p.Name, len(way), len(p.Parts), r.Lines.Notice)
		}
		for range 40 {
			r.room.LastStep()
			r.arrive()
			r.pass(1)
		}
		if part := r.room.Course.Part; part != 0 {
			t.Errorf("%s: the way back ends in part %d", p.Name, part+1)
		}
		r.room.Start(20, 0)
		if list := r.room.Course.List; list != nil {
			t.Errorf("%s goes on in a lesson that is none of it", p.Name)
		}
	}
}

func TestTheCourseGoesOnWhereOneStopped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	r := told(t, "lesson-push")
	r.Opt.Config = config.Open(files.Disk{}, path)
	r.room.Start(13, 0)
	r.arrive()
	r.pass(1)
	r.to(r.Picture.Taught.Lesson.Steps[1].At)
	r.pass(1)
	if s := config.Open(files.Disk{}, path).Settings(); s.Lesson != "lesson-three-times" || s.Step != 2 || s.HasDone("lesson-three-times") {
		t.Errorf("it keeps %+v", s)
	}
	s := told(t, "lesson-push")
	s.Opt.Config = config.Open(files.Disk{}, path)
	s.room.GoOn()
	s.arrive()
	if _, at := s.room.Steps(); s.Picture.Taught.Lesson.Number != 13 || at != 1 {
		t.Errorf("it goes on with step %d of lesson %d", at+1, s.Picture.Taught.Lesson.Number)
	}
	s.room.MarkDone()
	s.room.MarkDone()
	if s := config.Open(files.Disk{}, path).Settings(); s.Done != "lesson-three-times" {
		t.Errorf("done is %q", s.Done)
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
	r := told(t, "lesson-three-times")
	steps := r.Picture.Taught.Lesson.Steps
	r.to(steps[len(steps)-1].At)
	if r.room.NextStep(); !r.room.Player.Summary {
		t.Fatal("the answers are not listed")
	}
	if r.room.NextStep(); r.room.Player.Summary || r.Picture.Taught.Lesson.Number != 14 {
		t.Errorf("then comes lesson %d", r.Picture.Taught.Lesson.Number)
	}
	all := lesson.All()
	r.room.Start(all[len(all)-1].Number, 0)
	if r.room.Following(); r.Picture.Taught.Lesson != all[len(all)-1] || r.Lines.Notice == "" {
		t.Errorf("after the last comes lesson %d, and %q", r.Picture.Taught.Lesson.Number, r.Lines.Notice)
	}
}
