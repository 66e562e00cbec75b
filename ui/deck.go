package ui

import (
	"driftlab/game"
	"driftlab/session"
	"driftlab/ui/draw"
)

// A deck is the viewports: the host's, and those of a page of clients.
type deck struct {
	chosen   int // client that the numbers and the time panel are about; the page is the one it is on
	focus    int // machine whose viewport has the whole region, or nobody
	ghosts   bool
	packets  bool
	machines []int // on this page
	views    [viewports]viewport
	camera   camera
	panes    []pane
	chips    chips
	dots     errorDots
	dotsAt   rect        // of many clients; else it has no size
	card     int         // which client of the page has the first card
	made     arrangement // what the panes were made for
	press    press
}

// An arrangement is all that panes depend on.
type arrangement struct {
	region          rect
	watch           watchLayout
	first, clients  int
	focus, selected int
}

// clientsOnPage is how many clients there are beside the host.
const clientsOnPage = viewports - 1

func newDeck() deck { return deck{chosen: 1, focus: nobody, ghosts: true, packets: true} }

// begin starts anew for a session; what is chosen stays as far as it is there.
func (d *deck) begin(s *session.Session) {
	d.chosen = min(d.chosen, s.Clients())
	if d.focus > s.Clients() {
		d.focus = nobody
	}
	for i := range d.views {
		d.views[i] = viewport{machine: i, level: s.Level()}
	}
	d.made = arrangement{}
	d.camera = camera{still: true}
	d.turn(s.Clients())
}

// first returns the first client of the page.
func (d *deck) first() int { return (d.chosen-1)/clientsOnPage*clientsOnPage + 1 }

// turn puts the machines of the chosen client's page into the viewports.
func (d *deck) turn(clients int) {
	first := d.first()
	d.machines = append(d.machines[:0], 0)
	for m := first; m <= min(first+clientsOnPage-1, clients); m++ {
		d.machines = append(d.machines, m)
	}
	for i, m := range d.machines {
		if v := &d.views[i]; v.machine != m {
			*v = viewport{machine: m, level: v.level}
		}
	}
	if d.focus > 0 && (d.focus < first || d.focus >= first+clientsOnPage) {
		d.focus = d.chosen
	}
}

// under returns the pane at a place, or nil.
func (d *deck) under(x, y float32) *pane {
	for i := range d.panes {
		if d.panes[i].contains(x, y) {
			return &d.panes[i]
		}
	}
	return nil
}

// choosable returns how many clients there are to choose from: where nobody chooses only those that are shown.
func (d *deck) choosable(v *view) int {
	if v.unattended {
		return len(d.machines) - 1
	}
	return v.session.Clients()
}

// layOut makes the panes anew where something has changed.
func (d *deck) layOut(l *layout, clients int) {
	now := arrangement{l.worlds, l.watch, d.first(), clients, d.focus, d.chosen}
	if now == d.made {
		return
	}
	d.made = now
	region := l.worlds
	d.chips, d.dotsAt = chips{}, rect{}
	if l.watching {
		d.panes = append(d.panes[:0], l.watch.panes[:l.watch.shown]...)
		return
	}
	if clients > clientsOnPage {
		strip := rect{region.x, region.y, region.w, chipsHeight * l.scale}
		region = region.below(strip.h + gap*l.scale)
		d.chips.lay(strip, l.scale, d.first(), clients)
	}
	if clients >= manyFrom && region.h >= dotsRoom*l.scale {
		d.dotsAt = rect{region.x, region.y, region.w, dotsHeight * l.scale}
		region = region.below(d.dotsAt.h + gap*l.scale)
	}
	d.panes = arrange(d.panes[:0], region, l.scale, d.machines, d.focus, d.chosen)
}

// view returns the viewport of a machine of this page.
func (d *deck) view(machine int) *viewport {
	if machine == 0 {
		return &d.views[0]
	}
	return &d.views[machine-d.first()+1]
}

// note notes where everything is now, for the trails and the packets.
func (d *deck) note(s *session.Session, f *frame) {
	f.flights = f.flights[:0]
	if d.packets {
		f.flights = s.Flights(f.flights)
	}
	for _, m := range d.machines {
		d.view(m).trails.follow(f.now, f.machine(m))
	}
}

// draw draws the viewports, and what leads to the clients that are not in sight.
func (d *deck) draw(v *view, c *draw.Canvas) {
	d.drawPages(v, c)
	for i := range d.panes {
		d.drawPane(v, c, &d.panes[i], d.panes[i].rect)
	}
}

// drawPages draws what leads to the clients that are not in sight.
func (d *deck) drawPages(v *view, c *draw.Canvas) {
	d.chips.draw(c, v.tips)
	if d.dotsAt.h == 0 {
		return
	}
	c.Box(d.dotsAt.x, d.dotsAt.y, d.dotsAt.w, d.dotsAt.h, 4*float32(v.scale), c.Theme.Panel)
	if !v.frame.blind {
		d.dots.draw(v, c, d.dotsAt)
	}
}

// drawPane draws the viewport of a pane, what is written in it within a part of it.
func (d *deck) drawPane(v *view, c *draw.Canvas, p *pane, part rect) {
	if v.tips.under(p.rect) {
		v.hover.next.client = p.machine
	} else if p.machine > 0 && v.hover.client == p.machine {
		z := float32(v.scale)
		defer c.BoxOutline(p.x, p.y, p.w, p.h, 4*z, 1.5*z, c.Theme.Machine(p.machine).Color)
	}
	d.view(p.machine).draw(c, &v.frame, v.tips, look{
		rect: p.rect, sight: d.camera.sight(d.views[0].level), about: d.camera.subject, part: part, near: p.machine > 0 && game.TimeSpace(v.session.Value(p.machine, "platform.time")) == game.NearTime, thumb: p.thumb, watched: p.watched, compared: p.compared, unscored: p.unscored, card: p.card, focused: p.machine == d.focus,
		selected: p.machine == d.chosen, ghosts: d.ghosts && !v.frame.blind, packets: d.packets && !v.frame.blind, paused: v.paused, hints: !v.unattended, pointed: v.hover.pointed,
	})
}
