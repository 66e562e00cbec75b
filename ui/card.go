package ui

import (
	"time"

	"driftlab/session"
	"driftlab/ui/draw"
)

// card shows one client's numbers: what it estimates, what is true, and the difference.
type card struct {
	pen  pen
	zoom float32
	row  rect
}

// cardRows is the number of lines on a card.
const cardRows = 12

// Widths of a card's columns as shares of its width, from the right edge.
const (
	columnError     = 0.0
	columnTrue      = 0.27
	columnEstimated = 0.53
)

func (k *card) draw(c *draw.Canvas, f *session.Facts, t *tips, r rect) {
	k.zoom = float32(c.Fonts().Scale())
	c.Box(r.x, r.y, r.w, r.h, 4*k.zoom, draw.Panel)
	in := r.inset(9 * k.zoom)
	k.row = rect{in.x, in.y, in.w, min(25*k.zoom, in.h/cardRows)}
	k.head(c, f, t)
	st := &f.Status
	k.triple(c, t, "Offset", "Clock offset: the host's clock minus this client's own clock. The client estimates it; the simulator knows it.",
		st.Synchronised, st.Offset, true, f.Offset)
	k.triple(c, t, "OWD up", "One-way delay from client to host: how long a datagram is on its way. True: of the latest one that arrived.",
		st.HasOWD, st.OWDUp, f.OWDUp > 0, f.OWDUp)
	k.triple(c, t, "OWD down", "One-way delay from host to client: how long a datagram is on its way. True: of the latest one that arrived.",
		st.HasOWD, st.OWDDown, f.OWDDown > 0, f.OWDDown)
	k.triple(c, t, "RTT", "Round-trip time: there and back. Estimated: as the clock algorithm has it. True: the latest one-way delays of both directions together.",
		st.RTT > 0, st.RTT, f.OWDUp > 0 && f.OWDDown > 0, f.OWDUp+f.OWDDown)
	k.ticks(c, f, t)
	k.counts(c, f, t)
	k.riders(c, f, t)
	k.traffic(c, f, t)
}

// next moves on to the next row.
func (k *card) next() { k.row.y += k.row.h }

func (k *card) column(share float32) float32 { return k.row.x + k.row.w*(1-share) }

func (k *card) middle() float32 { return k.row.y + k.row.h/2 }

func (k *card) head(c *draw.Canvas, f *session.Facts, t *tips) {
	style := playerStyle(f.Client)
	y := k.middle()
	c.Marker(style.Shape, k.row.x+6*k.zoom, y, 6*k.zoom, style.Color)
	x := k.row.x + 20*k.zoom
	x += k.pen.start().text("Client ").int(int64(f.Client)).put(c, x, y, draw.Strong, draw.Text, draw.Left|draw.Middle)
	c.Text(x+8*k.zoom, y, algorithmTitle(f.Driving), draw.Small, draw.TextDim, draw.Left|draw.Middle)
	k.next()
	y = k.middle()
	c.Text(k.column(columnEstimated), y, "estimated", draw.Small, draw.TextDim, draw.Right|draw.Middle)
	c.Text(k.column(columnTrue), y, "true", draw.Small, draw.Truth, draw.Right|draw.Middle)
	c.Text(k.column(columnError), y, "error", draw.Small, draw.TextDim, draw.Right|draw.Middle)
	t.add(k.row, "Estimated: what the client believes. True: what only the simulator can know. Error: estimated minus true.")
	k.next()
}

// triple writes an estimate, the truth and the difference; a dash stands for what is not known.
func (k *card) triple(c *draw.Canvas, t *tips, label, tip string, known bool, estimate time.Duration, real bool, truth time.Duration) {
	y := k.middle()
	c.Text(k.row.x, y, label, draw.Small, draw.TextDim, draw.Left|draw.Middle)
	k.value(c, columnEstimated, known, estimate, draw.Text)
	k.value(c, columnTrue, real, truth, draw.Truth)
	if known && real {
		err := estimate - truth
		k.pen.start().signed(err.Seconds()*1000, 1).text(" ms")
		k.pen.put(c, k.column(columnError), y, draw.MonoSmall, errorColor(err), draw.Right|draw.Middle)
	}
	t.add(k.row, tip)
	k.next()
}

func (k *card) value(c *draw.Canvas, column float32, known bool, d time.Duration, col draw.Color) {
	k.pen.start().text("–")
	if known {
		k.pen.start().duration(d)
	}
	k.pen.put(c, k.column(column), k.middle(), draw.MonoSmall, col, draw.Right|draw.Middle)
}

// ticks writes the game's tick numbers: the host's, and where the client thinks it is.
func (k *card) ticks(c *draw.Canvas, f *session.Facts, t *tips) {
	k.tick(c, t, "Host tick now", "The host's tick: estimated by this client's clock, and true.", f.Moment.OK, f.Moment.Clock.Tick(), true, f.HostTick)
	k.tick(c, t, "Server tick", "Server time: the tick of the received states that this client shows, behind the host by the way down and a buffer.", f.Moment.OK, f.Moment.Server.Tick(), false, 0)
	k.tick(c, t, "Predicted tick", "Predicted time: the tick of the own player, ahead of the host by the way up and a buffer, so that inputs arrive in time.", f.Moment.OK, f.Moment.Predicted.Tick(), false, 0)
}

func (k *card) tick(c *draw.Canvas, t *tips, label, tip string, known bool, tick int64, hasTruth bool, truth int64) {
	y := k.middle()
	c.Text(k.row.x, y, label, draw.Small, draw.TextDim, draw.Left|draw.Middle)
	k.pen.start().text("–")
	if known {
		k.pen.start().int(tick)
	}
	k.pen.put(c, k.column(columnEstimated), y, draw.MonoSmall, draw.Text, draw.Right|draw.Middle)
	if hasTruth {
		k.pen.start().int(truth).put(c, k.column(columnTrue), y, draw.MonoSmall, draw.Truth, draw.Right|draw.Middle)
		if known {
			k.pen.start().signed(float64(tick-truth), 0).text(" ticks")
			k.pen.put(c, k.column(columnError), y, draw.MonoSmall, draw.TextDim, draw.Right|draw.Middle)
		}
	}
	t.add(k.row, tip)
	k.next()
}

// counts writes how the client's inputs and predictions fare.
func (k *card) counts(c *draw.Canvas, f *session.Facts, t *tips) {
	y := k.middle()
	k.pen.start().text("Inputs late ")
	if all := f.Inputs.Late + f.Inputs.OnTime; all > 0 {
		k.pen.fixed(100*float64(f.Inputs.Late)/float64(all), 0).text(" %")
	} else {
		k.pen.text("–")
	}
	k.pen.text("   corrections ").int(int64(f.Corrected)).text("   resets ").int(int64(f.Resets))
	k.pen.put(c, k.row.x, y, draw.Small, draw.TextDim, draw.Left|draw.Middle)
	t.add(k.row, "Late: inputs that reached the host after their tick was played. Corrections: predictions that the host's state differed from. Resets: clock jumps too far to play through.")
	k.next()
}

// riders writes how far riders are drawn from where their platforms carry them.
func (k *card) riders(c *draw.Canvas, f *session.Facts, t *tips) {
	k.pen.start().text("Riders late:")
	for class, name := range [session.RiderClasses]string{" own ", "   NPC ", "   others "} {
		k.pen.text(name)
		if late := f.Screen.Riding[class].Time; late.Count > 0 {
			k.pen.fixed(float64(late.Mean())/1e6, 0).text(" ms")
		} else {
			k.pen.text("–")
		}
	}
	k.pen.put(c, k.row.x, k.middle(), draw.Small, draw.TextDim, draw.Left|draw.Middle)
	t.add(k.row, "How far the players and the server-controlled character (NPC) that ride a platform are behind it on this screen, in the mean since 10 s: they are shown in another time than the platform.")
	k.next()
}

// traffic writes what the client and the host send each other, and the buffers in use.
func (k *card) traffic(c *draw.Canvas, f *session.Facts, t *tips) {
	up, down := f.Up.Total(), f.Down.Total()
	k.pen.start().text("kB/s up ").fixed(float64(up.Bytes)/1000, 1).text("   down ").fixed(float64(down.Bytes)/1000, 1)
	k.pen.text("   buffers ").fixed(f.Buffers.Client.Seconds()*1000, 0).text(" + ").fixed(f.Buffers.Server.Seconds()*1000, 0).text(" ms")
	k.pen.put(c, k.row.x, k.middle(), draw.Small, draw.TextDim, draw.Left|draw.Middle)
	t.add(k.row, "What this client sends the host and gets from it, in the last second, without UDP and IP headers. Buffers: how much later the client shows others (first), and how much earlier it sends its inputs (second), to make up for jitter.")
}
