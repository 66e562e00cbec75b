package ui

import (
	"math"
	"time"

	"driftlab/ui/draw"
)

// A press is a press of the left button on a viewport, until it is known what is meant by it.
type press struct {
	machine int
	on      bool
	title   bool
	x, y    float32 // where it began
	drag    bool
	// The last click on a title, for double clicks. Frames count, since nothing here reads a clock.
	frames    int
	lastTitle int
	last      int // the machine of the picture that was clicked last, and one more; 0 for none
}

const doubleClick = 400 * time.Millisecond

// click acts on the pointer: a click on a title chooses the client, a double click gives it the whole
// region; one on a picture chooses it, and takes its player or gives it back where it is chosen; one on a thumbnail makes
// it large. Over a large picture the wheel and dragging take the camera, a double click gives it back.
func (d *deck) click(v *view, p *pointer, cards []rect) {
	s, z := &d.press, float32(v.scale)
	s.frames++
	if d.dotsAt.h > 0 && !v.frame.blind {
		d.dots.update(v, p)
	}
	if p.pressed && (d.chips.press(v, p) || d.dotsAt.h > 0 && p.over(d.dotsAt) || d.pressCard(v, p, cards)) {
		return
	}
	at := d.under(p.x, p.y)
	if at != nil && !at.thumb && p.wheel != 0 {
		d.camera.zoom(d.view(at.machine), p.x, p.y, float32(math.Pow(wheelPower, float64(p.wheel))))
	}
	d.pinch(&p.pinch)
	if p.pressed && at != nil {
		*s = press{machine: at.machine, on: true, title: at.thumb || p.y < at.y+titleHeight*z,
			x: p.x, y: p.y, frames: s.frames, lastTitle: s.lastTitle, last: s.last}
	}
	if s.on && p.down && !s.title {
		dx, dy := p.x-s.x, p.y-s.y
		if far := dragFrom * z; s.drag || dx*dx+dy*dy > far*far {
			s.drag = true
			d.camera.drag(d.view(s.machine), dx, dy)
			s.x, s.y = p.x, p.y
		}
	}
	if s.on && p.released {
		s.on = false
		if at != nil && at.machine == s.machine && !s.drag {
			d.clicked(v, at)
		}
	}
}

// pinch has two fingers over a large picture take the camera.
func (d *deck) pinch(p *pinch) {
	if at := d.under(p.x, p.y); p.grown > 0 && at != nil && !at.thumb {
		v := d.view(at.machine)
		d.camera.zoom(v, p.x-p.dx, p.y-p.dy, p.grown)
		d.camera.drag(v, p.dx, p.dy)
		d.press.on = false
	}
}

// pressCard chooses the client whose card is under the pointer.
func (d *deck) pressCard(v *view, p *pointer, cards []rect) bool {
	for i, r := range cards {
		if at := d.card + i + 1; at < len(d.machines) && p.over(r) {
			v.ask.choose(d.machines[at])
			return true
		}
	}
	return false
}

// clicked acts on a click on a pane.
func (d *deck) clicked(v *view, at *pane) {
	s := &d.press
	double := s.frames < int(doubleClick*60/time.Second)
	switch {
	case at.thumb && d.focus != nobody:
		d.focus = at.machine
		fallthrough
	case at.thumb:
		if at.machine > 0 {
			v.ask.choose(at.machine)
		}
	case s.title:
		if double && s.lastTitle == at.machine+1 {
			s.lastTitle = 0
			if d.focus = at.machine; d.made.focus == at.machine {
				d.focus = nobody
			}
			return
		}
		s.lastTitle, s.frames = at.machine+1, 0
		if at.machine > 0 {
			v.ask.choose(at.machine)
		}
	case d.camera.hand && double && s.last == at.machine+1:
		d.camera.letGo()
		if v.paused {
			d.camera.cut()
		}
		if v.frame.played == at.machine { // by the first of the two clicks
			v.ask.take(nobody)
		}
	case v.frame.played == at.machine:
		v.ask.take(nobody)
	case d.clickedVerdict(v, at):
	case at.machine == d.chosen || s.last == at.machine+1:
		v.ask.take(at.machine)
	case at.machine > 0:
		v.ask.choose(at.machine)
	}
	s.last, s.frames = 0, 0
	if !at.thumb && !s.title {
		s.last = at.machine + 1
	}
}

// clickedVerdict has a hit at the place of the click looked at by itself, where machines differ on it.
func (d *deck) clickedVerdict(v *view, at *pane) bool {
	shot, ok := d.view(at.machine).verdict(v.frame.machine(at.machine), d.press.x, d.press.y)
	return ok && v.ask.freeze(shot)
}

// chips are the pages of clients, to be clicked.
type chips struct {
	rects []rect
	first []int // clients; 0 is none
	shown int   // first client of the page that is shown
	last  int   // client of all
	strip rect
	z     float32
	pen   pen
}

const chipWidth = 66

// lay makes as many chips as there is room for, around the page that is shown.
func (k *chips) lay(strip rect, z float32, shown, clients int) {
	*k = chips{strip: strip, z: z, shown: shown, last: clients}
	pages := (clients + clientsOnPage - 1) / clientsOnPage
	room := max(int((strip.w-140*z)/((chipWidth+gap)*z)), 1)
	page := (shown - 1) / clientsOnPage
	from := max(min(page-room/2, pages-room), 0)
	for i := from; i < min(from+room, pages); i++ {
		x := strip.x + 140*z + float32(i-from)*(chipWidth+gap)*z
		k.rects = append(k.rects, rect{x, strip.y, chipWidth * z, strip.h})
		k.first = append(k.first, i*clientsOnPage+1)
	}
}

// press turns to the page whose chip is under the pointer.
func (k *chips) press(v *view, p *pointer) bool {
	for i, r := range k.rects {
		if p.over(r) {
			v.ask.choose(k.first[i])
			return true
		}
	}
	return false
}

func (k *chips) draw(c *draw.Canvas, t *tips) {
	if len(k.rects) == 0 {
		return
	}
	y := k.strip.y + k.strip.h/2
	k.pen.start(c.Words).int(int64(k.last)).text(" ").text(c.Words.T("viewport.clients"))
	k.pen.put(c, k.strip.x+10*k.z, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	for i, r := range k.rects {
		col, ground := c.Theme.TextDim, c.Theme.Panel
		if k.first[i] == k.shown {
			col, ground = c.Theme.Text, c.Theme.PanelEdge
		}
		c.Box(r.x, r.y, r.w, r.h, 4*k.z, ground)
		k.pen.start(c.Words).int(int64(k.first[i]))
		if last := min(k.first[i]+clientsOnPage-1, k.last); last > k.first[i] {
			k.pen.text("–").int(int64(last))
		}
		k.pen.put(c, r.x+r.w/2, y, draw.Small, col, draw.Centre|draw.Middle)
		if k.first[i] == k.shown {
			c.HLine(r.x+8*k.z, r.x+r.w-8*k.z, r.y+r.h-2*k.z, 2*k.z, c.Theme.Accent)
		}
		t.add(r, c.Words.T("viewport.pages-tip"))
	}
}
