package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"driftlab/lesson"
)

// Lessons plays the lessons without a window and lists what they measure against what they must.
func Lessons(args []string, env Env) error {
	set := flag.NewFlagSet("lessons", flag.ContinueOnError)
	number := set.Int("lesson", 0, "only this `NUMBER`; 0 is all")
	markdown := set.Bool("markdown", false, "write in Markdown, a row a lesson, without the ranges")
	measures := set.Bool("measures", false, "list the measures that a lesson can use, and play nothing")
	if err := parse(set, args, env, "driftlab lessons: what the lessons measure, and the ranges in which it must be"); err != nil {
		return err
	}
	if *measures {
		listMeasures(env.Out)
		return nil
	}
	list := lesson.All()
	if *number < 0 || *number > len(list) {
		return usagef("-lesson: %d is outside 0..%d", *number, len(list))
	}
	if *number > 0 {
		list = list[*number-1 : *number]
	}
	return playLessons(list, env, *markdown)
}

func listMeasures(out io.Writer) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "measure\tunit\tover\tmeaning")
	for _, m := range lesson.Measures() {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", m.Name, m.Unit, m.Over.In(lesson.English), m.Help)
	}
	t.Flush()
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
		readings, err := l.Run(func() bool { return env.Stop.Err() != nil })
		if errors.Is(err, lesson.ErrStopped) {
			t.Flush()
			return Interrupted{fmt.Sprintf("stopped with %d of %d lessons played", played, len(list))}
		}
		if err != nil {
			return err
		}
		if markdown {
			fmt.Fprintf(out, "| %d | %s | %s |\n", l.Number, l.Title.In(lesson.English), strings.Join(measured(l, readings), "; "))
		} else {
			wrong += writeReadings(t, l, readings)
		}
	}
	t.Flush()
	if wrong > 0 {
		return fmt.Errorf("%d numbers are outside their range", wrong)
	}
	return nil
}

// measured says what each figure that must be in a range came to.
func measured(l *lesson.Lesson, readings []lesson.Reading) (all []string) {
	for i := range l.Figures {
		if f := &l.Figures[i]; f.Ranged() {
			all = append(all, f.Label.In(lesson.English)+" **"+shownReading(f, readings[i])+"**")
		}
	}
	return all
}

func shownReading(f *lesson.Figure, r lesson.Reading) string {
	if !r.OK {
		return "nothing"
	}
	return f.Text(r.Value)
}

// writeReadings writes a row for each figure and returns how many are outside their range.
func writeReadings(w io.Writer, l *lesson.Lesson, readings []lesson.Reading) (wrong int) {
	number, title := fmt.Sprint(l.Number), l.Title.In(lesson.English)
	for i := range l.Figures {
		f, r := &l.Figures[i], readings[i]
		if !f.Ranged() {
			continue
		}
		ok := "yes"
		if !r.OK || !f.In(r.Value) {
			ok = "no"
			wrong++
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", number, title, f.Label.In(lesson.English), shownReading(f, r), f.Over(lesson.English), f.Range(), ok)
		number, title = "", ""
	}
	return wrong
}
