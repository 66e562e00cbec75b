package picture

import (
	"math"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
)

// Follow points the deck's camera at what its worlds are about at a virtual instant.
func (d *Deck) Follow(f *panel.Frame, l *Layout, level *game.Level) {
	k, s := &d.Camera, d.scope(l, level)
	if s.Aspect == 0 {
		return // there is no viewport
	}
	if k.Subject = k.Asked; !l.Watching {
		k.Subject = scenario.Subject{}
	} else if at := (stage.Camera{Scope: s}); k.Subject.Kind == scenario.SubjectAll && (level.Follow || at.Rest().W > s.Most) {
		k.Subject.Kind = scenario.SubjectLeader // with everything in view all would be too small
	}
	who := d.Chosen
	if f.Played != panel.Nobody {
		who = f.Played
	}
	k.Scope.Level = level
	box, ok := k.Box(f, d.Chosen, who)
	k.Look(f.Now, s, box, ok)
}

// scope returns what the camera has to fill: the large pictures.
func (d *Deck) scope(l *Layout, level *game.Level) stage.Scope {
	s := stage.Scope{Level: level, Most: math.Inf(1)}
	for i := range d.Panes {
		p := &d.Panes[i]
		title := float32(stage.TitleHeight)
		if p.Watched {
			title = stage.WatchTitle
		}
		h := p.H - (title + 1)
		if p.Thumb || h <= 0 || p.W <= 0 {
			continue
		}
		aspect := float64(p.W / h)
		s.Aspect = max(s.Aspect, aspect)
		if l.Watching {
			px := stage.LeastFigure * min(float64(l.Top.W)/StandardWidth, float64(l.Bottom.Y+l.Bottom.H)/StandardHeight)
			tall := game.PlayerHeight.Metres()
			s.Most = min(s.Most, tall*aspect/stage.LeastPart, tall*float64(p.W)/px)
		}
	}
	if l.Phone && l.Watching && s.Aspect < 1.2 { // closer, or most of the picture would be sky
		s.Most = min(s.Most, max(11, 1.6*(level.Heads()-level.Frame.At.Y).Metres()*s.Aspect))
	}
	return s
}
