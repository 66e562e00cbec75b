// Package panel is what a panel of the window or of a film gets: a [World], which is a session as it was read last,
// the [View] of it, where it is drawn, and what the pointer is on. It knows no panel, and neither window nor film.
package panel

import (
	"time"

	"driftlab/game/lesson"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/game/timeline"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/words"
)

// A World is one session as panels see it, read once an update.
type World struct {
	Line    *timeline.Line   // the session with its past, to which one can go back
	Session *session.Session // the timeline's session at this instant
	Tape    *observe.Tape    // what the session did lately
	Lesson  *lesson.Lesson   // the session's lesson, nil for none
	Frame   Frame            // what was read of it last
}

// A View is what a panel gets: a world, and how and where it is drawn. A panel changes only the cursor and the tips, which all
// panels share.
type View struct {
	*World
	Width      float32 // of what is drawn on, in points
	Height     float32
	Tips       *Tips
	Cursor     *Cursor
	Hover      *Hover
	Words      *words.Language // what all is written in
	Paused     bool            // time stands still
	Speed      float64         // virtual seconds a second
	Unattended bool            // nobody can point at it or press anything: it is in a film or on paper
	Bare       bool            // nothing beside the scene can be pressed
	Worth      float64         // how many frames of the window a frame is worth: 1 but in films
	Letter     float32         // the room for a world's letter in the strip with the tabs' titles, behind them
	Titled     float32         // where the last of the titles ends, 0 for none
	Rest       *Rest           // saves drawing on slow machines, nil for never
	Ask        Commands        // what a panel may ask for, nil where nobody answers
}

// Commands are what a panel may ask of the window or whatever else holds its world.
type Commands interface {
	Seek(netsim.Time)
	Choose(client int)
	Take(machine int)
	Hold(held bool)
	Pull(way scenario.Direction, to time.Duration)
	Catch(packet uint64, c Catching)
	Freeze(shot int) bool
	Enter(clocks string, pairs ...string)
}

// Point acts on the pointer over an axis, and marks where it is clicked.
func (v *View) Point(x *TimeAxis, p *Pointer) {
	if x.Update(p, v.Session.Now()) {
		v.Mark(x, p.X)
	}
}

// Mark moves the cursor of all tabs to a place on an axis. While the session is paused it goes there too,
// and the axis stays where it is.
func (v *View) Mark(x *TimeAxis, px float32) {
	v.Cursor.toggle(x.At(px), 4*x.PerPoint())
	if v.Cursor.On && v.Paused {
		x.Away = true
		v.Ask.Seek(v.Cursor.At)
	}
}

// Whose notes the client as pointed at if the pointer is in r, and reports whether it is pointed at elsewhere.
func (v *View) Whose(client int, r Rect) (elsewhere bool) {
	if v.Tips.Under(r) {
		v.Hover.Next.Client = client
		return false
	}
	return client > 0 && v.Hover.Client == client
}

// Which notes the clock, by its index, as pointed at if the pointer is in r, and reports whether it is pointed at
// elsewhere.
func (v *View) Which(clock int, r Rect) (elsewhere bool) {
	if v.Tips.Under(r) {
		v.Hover.Next.Clock = clock + 1
		return false
	}
	return v.Hover.Clock == clock+1
}

// Underline makes r the name of a client: the pointer on it points at the client, and it is underlined if that is pointed at elsewhere.
func (v *View) Underline(c *draw.Canvas, client int, r Rect) {
	if v.Whose(client, r) {
		c.HLine(r.X, r.X+r.W, r.Y+r.H/2+9, 2, c.Theme.Machine(client).Color)
	}
}

// Note writes at the right end of the strip above a tab's region r which client the tab is about, with a text
// before it if there is room right of the titles.
func (v *View) Note(c *draw.Canvas, r Rect, pen *Pen, of string, client int) {
	l, room := &pen.Line, v.Room(r)
	l.Start(c.Fonts(), 0)
	l.Right()
	l.Add(layout.Item{Bytes: pen.Start(v.Words).Text(of).Text(" ").Int(int64(client)).Buf, Ink: c.Theme.TextDim})
	l.Or(layout.Item{Bytes: pen.Start(v.Words).Text(v.Words.T("card.client")).Text(" ").Int(int64(client)).Buf, Ink: c.Theme.TextDim})
	l.Put(c, NewRect(room, r.Y-TabHeight, r.X+r.W-12-room, TabHeight))
	v.Underline(c, client, l.At(0))
}

// Room returns where the free room in the strip above a tab's region r starts: right of the titles, once they
// are drawn, and of the letter of a world, if there are two.
func (v *View) Room(r Rect) (left float32) { return max(v.Titled, r.X) + v.Letter }

// ClockWord returns an instant, but not while the true time is hidden.
func (v *View) ClockWord(at netsim.Time) string {
	if v.Frame.Blind {
		return "– s"
	}
	return v.Words.Decimal(InSeconds(time.Duration(at))) + " s"
}

// Offers reports whether a person may choose clocks: not in a film, and not in a lesson, which is about its own clocks.
func (v *View) Offers() bool { return v.Ask != nil && !v.Unattended && v.Lesson == nil }

// TabHeight is the strip with the titles, in points.
const TabHeight = 30

// Gap is the gap between neighbours, in points.
const Gap = 6

// Viewports is the greatest number of viewports: the host's and those of a page of clients.
const Viewports = 4

// Nobody stands for no machine.
const Nobody = -1

// Catching is what happens to a datagram that a person has caught.
type Catching struct {
	By   time.Duration // it arrives later by this, or earlier if negative
	Lose bool          // it is lost
}

// WorkAtOnce is how much is simulated in one update, as [session.Session.Go] counts it: some tens of milliseconds of work. The rest
// is done in later updates, as with any other jump in time.
const WorkAtOnce = 20_000

// TravelPiece is how much virtual time is simulated before the time it took is checked.
const TravelPiece = 25 * time.Millisecond

// BadgeHigh is the usual height of a world's letter.
const BadgeHigh = 18

// Badge draws the letter of a world, with its middle at the height of y.
func Badge(c *draw.Canvas, x, y, high float32, side string) {
	wide, round := high*10/9, high*2/9
	c.Box(x, y-high/2, wide, high, round, c.Theme.PanelEdge)
	if side == "b" {
		c.BoxOutline(x, y-high/2, wide, high, round, high/12, c.Theme.Text)
	}
	c.Text(x+wide/2, y, c.Words.T("ab."+side), draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
}

// Cover hides what would reveal the truth, and says why.
func Cover(c *draw.Canvas, t *Tips, r Rect, text string) {
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	c.Hatch(r.X+4, r.Y+4, r.W-8, r.H-8, 14, c.Theme.Grid)
	said := layout.Fit(c.Fonts(), text, min(r.W-28, 340), r.H-8, draw.Small)
	if said.Cut {
		t.Add(r, text)
		return
	}
	c.Box(r.X+(r.W-said.W)/2-6, r.Y+(r.H-said.H)/2, said.W+12, said.H, 0, c.Theme.Panel)
	said.Draw(c, r, c.Theme.TextDim, draw.Centre|draw.Middle)
}

// Covered hides r while the truth is hidden, and reports whether it has. If so, nothing in r may be drawn or act on the
// pointer.
func (v *View) Covered(c *draw.Canvas, r Rect) bool {
	if v.Frame.Blind && r.W > 0 && r.H > 0 {
		Cover(c, v.Tips, r, v.Words.T("blind.hidden-tab"))
	}
	return v.Frame.Blind
}
