package ui

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"

	"driftlab/internal/files"
	"driftlab/ui/draw"
	"driftlab/ui/naming"
	"driftlab/ui/panel"
)

// An outcome is one question of the summary, as files have it.
type outcome struct {
	Lesson   string   `json:"lesson"`
	Step     int      `json:"step"`
	Question string   `json:"question"`
	Unit     string   `json:"unit"`
	Guess    *float64 `json:"guess"`    // null where nobody answered
	Measured *float64 `json:"measured"` // null where nobody has come so far
	Right    bool     `json:"right"`
	Seconds  float64  `json:"seconds"` // that the person thought
}

// outcomes lists the questions of the lesson with what was answered.
func (k *player) outcomes(a *App) (all []outcome) {
	l := a.Taught.Lesson
	for _, i := range l.Questions() {
		q := l.Steps[i].Question
		o := outcome{Lesson: l.Name, Step: i + 1, Question: q.Ask.In(a.Words.Name()), Unit: l.Figures[q.Key].Measure.Unit}
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

// drawSummary lists the questions, the guesses and what was measured.
func (k *player) drawSummary(a *App, c *draw.Canvas, r panel.Rect) {
	z := float32(a.Scale)
	row := panel.NewRect(r.X+r.W-260*z, r.Y+r.H-40*z, 260*z, 34*z)
	for i, format := range [...]string{"CSV", "JSON"} {
		at := panel.NewRect(row.X+float32(i)*84*z, row.Y, 76*z, row.H)
		k.spots = append(k.spots, button{Rect: k.pill(c, at, format, false), do: func(a *App) { a.exportSummary(format) }})
	}
	back := panel.NewRect(row.X+168*z, row.Y, 92*z, row.H)
	k.spots = append(k.spots, button{Rect: k.pill(c, back, a.Words.T("player.back"), false), do: func(a *App) { a.player.summary = false }})
	all := k.outcomes(a)
	right := 0
	for i := range all {
		if all[i].Right {
			right++
		}
	}
	c.Text(r.X, r.Y+12*z, a.Words.F("player.sum", right, len(all)), draw.Title, c.Theme.Text, draw.Left|draw.Middle)
	l := a.Taught.Lesson
	for i := range all {
		o := &all[i]
		f := &l.Figures[l.Steps[o.Step-1].Question.Key]
		guess, col := "–", c.Theme.TextDim
		if o.Guess != nil {
			guess, col = a.Words.Decimal(f.Text(*o.Guess)), c.Theme.Text
		}
		if o.Right {
			col = c.Theme.InSyncText
		}
		measured := a.Words.Decimal(f.Shown(k.keys[o.Step-1]))
		text := a.Words.F("player.line", a.Words.Decimal(l.Filled(o.Question, a.Taught.Readings)), guess, measured)
		room := r.W
		if i > 1 {
			room = row.X - r.X - 12*z
		}
		c.Text(r.X, r.Y+(36+float32(i)*22)*z, panel.Cut(c.Fonts(), text, draw.Body, room), draw.Body, col, draw.Left|draw.Middle)
	}
}

// exportSummary writes the summary beside the log.
func (a *App) exportSummary(format string) {
	all := a.player.outcomes(a)
	var text bytes.Buffer
	ending := ".csv"
	if format == "JSON" {
		ending = ".json"
		e := json.NewEncoder(&text)
		e.SetIndent("", "  ")
		if err := e.Encode(all); err != nil {
			a.ShowOutcome("", err)
			return
		}
	} else {
		writeOutcomes(&text, all)
	}
	stem, err := naming.Free(a.opt.Files, naming.Folder(a.opt.Log), naming.Plain(a.Taught.Lesson.Name)+"-answers", ending)
	if err == nil {
		set := files.NewSet(a.opt.Files)
		defer set.Abandon() // after Commit it does nothing
		var part *files.Part
		if part, err = set.New(stem + ending); err == nil {
			part.Write(text.Bytes()) // an error stays in the part
			err = set.Commit()
		}
	}
	a.ShowOutcome("", err)
	if err == nil {
		a.ShowNotice(a.Words.F("player.saved", stem+ending))
	}
}

func writeOutcomes(text *bytes.Buffer, all []outcome) {
	w := csv.NewWriter(text)
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
