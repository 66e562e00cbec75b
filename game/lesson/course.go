package lesson

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/internal/texts"
)

// A Course has the lessons in chapters, and ways through some of them.
type Course struct {
	Chapters  []Chapter
	Playlists []Playlist
}

// A Chapter is lessons that follow each other.
type Chapter struct {
	Title   Words
	Lessons []*Lesson // none where none of its lessons is there
}

// A Playlist is a way through some steps of some lessons, as for a lecture.
type Playlist struct {
	Name    string
	Minutes int
	Title   Words
	Note    Words // to whom leads it
	Parts   []Part
}

// A Part is steps of a lesson that follow each other.
type Part struct {
	Lesson      *Lesson
	First, Last int // places of steps in Lesson.Steps
	Minute      int // after the playlist's begin
	Note        Words
}

// TheCourse returns the course that is embedded. It must not be changed.
func TheCourse() *Course { return course() }

var course = sync.OnceValue(func() *Course {
	c, err := ParseCourse(assets.Course)
	if err != nil {
		panic(err) // the file is embedded, and a test reads it
	}
	return c
})

// ParseCourse reads the text of a course.
func ParseCourse(src string) (*Course, error) {
	var file struct {
		Chapter []struct {
			From  int
			Title Words
		}
		Playlist []playlistTable
	}
	meta, err := toml.Decode(src, &file)
	if err != nil {
		return nil, fmt.Errorf("course: %w", err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("course: unknown key %q", unknown[0])
	}
	c := new(Course)
	for i := range file.Chapter {
		from, to := file.Chapter[i].From, int(^uint(0)>>1)
		if i+1 < len(file.Chapter) {
			to = file.Chapter[i+1].From
		}
		if from < 0 || from >= to {
			return nil, fmt.Errorf("course: chapter %d: from: %d is outside 0..%d", i+1, from, to-1)
		}
		chapter := Chapter{Title: file.Chapter[i].Title}
		for _, l := range All() {
			if l.Number >= from && l.Number < to {
				chapter.Lessons = append(chapter.Lessons, l)
			}
		}
		c.Chapters = append(c.Chapters, chapter)
	}
	for i := range file.Playlist {
		p, err := file.Playlist[i].playlist()
		if err != nil {
			return nil, fmt.Errorf("course: playlist %q: %w", file.Playlist[i].Name, err)
		}
		c.Playlists = append(c.Playlists, p)
	}
	return c, nil
}

type playlistTable struct {
	Name        string
	Minutes     int
	Title, Note Words
	Part        []struct {
		Lesson string
		Steps  []int
		Minute int
		Note   Words
	}
}

func (t *playlistTable) playlist() (Playlist, error) {
	p := Playlist{Name: t.Name, Minutes: t.Minutes, Title: t.Title, Note: t.Note}
	if len(t.Part) == 0 {
		return p, fmt.Errorf("part: there is none")
	}
	least := 0
	for i, part := range t.Part {
		l := Named("lesson-" + part.Lesson)
		if l == nil || len(l.Steps) == 0 {
			return p, fmt.Errorf("part %d: lesson: %q is not one that has steps", i+1, part.Lesson)
		}
		steps := part.Steps
		if steps == nil {
			steps = []int{1, len(l.Steps)}
		}
		if len(steps) != 2 || steps[0] < 1 || steps[0] > steps[1] || steps[1] > len(l.Steps) {
			return p, fmt.Errorf("part %d: steps: %v are not the first and the last, within 1..%d", i+1, steps, len(l.Steps))
		}
		if part.Minute < least || part.Minute >= t.Minutes {
			return p, fmt.Errorf("part %d: minute: %d is outside %d..%d", i+1, part.Minute, least, t.Minutes-1)
		}
		least = part.Minute
		p.Parts = append(p.Parts, Part{Lesson: l, First: steps[0] - 1, Last: steps[1] - 1, Minute: part.Minute, Note: part.Note})
	}
	return p, nil
}

// Playlist returns the playlist of a name.
func (c *Course) Playlist(name string) (*Playlist, error) {
	i := slices.IndexFunc(c.Playlists, func(p Playlist) bool { return p.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("%q is unknown (%s)", name, texts.Allowed(name, c.PlaylistNames()))
	}
	return &c.Playlists[i], nil
}

// PlaylistNames lists the playlists.
func (c *Course) PlaylistNames() []string {
	return texts.Names(c.Playlists, func(p Playlist) string { return p.Name })
}

// What somebody takes for a question, and for a goal.
const (
	thinkingTime = 15 * time.Second
	tryingTime   = 40 * time.Second
)

// Length returns about how long the lesson takes: each step as long as it plays or is read, its question, its goal.
func (l *Lesson) Length() (sum time.Duration) {
	if len(l.Steps) == 0 {
		return time.Duration(float64(l.Worlds[0].Scenario.Duration) / l.Speed)
	}
	for i := range l.Steps {
		s := &l.Steps[i]
		plays := time.Duration(0)
		if s.Until > 0 {
			plays = time.Duration(float64(s.Until-s.At) / s.Speed)
		}
		sum += max(plays, ReadingTime(s.Caption[English]))
		if s.Question != nil {
			sum += ReadingTime(s.Question.Ask[English]) + thinkingTime
		}
		if s.Goal != nil {
			sum += tryingTime
		}
	}
	return sum
}

// Minutes returns [Lesson.Length] in minutes, at least 1.
func (l *Lesson) Minutes() int { return max(int(l.Length().Round(time.Minute)/time.Minute), 1) }

// The pixels of the small picture that each lesson has in a list.
const (
	ThumbWidth  = 240
	ThumbHeight = 135
)
