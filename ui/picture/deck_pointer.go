package picture

import (
	"math"
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
)

// A press is a press of the left button on a viewport, until it is clear what it means.
type press struct {
	machine int
	on      bool
	title   bool
	x, y    float32 // where it began
	drag    bool
	// The last click on a title, for double clicks. It counts frames, since nothing here reads a clock.
	frames    int
	lastTitle int
	last      int // the machine of the picture that was clicked last, and one more; 0 for none
}

// smallWorld stands for the machine whose title was clicked last if that was a small world's.
const smallWorld = -1

const doubleClick = 400 * time.Millisecond

// Click acts on the pointer. A click on a title chooses the client, a double click gives it the whole region. A click on a
// picture chooses its client, or if that is chosen takes its player or gives it back. A click on a thumbnail makes it large. Over
// a large picture the wheel and dragging move the camera, and a double click gives it back.
func (d *Deck) Click(v *panel.View, p *panel.Pointer) {
	s := &d.press
	s.frames++
	if p.Pressed && d.Chips.press(v, p) {
		return
	}
	at := d.Under(p.X, p.Y)
	if at != nil && !at.Thumb && p.Wheel != 0 {
		d.Camera.Zoom(d.View(at.Machine), p.X, p.Y, float32(math.Pow(stage.WheelPower, float64(p.Wheel))))
	}
	d.pinch(&p.Pinch)
	if p.Pressed && at != nil {
		*s = press{machine: at.Machine, on: true, title: at.Thumb || p.Y < at.Y+stage.TitleHeight,
			x: p.X, y: p.Y, frames: s.frames, lastTitle: s.lastTitle, last: s.last}
	}
	if s.on && p.Down && !s.title {
		dx, dy := p.X-s.x, p.Y-s.y
		if far := float32(panel.DragFrom); s.drag || dx*dx+dy*dy > far*far {
			s.drag = true
			d.Camera.Drag(d.View(s.machine), dx, dy)
			s.x, s.y = p.X, p.Y
		}
	}
	if s.on && p.Released {
		s.on = false
		if at != nil && at.Machine == s.machine && !s.drag {
			d.clicked(v, at)
		}
	}
}

// pinch lets two fingers over a large picture move the camera.
func (d *Deck) pinch(p *panel.Pinch) {
	if at := d.Under(p.X, p.Y); p.Grown > 0 && at != nil && !at.Thumb {
		v := d.View(at.Machine)
		d.Camera.Zoom(v, p.X-p.DX, p.Y-p.DY, p.Grown)
		d.Camera.Drag(v, p.DX, p.DY)
		d.press.on = false
	}
}

// clicked acts on a click on a pane.
func (d *Deck) clicked(v *panel.View, at *Pane) {
	s := &d.press
	double := s.frames < int(doubleClick*60/time.Second)
	switch {
	case at.Thumb && d.Focus != panel.Nobody:
		d.Focus = at.Machine
		fallthrough
	case at.Thumb && double && s.lastTitle == smallWorld: // the first click has put another world here
		d.Focus, s.lastTitle = d.Chosen, 0
		return
	case at.Thumb:
		s.lastTitle, s.frames = smallWorld, 0
		if at.Machine > 0 {
			v.Ask.Choose(at.Machine)
		}
		return
	case s.title:
		if double && s.lastTitle == at.Machine+1 {
			s.lastTitle = 0
			if d.Focus = at.Machine; d.Made.focus == at.Machine {
				d.Focus = panel.Nobody
			}
			return
		}
		s.lastTitle, s.frames = at.Machine+1, 0
		if at.Machine > 0 {
			v.Ask.Choose(at.Machine)
		}
	case d.Camera.Hand && double && s.last == at.Machine+1:
		d.Camera.LetGo()
		if v.Paused {
			d.Camera.Still = true
		}
		if v.Frame.Played == at.Machine { // by the first of the two clicks
			v.Ask.Take(panel.Nobody)
		}
	case v.Frame.Played == at.Machine:
		v.Ask.Take(panel.Nobody)
	case d.clickedVerdict(v, at):
	case at.Machine == d.Chosen || s.last == at.Machine+1:
		v.Ask.Take(at.Machine)
	case at.Machine > 0:
		v.Ask.Choose(at.Machine)
	}
	s.last, s.frames = 0, 0
	if !at.Thumb && !s.title {
		s.last = at.Machine + 1
	}
}

// clickedVerdict shows a hit at the place of the click in stills, if machines disagree on it.
func (d *Deck) clickedVerdict(v *panel.View, at *Pane) bool {
	shot, ok := d.View(at.Machine).Verdict(v.Frame.Machine(at.Machine), d.press.x, d.press.y)
	return ok && v.Ask.Freeze(shot)
}

// Chips are the buttons for the pages of clients.
type Chips struct {
	Rects []panel.Rect
	First []int // clients; 0 is none
	Shown int   // first client of the page that is shown
	last  int   // client of all
	strip panel.Rect
	pen   panel.Pen
}

// Sizes of chips in points.
const (
	chipWidth   = 66
	chipsWide   = 360
	chipsNarrow = 156 // the number of clients and the next page's chip
)

// lay makes as many chips as fit, around the page that is shown. If only one fits, it is that of the next page.
func (k *Chips) lay(strip panel.Rect, shown, clients int) {
	*k = Chips{strip: strip, Shown: shown, last: clients}
	pages := (clients + ClientsOnPage - 1) / ClientsOnPage
	named := float32(140) // for how many there are
	if strip.W < chipsWide {
		named = min(84, max(strip.W-(chipWidth+panel.Gap), 0))
	}
	room := max(int((strip.W-named)/(chipWidth+panel.Gap)), 1)
	page := (shown - 1) / ClientsOnPage
	from := max(min(page-room/2, pages-room), 0)
	if room == 1 {
		from = (page + 1) % pages
	}
	for i := from; i < min(from+room, pages); i++ {
		x := strip.X + named + float32(i-from)*(chipWidth+panel.Gap)
		k.Rects = append(k.Rects, panel.NewRect(x, strip.Y, chipWidth, strip.H))
		k.First = append(k.First, i*ClientsOnPage+1)
	}
}

// press turns to the page whose chip is under the pointer.
func (k *Chips) press(v *panel.View, p *panel.Pointer) bool {
	for i, r := range k.Rects {
		if p.Over(r) {
			v.Ask.Choose(k.First[i])
			return true
		}
	}
	return false
}

func (k *Chips) draw(c *draw.Canvas, t *panel.Tips) {
	if len(k.Rects) == 0 {
		return
	}
	y := k.strip.Y + k.strip.H/2
	k.pen.Start(c.Words).Int(int64(k.last)).Text(" ").Text(c.Words.T("viewport.clients"))
	k.pen.Put(c, k.strip.X+10, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	for i, r := range k.Rects {
		col, ground := c.Theme.TextDim, c.Theme.Panel
		if k.First[i] == k.Shown {
			col, ground = c.Theme.Text, c.Theme.PanelEdge
		}
		c.Box(r.X, r.Y, r.W, r.H, 4, ground)
		k.pen.Start(c.Words).Int(int64(k.First[i]))
		if last := min(k.First[i]+ClientsOnPage-1, k.last); last > k.First[i] {
			k.pen.Text("–").Int(int64(last))
		}
		k.pen.Put(c, r.X+r.W/2, y, draw.Small, col, draw.Centre|draw.Middle)
		if k.First[i] == k.Shown {
			c.HLine(r.X+8, r.X+r.W-8, r.Y+r.H-2, 2, c.Theme.Accent)
		}
		t.Add(r, c.Words.T("viewport.pages-tip"))
	}
}
