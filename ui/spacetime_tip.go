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
	rows := packetRows(v.words, v.tape, p, v.session.Now())
	title := v.words.F("spacetime.title", v.words.T("spacetime.kind-"+game.Kind(p.Kind).String()), p.ID, machineName(v.words, int(p.From)), machineName(v.words, int(p.To)))
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

func machineName(lang *words.Language, machine int) string {
	if machine == 0 {
		return lang.T("spacetime.the-host")
	}
	return lang.F("spacetime.client-n", machine)
}

// secondsText and msText write times for the rows.
func secondsText(lang *words.Language, ns int64) string {
	return lang.F("spacetime.seconds", float64(ns)/1e9)
}
func msText(lang *words.Language, d time.Duration) string {
	return lang.F("spacetime.millis", d.Seconds()*1000)
}

// packetRows lists what is known of a packet when virtual time is now.
func packetRows(lang *words.Language, tape *session.Tape, p *session.TapePacket, now netsim.Time) (rows []tipRow) {
	add := func(key, value string) { rows = append(rows, tipRow{lang.T("spacetime.row-" + key), value}) }
	add("size", lang.F("spacetime.bytes", p.Size))
	add("sent", lang.F("spacetime.two-clocks", secondsText(lang, int64(p.Sent)), secondsText(lang, int64(p.Left))))
	switch {
	case p.Arrived && p.Due <= now:
		add("came", lang.F("spacetime.two-clocks", secondsText(lang, int64(p.Due)), secondsText(lang, int64(p.Came))))
	case p.Fate == netsim.Lost:
		add("came", lang.T("spacetime.never"))
	case p.Due <= now: // it waits, or has found the machine asleep or the mailbox full
		add("came", secondsText(lang, int64(p.Due)))
		add("read", lang.T("spacetime.unread"))
	default:
		add("came", lang.F("spacetime.in-flight", secondsText(lang, int64(p.Due))))
	}
	if waited := p.Read.Sub(p.Due); p.Arrived && waited > 0 {
		add("read", lang.F("spacetime.later", msText(lang, waited)))
	}
	add("owd", delayText(lang, p))
	add("fate", fateText(lang, p, now))
	if held := p.Due.Sub(p.Transit.Arrived); p.Transit.Tries == 1 && held > 0 {
		add("stream", lang.F("spacetime.held", msText(lang, held)))
	} else if p.Transit.Tries > 1 && p.Fate != netsim.Lost {
		add("stream", lang.F("spacetime.tries", p.Transit.Tries, msText(lang, p.Transit.Left.Sub(p.Sent)), msText(lang, held)))
	}
	if p.Ticks > 0 {
		add("tick", tickText(lang, p))
	}
	if p.HasMargin {
		add("margin", marginText(lang, p))
	}
	if e, ok := exchangeOf(tape, p, now); ok {
		rows = append(rows, exchangeRows(lang, &e)...)
	}
	return rows
}

// delayText says what the one-way delay is made of.
func delayText(lang *words.Language, p *session.TapePacket) string {
	whole, parts := p.Due.Sub(p.Sent), p.Parts
	text := lang.F("spacetime.delay", msText(lang, whole), msText(lang, parts.Base), msText(lang, parts.Jitter), msText(lang, parts.Queue))
	if parts.Hand != 0 {
		text += lang.F("spacetime.delay-hand", parts.Hand.Seconds()*1000)
	}
	if rest := whole - parts.Base - parts.Jitter - parts.Queue - parts.Hand; rest != 0 {
		text += lang.F("spacetime.delay-rest", msText(lang, rest))
	}
	return text
}

func fateText(lang *words.Language, p *session.TapePacket, now netsim.Time) string {
	switch p.Fate {
	case netsim.Lost:
		return lang.T("spacetime.lost-" + p.Cause.String())
	case netsim.Duplicate:
		return lang.F("spacetime.duplicate", p.Original)
	}
	if p.Due > now {
		return lang.T("spacetime.will")
	}
	return lang.T("spacetime.delivered")
}

func tickText(lang *words.Language, p *session.TapePacket) string {
	if p.Ticks > 1 {
		return lang.F("spacetime.ticks", p.Tick-int64(p.Ticks)+1, p.Tick)
	}
	return lang.F("spacetime.tick", p.Tick)
}

func marginText(lang *words.Language, p *session.TapePacket) string {
	switch {
	case p.Early:
		return lang.F("spacetime.too-early", msText(lang, p.Margin))
	case p.Margin < 0:
		return lang.F("spacetime.late", msText(lang, -p.Margin))
	}
	return lang.F("spacetime.in-time", msText(lang, p.Margin))
}

// exchangeRows says what a client can know of an exchange, and what is true.
func exchangeRows(lang *words.Language, e *exchange) []tipRow {
	trip := time.Duration(e.answer.Came - e.ask.Left)
	up, down := e.ask.Due.Sub(e.ask.Sent), e.answer.Due.Sub(e.answer.Sent)
	return []tipRow{
		{lang.T("spacetime.row-knows"), lang.F("spacetime.knows", msText(lang, trip), msText(lang, trip/2))},
		{lang.T("spacetime.row-true"), lang.F("spacetime.true-ways", msText(lang, up), msText(lang, down))},
		{lang.T("spacetime.row-wrong"), lang.F("spacetime.wrong", e.wrong().Seconds()*1000)},
	}
}
