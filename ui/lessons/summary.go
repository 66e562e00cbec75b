package lessons

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"

	"driftlab/internal/files"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/naming"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// An Outcome is one question of the summary, as files have it.
type Outcome struct {
	Lesson   string   `json:"lesson"`
	Step     int      `json:"step"`
	Question string   `json:"question"`
	Unit     string   `json:"unit"`
	Guess    *float64 `json:"guess"`    // null if unanswered
	Measured *float64 `json:"measured"` // null if the lesson did not get that far
	Right    bool     `json:"right"`
	Seconds  float64  `json:"seconds"` // that the person thought
}

// Outcomes lists the questions of the lesson with what was answered.
func (rm *Room) Outcomes() (all []Outcome) {
	k, l := &rm.Player, rm.picture.Taught.Lesson
	for _, i := range l.Questions() {
		q := l.Steps[i].Question
		o := Outcome{Lesson: l.Name, Step: i + 1, Question: q.Ask.In(rm.picture.Words.Name()), Unit: l.Figures[q.Key].Measure.Unit}
		if k.keys[i].OK {
			o.Measured = &k.keys[i].Value
		}
		if g := k.answer(i); g != nil {
			o.Guess, o.Seconds = &g.Value, g.Took.Seconds()
			if o.Measured != nil {
				o.Right, _ = q.Judge(g.Value, *o.Measured)
			}
		}
		all = append(all, o)
	}
	return all
}

// drawSummary lists the questions, the guesses and what was measured, beside or over what can be done with them.
func (k *player) drawSummary(rm *Room, c *draw.Canvas, r panel.Rect) {
	const wide = 270 // of the buttons beside it
	row, room := r.CutBottom(min(picture.PhoneBar, r.H))
	if r.W > 3*wide {
		row, room = row.After(r.W-wide), panel.NewRect(r.X, r.Y, r.W-wide-12, r.H)
	}
	var at [3]panel.Rect
	layout.Row(at[:], panel.NewRect(row.X, row.Y+2, row.W, row.H-4), 8, layout.Part{Share: 1}, layout.Part{Share: 1}, layout.Part{Share: 1})
	for i, button := range [...]struct {
		text string
		do   func(rm *Room)
	}{
		{"CSV", func(rm *Room) { rm.Export("CSV") }}, {"JSON", func(rm *Room) { rm.Export("JSON") }},
		{rm.picture.Words.T("player.back"), func(rm *Room) { rm.Player.Summary = false }},
	} {
		k.buttonOf(c, at[i], layout.Fit(c.Fonts(), button.text, at[i].W-20, at[i].H, draw.Strong), false, button.do)
	}
	all, width := rm.Outcomes(), room.W-scrollBar
	said := k.sumLines(rm, all)
	lines := parts{k.text(c, said[0], draw.Title, width, c.Theme.Text)}
	for i := range all {
		col := c.Theme.TextDim
		switch {
		case all[i].Right:
			col = c.Theme.InSyncText
		case all[i].Guess != nil:
			col = c.Theme.Text
		}
		lines = append(lines, k.text(c, said[i+1], draw.Body, width, col))
	}
	k.drawScrolled(c, room, lines, "summary")
}

// sumLines says how many of the outcomes are right, and then each of them.
func (k *player) sumLines(rm *Room, all []Outcome) []string {
	right, lines := 0, []string{""}
	for i := range all {
		if all[i].Right {
			right++
		}
		lines = append(lines, k.sumLine(rm, &all[i]))
	}
	lines[0] = rm.picture.Words.F("player.sum", right, len(all))
	return lines
}

// sumLine says a question, what was guessed and what was measured: of a choice in its options' words.
func (k *player) sumLine(rm *Room, o *Outcome) string {
	q, guess, measured := rm.picture.Taught.Lesson.Steps[o.Step-1].Question, "–", "–"
	if o.Guess != nil {
		guess = rm.answerText(q, *o.Guess)
	}
	if o.Measured != nil {
		measured = rm.measuredText(q, *o.Measured, false)
	}
	return rm.picture.Words.F("player.line", rm.filled(q.Ask), guess, measured)
}

// Export writes the summary beside the log.
func (rm *Room) Export(format string) {
	var text bytes.Buffer
	var err error
	ending := "." + strings.ToLower(format)
	if all := rm.Outcomes(); format == "JSON" {
		e := json.NewEncoder(&text)
		e.SetIndent("", "  ")
		err = e.Encode(all)
	} else {
		w := csv.NewWriter(&text)
		w.Write([]string{"lesson", "step", "question", "unit", "guess", "measured", "right", "seconds"}) // into memory: no error
		number := func(v *float64) string {
			if v == nil {
				return ""
			}
			return strconv.FormatFloat(*v, 'f', -1, 64)
		}
		for i := range all {
			o := &all[i]
			w.Write([]string{o.Lesson, strconv.Itoa(o.Step), o.Question, o.Unit, number(o.Guess), number(o.Measured), strconv.FormatBool(o.Right), strconv.FormatFloat(o.Seconds, 'f', 3, 64)})
		}
		w.Flush()
	}
	stem, none := naming.Free(rm.opt.Files, naming.Folder(rm.opt.Log), naming.Plain(rm.picture.Taught.Lesson.Name)+"-answers", ending)
	if err = cmp.Or(err, none); err == nil {
		err = files.WriteNew(rm.opt.Files, stem+ending, text.String())
	}
	rm.lines.ShowOutcome(rm.picture.Words.F("player.saved", stem+ending), err)
}
