package picture

import (
	"cmp"
	"slices"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
)

// A Watching is how the Watch view looks at a session: as the scenario's cuts say, or as a person has chosen instead.
type Watching struct {
	Cut   scenario.Watch // the current one
	Only  int            // a film's client, whatever the cuts say; 0 for the cuts'
	Own   bool           // a person has chosen layout and clients
	Guess bool           // a person is in blind mode
	Asked bool           // a lesson's question waits for its answer
	Step  int            // how high a step's card is on a phone, in points
	// What a person has chosen.
	Kind       string
	main, with int
	turned     netsim.Time // when the scenario has turned to another client, 0 for never
	Caption    layout.Text // as drawn last
	Frozen     stage.Frozen
	Strips     [2]diagram.ErrorStrip // of B, and of A beside it
	Peeks      [2]diagram.PeekStrip  // the same, where the cut asks for that
	Numbers    bool                  // the table should take the strip's place, if it may
	Table      diagram.Numbers
	Beside     diagram.Others // clients in a line, if neither has room
	rows       []diagram.NumbersRow
	pen        panel.Pen
}

// WatchCut reads the current cut, and shows its client's numbers.
func (p *Picture) WatchCut() {
	w := &p.Watch
	cut := p.Session.Scenario().WatchAt(p.Session.Now())
	cut.Client = cmp.Or(w.Only, cut.Client)
	if p.Session.Level().Empty() && len(p.Session.Scenario().Watch) == 0 {
		cut.Layout = scenario.WatchPair // all that there is to see is on the link
	}
	k := &p.Deck.Camera
	if cut.At != w.Cut.At {
		k.Still = true
		if !w.Own {
			w.Frozen.NewestBy(cut.At)
		}
	}
	w.Frozen.Read(p.Session)
	w.Cut, k.Asked = cut, cut.Subject
	if w.Own {
		k.Asked = scenario.Subject{}
	}
	if clients := p.Session.Clients(); !w.Own {
		if main := min(w.Cut.Client, clients); cut.At > 0 && w.main != main && w.main > 0 {
			w.turned = cut.At
		} else if p.Session.Now() < w.turned {
			w.turned = 0
		}
		w.Kind, w.main, w.with = w.Cut.Layout, min(w.Cut.Client, clients), min(w.Cut.With, clients)
		p.Deck.Chosen = w.main
	} else {
		w.main, w.with = min(p.Deck.Chosen, clients), min(w.with, clients)
	}
	p.Deck.turned = !w.Own && w.turned > 0 && p.Taught.Lesson == nil && p.Session.Now()-w.turned < turnedFor
	p.Deck.Turn(p.Session.Clients())
}

// LargeWorld returns the first large world of the Watch view, nil for none.
func (p *Picture) LargeWorld() *stage.Viewport {
	if w := &p.Regions.Watch; p.Regions.Watching {
		for _, pane := range w.Panes[:w.Shown] {
			if pane.Watched && !pane.Thumb {
				return p.Deck.View(pane.Machine)
			}
		}
	}
	return nil
}

// Unchoose forgets what a person has chosen to look at, which ends with its lesson or scenario.
func (p *Picture) Unchoose() {
	p.Thaw()
	p.Watch.Own, p.Deck.Chosen, p.Deck.Focus = false, 1, panel.Nobody
	if l := p.Taught.Lesson; l != nil && l.Why != nil {
		p.Deck.Chosen = l.Why.Client
	}
}

// Thaw lets time continue if it ran before a person froze it.
func (p *Picture) Thaw() {
	if k := &p.Watch.Frozen; p.Watch.Own && p.Watch.Kind == scenario.WatchFrozen && k.Ran {
		p.Paused, k.Ran = false, false
	}
}

// WatchPlan returns what needs a place.
func (p *Picture) WatchPlan() WatchPlan {
	plan := p.watchPlan()
	plan.margin = p.Margin
	if p.Regions.Phone {
		p.forPhone(&plan)
		plan.Numbers, plan.Kept = p.phoneNumbers(&plan), 0
	}
	return plan
}

func (p *Picture) watchPlan() (plan WatchPlan) {
	w := &p.Watch
	plan = WatchPlan{Kind: w.Kind, Ab: p.AB.On, wipe: p.AB.On && p.AB.Wipe.On, film: p.Unattended, silent: p.Silent, Main: p.Deck.Chosen, Strip: w.Cut.Strip != scenario.NoStrip, Peek: w.Cut.Strip == scenario.PeekStrip}
	told := !p.Unattended && p.Taught.Carded()
	if w.Guess { // one client's world, with only the card beside it
		plan.Kind, plan.guess, plan.Strip = scenario.WatchSolo, true, false
		return plan
	}
	if plan.Kind == scenario.WatchFrozen && !plan.Ab {
		if in := &w.Frozen.Shown; len(w.Frozen.All) > 0 {
			return WatchPlan{Kind: plan.Kind, film: plan.film, Main: in.Shooter, With: in.Victim, Strip: true, told: told}
		}
	}
	if plan.Kind == scenario.WatchFrozen { // there is nothing to show yet
		plan.Kind = scenario.WatchSolo
	}
	others := p.Deck.Machines[1:] // clients of the page
	if plan.Kind == scenario.WatchTwo {
		plan.With = w.with
		if plan.With == plan.Main || !slices.Contains(others, plan.With) {
			plan.With = 0
			for _, m := range others {
				if m != plan.Main && plan.With == 0 {
					plan.With = m
				}
			}
		}
		if plan.With == 0 { // there is no other
			plan.Kind = scenario.WatchSolo
		}
	}
	for _, m := range others {
		if m != plan.Main {
			plan.Others[plan.Thumbs] = m
			plan.Thumbs++
		}
	}
	if plan.Kind == scenario.WatchSolo && !plan.Ab {
		plan.Thumbs++ // the host, 0, comes last
	}
	if plan.told = told; !p.Unattended && !p.Bare {
		plan.Controls = len(w.Cut.Controls)
	}
	if told && p.step().View == lesson.DiagramView {
		plan.Diagram, plan.Thumbs = true, 0
	}
	if plan.symptom = told && p.Taught.Lesson.Why != nil; plan.symptom {
		plan.Strip, plan.Controls = false, 0
	}
	rows := len(p.numbersRows(&plan))
	if w.Numbers && !(told && p.dragsError()) {
		plan.Numbers = rows
	}
	if plan.Strip && plan.Controls > 0 && plan.Kind == scenario.WatchSolo && !plan.Ab && !told {
		plan.Kept = rows
	}
	plan.Pages = !told && p.Deck.Choosable(&p.View) > ClientsOnPage
	return plan
}

// turnedFor is how long a title says that the scenario has turned to another client. In a lesson the step says why.
const turnedFor = netsim.Time(3 * time.Second)

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
