package render

import (
	"fmt"
	"io"
	"strings"

	"driftlab/ui/draw"
	"driftlab/ui/film"
)

// warningsShown is how many warnings are told: the faults of a long file are mostly the same.
const warningsShown = 5

// warn says before the first frame what will not be seen in the film as it is written.
func (j *Job) warn(out io.Writer) {
	all := j.warnings()
	if more := len(all) - warningsShown; more > 0 {
		all = append(all[:warningsShown], fmt.Sprintf("and %d more", more))
	}
	for _, w := range all {
		fmt.Fprintln(out, "warning: "+w)
		j.progress.lines.Report(film.Report{Event: film.EventWarning, Text: w})
	}
}

// warnings finds letters that the font has not, and captions that have no room.
func (j *Job) warnings() (all []string) {
	lacking := func(what, text string) {
		if r := draw.Lacking(text); len(r) > 0 {
			all = append(all, fmt.Sprintf("%s: the font has no %s, and ? is drawn instead", what, listOf(r)))
		}
	}
	lacking("-title", j.opt.Title)
	lacking("-name-a", j.opt.Names[0])
	lacking("-name-b", j.opt.Names[1])
	for i, cue := range j.captions {
		what := fmt.Sprintf("caption %d, at %s", i+1, exactSeconds(cue.From))
		lacking(what, cue.Text)
		if j.picture.captionIn(j.picture.Canvas.Fonts(), cue.Text).Cut {
			all = append(all, fmt.Sprintf("%s: it is cut, for it has no room at %d×%d", what, j.opt.Width, j.opt.Height))
		}
	}
	return all
}

// listOf returns some characters for a message, those that cannot be seen as Go writes them.
func listOf(runes []rune) string {
	const most = 8
	var all []string
	for _, r := range runes[:min(len(runes), most)] {
		all = append(all, strings.Trim(fmt.Sprintf("%q", r), "'"))
	}
	if len(runes) > most {
		all = append(all, "…")
	}
	return strings.Join(all, " ")
}
