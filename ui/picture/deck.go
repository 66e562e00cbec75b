package picture

import (
	"math"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
)

// A Deck is the viewports: the host's, and those of a page of clients.
type Deck struct {
	Chosen   int   // client that the numbers and the time panel are about, on the page that is shown
	Focus    int   // machine whose viewport has the whole region, or nobody
	Ghosts   bool  // outlines show where the host has each object
	Packets  bool  // datagrams on their way are shown
	Machines []int // on this page
	Views    [panel.Viewports]stage.Viewport
	Camera   stage.Camera
	Quiet    bool // large worlds are without their legend
	Panes    []Pane
	Chips    Chips
	Made     Arrangement // what the panes were made for
	press    press
	turned   bool // the scenario has just chosen the client
}

// An Arrangement is all that panes depend on.
type Arrangement struct {
	region, chosen  panel.Rect
	watch           WatchLayout
	first, clients  int
	focus, selected int
}

// ClientsOnPage is how many clients a page shows beside the host.
const ClientsOnPage = panel.Viewports - 1

func newDeck() Deck { return Deck{Chosen: 1, Focus: panel.Nobody, Ghosts: true, Packets: true} }

// Begin resets the deck for a session. What is chosen stays if it exists there.
func (d *Deck) Begin(s *session.Session) {
	d.Chosen = min(d.Chosen, s.Clients())
	if d.Focus > s.Clients() {
		d.Focus = panel.Nobody
	}
	for i := range d.Views {
		d.Views[i] = stage.NewViewport(i, s.Level())
	}
	d.Made = Arrangement{}
	d.Camera = stage.Camera{Still: true}
	d.Turn(s.Clients())
}

// First returns the first client of the page.
func (d *Deck) First() int { return (d.Chosen-1)/ClientsOnPage*ClientsOnPage + 1 }

// Turn puts the machines of the chosen client's page into the viewports.
func (d *Deck) Turn(clients int) {
	first := d.First()
	d.Machines = append(d.Machines[:0], 0)
	for m := first; m <= min(first+ClientsOnPage-1, clients); m++ {
		d.Machines = append(d.Machines, m)
	}
	for i, m := range d.Machines {
		if v := &d.Views[i]; v.Machine != m {
			*v = stage.NewViewport(m, v.Level)
		}
	}
	if d.Focus > 0 && (d.Focus < first || d.Focus >= first+ClientsOnPage) {
		d.Focus = d.Chosen
	}
}

// Sighted reports whether a machine shows a world: a client must have joined, with its clock set. In a session without a world
// it reports whether the machine takes part.
func Sighted(v *panel.View, machine int) bool {
	if !v.Session.Level().Empty() && !v.Frame.Machine(machine).OK {
		return false
	}
	return machine == 0 || v.Frame.Facts[machine-1].Joined && v.Frame.Facts[machine-1].Status.Synchronised
}

// Under returns the pane at a place, or nil.
func (d *Deck) Under(x, y float32) *Pane {
	for i := range d.Panes {
		if d.Panes[i].Contains(x, y) {
			return &d.Panes[i]
		}
	}
	return nil
}

// Choosable returns how many clients there are to choose from: in a film only those that are shown.
func (d *Deck) Choosable(v *panel.View) int {
	if v.Unattended {
		return len(d.Machines) - 1
	}
	return v.Session.Clients()
}

// LayOut makes the panes again if something has changed.
func (d *Deck) LayOut(l *Layout, clients int) {
	now := Arrangement{l.Worlds, l.Chosen, l.Watch, d.First(), clients, d.Focus, d.Chosen}
	if now == d.Made {
		return
	}
	d.Made = now
	region := l.Worlds
	d.Chips = Chips{}
	if l.Watching {
		d.Panes = append(d.Panes[:0], l.Watch.Panes[:l.Watch.Shown]...)
		if at := l.Watch.Pages; at.H > 0 {
			d.Chips.lay(at, d.First(), clients)
		}
		return
	}
	if l.Chosen.H > 0 {
		d.Panes = d.arrangeLab(d.Panes[:0], l, clients)
		return
	}
	var chips panel.Rect
	layout.Column(nil, region, panel.Gap, part{At: &chips, Min: chipsHeight}.If(clients > ClientsOnPage), part{At: &region, Share: 1})
	if chips.H > 0 { // a phone's diagram has the window for itself
		d.Chips.lay(chips, d.First(), clients)
	}
	d.Panes = arrange(d.Panes[:0], region, d.Machines, d.Focus, d.Chosen)
}

// arrangeLab places the worlds of the host and of the chosen client, and beside them those of the other clients if these are few. A world
// in focus is there alone.
func (d *Deck) arrangeLab(dst []Pane, l *Layout, clients int) []Pane {
	if d.Focus != panel.Nobody {
		return append(dst, Pane{Machine: d.Focus, Rect: l.Chosen})
	}
	if l.Host.W > 0 {
		dst = append(dst, Pane{Rect: l.Host})
	}
	dst = append(dst, Pane{Machine: d.Chosen, Rect: l.Chosen})
	if n, i := len(d.Machines)-2, 0; l.Others.W > 0 && clients <= ClientsOnPage {
		for _, m := range d.Machines[1:] {
			if m != d.Chosen {
				dst = append(dst, Pane{Machine: m, Rect: Cell(l.Others, n, 1, i), Thumb: true})
				i++
			}
		}
	}
	return dst
}

// View returns the viewport of a machine of this page.
func (d *Deck) View(machine int) *stage.Viewport {
	if machine == 0 {
		return &d.Views[0]
	}
	return &d.Views[machine-d.First()+1]
}

// Note notes where everything is now, for the trails.
func (d *Deck) Note(s *session.Session, f *panel.Frame) {
	f.Flights = f.Flights[:0]
	if d.Packets {
		f.Flights = s.Flights(f.Flights)
	}
	for _, m := range d.Machines {
		d.View(m).Trails.Follow(f.Now, f.Machine(m))
	}
}

// Draw draws the viewports, and the chips that lead to the other pages.
func (d *Deck) Draw(v *panel.View, c *draw.Canvas) {
	d.Chips.draw(c, v.Tips)
	for i := range d.Panes {
		p := &d.Panes[i]
		if !p.Thumb {
			d.DrawPane(v, c, p, p.Rect)
			continue
		}
		v.Rest.Draw(c, p.Machine, p.Rect, func(c *draw.Canvas) { d.DrawPane(v, c, p, p.Rect) })
	}
}

// DrawPane draws the viewport of a pane, with its texts within part.
func (d *Deck) DrawPane(v *panel.View, c *draw.Canvas, p *Pane, part panel.Rect) {
	if v.Whose(p.Machine, p.Rect) {
		defer c.BoxOutline(p.X, p.Y, p.W, p.H, 4, 1.5, c.Theme.Machine(p.Machine).Color)
	}
	d.View(p.Machine).Draw(c, &v.Frame, v.Tips, stage.Look{
		Rect: p.Rect, Sight: d.Camera.Sight(d.Views[0].Level), About: d.Camera.Subject, Part: part, Near: p.Machine > 0 && game.TimeSpace(v.Session.Value(p.Machine, "platform.time")) == game.NearTime, Thumb: p.Thumb, Watched: p.Watched, Quiet: d.Quiet, Compared: p.compared, Unscored: p.unscored, Card: p.card, Focused: p.Machine == d.Focus,
		Selected: p.Machine == d.Chosen, Ghosts: d.Ghosts && !v.Frame.Blind, Packets: d.Packets && !v.Frame.Blind, Paused: v.Paused, Hints: !v.Unattended, Pointed: v.Hover.Pointed, Turned: d.turned && p.Machine == d.Chosen,
	})
}

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
