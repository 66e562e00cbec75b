package stage

import (
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// WatchTitle is over a world.
const WatchTitle = 40

// narrowTitle is the width under which a world's clock error is in small letters.
const narrowTitle = 240

// tinyTitle is the width under which it goes almost to the edges.
const tinyTitle = 160

// WatchTitle says whose world a large one is and what drives its clock, and at its right end how far that is off.
func (v *Viewport) watchTitle(c *draw.Canvas, f *panel.Frame, t *panel.Tips, r panel.Rect) {
	y := r.Y + r.H/2
	edge := float32(14)
	if r.W < tinyTitle {
		edge = 6
	}
	x, right := r.X+edge, r.X+r.W-edge
	c.Machine(v.Machine, x+8, y, 9)
	x += 26
	if v.Machine == 0 {
		x += c.Text(x, y, c.Words.T("viewport.host"), draw.Title, c.Theme.Text, draw.Left|draw.Middle) + 10
		if truth := c.Words.T("viewport.truth"); x+c.Fonts().Measure(truth, draw.Body) <= right {
			c.Text(x, y, truth, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
		}
		t.Add(r, c.Words.T("viewport.host-tip"))
		return
	}
	fact := &f.Facts[v.Machine-1]
	said := fact.Status.Synchronised && !f.Blind && !v.look.Compared
	class, short := draw.Figure, false
	if r.W < narrowTitle {
		class, short, said = v.narrowed(c, fact, right-x, said)
	}
	if said {
		right -= v.clockError(c, right, y, class, fact, draw.Right|draw.Middle) + 8
		label := c.Words.T("strip.title")
		if f.Parted && fact.Apart.World {
			label = c.Words.T("watch.world-error")
		}
		if right-c.Fonts().Measure(label, draw.Body) > x+190 {
			right -= c.Text(right, y, label, draw.Body, c.Theme.TextDim, draw.Right|draw.Middle) + 12
		}
	}
	whose := v.whose(c)
	if short {
		whose = v.pen.Start(c.Words).Int(int64(v.Machine))
	}
	x += whose.Put(c, x, y, draw.Title, c.Theme.Text, draw.Left|draw.Middle)
	if n := f.Clients(); n >= panel.Viewports && !short { // of whom there are no cards where the picture has the window for itself
		of := v.pen.Start(c.Words).Text(" ").Text(c.Words.T("viewport.of")).Text(" ").Int(int64(n))
		if c.Fonts().MeasureBytes(of.Buf, draw.Body) <= right-x {
			x += of.Put(c, x, y, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
		}
	}
	x += 12
	name := c.Words.F("watch.clock", panel.AlgorithmTitle(c.Words, fact.Driving))
	if c.Fonts().Measure(name, draw.Body) > right-x {
		name = panel.AlgorithmTitle(c.Words, fact.Driving)
	}
	t.Add(r, c.Words.T("viewport.client-tip"))
	if c.Fonts().Measure(name, draw.Body) > right-x {
		return
	}
	w := c.Text(x, y, name, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
	v.ClockName = panel.NewRect(x, r.Y, w, r.H)
	if t.Under(v.ClockName) {
		t.Add(v.ClockName, panel.ClockStory(c.Words, fact.Driving)+" "+c.Words.T("watch.clock-do"))
	}
	if x += w + 12; v.look.Turned && v.hasTurned(c, x, y, right) {
		return
	}
	if v.hears(c, f, &fact.Hears) {
		if w := c.Fonts().MeasureBytes(v.pen.Buf, draw.Small); w <= right-x {
			v.pen.Put(c, x, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
			t.Add(panel.NewRect(x, r.Y, w, r.H), c.Words.T("watch.hears-tip"))
		}
	}
}

// hasTurned says why another client's world is the large one, where there is room for it.
func (v *Viewport) hasTurned(c *draw.Canvas, x, y, right float32) bool {
	text := c.Words.T("watch.turned")
	if c.Fonts().Measure(text, draw.Small) > right-x {
		return false
	}
	c.Text(x, y, text, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	return true
}

// hears has the pen write when a client's clock hears of the host's time next. It reports whether there is anything to say.
func (v *Viewport) hears(c *draw.Canvas, f *panel.Frame, h *session.Hearing) bool {
	v.pen.Start(c.Words)
	if f.Blind {
		return false
	}
	switch seconds := int64((h.In + time.Second - 1) / time.Second); h.Kind {
	case session.HearsPackets:
		v.pen.Text(c.Words.T("watch.hears-packets"))
	case session.AsksAgain:
		if v.pen.Text(c.Words.T("watch.asks-again")); h.Most {
			v.pen.Start(c.Words).Text(c.Words.T("watch.asks-within"))
		}
		v.pen.Text(" ").Int(seconds).Text(" s")
	case session.ToldAgain:
		v.pen.Text(c.Words.T("watch.told-again")).Text(" ").Int(seconds).Text(" s")
	case session.AskedOnce:
		v.pen.Text(c.Words.T("watch.asked-once")).Text(" ").Fixed(time.Duration(h.Was).Seconds(), 1).Text(" s")
	default:
		return false
	}
	return true
}

// whose has the pen write whose viewport it is.
func (v *Viewport) whose(c *draw.Canvas) *panel.Pen {
	if v.Machine == 0 {
		return v.pen.Start(c.Words).Text(c.Words.T("viewport.host"))
	}
	return v.pen.Start(c.Words).Text(c.Words.T("viewport.client")).Text(" ").Int(int64(v.Machine))
}

// narrowed says how a client's name and its clock error have room in so much of a narrow title: in which letters the error is, and
// whether of the name there is only the number. The error is left out where it has no room even so.
func (v *Viewport) narrowed(c *draw.Canvas, fact *session.Facts, room float32, said bool) (class draw.Class, short, error bool) {
	fonts := c.Fonts()
	whole := fonts.MeasureBytes(v.whose(c).Buf, draw.Title)
	number := fonts.MeasureBytes(v.pen.Start(c.Words).Int(int64(v.Machine)).Buf, draw.Title)
	v.writeError(c, fact)
	for _, name := range [...]float32{whole, number} {
		for _, class = range [...]draw.Class{draw.Strong, draw.Small} {
			if said && name+6+fonts.MeasureBytes(v.pen.Buf, class) <= room {
				return class, name < whole, true
			}
		}
	}
	return class, whole > room, false
}

// clockError writes how far a client's clock is off.
func (v *Viewport) clockError(c *draw.Canvas, x, y float32, class draw.Class, fact *session.Facts, align draw.Align) float32 {
	return v.writeError(c, fact).Put(c, x, y, class, panel.ErrorColor(c.Theme, fact.Error), align)
}

// writeError has the pen write how far a client's clock is off.
func (v *Viewport) writeError(c *draw.Canvas, fact *session.Facts) *panel.Pen {
	return v.pen.Start(c.Words).Signed(fact.Error.Seconds()*1000, 0).Text(" ms")
}

// card writes name, clock and clock error of a client beside its small picture, and returns the place of that.
func (v *Viewport) card(c *draw.Canvas, f *panel.Frame, t *panel.Tips) panel.Rect {
	r := v.look.Rect
	in := r.Inset(6)
	picture, text := in, in
	picture.W = min(in.W*cardPicture, in.H*cardWidest)
	if spare := picture.H - picture.W*cardShape; spare > 0 { // no tower of sky over a world
		picture.Y, picture.H = picture.Y+spare/2, picture.H-spare
	}
	text.X, text.W = picture.X+picture.W+12, in.W-picture.W-12
	if text.W < 96 { // no room for both
		text = panel.NewRect(in.X+6, in.Y, in.W-6, in.H)
		picture = panel.Rect{}
	}
	if v.Machine == 0 {
		t.Add(r, c.Words.T("watch.host-card-tip"))
		v.cardLines(c, text, c.Words.T("viewport.truth"), false, nil)
		return picture
	}
	fact := &f.Facts[v.Machine-1]
	t.Add(r, c.Words.T("watch.card-tip"))
	said := v.hears(c, f, &fact.Hears)
	by := panel.AlgorithmTitle(c.Words, fact.Driving)
	if !fact.Status.Synchronised || f.Blind {
		fact = nil
	}
	v.cardLines(c, text, by, said, fact)
	return picture
}

// cardLines writes the lines of a card: the name, and under it or beside it what it goes by; the error; and under that or beside it
// what the pen has of when the clock hears next. What has no room is left out.
func (v *Viewport) cardLines(c *draw.Canvas, in panel.Rect, by string, said bool, fact *session.Facts) {
	fonts := c.Fonts()
	small := fonts.LineHeight(draw.Small)
	name, figure := fonts.LineHeight(draw.Title), float32(0)
	if fact != nil {
		figure = fonts.LineHeight(draw.Figure)
	}
	var next, error float32 // how wide what the pen has is, and the error
	h := name + figure
	under := h+small <= in.H && fonts.Measure(by, draw.Small) <= in.W
	if under {
		h += small
	}
	if said {
		next = fonts.MeasureBytes(v.pen.Buf, draw.Small)
	}
	if fact != nil {
		error = fonts.MeasureBytes(v.wrong.Start(c.Words).Signed(fact.Error.Seconds()*1000, 0).Text(" ms").Buf, draw.Figure)
	}
	below := said && h+small <= in.H && next <= in.W
	if below {
		h += small
	}
	y := in.Y + (in.H-h)/2
	if below {
		v.pen.Put(c, in.X, y+h-small/2, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	} else if beside := in.X + max(error, fonts.Measure("−888 ms", draw.Figure)) + 12; said && beside+next <= in.X+in.W {
		v.pen.Put(c, beside, y+h-max(figure, small)/2, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	c.Machine(v.Machine, in.X+6, y+name/2, 7)
	x := in.X + 20
	x += v.whose(c).Put(c, x, y+name/2, draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	y += name
	if under {
		c.Text(in.X, y+small/2, by, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		y += small
	} else if x+8+fonts.Measure(by, draw.Small) <= in.X+in.W {
		c.Text(x+8, y-name/2, by, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	if fact != nil {
		v.wrong.Put(c, in.X, y+figure/2, draw.Figure, panel.ErrorColor(c.Theme, fact.Error), draw.Left|draw.Middle)
	}
}

// The part of a card that is the picture, where there is room beside it, how high that is at most for its width, and how wide for
// its height.
const (
	cardPicture = 0.54
	cardShape   = 0.8
	cardWidest  = 2.2
)

// watchBracket draws, of all that is shown elsewhere than the host has it, the one that the sentence is about: what
// flies before what is ridden, and that before all else; where it is about a platform, the rider that stands beside it. While a correction tells its number there is none.
func (v *Viewport) watchBracket(c *draw.Canvas, f *panel.Frame, t *panel.Tips) {
	d, ok := v.theBracket(f)
	if v.told || !ok {
		return
	}
	tip := d.tip(c.Words)
	if d.Key == riderKey {
		tip = c.Words.T("viewport.off-tip")
	}
	v.marked(c, &d, t, tip)
}

// theBracket returns the one that is drawn.
func (v *Viewport) theBracket(f *panel.Frame) (d Deviation, ok bool) {
	if d, ok = v.offPlatform(f); ok {
		return d, true
	}
	best, rank := -1, -1
	for i := range v.Errors {
		worth := 0
		switch key := v.Errors[i].Key; {
		case key >= ShotKey:
			worth = 3
		case key >= platformKey:
			worth = 2
		case key == game.Character:
			worth = 1
		}
		if worth > rank {
			best, rank = i, worth
		}
	}
	if best < 0 {
		return d, false
	}
	return v.Errors[best], true
}

// marked draws the one bracket of a world with its number. Where that has no room it is drawn only beside the legend, which says what
// it is.
func (v *Viewport) marked(c *draw.Canvas, d *Deviation, t *panel.Tips, tip string) {
	col, text := d.colours(c.Theme)
	k, one := d.of()
	design := one && k == ofTimes
	v.bracketLabel(c.Words, d)
	sizes := []struct {
		class draw.Class
		high  float32 // in points, of what the number stands on
	}{{draw.Figure, 34}, {draw.Strong, 24}}
	if design || !one { // which nobody has to mind
		sizes = sizes[1:]
	}
	var class draw.Class
	var h float32
	var r panel.Rect
	var ok bool
	for _, s := range sizes {
		class, h = s.class, s.high
		if r, ok = v.placeMark(d, c.Fonts().MeasureBytes(v.pen.Buf, class)+16, h); ok {
			break
		}
	}
	if !ok || !d.about.Overlaps(v.Labels.Bounds) {
		if v.Legend.told {
			v.brackets(c, d)
			t.Add(d.about, tip)
		}
		return
	}
	gap := d.about.Gap(r)
	if design && gap > 2*v.Length(game.PlayerHeight) { // a line as long as that would be taken for a shot
		return
	}
	v.brackets(c, d)
	t.Add(d.about, tip)
	if gap > 3 { // it is to be seen what the number is of
		x, y := d.about.X+d.about.W/2, d.about.Y+d.about.H/2
		c.Line(x, y, min(max(x, r.X), r.X+r.W), min(max(y, r.Y), r.Y+r.H), 1.5, col.Fade(0.7))
	}
	c.Box(r.X, r.Y, r.W, r.H, 5, c.Theme.Ground.Fade(0.8))
	v.pen.Put(c, r.X+8, r.Y+h/2, class, text, draw.Left|draw.Middle)
}

// placeMark finds room for the number of a bracket: at it, or farther away, beyond whoever stands about.
func (v *Viewport) placeMark(d *Deviation, w, h float32) (panel.Rect, bool) {
	key := d.Key
	if d.rang { // it has left the projectile for the bell
		key = rungKey - key
	}
	if r, ok := v.Labels.place(key, d.about, w, h, 8); ok {
		return r, true
	}
	far := v.Length(game.PlayerHeight)
	return v.Labels.place(key, panel.NewRect(d.about.X-far, d.about.Y-far, d.about.W+2*far, d.about.H+2*far), w, h, 8)
}

// bracketLabel writes how far something is from where the host has it, and why: the clock's error alone needs no word. What has
// another cause, or several, is told in time.
func (v *Viewport) bracketLabel(lang *words.Language, d *Deviation) {
	k, one := d.of()
	key := "watch.behind"
	switch {
	case d.Key == riderKey:
		key = "watch.off-platform"
	case d.reckoned && !(one && k == ofClock): // of one time, and yet elsewhere
		key = "watch.off"
	case d.rang && d.Ms > 0:
		key = "watch.early"
	case d.rang:
		key = "watch.late"
	case d.Ms > 0:
		key = "watch.ahead"
	}
	v.pen.Start(lang)
	if d.rang { // what the bracket is at does not move
		v.pen.Text(lang.T("watch.rang")).Text(" ")
	}
	if !d.rang && (key == "watch.off" || key == "watch.off-platform" || one && k == ofClock && !d.turned) {
		v.pen.Fixed(d.Metres, 2).Text(" m ").Text(lang.T(key))
		if d.reckoned && !one {
			v.pen.Text(": ")
			v.sum(lang, d)
		} else if d.reckoned && k == ofCorrection {
			v.pen.Text(", ").Text(d.why(lang, k))
		}
		return
	}
	v.pen.Fixed(max(d.Ms, -d.Ms), 0).Text(v.unit(lang)).Text(" ").Text(lang.T(key))
	switch {
	case !one:
		v.pen.Text(": ")
		v.sum(lang, d)
	case k != ofClock:
		v.pen.Text(", ").Text(d.why(lang, k))
	}
}
