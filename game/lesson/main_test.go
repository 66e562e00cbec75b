package lesson

import (
	"flag"
	"os"
	"testing"

	"driftlab/assets"
)

// TestMain runs one test alone where a lesson or the course cannot be read: it says what is wrong, and the others would
// panic for the same reason.
func TestMain(m *testing.M) {
	flag.Parse()
	if len(unreadable()) > 0 {
		flag.Set("test.run", "^TestTheLessonsAndTheCourseCanBeRead$")
	}
	os.Exit(m.Run())
}

func TestTheLessonsAndTheCourseCanBeRead(t *testing.T) {
	for _, err := range unreadable() {
		t.Error(err)
	}
}

// unreadable returns what is wrong with the lessons that are embedded; if nothing is, then with the course.
func unreadable() (all []error) {
	for _, name := range append(assets.LessonNames(), assets.SymptomNames()...) {
		if _, err := embedded(name); err != nil {
			all = append(all, err)
		}
	}
	if len(all) == 0 {
		if _, err := ParseCourse(assets.Course); err != nil {
			all = append(all, err)
		}
	}
	return all
}
