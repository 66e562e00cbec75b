package ui

import (
	"math"

	"driftlab/game"
	"driftlab/scenario"
)

// follow has the deck's camera look at what its worlds are about at a virtual instant.
func (d *deck) follow(f *frame, l *layout, level *game.Level) {
	k, s := &d.camera, d.scope(l, level)
	if s.aspect == 0 {
		return // there is no viewport
	}
	if k.subject = k.asked; !l.watching {
		k.subject = scenario.Subject{}
	} else if at := (camera{scope: s}); k.subject.Kind == scenario.SubjectAll && (level.Follow || at.rest().w > s.most) {
		k.subject.Kind = scenario.SubjectLeader // all would be too small
	}
	who := d.chosen
	if f.played != nobody {
		who = f.played
	}
	k.scope.level = level
	box, ok := k.box(f, d.chosen, who)
	k.look(f.now, s, box, ok)
}

// scope returns what the camera has to fill: the large pictures.
func (d *deck) scope(l *layout, level *game.Level) scope {
	s := scope{level: level, most: math.Inf(1)}
	for i := range d.panes {
		p := &d.panes[i]
		title := float32(titleHeight)
		if p.watched {
			title = watchTitle
		}
		h := p.h - (title+1)*l.scale
		if p.thumb || h <= 0 || p.w <= 0 {
			continue
		}
		aspect := float64(p.w / h)
		s.aspect = max(s.aspect, aspect)
		if l.watching {
			px := leastFigure * min(float64(l.top.w)/standardWidth, float64(l.bottom.y+l.bottom.h)/standardHeight)
			tall := game.PlayerHeight.Metres()
			s.most = min(s.most, tall*aspect/leastPart, tall*float64(p.w)/px)
		}
	}
	return s
}
