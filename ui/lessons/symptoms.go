package lessons

import (
	"slices"
	"strings"
	"time"

	"driftlab/game/lesson"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/widgets"
)

// StartSymptom shows a symptom: its fault as A beside its mend, from where both can be told apart.
func (rm *Room) StartSymptom(l *lesson.Lesson) {
	rm.begin(func() {
		rm.window.ShowWatch()
		if rm.Open(l, lesson.Mend); rm.picture.Taught.Lesson != l {
			return
		}
		if !rm.Beside() {
			rm.lines.ShowOutcome("", rm.besideSession())
		}
		rm.picture.Unchoose()
		rm.travel.Seek(l.Why.From)
	})
}

// nextSymptom goes forward by a number of symptoms, wrapping at the ends.
func (rm *Room) nextSymptom(step int) {
	all := lesson.Symptoms()
	n := len(all)
	rm.StartSymptom(all[(slices.Index(all, rm.picture.Taught.Lesson)+step+n)%n])
}

// Carded reports whether the Watch view has a card of the lesson: of its steps, or of what a symptom is.
func (rm *Room) Carded() bool {
	return rm.picture.Taught.Carded() && rm.window.Shows() == config.WatchView && !rm.picture.Unattended
}

// The list's columns of symptoms.
const (
	mostSymptomColumns = 3
	symptomWraps       = 0.6  // the part of the longest title that a column must have room for: it may have two lines
	symptomShare       = 0.28 // of the window's height that they may take before they are folded away
)

// symptoms are a row each, in as many columns as their words leave room for. Where they would push the lessons out of sight they are
// folded away.
func (p *lessonPicker) symptoms(rm *Room, theme *widgets.Theme) widgets.Child {
	all, language, wide := lesson.Symptoms(), rm.picture.Words.Name(), float32(0)
	for _, l := range all {
		wide = max(wide, layout.Fit(rm.picture.Canvas.Fonts(), l.Title.In(language), layout.Open, 0, draw.Body).W+40)
	}
	n := min(max(int((p.width(rm)-50)/(wide*symptomWraps)), 1), mostSymptomColumns)
	each := (len(all) + n - 1) / n
	p.Symptoms = nil
	var columns []widgets.Child
	for some := range slices.Chunk(all, each) {
		var rows []widgets.Child
		for _, l := range some {
			title := layout.Fit(rm.picture.Canvas.Fonts(), l.Title.In(language), (p.width(rm)-50)/float32(n)-20, layout.Open, draw.Body)
			rows = append(rows, theme.Button(strings.Join(title.Lines, "\n"), l.Teaches.In(language), func() { rm.StartSymptom(l) }))
		}
		p.Symptoms = append(p.Symptoms, rows...)
		columns = append(columns, theme.Column(rows...))
	}
	open := p.asked || theme.PartHeight(each) < rm.picture.Height*symptomShare
	return theme.Section(widgets.SectionConfig{Title: rm.picture.Words.T("symptom.list"), Tip: rm.picture.Words.T("symptom.list-tip"), Open: open}, theme.Equal(columns...))
}

// drawSymptom draws what a symptom is and what to do, with its number in both worlds, over the buttons that lead on. What has no room even
// in small letters scrolls, and the number comes first then.
func (rm *Room) drawSymptom(c *draw.Canvas, in panel.Rect) {
	k, l, row := &rm.Player, rm.picture.Taught.Lesson, panel.Rect{}
	if !rm.opt.Bare {
		row, in = in.CutBottom(min(picture.PhoneBar, in.H/3))
		rm.drawWays(c, row)
	}
	said, col := rm.window.Caption()
	value, label := rm.both(), l.Figures[lesson.Fault].Label.In(rm.picture.Words.Name())
	w := float32(0)
	if !rm.Hides() {
		w = rm.largeValue(nil, in, value, label, col)
	}
	if left := panel.NewRect(in.X, in.Y, in.W-w, in.H); w > 0 && fits(c, said, draw.Small, left.W, left.H) {
		k.scroll = scroll{}
		rm.largeValue(c, in, value, label, c.Theme.Text)
		rm.drawSentence(c, left, said, col)
		return
	}
	var all parts
	if !rm.Hides() {
		all = append(all, k.text(c, label+": "+value, draw.Strong, in.W-scrollBar, c.Theme.Text), k.gap(4))
	}
	k.drawScrolled(c, in, append(all, k.text(c, said, draw.Body, in.W-scrollBar, col)), said)
}

// both returns the symptom's number in its two worlds; only between these may a line end.
func (rm *Room) both() string {
	whole := func(side string, figure int) string {
		return side + strings.ReplaceAll(" "+rm.figureValue(figure), " ", "\u00a0")
	}
	return whole("A", lesson.Fault) + "\u00a0\u00a0 " + whole("B", lesson.Mend)
}

// drawWays draws the buttons that lead from a symptom to its lesson and to its film.
func (rm *Room) drawWays(c *draw.Canvas, row panel.Rect) {
	k, why, words := &rm.Player, rm.picture.Taught.Lesson.Why, rm.picture.Words
	teaches := lesson.Named(why.Lesson)
	to, film := row, row
	to.W = min(row.W*0.62, 560) - 5
	film.X, film.W = to.X+to.W+10, min(row.W-to.W-10, 240)
	short := words.F("lesson.strip", teaches.Number)
	said := layout.First(c.Fonts(), draw.Strong, to.W-40, short+": "+teaches.Title.In(words.Name()), short)
	k.button(c, to.Inset(2), said, false, func(rm *Room) { rm.Start(teaches.Number, 0) })
	k.button(c, film.Inset(2), words.T("symptom.film"), false, func(rm *Room) {
		rm.window.OfferFilm(time.Duration(why.From), time.Duration(why.From)+lesson.SymptomFilm)
	})
	rm.picture.Tips.Add(to, words.F("symptom.lesson-tip", teaches.Title.In(words.Name())))
	rm.picture.Tips.Add(film, words.T("symptom.film-tip"))
}
