package stage

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/netsync/unity"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// Title says which machine's still it is, whether it is shooter, judge or target, and how long before or after the verdict it was taken.
func (s *Still) Title(c *draw.Canvas, t *panel.Tips, in *observe.Instants, r panel.Rect, part int) {
	v, place := &s.View, panel.NewRect(r.X+14, r.Y, r.W-28, r.H)
	c.Machine(v.Machine, place.X+8, r.Y+r.H/2, 9)
	t.Add(r, c.Words.T([...]string{"watch.shooter-tip", "watch.judge-tip", "watch.target-tip"}[part]))
	l, text, dim := &v.line, c.Theme.Text, c.Theme.TextDim
	when := func() *panel.Pen {
		return v.pen.Start(c.Words).SignedMs(s.At.Sub(in.Ruled), 0)
	}
	l.Start(c.Fonts(), 8)
	whose := l.Add(layout.Item{Bytes: nameMachine(c, &v.pen, v.Machine).Buf, Class: draw.Title, Ink: text, Lead: 26, Rank: 2})
	l.Add(layout.Item{Text: c.Words.T([...]string{"watch.shooter", "watch.judge", "watch.target"}[part]), Class: draw.Body, Ink: dim})
	l.Right()
	figure := l.Add(layout.Item{Bytes: when().Buf, Class: draw.Figure, Ink: text, Rank: 2}, layout.Item{Bytes: v.pen.Buf, Class: draw.Title, Ink: text})
	l.Add(layout.Item{Text: c.Words.T("watch.from-verdict"), Class: draw.Body, Ink: dim, Rank: 1})
	if l.Place(place, 0); l.Form(whose) >= 0 && l.Form(figure) >= 0 {
		l.Draw(c)
		return
	}
	say := func(y float32, said []byte) bool {
		strong, small := layout.Item{Bytes: said, Class: draw.Strong, Ink: text}, layout.Item{Bytes: said, Ink: text}
		return l.Say(c, panel.NewRect(place.X+26, r.Y+r.H/2+y, place.W-26, 0), draw.Left, strong, small).W > 0
	}
	say(-9, nameMachine(c, &v.pen, v.Machine).Buf)
	if !say(9, when().Text(" ").Word("watch.from-verdict").Buf) {
		say(9, when().Buf)
	}
}

// Judge is the index of the judge's still among the three.
const Judge = 1

// Still draws what the machine showed at one instant. If it judges, it also draws how.
func (v *Viewport) Still(c *draw.Canvas, f *panel.Frame, t *panel.Tips, l Look, in *observe.Instants, judges bool) {
	v.look, v.thumb = l, l.Thumb
	v.place(l.Below(WatchTitle), &l.Sight)
	p, scene := v.Picture, f.Machine(v.Machine)
	v.top, v.Errors, v.apart, v.settling = p.Y, v.Errors[:0], session.Apart{}, unity.Settling{}
	c.Clip(p.X, p.Y, p.W, p.H)
	v.Labels.homes = [64]home{} // nothing moves in a still, so every text gets the best place
	v.Labels.start(panel.NewRect(p.X+2, p.Y+2, p.W-4, p.H-saysHeight-12), f.Now)
	v.backdrop(c, !scene.OK)
	if scene.OK {
		v.ropes(c, scene.Platforms)
		v.bells(c, scene)
		v.objects(c, f)
		v.ringing(c, f)
		v.rules(c, f, t)
	}
	if judges {
		v.judged(c, scene, in)
	}
	c.Unclip()
}

// judged draws how the host came to its verdict: where it rewound the victim to, where the victim is now, and how far apart they are.
func (v *Viewport) judged(c *draw.Canvas, s *game.Scene, in *observe.Instants) {
	now, ok := Find(s.Players, in.Victim)
	if !ok || in.Wanted == 0 {
		return
	}
	if in.Refused { // else the hit has drawn that body
		shooter, _ := Find(s.Players, in.Shooter)
		v.rewound(c, &game.Strike{Victim: in.Victim, Rewound: in.Seen, Dir: shooter.Facing, At: now.Time, Now: now.Time, Back: in.Rewind})
	}
	v.outline(c, &now, false)
	x0, y0 := v.At(in.Seen)
	x1, y1 := v.At(now.Pos)
	h := v.Length(game.PlayerHeight)
	y := min(y0, y1) - h*1.32
	d := Deviation{X0: x0, X1: x1, y0: y, y1: y}
	about := panel.NewRect(min(x0, x1)-4, y-5, max(x1-x0, x0-x1)+8, 10)
	v.Labels.block(panel.NewRect(x0-h*0.42, y0-h*1.02, h*0.84, h*1.02))
	v.Labels.block(about)
	v.plate(c, about, rewindSaid(c.Words, in), draw.Strong, c.Theme.ServerText, -2)
	if about.W > 16 {
		bracket(c, &d, c.Theme.ServerTime)
	}
	if in.Rewind > 0 { // else both places are the same
		v.pen.Start(c.Words).Fixed(in.Rewound.Metres(), 2).Text(" m")
		v.plate(c, about, string(v.pen.Buf), draw.Figure, c.Theme.ServerText, -1)
	}
	v.plate(c, panel.NewRect(x1-h*0.42, y1-h*1.02, h*0.84, h*1.02), c.Words.T("watch.now"), draw.Strong, c.Theme.Text, -3)
}

// rewindSaid says how far the host rewound the victim, and why no further.
func rewindSaid(lang *words.Language, in *observe.Instants) string {
	switch {
	case in.Rewind == 0:
		return lang.T("watch.rewound-not")
	case in.Rewind < in.Wanted:
		return lang.F("watch.rewound-less", in.Rewind.Milliseconds())
	}
	return lang.F("watch.rewound", in.Rewind.Milliseconds())
}

// plate writes a text on a plate beside something, where there is room.
func (v *Viewport) plate(c *draw.Canvas, about panel.Rect, text string, class draw.Class, col palette.Color, key int) {
	said := layout.Item{Text: text, Class: class, Ink: col, Lead: 7, Tail: 7}
	v.Labels.write(c, key, about, c.Fonts().LineHeight(class)+4, 5, c.Theme.Ground.Fade(0.85), said)
}

// saysHeight is the height of the line with what a machine says of the hit, in points.
const saysHeight = 34

// Says writes what the machine says of the hit, and its verdict.
func (s *Still) Says(c *draw.Canvas, in *observe.Instants, part int) {
	p := s.View.Picture
	r := panel.NewRect(p.X+10, p.Y+p.H-(saysHeight+10), p.W-20, saysHeight)
	if r.Y < p.Y || r.W < 60 {
		return
	}
	quote, verdict, right := sayings(in, part)
	c.Box(r.X, r.Y, r.W, r.H, 5, c.Theme.Ground.Fade(0.88))
	col := c.Theme.InSyncText
	if !right {
		col = c.Theme.Text
	}
	l, said := &s.View.line, layout.Item{Text: c.Words.T(quote), Class: draw.Body, Ink: c.Theme.Text}
	small := said
	small.Class = draw.Small
	l.Start(c.Fonts(), 8)
	l.Add(said, small)
	l.Right()
	ruled := l.Add(layout.Item{Text: c.Words.T(verdict), Class: draw.Strong, Ink: col, Lead: 20, Rank: 1})
	l.Put(c, panel.NewRect(r.X+12, r.Y, r.W-24, r.H))
	x, y := l.At(ruled).X+8, r.Y+r.H/2
	if !right {
		c.Cross(x, y, 4.25, 2, col)
		return
	}
	c.Line(x-5, y, x-1.25, y+4, 2, col) // a tick
	c.Line(x-1.25, y+4, x+5, y-4, 2, col)
}

// sayings returns the keys of what a machine says and of its verdict, and whether it agrees with the host's ruling.
func sayings(in *observe.Instants, part int) (quote, verdict string, right bool) {
	switch {
	case part == 0 && in.Felt:
		return "watch.says-hit-open", "watch.verdict-hit", true
	case part == 0:
		return "watch.says-hit", "watch.verdict-hit", true
	case part == 1 && in.Refused:
		return "watch.says-refused", "watch.verdict-refused", false
	case part == 1:
		return "watch.says-ruled", "watch.verdict-ruled", true
	case in.Refused:
		return "watch.says-missed", "watch.verdict-missed", true
	case in.Felt:
		return "watch.says-column", "watch.verdict-never", false
	}
	return "watch.says-away", "watch.verdict-never", false
}

// A HitStrip draws one hit in true time: how shot, snapshot and verdict travelled between the three machines.
type HitStrip struct {
	pen      panel.Pen
	Labels   Labels
	x, w     float32
	from, to time.Duration
	Rows     [3]float32
}

// The measures of the strip, in points.
const (
	hitNames = 128
	hitHead  = 30
	hitAxis  = 20
)

// At returns the x of an instant, given relative to the ruling.
func (k *HitStrip) At(d time.Duration) float32 {
	return k.x + k.w*float32(d-k.from)/float32(max(k.to-k.from, 1))
}

// Draw draws the strip into r.
func (k *HitStrip) Draw(c *draw.Canvas, t *panel.Tips, in *observe.Instants, r panel.Rect) {
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	k.x, k.w = r.X+(hitNames+26), max(r.W-(hitNames+60), 1)
	k.Labels.start(panel.NewRect(r.X+4, r.Y, r.W-8, r.H-hitAxis), in.Ruled)
	l := &k.Labels.line
	l.Start(c.Fonts(), 12)
	l.Add(layout.Item{Text: c.Words.T("watch.one-shot"), Class: draw.Strong, Ink: c.Theme.Text, Rank: 1})
	l.Add(layout.Item{Text: c.Words.T("watch.one-shot-of"), Ink: c.Theme.TextDim})
	l.Put(c, panel.NewRect(r.X+14, r.Y+2, r.W-24, hitHead))
	k.Labels.plate(panel.NewRect(r.X, r.Y, l.W+14, hitHead))
	t.Add(r, c.Words.T("watch.one-shot-tip"))
	k.from, k.to = 0, 0 // the axis covers all that is known of the hit
	for _, at := range [...]netsim.Time{in.Claimed, in.Told, in.Safe, in.Fired, in.Arrived, in.Pictured, in.Relayed} {
		if at != netsim.Never {
			k.from, k.to = min(k.from, at.Sub(in.Ruled)), max(k.to, at.Sub(in.Ruled))
		}
	}
	room := (k.to - k.from) / 12
	k.from, k.to = k.from-room, k.to+room
	k.Axis(c, r)
	row := (r.H - (hitHead + hitAxis)) / float32(len(k.Rows))
	for i, machine := range [...]int{in.Shooter, 0, in.Victim} {
		k.Rows[i] = r.Y + hitHead + row*(float32(i)+0.5)
		c.HLine(k.x, k.x+k.w, k.Rows[i], 1.5, c.Theme.Grid)
		c.Machine(machine, r.X+21, k.Rows[i], 6.5)
		nameMachine(c, &k.pen, machine).Put(c, r.X+36, k.Rows[i], draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	}
	k.ways(c, in)
}

// Axis draws the axis of time under the strip.
func (k *HitStrip) Axis(c *draw.Canvas, r panel.Rect) {
	step := max(time.Duration(panel.Step(float64(k.to-k.from)*100/float64(k.w), 1)), 1)
	y := r.Y + r.H - hitAxis
	for at := k.from / step * step; at <= k.to; at += step {
		x := k.At(at)
		c.VLine(x, y-2, y+2, 1, c.Theme.TextDim)
		if k.pen.Start(c.Words).Int(0); at != 0 {
			k.pen.Start(c.Words).Signed(at.Seconds()*1000, 0)
		}
		k.pen.Put(c, x, y+10, draw.MonoSmall, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
}

// ways draws what travelled from machine to machine, and then labels it where no line runs.
func (k *HitStrip) ways(c *draw.Canvas, in *observe.Instants) {
	t, y := c.Theme, &k.Rows
	x := func(at netsim.Time) float32 { return k.At(at.Sub(in.Ruled)) }
	told := 2
	if in.Refused {
		told = 0
	}
	if in.Safe != netsim.Never && !in.Refused {
		k.behind(c, in, x(in.Safe), x(in.Told))
	}
	pictured, fired := in.Pictured != netsim.Never && in.Relayed != netsim.Never, in.Fired != netsim.Never && in.Arrived != netsim.Never
	if pictured {
		k.dashed(c, x(in.Pictured), y[2], x(in.Relayed), y[1])
		k.dashed(c, x(in.Relayed), y[1], x(in.Claimed), y[0])
		c.Circle(x(in.Pictured), y[2], 4.5, t.ServerTime)
	}
	if fired {
		k.line(c, x(in.Fired), y[0], x(in.Claimed), y[0], 4, t.PredictedTime)
		k.line(c, x(in.Arrived), y[1], x(in.Ruled), y[1], 4, t.PredictedTime)
		k.line(c, x(in.Fired), y[0], x(in.Arrived), y[1], 2, t.PredictedTime)
		arrowhead(c, x(in.Fired), y[0], x(in.Arrived), y[1], 7, t.PredictedTime)
	}
	k.line(c, x(in.Ruled), y[1], x(in.Told), y[told], 2, t.Truth)
	arrowhead(c, x(in.Ruled), y[1], x(in.Told), y[told], 7, t.Truth)
	c.Circle(x(in.Claimed), y[0], 5, t.PredictedTime)
	c.Circle(x(in.Ruled), y[1], 5.5, t.Truth)
	c.Circle(x(in.Told), y[told], 5, t.Truth)
	k.label(c, x(in.Claimed), y[0], c.Words.T("watch.strip-claim"), t.Text, 3)
	k.label(c, x(in.Ruled), y[1], c.Words.T("watch.strip-verdict"), t.Text, 4)
	k.label(c, x(in.Told), y[told], c.Words.T("watch.strip-told"), t.Text, 5)
	if fired {
		k.label(c, x(in.Fired), y[0], c.Words.T("watch.strip-trigger"), t.PredictedText, 2)
	}
	if pictured {
		k.label(c, x(in.Pictured), y[2], c.Words.T("watch.strip-picture"), t.ServerText, 1)
	}
}

// line draws a line that no words may cover.
func (k *HitStrip) line(c *draw.Canvas, x0, y0, x1, y1, width float32, col palette.Color) {
	c.Line(x0, y0, x1, y1, width, col)
	k.keepOff(x0, y0, x1, y1)
}

// keepOff keeps words off a line, which it divides into small squares.
func (k *HitStrip) keepOff(x0, y0, x1, y1 float32) {
	const size = 6
	n := max(int(max(x1-x0, x0-x1, y1-y0, y0-y1)/size), 1)
	for i := range n + 1 {
		part := float32(i) / float32(n)
		k.Labels.plate(panel.NewRect(x0+(x1-x0)*part-size/2, y0+(y1-y0)*part-size/2, size, size))
	}
}

// behind hatches the time for which the victim had been safe when it was told of the hit.
func (k *HitStrip) behind(c *draw.Canvas, in *observe.Instants, from, to float32) {
	y := k.Rows[2]
	c.Hatch(from, y-6, to-from, 12, 7, c.Theme.ServerTime)
	c.VLine(from, y-9, y+9, 2, c.Theme.ServerTime)
	c.VLine(to, y-9, y+9, 2, c.Theme.ServerTime)
	key := "watch.strip-away"
	if in.Felt {
		key = "watch.strip-cover"
	}
	text := c.Words.F(key, in.Told.Sub(in.Safe).Milliseconds())
	said := layout.Item{Text: text, Class: draw.Strong, Ink: c.Theme.ServerText, Lead: 7, Tail: 7}
	w, h := k.Labels.line.One(c.Fonts(), said), float32(20)
	r := panel.NewRect((from+to)/2-w/2, y-h/2, w, h)
	if w > to-from-16 { // too wide for the hatched part: beside it
		r.X = min(to+12, k.x+k.w-w)
		if r.X < to {
			r.X = from - w - 8
		}
	}
	c.Box(r.X, r.Y, r.W, r.H, 5, c.Theme.Panel)
	k.Labels.line.Say(c, r, draw.Left, said)
	k.Labels.plate(r)
}

func (k *HitStrip) dashed(c *draw.Canvas, x0, y0, x1, y1 float32) {
	c.Dashed(x0, y0, x1, y1, 2, palette.ServerTimeDash, 0, c.Theme.ServerTime)
	arrowhead(c, x0, y0, x1, y1, 7, c.Theme.ServerTime)
	k.keepOff(x0, y0, x1, y1)
}

// label writes what happened at a place, where there is room.
func (k *HitStrip) label(c *draw.Canvas, x, y float32, text string, col palette.Color, key int) {
	about := panel.NewRect(x-5, y-5, 10, 10)
	k.Labels.write(c, key, about, 15, 2, palette.Color{}, layout.Item{Text: text, Ink: col, Lead: 2, Tail: 2})
}

// arrowhead draws the point of a line that ends at the second place.
func arrowhead(c *draw.Canvas, x0, y0, x1, y1, r float32, col palette.Color) {
	l := float32(math.Hypot(float64(x1-x0), float64(y1-y0)))
	if l < r {
		return
	}
	dx, dy := (x1-x0)/l*r, (y1-y0)/l*r
	c.Line(x1, y1, x1-dx-dy*0.5, y1-dy+dx*0.5, r*0.3, col)
	c.Line(x1, y1, x1-dx+dy*0.5, y1-dy-dx*0.5, r*0.3, col)
}

// A Still is what one machine showed at an instant.
type Still struct {
	Frame panel.Frame
	View  Viewport
	At    netsim.Time // the instant at which it was taken
}

// verdictReach is how near a click has to be to where a projectile hit somebody, in metres.
const verdictReach = 0.8

// Verdict returns the projectile of the latest hit shown at a place of the picture.
func (v *Viewport) Verdict(s *game.Scene, x, y float32) (shot int, ok bool) {
	var latest *game.Strike
	for i := range s.Strikes {
		k := &s.Strikes[i]
		at, h := v.At(k.Pos)
		if far := v.Metres(verdictReach); k.On == game.StruckBody && math.Hypot(float64(x-at), float64(y-h)) <= float64(far) && (latest == nil || k.At > latest.At) {
			latest = k
		}
	}
	if latest == nil {
		return 0, false
	}
	return latest.Shot, true
}
