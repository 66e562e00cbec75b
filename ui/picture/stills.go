package picture

import (
	"slices"

	"driftlab/game/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
)

// MakeStills continues to make the stills, as far as there is time. It makes them from a separate session, so that the shown one
// stays where it is.
func (p *Picture) MakeStills(more func() bool) error {
	k := &p.Watch.Frozen
	if !p.Regions.Watching || p.Regions.Watch.Plan.Kind != scenario.WatchFrozen || p.Line.Busy() || k.Ready() {
		return nil
	}
	if in := &k.Shown; k.Of != *in {
		k.Halt()
		k.Of, k.Made = *in, 0
		for i, at := range stage.Moments(in) {
			k.Stills[i].At = at
			k.Stills[i].View = stage.NewViewport([...]int{in.Shooter, 0, in.Victim}[i], p.Session.Level())
		}
	}
	for k.Made < len(k.Stills) {
		s := &k.Stills[k.Made]
		there, err := k.Towards(p.Line, s.At)
		if err != nil {
			return err
		}
		if there {
			s.Frame.Selected, s.Frame.Played = k.Of.Shooter, panel.Nobody
			s.Frame.Read(k.Going, slices.Compact([]int{k.Of.Shooter, 0, k.Of.Victim}), 1, true)
			k.Made++
		} else if !more() {
			return nil
		}
	}
	k.Halt()
	return nil
}

// FrozenShown reports whether stills are shown.
func (p *Picture) FrozenShown() bool {
	return p.Regions.Watching && p.Regions.Watch.Plan.Kind == scenario.WatchFrozen
}

// DrawFrozen draws the three stills, and below them the strip of true time.
func (p *Picture) DrawFrozen(c *draw.Canvas) {
	k, l := &p.Watch.Frozen, &p.Regions.Watch
	first := l.Stills[0]
	title := min(stage.WatchTitle, first.H)
	var at stage.Sight
	if k.Ready() && first.W > 0 && first.H-title > 0 {
		at = k.Sight(p.Session.Level(), float64(first.W/(first.H-title)))
	}
	for i, r := range l.Stills {
		c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
		if p.Covered(c, r) || r.W <= 0 || r.H <= title {
			continue
		}
		if !k.Ready() {
			c.Text(r.X+r.W/2, r.Y+r.H/2, p.Words.T("watch.frozen-making"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
			continue
		}
		s := &k.Stills[i]
		s.Title(c, p.Tips, &k.Of, panel.NewRect(r.X, r.Y, r.W, title), i)
		s.View.Still(c, &s.Frame, p.Tips, stage.Look{Rect: r, Sight: at, Part: r, Watched: true, Unscored: true}, &k.Of, i == stage.Judge)
		s.Says(c, &k.Of, i)
		if s.View.Machine == 0 {
			c.BoxOutline(r.X, r.Y, r.W, r.H, 4, 1.5, c.Theme.Solid)
		}
	}
	if l.Strip.H > 0 && !p.Covered(c, l.Strip) && k.Ready() {
		k.Strip.Draw(c, p.Tips, &k.Of, l.Strip)
	}
}
