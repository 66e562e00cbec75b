package stage

import (
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// WatchTitle is the height of a world's title, in points.
const WatchTitle = 40

// tinyTitle is the width below which a title goes almost to the edges, in points.
const tinyTitle = 160

// watchTitle says whose world it is and which clock drives it, and at the right how wrong that is. Where room is short it drops when the
// clock will next hear from the host, then the word for the error, then the clock's name, then the number of clients. If the client's name
// and the error don't fit in large letters, both get smaller ones.
func (v *Viewport) watchTitle(c *draw.Canvas, f *panel.Frame, t *panel.Tips, r panel.Rect) {
	in := r.Inset(14)
	if r.W < tinyTitle {
		in = r.Inset(6)
	}
	in.Y, in.H = r.Y, r.H
	c.Machine(v.Machine, in.X+8, r.Y+r.H/2, 9)
	l, text, dim := &v.line, c.Theme.Text, c.Theme.TextDim
	l.Start(c.Fonts(), 10)
	if v.Machine == 0 {
		l.Add(layout.Item{Text: c.Words.T("viewport.host"), Class: draw.Title, Ink: text, Lead: 26, Rank: 1})
		l.Add(layout.Item{Text: c.Words.T("viewport.truth"), Class: draw.Body, Ink: dim})
		l.Put(c, in)
		t.Add(r, c.Words.T("viewport.host-tip"))
		return
	}
	fact := &f.Facts[v.Machine-1]
	name := panel.AlgorithmTitle(c.Words, fact.Driving)
	whose := layout.Item{Bytes: nameMachine(c, &v.pen, v.Machine).Buf, Class: draw.Title, Ink: text, Lead: 26, Rank: 4}
	l.Add(whose, whose, whose)
	l.Or(layout.Item{Bytes: v.pen.Start(c.Words).Int(int64(v.Machine)).Buf, Class: draw.Title, Ink: text, Lead: 26})
	if n := f.Clients(); n >= panel.Viewports { // with a picture that fills the window they have no cards
		l.Add(layout.Item{Bytes: v.pen.Start(c.Words).Name("viewport.of").Int(int64(n)).Buf, Class: draw.Body, Ink: text, Rank: 3})
	}
	clock := l.Add(layout.Item{Text: c.Words.F("watch.clock", name), Class: draw.Body, Ink: dim, Rank: 2}, layout.Item{Text: name, Class: draw.Body, Ink: dim})
	again := layout.Item{Bytes: hears(c, &v.pen, f, &fact.Hears), Ink: dim}
	next := clock + 1
	if v.look.Turned {
		l.Add(layout.Item{Text: c.Words.T("watch.turned"), Ink: text}, again)
	} else {
		l.Add(again)
	}
	if l.Right(); fact.Status.Synchronised && !f.Blind && !v.look.Compared {
		label := c.Words.T("strip.title")
		if f.Parted && fact.Apart.World {
			label = c.Words.T("watch.world-error")
		}
		l.Add(layout.Item{Text: label, Class: draw.Body, Ink: dim, Rank: 1})
		v.addError(c, fact, 4, "")
	}
	l.Put(c, in)
	t.Add(r, c.Words.T("viewport.client-tip"))
	if v.ClockName = l.At(clock); t.Under(v.ClockName) {
		t.Add(v.ClockName, panel.ClockStory(c.Words, fact.Driving)+" "+c.Words.T("watch.clock-do"))
	}
	if !v.look.Turned || l.Form(next) > 0 {
		t.Add(l.At(next), c.Words.T("watch.hears-tip"))
	}
}

// hears writes when a client's clock will next hear of the host's time, nothing if there is nothing to say.
func hears(c *draw.Canvas, p *panel.Pen, f *panel.Frame, h *session.Hearing) []byte {
	p.Start(c.Words)
	if f.Blind {
		return nil
	}
	switch seconds := int64((h.In + time.Second - 1) / time.Second); h.Kind {
	case session.HearsPackets:
		p.Word("watch.hears-packets")
	case session.AsksAgain:
		if p.Word("watch.asks-again"); h.Most {
			p.Start(c.Words).Word("watch.asks-within")
		}
		p.Text(" ").Int(seconds).Text(" s")
	case session.ToldAgain:
		p.Name("watch.told-again").Int(seconds).Text(" s")
	case session.AskedOnce:
		p.Name("watch.asked-once").Fixed(time.Duration(h.Was).Seconds(), 1).Text(" s")
	}
	return p.Buf
}

// nameMachine writes which machine it is.
func nameMachine(c *draw.Canvas, p *panel.Pen, machine int) *panel.Pen {
	if machine == 0 {
		return p.Start(c.Words).Word("viewport.host")
	}
	return p.Start(c.Words).Name("viewport.client").Int(int64(machine))
}

// addError adds to the line how wrong a client's clock is: at least as wide as another text, and in smaller letters where room is short.
func (v *Viewport) addError(c *draw.Canvas, fact *session.Facts, rank int, as string) {
	e := layout.Item{Bytes: v.pen.Start(c.Words).SignedMs(fact.Error, 0).Buf, Class: draw.Figure, Ink: c.Theme.ErrorText, As: as, Rank: rank}
	strong, small := e, e
	strong.Class, small.Class = draw.Strong, draw.Small
	v.line.Add(e, strong, small)
}

// card writes name, clock and clock error of a client, and returns the place of its small picture.
func (v *Viewport) card(c *draw.Canvas, f *panel.Frame, t *panel.Tips) panel.Rect {
	r := v.look.Rect
	in := r.Inset(6)
	picture, text := in, in
	picture.W = min(in.W*cardPicture, in.H*cardWidest)
	if spare := picture.H - picture.W*cardShape; spare > 0 { // not a tower of sky above a small world
		picture.Y, picture.H = picture.Y+spare/2, picture.H-spare
	}
	text.X, text.W = picture.X+picture.W+12, in.W-picture.W-12
	if text.W < 96 { // no room for both
		text = panel.NewRect(in.X+6, in.Y, in.W-6, in.H)
		picture = panel.Rect{}
	}
	if v.Machine == 0 {
		t.Add(r, c.Words.T("watch.host-card-tip"))
		v.cardLines(c, f, text, c.Words.T("viewport.truth"), nil)
		return picture
	}
	fact := &f.Facts[v.Machine-1]
	t.Add(r, c.Words.T("watch.card-tip"))
	v.cardLines(c, f, text, panel.AlgorithmTitle(c.Words, fact.Driving), fact)
	return picture
}

// cardLines writes the lines of a card: the name, with its clock below or beside it, and the error, with when the clock
// hears from the host next below or beside that. The host has no facts. What has no room is left out.
func (v *Viewport) cardLines(c *draw.Canvas, f *panel.Frame, in panel.Rect, by string, fact *session.Facts) {
	high := func(class draw.Class) float32 { return c.Fonts().LineHeight(class) }
	parts := [...]layout.Part{layout.Part{Min: high(draw.Title), Rank: 3}.Or(high(draw.Strong)), {Min: high(draw.Small), Rank: 1}, {}, {}}
	known := fact != nil && fact.Status.Synchronised && !f.Blind
	if known {
		const air = 8 // above and below the digits of a line
		parts[2] = layout.Part{Min: high(draw.Figure), Rank: 2}.Or(high(draw.Figure) - air)
	}
	if fact != nil && len(hears(c, &v.pen, f, &fact.Hears)) > 0 {
		parts[3] = layout.Part{Min: high(draw.Small)}
	}
	var rows [len(parts)]panel.Rect
	layout.Column(rows[:], in, 0, parts[:]...)
	spare := in.H
	for _, row := range rows {
		spare -= row.H
	}
	for i := range rows {
		rows[i].Y += spare / 2
	}
	l, goes := &v.line, layout.Item{Text: by, Ink: c.Theme.TextDim}
	l.Start(c.Fonts(), 8)
	l.Add(layout.Item{Bytes: nameMachine(c, &v.pen, v.Machine).Buf, Class: draw.Strong, Ink: c.Theme.Text, Lead: 20, Rank: 1, Cut: 30})
	if rows[1].H == 0 {
		l.Add(goes)
	}
	l.Put(c, rows[0])
	c.Machine(v.Machine, rows[0].X+6, rows[0].Y+rows[0].H/2, 7)
	l.Say(c, rows[1], draw.Left, goes)
	if fact == nil {
		return
	}
	if l.Start(c.Fonts(), 12); known {
		v.addError(c, fact, 1, "−888 ms")
	}
	next := layout.Item{Bytes: hears(c, &v.pen, f, &fact.Hears), Ink: c.Theme.TextDim}
	if rows[3].H == 0 {
		l.Add(next)
	}
	l.Put(c, rows[2])
	l.Say(c, rows[3], draw.Left, next)
}

// The picture's part of a card's width, its greatest height as a part of its width, and its greatest width as a multiple of the
// card's height.
const (
	cardPicture = 0.54
	cardShape   = 0.8
	cardWidest  = 2.2
)

// watchBracket draws the one bracket that the sentence is about: a projectile's before a platform's, and that before all others, but first
// that of a rider off the camera's platform. There is none while a correction shows its number. If its own number has no room it is drawn
// only if there is a legend, which says what it means.
func (v *Viewport) watchBracket(c *draw.Canvas, f *panel.Frame, t *panel.Tips) {
	d, ok := v.theBracket(f)
	if v.told || !ok {
		return
	}
	tip := d.tip(c.Words)
	if d.Key == riderKey {
		tip = c.Words.T("viewport.off-tip")
	}
	col, text := d.colours(c.Theme)
	k, one := d.of()
	design := one && causes[k].sign == designSign
	v.bracketLabel(c.Words, &d)
	sizes := []struct {
		class draw.Class
		high  float32 // in points, of what the number stands on
	}{{draw.Figure, 34}, {draw.Strong, 24}}
	if design || !one { // no single error: in small letters only
		sizes = sizes[1:]
	}
	var class draw.Class
	var h float32
	var r panel.Rect
	for _, s := range sizes {
		class, h = s.class, s.high
		if r, ok = v.placeMark(&d, v.Labels.line.One(c.Fonts(), layout.Item{Bytes: v.pen.Buf, Class: class, Lead: 8, Tail: 8}), h); ok {
			break
		}
	}
	if !ok || !d.about.Overlaps(v.Labels.Bounds) {
		if v.Legend.told {
			v.brackets(c, &d)
			t.Add(d.about, tip)
		}
		return
	}
	gap := d.about.Gap(r)
	if design && gap > 2*v.Length(game.PlayerHeight) { // such a long line would look like a shot
		return
	}
	v.brackets(c, &d)
	t.Add(d.about, tip)
	if gap > 3 { // a line shows what the number belongs to
		x, y := d.about.X+d.about.W/2, d.about.Y+d.about.H/2
		c.Line(x, y, min(max(x, r.X), r.X+r.W), min(max(y, r.Y), r.Y+r.H), 1.5, col.Fade(0.7))
	}
	c.Box(r.X, r.Y, r.W, r.H, 5, c.Theme.Ground.Fade(0.8))
	v.pen.Put(c, r.X+8, r.Y+h/2, class, text, draw.Left|draw.Middle)
}

// theBracket returns the bracket that [Viewport.watchBracket] draws.
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

// placeMark finds room for the number of a bracket: at it, or farther away, beyond the figures around it.
func (v *Viewport) placeMark(d *Deviation, w, h float32) (panel.Rect, bool) {
	key := d.Key
	if d.rang { // it is at the bell and no longer at the projectile
		key = rungKey - key
	}
	if r, ok := v.Labels.place(key, d.about, w, h, 8); ok {
		return r, true
	}
	far := v.Length(game.PlayerHeight)
	return v.Labels.place(key, panel.NewRect(d.about.X-far, d.about.Y-far, d.about.W+2*far, d.about.H+2*far), w, h, 8)
}

// bracketLabel writes how far something is from where the host has it, and why. The clock's error alone needs no explanation. With
// other causes the difference is given in time.
func (v *Viewport) bracketLabel(lang *words.Language, d *Deviation) {
	k, one := d.of()
	key := "watch.behind"
	switch {
	case d.Key == riderKey:
		key = "watch.off-platform"
	case d.reckoned && !(one && k == ofClock): // the right time, but the wrong place
		key = "watch.off"
	case d.rang && d.Ms > 0:
		key = "watch.early"
	case d.rang:
		key = "watch.late"
	case d.Ms > 0:
		key = "watch.ahead"
	}
	v.pen.Start(lang)
	if d.rang { // the bracket is at the bell, which doesn't move
		v.pen.Name("watch.rang")
	}
	if !d.rang && (key == "watch.off" || key == "watch.off-platform" || one && k == ofClock && !d.turned) {
		v.pen.Fixed(d.Metres, 2).Text(" m ").Text(lang.T(key))
		if d.reckoned && !one {
			v.pen.Text(": ")
			v.sum(lang, d)
		} else if d.reckoned && k == ofCorrection {
			v.pen.Text(", ").Word(causes[k].word)
		}
		return
	}
	v.pen.Fixed(max(d.Ms, -d.Ms), 0).Text(v.unit(lang)).Text(" ").Text(lang.T(key))
	switch {
	case !one:
		v.pen.Text(": ")
		v.sum(lang, d)
	case k != ofClock:
		v.pen.Text(", ").Word(causes[k].word)
	}
}
