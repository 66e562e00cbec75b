package lessons

import (
	"strconv"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/game/lesson"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/widgets"
)

// lessonStrip says which lesson runs, has its worlds to choose from, and shows what it measures.
type lessonStrip struct {
	way    *widget.Container // to the lessons before and after
	worlds *widget.Container
	chips  []widgets.Child // of worlds: one for each, then both
	turned bool            // the first two are the other way round
	of     []worldChip     // the chips but the last
	lit    int             // whose settings hold, as numbers were read last; none before that
	litAt  netsim.Time     // when these were read
	both   *widgets.Toggle // two worlds side by side; nil where there is one only
	end    *widget.Container
	w      [3]float32  // of the three
	line   layout.Line // of the title
}

// worldChip is the button of one of the lesson's worlds.
type worldChip struct {
	*widgets.Toggle
	world int
}

// StripHeight returns the height of the strip between the top bar and the worlds, 0 where no lesson runs. A phone has another.
func (rm *Room) StripHeight(phone bool) float32 {
	switch {
	case rm.picture.Taught.Lesson == nil || rm.opt.Bare:
		return 0
	case !phone:
		return 40
	case rm.picture.Width > rm.picture.Height: // the top bar has room for it
		return 0
	}
	return picture.PhoneBar
}

// build makes the strip's controls for the present scale and lesson.
func (s *lessonStrip) build(rm *Room, theme *widgets.Theme) {
	*s = lessonStrip{turned: rm.turned(), lit: panel.Nobody}
	l := rm.picture.Taught.Lesson
	if l == nil || rm.opt.Bare || rm.picture.Regions.Phone { // the menu has it
		return
	}
	s.way = theme.Row(
		theme.Button("‹", rm.picture.Words.T("lesson.previous-tip"), func() { rm.Turn(-1) }),
		theme.Button("›", rm.picture.Words.T("lesson.next-tip"), func() { rm.Turn(1) }),
	)
	s.end = theme.Row(theme.Button(rm.picture.Words.T("lesson.end"), rm.picture.Words.T("lesson.end-tip"), rm.End))
	var chips []widgets.Child
	for _, i := range rm.Worlds() {
		chip := theme.Toggle(l.Worlds[i].Title.In(rm.picture.Words.Name()), rm.picture.Words.T("lesson.world-tip"), false, func(on bool) {
			if on {
				rm.Open(l, i)
			}
		})
		chips, s.of = append(chips, chip), append(s.of, worldChip{chip, i})
	}
	if len(chips) > 0 {
		s.both = theme.Toggle(rm.picture.Words.T("lesson.beside"), rm.picture.Words.T("lesson.beside-tip"), false, func(bool) { rm.ToggleBeside() })
		chips = append(chips, s.both)
	}
	s.chips, s.worlds = chips, theme.Row(chips...)
}

// refresh keeps the strip's controls in step.
func (s *lessonStrip) refresh(rm *Room) {
	if s.both == nil {
		return
	}
	if turned := rm.turned(); s.turned != turned && len(s.of) > 1 {
		s.turned = turned
		s.of[0], s.of[1] = s.of[1], s.of[0]
		s.chips[0], s.chips[1] = s.chips[1], s.chips[0]
		row := s.worlds.Children() // its own slice: the window's other controls stay as they are
		row[0], row[1] = row[1], row[0]
		s.worlds.RequestRelayout()
	}
	s.both.Set(rm.Beside())
	s.light(rm)
	for _, chip := range s.of {
		chip.Set(chip.world == s.lit)
	}
}

// light finds out whose settings hold, where the frame's numbers are of another instant than it. That they are fresh would not
// do: on the way to a screenshot the frame is read several times between two updates.
func (s *lessonStrip) light(rm *Room) {
	if at := rm.picture.Frame.Reading.At(); rm.picture.Frame.Fresh || s.lit == panel.Nobody || s.litAt != at {
		s.lit, s.litAt = rm.picture.Taught.Standing(rm.picture.Session), at
	}
}

// Worlds returns the lesson's worlds that have names, in the order of their buttons: two that are side by side as they stand there.
func (rm *Room) Worlds() (all []int) {
	for i, w := range rm.picture.Taught.Lesson.Worlds {
		if w.Name != "" {
			all = append(all, i)
		}
	}
	if rm.turned() && len(all) > 1 { // two lessons side by side may have no worlds with names
		all[0], all[1] = all[1], all[0]
	}
	return all
}

// turned reports whether the first world stands beside the second as B.
func (rm *Room) turned() bool {
	return rm.Beside() && rm.picture.Taught.World == 0
}

// PlaceStrip puts the controls into the strip: the ways left, the worlds behind the title, the end right.
func (rm *Room) PlaceStrip() {
	s, r, root := &rm.strip, rm.picture.Regions.Strip, rm.window.Root()
	if s.way == nil {
		return
	}
	place := func(child widgets.Child, x, w float32) { root.Place(child, panel.NewRect(x, r.Y+6, w, r.H-12)) }
	s.w[0], _ = root.Size(s.way)
	s.w[2], _ = root.Size(s.end)
	place(s.way, r.X+8, s.w[0])
	place(s.end, r.X+r.W-s.w[2]-8, s.w[2])
	title := s.title(rm, r)
	x := title.X + title.W + 14
	s.fold(rm, panel.NewRect(x, r.Y, r.X+r.W-s.w[2]-22-x-s.beside(rm), r.H))
	place(s.worlds, x, s.w[1])
}

// beside returns how much room the chips must leave: that of which step it is, of how many, and of the switch beside it.
func (s *lessonStrip) beside(rm *Room) float32 {
	if !rm.Telling() {
		return 0
	}
	all, now := rm.Steps()
	words := rm.picture.Words
	return 66 + layout.Fit(rm.picture.Canvas.Fonts(), words.F("player.of", now+1, len(all))+words.T("player.auto"), layout.Open, 0, draw.Body).W
}

// fold shows as many chips as there is room for: first the one of two worlds side by side, then the open world's, then the
// others in their order. The steps of a lesson open its worlds by themselves.
func (s *lessonStrip) fold(rm *Room, r panel.Rect) {
	at, wide := make([]panel.Rect, len(s.chips)), make([]layout.Part, len(s.chips))
	for i, chip := range s.chips {
		wide[i].Min, _ = rm.window.Root().Size(chip)
		if i == len(s.of) {
			wide[i].Rank = 2
		} else if s.of[i].world == rm.picture.Taught.World {
			wide[i].Rank = 1
		}
	}
	layout.Row(at, r, 6, wide...)
	s.w[1] = 0
	for i, chip := range s.chips {
		chip.GetWidget().SetVisibility(widgets.Visibility(at[i].W > 0))
		s.w[1] = max(s.w[1], at[i].X+at[i].W-r.X)
	}
}

// Number says which lesson it is of all, or which part of a playlist.
func (rm *Room) Number() string {
	if list := rm.Course.List; list != nil {
		return rm.picture.Words.F("lesson.part", list.Title.In(rm.picture.Words.Name()), rm.Course.Part+1, len(list.Parts))
	}
	if n := rm.picture.Taught.Lesson.Number; n != lesson.NoNumber {
		return rm.picture.Words.F("lesson.strip", n)
	}
	if rm.picture.Taught.Lesson.Why != nil {
		return rm.picture.Words.T("symptom.strip")
	}
	return rm.picture.Words.T("lesson.own")
}

// title fits number and title of the lesson into its line, and returns where they are: behind the ways, and beside what the end and the
// steps need.
func (s *lessonStrip) title(rm *Room, r panel.Rect) panel.Rect {
	c := rm.picture.Canvas
	r.X, r.W = r.X+s.w[0]+22, r.W-s.w[0]-s.w[2]-58-s.beside(rm)
	s.line.Start(c.Fonts(), 10)
	s.line.Add(layout.Item{Text: rm.Number(), Ink: c.Theme.TextDim})
	s.line.Add(layout.Item{Text: rm.picture.TitleText(), Class: draw.Strong, Ink: c.Theme.Text, Rank: 1, Cut: 1})
	s.line.Place(r, 0)
	r.W = s.line.W
	return r
}

// DrawStrip writes title and figures of the lesson, or its steps, into its strip.
func (rm *Room) DrawStrip(c *draw.Canvas) {
	s, r, l := &rm.strip, rm.picture.Regions.Strip, rm.picture.Taught.Lesson
	if l == nil || r.H == 0 {
		return
	}
	c.Rect(r.X, r.Y, r.W, r.H, c.Theme.Panel)
	if rm.picture.Regions.Phone {
		rm.DrawPhone(c, r)
		return
	}
	language := rm.picture.Words.Name()
	c.HLine(r.X, r.X+r.W, r.Y, 1, c.Theme.PanelEdge)
	title := s.title(rm, r)
	s.line.Draw(c)
	free := r.After(title.X + title.W + s.w[1] + 28 - r.X)
	free.W -= s.w[2] + 22
	if rm.picture.Taught.Carded() {
		rm.picture.Tips.Add(title, l.Promise().In(language)+" "+rm.picture.Words.F("lesson.source", l.Source))
	} else {
		rm.picture.Tips.Add(title, rm.picture.Words.F("lesson.seen", l.Teaches.In(language), l.Watch.In(language), l.Source))
	}
	if rm.Telling() {
		rm.Player.drawDots(rm, c, free)
		return
	}
	if rm.Carded() { // which has them
		return
	}
	rm.picture.Figures.Draw(&rm.picture.View, &rm.picture.Taught, c, free)
}

// DrawPhone draws which lesson it is, and while it is open which step it is and what goes back: for a finger on a
// dot a step there is no room.
func (rm *Room) DrawPhone(c *draw.Canvas, r panel.Rect) {
	k, y := &rm.Player, r.Y+r.H/2
	right := r.X + r.W
	if rm.Telling() {
		all, now := rm.Steps()
		const side = picture.Finger
		at := panel.NewRect(right-side, r.Y+(r.H-side)/2, side, side)
		of := rm.picture.Words.F("player.of", now+1, len(all))
		right = at.X - c.Text(at.X-4, y, of, draw.Body, c.Theme.TextDim, draw.Right|draw.Middle) - 14
		k.button(c, at.Inset(4), "‹", false, (*Room).LastStep)
		k.Spots[len(k.Spots)-1].Rect = at
	}
	text := rm.picture.TitleText()
	if rm.picture.Regions.Strip.H == 0 && rm.picture.Taught.Lesson.Number != lesson.NoNumber {
		text = strconv.Itoa(rm.picture.Taught.Lesson.Number) + "  " + text
	}
	x := r.X + 10
	rm.picture.Tips.Add(panel.NewRect(x, r.Y, right-x, r.H), text)
	t := layout.Fit(c.Fonts(), text, right-x, 0, draw.Strong)
	if t.Cut {
		t = layout.Fit(c.Fonts(), text, right-x, r.H, draw.Small)
	}
	t.Draw(c, panel.NewRect(x, r.Y, 0, r.H), c.Theme.Text, draw.Left|draw.Middle)
}
