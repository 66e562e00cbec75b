// Package stage draws the worlds: the viewports with their scenery, figures, shots, ghosts and brackets, the camera that
// looks at them, the stills of a dispute, and the link as two lanes. What it draws is a [game.Scene] and the errors of a
// panel.Frame.
package stage

import (
	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/netsync/unity"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// Sizes of a viewport's parts in points.
const (
	TitleHeight  = 28 // of a large viewport
	GroundHeight = 16 // under the world's ground; packets travel in it
	thumbTitle   = 20
	titleLeast   = 100 // the least width for a title
)

// Viewport draws the scene as one machine shows it: objects in their colours, over each a ghost of
// where the host has it now, and between the two the error bracket.
type Viewport struct {
	Scenery
	Machine int // 0 is the host
	Trails  Trails
	pen     panel.Pen
	rim     []float32 // scratch space for the outline of a body

	look     Look
	top      float32 // below what is written at the picture's top
	Errors   []Deviation
	apart    session.Apart // why the machine's time differs from the host's
	dilated  bool          // the host's world time runs at another rate than its clock
	parts    []share
	settling unity.Settling // which of the machine's times are still moving to their targets
	starved  bool           // its server time is later than its newest snapshot
	told     bool           // a correction has written its number
	Legend   SignLegend
	numbers  []bodyNumber
	figures  [3]int       // of a crowd in the Lab, the players drawn as figures and not as marks; 0 for nobody
	labelled int          // the key of the deviation that has the label
	scored   panel.Rect   // where the score stands
	pipRows  []panel.Rect // where pips stand
	Plates   Plates
	line     layout.Line

	ClockName panel.Rect // where its title names the clock, in the Watch view
}

// NewViewport returns a viewport of a machine in a level.
func NewViewport(machine int, level *game.Level) (v Viewport) {
	v.Machine, v.Level = machine, level
	return v
}

// Look says how a viewport is drawn this time.
type Look struct {
	panel.Rect
	Sight    Sight
	About    scenario.Subject // what the camera frames
	Part     panel.Rect       // the part that may have words: all of it, or what a wipe shows
	Near     bool             // platforms are predicted near the own player only
	Thumb    bool             // small: a picture with a short title
	Watched  bool             // shows only what the sentence is about
	Quiet    bool             // without the legend
	Compared bool             // its error is written beside that of the other world
	Unscored bool             // without the score
	Card     bool             // small, with name and error beside it
	Turned   bool             // the scenario has just made it the large one
	Focused  bool             // it has the region for itself
	Selected bool
	Ghosts   bool
	Packets  bool
	Paused   bool
	Hints    bool // says what keys and mouse do
	Pointed  panel.Pointed
}

// Draw draws what a machine shows, with its title.
func (v *Viewport) Draw(c *draw.Canvas, f *panel.Frame, t *panel.Tips, l Look) {
	v.look, v.ClockName, v.dilated = l, panel.Rect{}, f.Dilated
	c.Box(l.X, l.Y, l.W, l.H, 4, c.Theme.Panel)
	v.thumb = l.Thumb
	v.place(v.titled(c, f, t), &l.Sight)
	if f.Blind && v.Machine == 0 {
		panel.Cover(c, t, v.Picture, c.Words.T("blind.hidden-host"))
		v.frames(c, f)
		return
	}
	p := v.Picture
	c.Clip(p.X, p.Y, p.W, p.H)
	ground := panel.NewRect(p.X, p.Y+p.H-v.ground(), p.W, v.ground())
	v.Labels.start(panel.NewRect(l.Part.X+2, p.Y+2, l.Part.W-4, p.H-ground.H-2), f.Now)
	v.Legend.Now, v.scored, v.Plates.All = [signs]bool{}, panel.Rect{}, v.Plates.All[:0]
	v.Legend.told = false
	v.told, v.Errors, v.apart, v.settling, v.starved = false, v.Errors[:0], session.Apart{}, unity.Settling{}, false
	if v.Machine > 0 {
		facts := &f.Facts[v.Machine-1]
		v.apart, v.settling = facts.Apart, facts.Time.Settling
		v.starved = facts.Buffers.ClientFill < 0
	}
	if !v.Level.Empty() {
		v.backdrop(c, v.empty(f))
	}
	v.message(c, f)
	if !v.empty(f) {
		v.ropes(c, f.Machine(v.Machine).Platforms)
		v.bells(c, f.Machine(v.Machine))
		v.nearZone(c, f.Machine(v.Machine).Platforms)
		v.otherWay(c, f, t)
		v.objects(c, f)
		v.writeNumbers(c)
		v.ringing(c, f)
		v.rules(c, f, t)
		if l.Watched { // plates first: texts beside marks keep off them
			v.layOwn()
			if f.Blind { // signs of the truth may have been seen just before it was hidden
				clear(v.Legend.seen[:serverSign])
			}
			v.foretell(f)
			if !l.Quiet {
				v.DrawLegend(c, t, f.Host.Character.Time, v.chatFoot(c, f))
			}
			v.layNote()
		}
		v.nearNames(c, f.Machine(v.Machine).Platforms)
		v.marks(c, f, t, f.Host.Character.Time)
		if l.Watched {
			v.watchBracket(c, f, t)
		} else {
			v.deviations(c, t)
		}
		v.riders(c.Words, f, t)
	} else if l.Watched {
		v.layNote()
	}
	if v.Machine > 0 && l.Packets && !l.Thumb && !l.Watched {
		packetsOnTheirWay(c, f, t, v.Machine, ground)
	}
	c.Unclip()
	v.frames(c, f)
}

// titled draws the title, and returns the room that is left for the world.
func (v *Viewport) titled(c *draw.Canvas, f *panel.Frame, t *panel.Tips) panel.Rect {
	l := &v.look
	switch {
	case l.Card:
		return v.card(c, f, t)
	case l.Watched:
		v.watchTitle(c, f, t, panel.NewRect(l.X, l.Y, l.W, WatchTitle))
		return l.Below(WatchTitle)
	case l.Thumb:
		v.title(c, f, t, panel.NewRect(l.Part.X, l.Y, l.Part.W, thumbTitle))
		return l.Below(thumbTitle)
	}
	v.title(c, f, t, panel.NewRect(l.Part.X, l.Y, l.Part.W, TitleHeight))
	return l.Below(TitleHeight)
}

// frames draws a frame around the chosen viewport, and around the one in which a person plays.
func (v *Viewport) frames(c *draw.Canvas, f *panel.Frame) {
	l := &v.look
	switch {
	case f.Played == v.Machine:
		c.BoxOutline(l.X, l.Y, l.W, l.H, 4, 2.5, c.Theme.Accent)
	case l.Selected && !l.Watched && l.Hints:
		c.BoxOutline(l.X, l.Y, l.W, l.H, 4, 2, c.Theme.Accent)
	}
}

// title names the machine, and says which clock drives a client and how wrong that is.
func (v *Viewport) title(c *draw.Canvas, f *panel.Frame, t *panel.Tips, r panel.Rect) {
	if r.W < titleLeast {
		return
	}
	if tip := "viewport.host-tip"; t.Under(r) {
		if v.Machine > 0 {
			tip = "viewport.client-tip"
		}
		t.Add(r, c.Words.T(tip)+" "+c.Words.T("viewport.enlarge-tip"))
	}
	in := panel.NewRect(r.X+10, r.Y, r.W-20, r.H)
	c.Machine(v.Machine, in.X+5, r.Y+r.H/2, 6)
	l, dim := &v.line, c.Theme.TextDim
	l.Start(c.Fonts(), 10)
	number := layout.Item{Class: draw.Strong, Ink: c.Theme.Text, Lead: 18, Rank: 2}
	if number.Bytes = nameMachine(c, &v.pen, v.Machine).Buf; v.look.Thumb {
		number.Bytes = v.pen.Start(c.Words).Int(int64(v.Machine)).Buf
	}
	l.Add(number)
	hint := layout.Item{Text: c.Words.T("viewport.focus-hint"), Ink: dim, Lead: 10, Tail: 10}
	if !v.look.Hints || !v.look.Focused || v.look.Thumb {
		hint = layout.Item{}
	}
	if v.Machine == 0 {
		v.hostTitle(c, in, hint)
		return
	}
	l.Or(layout.Item{Bytes: v.pen.Start(c.Words).Int(int64(v.Machine)).Buf, Class: draw.Strong, Ink: c.Theme.Text, Lead: 18})
	fact := &f.Facts[v.Machine-1]
	driving := layout.Item{Text: panel.AlgorithmTitle(c.Words, fact.Driving), Class: draw.Body, Ink: dim}
	short := driving
	if i := panel.PlaceOf(panel.Algorithms, fact.Driving); i >= 0 {
		short.Text = panel.ClockShort(c.Words, &panel.Algorithms[i])
	}
	l.Add(driving, short)
	l.Add(hint)
	if l.Right(); fact.Status.Synchronised && !f.Blind && !v.look.Thumb {
		if f.Parted && fact.Apart.World {
			l.Add(layout.Item{Text: c.Words.T("watch.world-error"), Ink: dim})
		}
		still := layout.Item{Bytes: v.pen.Start(c.Words).SignedMs(fact.Error, 1).Buf, As: "−888.8 ms", Class: draw.Figure, Ink: c.Theme.ErrorText, Rank: 3}
		bare, small := still, still
		bare.As, small.As, small.Class = "", "", draw.Strong
		l.Add(still, bare, small)
	}
	l.Put(c, in)
}

// hostTitle says in a white frame that the host's picture is the truth, and explains the lines below players where there is room.
func (v *Viewport) hostTitle(c *draw.Canvas, in panel.Rect, hint layout.Item) {
	l, dim := &v.line, c.Theme.TextDim
	if v.look.Thumb {
		l.Put(c, in)
		return
	}
	truth := l.Add(layout.Item{Text: c.Words.T("viewport.true"), Ink: c.Theme.Truth, Lead: 6, Tail: 6, Rank: 2})
	l.Add(hint)
	l.Right()
	server := l.Add(layout.Item{Text: c.Words.T("viewport.server-time"), Ink: dim, Lead: 30}, layout.Item{Text: c.Words.T("viewport.server"), Ink: dim, Lead: 30})
	predicted := l.Add(layout.Item{Text: c.Words.T("viewport.predicted-time"), Ink: dim, Lead: 30}, layout.Item{Text: c.Words.T("viewport.predicted"), Ink: dim, Lead: 30})
	l.Put(c, in)
	y := in.Y + in.H/2
	if at := l.At(truth); at.W > 0 {
		c.BoxOutline(at.X, y-9, at.W, 18, 4, 1, c.Theme.Truth)
	}
	spaces := [...]game.TimeSpace{game.ServerTime, game.PredictedTime}
	for i, at := range [...]panel.Rect{l.At(server), l.At(predicted)} {
		if at.W > 0 {
			col, dash := spaceStyle(c.Theme, spaces[i])
			c.Dashed(at.X+2, y, at.X+24, y, 2, dash, 0, col)
		}
	}
}

// spaceStyle returns the style of the line that says in which time an object is shown.
func spaceStyle(t *palette.Theme, s game.TimeSpace) (palette.Color, palette.Dash) {
	switch s {
	case game.ServerTime:
		return t.ServerTime, palette.ServerTimeDash
	case game.PredictedTime:
		return t.PredictedTime, palette.PredictedTimeDash
	}
	return t.Solid, palette.Unbroken
}
