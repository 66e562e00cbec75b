package ui

import (
	"time"

	"driftlab/lesson"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
	"driftlab/timeline"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// A world is one session as panels see it, read once an update.
type world struct {
	line    *timeline.Line   // the session, all that it has been and can be again
	session *session.Session // the line's at this instant
	tape    *session.Tape    // what the session has done of late
	lesson  *lesson.Lesson   // that the session is of, nil for none
	frame   frame
}

// hide says that the truth of a world that is there must not be shown, or may be again.
func (w *world) hide(blind bool) { w.frame.blind = blind }

// A view is what a panel is given: a world, and how and where it is drawn. A panel changes nothing of it but the cursor
// and the tips, which all panels share.
type view struct {
	*world
	scale      float64 // device pixels a pixel of the design
	width      int     // of what is drawn on, in device pixels
	tips       *tips
	cursor     *cursor
	hover      *hover
	words      *words.Language
	paused     bool
	speed      float64 // virtual seconds a second
	unattended bool    // nobody can point at it or press anything: it is a film's, or on paper
	bare       bool    // there is nothing beside the scene that can be pressed
	worth      float64 // how many frames of the window a frame is worth: 1 but in films
	letter     float32 // the room for a world's letter in the strip with the tabs' titles, behind them
	titled     float32 // where the last of the titles ends, 0 for none
	ask        commands
}

// commands are what a panel may ask of who holds its world.
type commands interface {
	seek(netsim.Time)
	choose(client int)
	take(machine int)
	hold(held bool)
	pull(way scenario.Direction, to time.Duration)
	catch(packet uint64, c catching)
	freeze(shot int) bool
	enter(clocks string, pairs ...string)
}

// mark moves the cursor of all tabs to a place on an axis. While the session is paused it goes there too,
// and the axis stays where it is.
func (v *view) mark(x *timeAxis, px float32) {
	v.cursor.toggle(x.at(px), 4*x.perPixel())
	if v.cursor.on && v.paused {
		x.stay()
		v.ask.seek(v.cursor.at)
	}
}

// note writes at the right end of the strip over a tab's region r of which client the tab is, with a text
// before it where there is room for that right of the titles.
func (v *view) note(c *draw.Canvas, r rect, pen *pen, of string, client int) {
	z := float32(v.scale)
	right := r.x + r.w - 12*z
	for _, text := range [...]string{of, v.words.T("card.client")} {
		pen.start(v.words).text(text).text(" ").int(int64(client))
		if right-c.Fonts().MeasureBytes(pen.buf, draw.Small) > v.room(r) {
			pen.put(c, right, r.y-tabHeight*z/2, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
			return
		}
	}
}

// room returns where the strip with the titles has room for more, in the region r of a tab: right of the
// titles, once they are drawn, and of the letter of a world, if there are two.
func (v *view) room(r rect) (left float32) { return max(v.titled, r.x) + v.letter }

// clockWord writes an instant, but not where the true time is hidden.
func (v *view) clockWord(at netsim.Time) string {
	if v.frame.blind {
		return "– s"
	}
	return v.words.Decimal(seconds3(time.Duration(at))) + " s"
}

// offers reports whether clocks may be chosen: not by who only watches, and not in a lesson, which is about its own.
func (v *view) offers() bool { return v.ask != nil && !v.unattended && v.lesson == nil }

// tabHeight is the strip with the titles, at scale 1.
const tabHeight = 30

// gap is between what lies beside each other, at scale 1.
const gap = 6

// viewports is how many there are at most: the host's and those of a page of clients.
const viewports = 4

// nobody is the machine whose player a person moves when there is none.
const nobody = -1

// catching is what is to become of a datagram that a person has caught.
type catching struct {
	by   time.Duration // it comes later, or if negative earlier
	lose bool
}

// travelPiece is how much virtual time is simulated before it is asked how long it took.
const travelPiece = 100 * time.Millisecond

// each calls do with every instant of a client's history from one on, and the error of the clock that drives it in ms.
func (w *world) each(client int, from netsim.Time, do func(at netsim.Time, ms float64)) {
	driving := w.driving(client)
	if driving < 0 {
		return
	}
	h := w.session.History(client)
	first, end := h.Span()
	for n := max(first, h.Before(from)); n < end; n++ {
		at, row := h.Row(n)
		do(max(at, from), float64(row[driving]))
	}
}
