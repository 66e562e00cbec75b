package ui

import (
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/ui/draw"
)

// makeStills goes on with making the stills, as far as there is time. They are made from a session of their own, so that the one
// that is shown stays where it is.
func (p *picture) makeStills(more func() bool) error {
	k := &p.watch.frozen
	if !p.layout.watching || p.layout.watch.plan.kind != scenario.WatchFrozen || p.line.Busy() || k.ready() {
		return nil
	}
	if in := &k.shown; k.of != *in {
		k.halt()
		k.of, k.made = *in, 0
		for i, at := range [...]netsim.Time{in.Claimed, in.Judged, in.Told} {
			k.stills[i].at = at
			k.stills[i].view = viewport{machine: [...]int{in.Shooter, 0, in.Victim}[i], level: p.session.Level()}
		}
	}
	for k.made < len(k.stills) {
		s := &k.stills[k.made]
		there, err := k.towards(p.line, s.at)
		if err != nil {
			return err
		}
		if there {
			s.frame.selected, s.frame.played = k.of.Shooter, nobody
			s.frame.read(k.going, []int{0, k.of.Shooter, k.of.Victim}, 1, true)
			k.made++
		} else if !more() {
			return nil
		}
	}
	k.halt()
	return nil
}

// frozenShown says whether there are stills to look at.
func (p *picture) frozenShown() bool {
	return p.layout.watching && p.layout.watch.plan.kind == scenario.WatchFrozen
}

// drawFrozen draws the three stills, and under them the one strip of true time.
func (p *picture) drawFrozen(c *draw.Canvas) {
	k, l, z := &p.watch.frozen, &p.layout.watch, float32(p.scale)
	first := l.stills[0]
	title := min(watchTitle*z, first.h)
	var at sight
	if k.ready() && first.w > 0 && first.h-title > 0 {
		at = k.sight(p.session.Level(), float64(first.w/(first.h-title)))
	}
	for i, r := range l.stills {
		c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
		if p.covered(c, r) || r.w <= 0 || r.h <= title || !k.ready() {
			continue
		}
		s := &k.stills[i]
		s.title(c, p.tips, &k.of, rect{r.x, r.y, r.w, title}, i)
		s.view.still(c, &s.frame, p.tips, look{rect: r, sight: at, part: r, watched: true, unscored: true}, &k.of)
		s.says(c, &k.of, i)
		if s.view.machine == 0 {
			c.BoxOutline(r.x, r.y, r.w, r.h, 4*z, 1.5*z, c.Theme.Solid)
		}
	}
	if l.strip.h > 0 && !p.covered(c, l.strip) && k.ready() {
		k.strip.draw(c, p.tips, &k.of, l.strip, z)
	}
}
