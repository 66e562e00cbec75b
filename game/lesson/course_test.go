package lesson

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/assets"
)

func TestTheCourseHasEachLessonInOneChapterAndInOrder(t *testing.T) {
	t.Parallel()
	c, err := ParseCourse(assets.Course)
	if err != nil {
		t.Fatal(err)
	}
	var listed []*Lesson
	for _, chapter := range c.Chapters {
		listed = append(listed, chapter.Lessons...)
		checkLanguages(t, chapter.Title)
	}
	if !slices.Equal(listed, All()) {
		t.Errorf("the chapters have %d lessons of %d", len(listed), len(All()))
	}
	for _, p := range c.Playlists {
		checkLanguages(t, p.Title)
		checkLanguages(t, p.Note)
		for i, part := range p.Parts {
			if len(part.Note) > 0 {
				checkLanguages(t, part.Note)
			}
			s := &part.Lesson.Steps[part.Last]
			if followed := i+1 < len(p.Parts) && p.Parts[i+1].Lesson == part.Lesson; s.Question != nil && !followed {
				t.Errorf("%s, part %d: ends with a question whose answer is not seen", p.Name, i+1)
			}
		}
	}
}

func checkLanguages(t *testing.T, text Words) {
	t.Helper()
	for _, language := range assets.Languages() {
		if text[language] == "" {
			t.Errorf("%q is not there in %q", text[English], language)
		}
	}
}

func TestALessonsLengthIsOfSomeMinutes(t *testing.T) {
	t.Parallel()
	for _, l := range All() {
		if m := l.Minutes(); m < 1 || m > 12 {
			t.Errorf("lesson %d takes %d minutes", l.Number, m)
		}
	}
	l := &Lesson{Steps: []Step{
		{Until: 60e9, Speed: 2, Caption: Words{"en": "Two words."}},
		{At: 60e9, Until: 61e9, Speed: 1, Caption: Words{"en": strings.Repeat("word ", 30)}, Question: &Question{Ask: Words{"en": "One two three?"}}},
		{At: 61e9, Caption: Words{"en": "One two three."}, Goal: &Goal{}},
	}}
	if got, want := l.Length(), (30+10+1+15+1+40)*time.Second; got != want {
		t.Errorf("it takes %v, not %v", got, want)
	}
}

func TestWhatIsWrongWithACourseIsSaidInALine(t *testing.T) {
	t.Parallel()
	part := func(part string) string {
		return "[[playlist]]\nname = \"x\"\nminutes = 5\npart = [{lesson = \"push\"}, " + part + "]\n"
	}
	for src, want := range map[string]string{
		"chapter = 3": "course: ",
		"[[chapter]]\nfrom = 3\n[[chapter]]\nfrom = 3":       `course: chapter 1: from: 3 is outside 0..2`,
		"[[chapter]]\nfrm = 3":                               `course: unknown key "chapter.frm"`,
		"[[playlist]]\nname = \"x\"":                         `course: playlist "x": part: there is none`,
		part(`{lesson = "moon"}`):                            `course: playlist "x": part 2: lesson: "moon" is not one that has steps`,
		part(`{lesson = "push", steps = [2, 1]}`):            `course: playlist "x": part 2: steps: [2 1] are not the first and the last, within 1..5`,
		part(`{lesson = "push", steps = [2, 6]}`):            `course: playlist "x": part 2: steps: [2 6] are not the first and the last, within 1..5`,
		part(`{lesson = "push", minute = 5}`):                `course: playlist "x": part 2: minute: 5 is outside 0..4`,
		part(`{lesson = "push", minute = -1, steps=[1, 2]}`): `course: playlist "x": part 2: minute: -1 is outside 0..4`,
	} {
		if _, err := ParseCourse(src); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\n%v, not %s", src, err, want)
		}
	}
	if _, err := TheCourse().Playlist("moon"); err == nil || err.Error() != `"moon" is unknown (allowed: lecture, class)` {
		t.Error(err)
	}
}
