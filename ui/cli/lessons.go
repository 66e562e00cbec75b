package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"driftlab/assets"
	"driftlab/game/lesson"
	"driftlab/internal/texts"
)

// Lessons plays the lessons without a window and lists their measured values and the ranges allowed.
func Lessons(args []string, env Env) error {
	set := flag.NewFlagSet("lessons", flag.ContinueOnError)
	which := set.String("lesson", "", "only this one, by its `NUMBER`, name or file")
	markdown := set.Bool("markdown", false, "write Markdown, one row per lesson, without the ranges")
	noted := set.String("notes", "", "instead of the list, write notes for the teacher (HTML) into `FILE`")
	playlist := set.String("playlist", "", "with -notes: only the lessons in the playlist of this `NAME`: lecture or class")
	language := set.String("language", lesson.English, "with -notes: `LANGUAGE` of the notes: "+strings.Join(assets.Languages(), ", "))
	force := addForce(set)
	measures := set.Bool("measures", false, "list the measures that a lesson can use, without playing anything")
	if err := parse(set, args, env, "driftlab lessons: what the lessons measure, and the ranges allowed"); err != nil {
		return err
	}
	if *measures {
		t := tabwriter.NewWriter(env.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "measure\tunit\tover\tmeaning")
		for _, m := range lesson.Measures {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", m.Name, m.Unit, m.Over.In(lesson.English), m.Help)
		}
		t.Flush()
		return nil
	}
	list := lesson.All()
	if *which != "" {
		l, err := findLesson(*which)
		if err != nil {
			return err
		}
		list = []*lesson.Lesson{l}
	}
	switch {
	case *noted == "" && *playlist != "":
		return usagef("-playlist: there is no -notes")
	case *noted == "" && *language != lesson.English:
		return usagef("-language: there is no -notes")
	}
	if *noted != "" {
		return notesAsked(*noted, *playlist, *language, list, env.forced(*force))
	}
	return playLessons(list, env, *markdown)
}

// notesAsked writes the notes of lessons, or of a playlist.
func notesAsked(path, playlist, language string, list []*lesson.Lesson, env Env) error {
	if !slices.Contains(assets.Languages(), language) {
		return usagef("-language: %q is unknown (%s)", language, texts.Allowed(language, assets.Languages()))
	}
	p := new(lesson.Playlist) // all steps of the lessons
	for _, l := range list {
		if len(l.Steps) > 0 {
			p.Parts = append(p.Parts, lesson.Part{Lesson: l, Last: len(l.Steps) - 1})
		}
	}
	if playlist != "" {
		var err error
		if p, err = lesson.TheCourse().Playlist(playlist); err != nil {
			return usagef("-playlist: %w", err)
		}
	}
	return writeNotes(path, p, language, env)
}

func playLessons(list []*lesson.Lesson, env Env, markdown bool) error {
	out := env.Out
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if markdown {
		fmt.Fprintf(out, "| | lesson | measured |\n| ---: | --- | --- |\n")
	} else {
		fmt.Fprintln(t, "\tlesson\tnumber\tmeasured\tover\trange\tok")
	}
	wrong := 0
	for played, l := range list {
		if env.Progress != nil {
			fmt.Fprintf(env.Progress, "\r\x1b[K%d of %d lessons (%d %%)", played, len(list), played*100/len(list))
		}
		checks, err := l.Checks(lesson.English, env.asked)
		env.clear()
		if errors.Is(err, lesson.ErrStopped) {
			t.Flush()
			return Interrupted{fmt.Sprintf("stopped with %d of %d lessons played", played, len(list))}
		}
		if err != nil {
			return err
		}
		if markdown {
			var all []string
			for i := range l.Figures {
				if l.Figures[i].Ranged() {
					all = append(all, texts.Markdown(checks[len(all)].What)+" **"+texts.Markdown(checks[len(all)].Measured)+"**")
				}
			}
			fmt.Fprintf(out, "| %d | %s | %s |\n", l.Number, texts.Markdown(l.Title.In(lesson.English)), strings.Join(all, "; "))
		} else {
			wrong += writeChecks(t, l, checks)
		}
	}
	t.Flush()
	if wrong > 0 {
		return fmt.Errorf("%d numbers are outside their range", wrong)
	}
	return nil
}

// isLessonFile reports whether a name is that of a person's own file.
func isLessonFile(which string) bool { return filepath.Ext(which) == ".toml" }

// findLesson returns the lesson with a number, a name or a file.
func findLesson(which string) (*lesson.Lesson, error) {
	find := lesson.Find
	if isLessonFile(which) {
		find = lesson.Open
	}
	l, err := find(which)
	if err != nil {
		return nil, usagef("-lesson: %w", err)
	}
	return l, nil
}

// writeChecks writes a row for each value and returns how many are outside their range.
func writeChecks(w io.Writer, l *lesson.Lesson, checks []lesson.Check) (wrong int) {
	number, title := fmt.Sprint(l.Number), l.Title.In(lesson.English)
	if l.Number == lesson.NoNumber {
		number = "–"
	}
	for _, c := range checks {
		ok := "yes"
		if !c.OK {
			ok = "no"
			wrong++
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", number, title, c.What, c.Measured, c.Over, c.Wanted, ok)
		number, title = "", ""
	}
	return wrong
}
