package ui

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// tipRow is one line of what is told about a packet.
type tipRow struct{ name, value string }

// tellPacket writes all that is known of the packet under the pointer, which is at x, above top: there it
// hides nothing of the diagram.
func (v *view) tellPacket(c *draw.Canvas, p *session.TapePacket, px, top float32) {
	z, fonts := float32(v.scale), c.Overlay.Fonts()
	rows := packetRows(v.tape, p, v.session.Now())
	title := words.F("spacetime.title", words.T("spacetime.kind-"+game.Kind(p.Kind).String()), p.ID, machineName(int(p.From)), machineName(int(p.To)))
	left, right := float32(0), float32(0)
	for _, r := range rows {
		left, right = max(left, fonts.Measure(r.name, draw.Small)), max(right, fonts.Measure(r.value, draw.Small))
	}
	pad, step := 9*z, fonts.LineHeight(draw.Small)+z
	w := max(left+right+14*z, fonts.Measure(title, draw.Strong)) + 2*pad
	h := step*float32(len(rows)) + fonts.LineHeight(draw.Strong) + 2*pad + 4*z
	box := rect{max(min(px-30*z, float32(v.width)-w-6*z), 6*z), max(top-h-2*z, 6*z), w, h}
	o := &c.Overlay
	o.Box(box.x, box.y, box.w, box.h, 5*z, c.Theme.PanelEdge)
	o.BoxOutline(box.x, box.y, box.w, box.h, 5*z, z, c.Theme.Solid)
	x, y := box.x+pad, box.y+pad
	o.Text(x, y, title, draw.Strong, c.Theme.Text, draw.Left)
	y += fonts.LineHeight(draw.Strong) + 4*z
	for _, r := range rows {
		o.Text(x, y, r.name, draw.Small, c.Theme.TextDim, draw.Left)
		o.Text(x+left+14*z, y, r.value, draw.Small, c.Theme.Text, draw.Left)
		y += step
	}
}

func machineName(machine int) string {
	if machine == 0 {
		return words.T("spacetime.the-host")
	}
	return words.F("spacetime.client-n", machine)
}

// secondsText and msText write times for the rows.
func secondsText(ns int64) string   { return words.F("spacetime.seconds", float64(ns)/1e9) }
func msText(d time.Duration) string { return words.F("spacetime.millis", d.Seconds()*1000) }

// packetRows lists what is known of a packet when virtual time is now.
func packetRows(tape *session.Tape, p *session.TapePacket, now netsim.Time) (rows []tipRow) {
	add := func(key, value string) { rows = append(rows, tipRow{words.T("spacetime.row-" + key), value}) }
	add("size", words.F("spacetime.bytes", p.Size))
	add("sent", words.F("spacetime.two-clocks", secondsText(int64(p.Sent)), secondsText(int64(p.Left))))
	switch {
	case p.Arrived && p.Due <= now:
		add("came", words.F("spacetime.two-clocks", secondsText(int64(p.Due)), secondsText(int64(p.Came))))
	case p.Fate == netsim.Lost:
		add("came", words.T("spacetime.never"))
	default:
		add("came", words.F("spacetime.in-flight", secondsText(int64(p.Due))))
	}
	add("owd", delayText(p))
	add("fate", fateText(p, now))
	if held := p.Due.Sub(p.Transit.Arrived); p.Transit.Tries == 1 && held > 0 {
		add("stream", words.F("spacetime.held", msText(held)))
	} else if p.Transit.Tries > 1 && p.Fate != netsim.Lost {
		add("stream", words.F("spacetime.tries", p.Transit.Tries, msText(p.Transit.Left.Sub(p.Sent)), msText(held)))
	}
	if p.Ticks > 0 {
		add("tick", tickText(p))
	}
	if p.HasMargin {
		add("margin", marginText(p))
	}
	if e, ok := exchangeOf(tape, p, now); ok {
		rows = append(rows, exchangeRows(&e)...)
	}
	return rows
}

// delayText says what the one-way delay is made of.
func delayText(p *session.TapePacket) string {
	whole, parts := p.Due.Sub(p.Sent), p.Parts
	text := words.F("spacetime.delay", msText(whole), msText(parts.Base), msText(parts.Jitter), msText(parts.Queue))
	if rest := whole - parts.Base - parts.Jitter - parts.Queue; rest != 0 {
		text += words.F("spacetime.delay-rest", msText(rest))
	}
	return text
}

func fateText(p *session.TapePacket, now netsim.Time) string {
	switch p.Fate {
	case netsim.Lost:
		return words.T("spacetime.lost-" + p.Cause.String())
	case netsim.Duplicate:
		return words.F("spacetime.duplicate", p.Original)
	}
	if p.Due > now {
		return words.T("spacetime.will")
	}
	return words.T("spacetime.delivered")
}

func tickText(p *session.TapePacket) string {
	if p.Ticks > 1 {
		return words.F("spacetime.ticks", p.Tick-int64(p.Ticks)+1, p.Tick)
	}
	return words.F("spacetime.tick", p.Tick)
}

func marginText(p *session.TapePacket) string {
	switch {
	case p.Early:
		return words.F("spacetime.too-early", msText(p.Margin))
	case p.Margin < 0:
		return words.F("spacetime.late", msText(-p.Margin))
	}
	return words.F("spacetime.in-time", msText(p.Margin))
}

// exchangeRows says what a client can know of an exchange, and what is true.
func exchangeRows(e *exchange) []tipRow {
	trip := time.Duration(e.answer.Came - e.ask.Left)
	up, down := e.ask.Due.Sub(e.ask.Sent), e.answer.Due.Sub(e.answer.Sent)
	return []tipRow{
		{words.T("spacetime.row-knows"), words.F("spacetime.knows", msText(trip), msText(trip/2))},
		{words.T("spacetime.row-true"), words.F("spacetime.true-ways", msText(up), msText(down))},
		{words.T("spacetime.row-wrong"), words.F("spacetime.wrong", e.wrong().Seconds()*1000)},
	}
}
