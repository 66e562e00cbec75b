package cli

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"regexp"

	"driftlab/assets"
	"driftlab/game/lesson"
	"driftlab/internal/files"
)

// notes are a page for people who teach with the lessons: what happens, what is asked, and where the answers come from.
type notes struct {
	Language, Title, Note string
	Words                 struct{ Measured, Goal string }
	Parts                 []notesPart
}

type notesPart struct {
	Minute, Number, Title, Teaches, Note, Source, Command string
	Thumb                                                 template.URL
	First                                                 int
	Steps                                                 []notesStep
}

type notesStep struct {
	Caption, Ask, Key string
	Options           []notesOption
	Goal              bool
}

type notesOption struct {
	Text, Says string
	Right      bool
}

// isNotes recognises notes: the page says what has made it.
var isNotes = files.HeadHas(`<meta name="generator" content="driftlab lessons">`, 512)

//go:embed notes.html
var notesPage string

// notesWords are the page's own words, by language.
var notesWords = map[string]struct{ Title, Measured, Goal, Minute string }{
	"en": {"Lessons: notes", "Measured:", "Theirs: free play, until the goal is reached.", "minute %d"},
	"de": {"Lektionen: Notizen", "Gemessen:", "Ihr Teil: frei spielen, bis das Ziel erreicht ist.", "Minute %d"},
}

// writeNotes plays the lessons of the parts and writes the page. p has the introduction to all of them.
func writeNotes(path string, p *lesson.Playlist, language string, env Env) error {
	words := notesWords[language]
	page := notes{Language: language, Title: p.Title.In(language), Note: p.Note.In(language)}
	if page.Title == "" {
		page.Title = words.Title
	}
	page.Words.Measured, page.Words.Goal = words.Measured, words.Goal
	outcomes, readings := map[*lesson.Lesson]*lesson.Outcome{}, map[*lesson.Lesson][][]lesson.Reading{}
	for i := range p.Parts {
		part := &p.Parts[i]
		out := outcomes[part.Lesson]
		if out == nil {
			var err error
			if out, err = part.Lesson.Run(env.asked); err == nil {
				readings[part.Lesson], err = part.Lesson.StepReadings(out.Figures, env.asked)
			}
			if errors.Is(err, lesson.ErrStopped) {
				return Interrupted{"stopped; nothing has been written"}
			}
			if err != nil {
				return err
			}
			outcomes[part.Lesson] = out
		}
		n := notesOf(part, out, readings[part.Lesson], language)
		if p.Minutes > 0 {
			n.Minute = fmt.Sprintf(words.Minute, part.Minute)
		}
		page.Parts = append(page.Parts, n)
	}
	form, err := template.New("notes").Parse(notesPage)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := form.Execute(&text, &page); err != nil {
		return err
	}
	set := files.NewSet(env.Files)
	defer set.Abandon() // after Commit it does nothing
	to, err := set.Create(path, isNotes)
	if err != nil {
		return usagef("-notes: %w", err)
	}
	to.Write(text.Bytes()) // the set remembers an error
	return set.Commit()
}

// notesOf returns a part's text on the page.
func notesOf(part *lesson.Part, out *lesson.Outcome, readings [][]lesson.Reading, language string) notesPart {
	l := part.Lesson
	n := notesPart{Number: fmt.Sprint(l.Number), Title: l.Title.In(language), Teaches: l.Teaches.In(language), Note: part.Note.In(language),
		Source: l.Source, First: part.First + 1, Command: fmt.Sprintf("driftlab -lesson %d -step %d", l.Number, part.First+1)}
	if png, err := assets.Thumb(l.Name); err == nil {
		n.Thumb = template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png))
	}
	for i := part.First; i <= part.Last; i++ {
		s := &l.Steps[i]
		fill := func(text lesson.Words) string { return decimals(l.Filled(text.In(language), readings[i]), language) }
		step := notesStep{Caption: fill(s.Caption), Goal: s.Goal != nil}
		if q := s.Question; q != nil {
			key := out.Keys[i]
			step.Ask, step.Key = fill(q.Ask), decimals(l.Answer(i, key, readings[i], language), language)
			right := q.Nearest(key.Value)
			for j := range q.Options {
				o := &q.Options[j]
				option := notesOption{Text: fill(o.Text), Says: fill(o.Says), Right: q.Kind == lesson.Choice && j == right}
				if option.Text == "" {
					option.Text = decimals(l.Figures[q.Key].Text(o.Value), language)
				}
				step.Options = append(step.Options, option)
			}
		}
		n.Steps = append(n.Steps, step)
	}
	return n
}

var point = regexp.MustCompile(`(\d)\.(\d)`)

// decimals writes numbers as the language does.
func decimals(text, language string) string {
	if assets.Comma(language) {
		return point.ReplaceAllString(text, "$1,$2")
	}
	return text
}
