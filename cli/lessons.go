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
func Lessons(args []string, out io.Writer) error {
	set := flag.NewFlagSet("lessons", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	number := set.Int("lesson", 0, "only this `NUMBER`; 0 is all")
	markdown := set.Bool("markdown", false, "write the table in Markdown")
	measures := set.Bool("measures", false, "list the measures that a lesson can use, and play nothing")
	err := set.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(out, "driftlab lessons: what the lessons measure, and the ranges in which it must be")
		set.SetOutput(out)
		set.PrintDefaults()
		return err
	}
	if err != nil {
		return Usage{err}
	}
	if set.NArg() > 0 {
		return usagef("unexpected argument %q", set.Arg(0))
	}
	if *measures {
		listMeasures(out)
		return nil
	}
	list := lesson.All()
	if *number < 0 || *number > len(list) {
		return usagef("-lesson: %d is outside 0..%d", *number, len(list))
	}
	if *number > 0 {
		list = list[*number-1 : *number]
	}
	return playLessons(list, out, *markdown)
}

func listMeasures(out io.Writer) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "measure\tunit\tmeaning")
	for _, m := range lesson.Measures() {
		fmt.Fprintf(t, "%s\t%s\t%s\n", m.Name, m.Unit, m.Help)
	}
	t.Flush()
}

func playLessons(list []*lesson.Lesson, out io.Writer, markdown bool) error {
	rows := [][]string{{"", "lesson", "number", "measured", "range", "ok"}}
	wrong := 0
	for _, l := range list {
		readings, err := l.Run(nil)
		if err != nil {
			return err
		}
		first := true
		for i := range l.Figures {
			f, r := &l.Figures[i], readings[i]
			if !f.Ranged() {
				continue
			}
			row := []string{"", "", f.Label.In(lesson.English), "nothing", f.Range(), "no"}
			if first {
				row[0], row[1], first = fmt.Sprint(l.Number), l.Title.In(lesson.English), false
			}
			if r.OK {
				row[3] = f.Text(r.Value)
			}
			if r.OK && f.In(r.Value) {
				row[5] = "yes"
			} else {
				wrong++
			}
			rows = append(rows, row)
		}
	}
	if markdown {
		writeMarkdown(out, rows)
	} else {
		t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		for _, row := range rows {
			fmt.Fprintln(t, strings.Join(row, "\t"))
		}
		t.Flush()
	}
	if wrong > 0 {
		return fmt.Errorf("%d numbers are outside their range", wrong)
	}
	return nil
}

func writeMarkdown(out io.Writer, rows [][]string) {
	for i, row := range rows {
		fmt.Fprintf(out, "| %s |\n", strings.Join(row[:5], " | "))
		if i == 0 {
			fmt.Fprintln(out, "| ---: | --- | --- | ---: | ---: |")
		}
	}
}
