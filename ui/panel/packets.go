package panel

import (
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/words"
)

// A PacketGroup is a group of kinds of packets that look alike.
type PacketGroup int

const (
	ClockPackets PacketGroup = iota // questions, answers, what a host pushes and clients report
	InputPackets                    // what players hold down
	snapshotPackets
	shotPackets
	otherPackets

	PacketGroups // how many groups there are
)

// Words returns the group's name and its explanation.
func (g PacketGroup) Words(lang *words.Language) (name, tip string) {
	switch g {
	case ClockPackets:
		return lang.T("spacetime.group-clock"), lang.T("spacetime.group-clock-tip")
	case InputPackets:
		return lang.T("spacetime.group-input"), lang.T("spacetime.group-input-tip")
	case snapshotPackets:
		return lang.T("spacetime.group-snapshot"), lang.T("spacetime.group-snapshot-tip")
	case shotPackets:
		return lang.T("spacetime.group-shot"), lang.T("spacetime.group-shot-tip")
	}
	return lang.T("spacetime.group-other"), lang.T("spacetime.group-other-tip")
}

// Style returns how the packets of a group are drawn. Inputs are of predicted time, snapshots of server time.
func (g PacketGroup) Style(t *palette.Theme) palette.LineStyle {
	switch g {
	case ClockPackets:
		return palette.LineStyle{Color: t.Yellow}
	case InputPackets:
		return palette.LineStyle{Color: t.PredictedTime, Dash: palette.Dash{2, 3, 2, 3}}
	case snapshotPackets:
		return palette.LineStyle{Color: t.ServerTime, Dash: palette.ServerTimeDash}
	case shotPackets:
		return palette.LineStyle{Color: t.ReddishPurple, Dash: palette.Dash{12, 4, 1, 4}}
	}
	return palette.LineStyle{Color: t.TextDim, Dash: palette.Dash{1, 6, 1, 6}}
}

// GroupOf has the group of each kind of datagram.
var GroupOf = func() (of [game.KindCount]PacketGroup) {
	for k := range of {
		switch game.Kind(k) {
		case game.KindProbe, game.KindAnswer, game.KindPush, game.KindReport:
			of[k] = ClockPackets
		case game.KindInput:
			of[k] = InputPackets
		case game.KindSnapshot:
			of[k] = snapshotPackets
		case game.KindSpawn, game.KindShots, game.KindReliable, game.KindReliableAck:
			of[k] = shotPackets
		default:
			of[k] = otherPackets
		}
	}
	return of
}()

// LostAt is the part of its trip at which a lost packet is drawn. No link says where it really got lost.
const LostAt = 0.6

// TipRow is one line of a packet's tooltip.
type TipRow struct{ Name, Value string }

// TellPacket writes everything known about the packet under the pointer, at x, above top, where it covers nothing
// of the diagram.
func (v *View) TellPacket(c *draw.Canvas, p *observe.TapePacket, px, top float32) {
	fonts := c.Overlay.Fonts()
	rows := PacketRows(v.Words, v.Tape, p, v.Session.Now())
	title := v.Words.F("spacetime.title", v.Words.T("spacetime.kind-"+game.Kind(p.Kind).String()), p.ID, machineName(v.Words, int(p.From)), machineName(v.Words, int(p.To)))
	var names, values []string
	for _, r := range rows {
		names, values = append(names, r.Name), append(values, r.Value)
	}
	in := func(text string, class draw.Class) layout.Text {
		return layout.Fit(fonts, text, layout.Open, layout.Open, class)
	}
	head, left, right := in(title, draw.Strong), in(strings.Join(names, "\n"), draw.Small), in(strings.Join(values, "\n"), draw.Small)
	const pad, gap = 9, 14
	w, h := max(left.W+gap+right.W, head.W)+2*pad, head.H+4+left.H+2*pad
	box := NewRect(max(min(px-30, v.Width-w-6), 6), max(top-h-2, 6), w, h)
	o := &c.Overlay
	o.Box(box.X, box.Y, box.W, box.H, 5, c.Theme.PanelEdge)
	o.BoxOutline(box.X, box.Y, box.W, box.H, 5, 1, c.Theme.Solid)
	box = box.Inset(pad)
	head.Draw(o, box, c.Theme.Text, draw.Left)
	box = box.Below(head.H + 4)
	left.Draw(o, box, c.Theme.TextDim, draw.Left)
	right.Draw(o, box.After(left.W+gap), c.Theme.Text, draw.Left)
}

func machineName(lang *words.Language, machine int) string {
	if machine == 0 {
		return lang.T("spacetime.the-host")
	}
	return lang.F("spacetime.client-n", machine)
}

// PacketRows lists what is known of a packet when virtual time is now.
func PacketRows(lang *words.Language, tape *observe.Tape, p *observe.TapePacket, now netsim.Time) (rows []TipRow) {
	add := func(key, value string) { rows = append(rows, TipRow{lang.T("spacetime.row-" + key), value}) }
	add("size", lang.F("spacetime.bytes", p.Size))
	add("sent", lang.F("spacetime.two-clocks", secondsText(lang, int64(p.Sent)), secondsText(lang, int64(p.Left))))
	switch {
	case p.Arrived && p.Due <= now:
		add("came", lang.F("spacetime.two-clocks", secondsText(lang, int64(p.Due)), secondsText(lang, int64(p.Came))))
	case p.Fate == netsim.Lost:
		add("came", lang.T("spacetime.never"))
	case p.Due <= now: // it waits, or the machine was asleep or its mailbox full
		add("came", secondsText(lang, int64(p.Due)))
		add("read", lang.T("spacetime.unread"))
	default:
		add("came", lang.F("spacetime.in-flight", secondsText(lang, int64(p.Due))))
	}
	if waited := p.Read.Sub(p.Due); p.Arrived && waited > 0 {
		add("read", lang.F("spacetime.later", MSText(lang, waited)))
	}
	add("owd", delayText(lang, p))
	add("fate", fateText(lang, p, now))
	if held := p.Due.Sub(p.Transit.Arrived); p.Transit.Tries == 1 && held > 0 {
		add("stream", lang.F("spacetime.held", MSText(lang, held)))
	} else if p.Transit.Tries > 1 && p.Fate != netsim.Lost {
		add("stream", lang.F("spacetime.tries", p.Transit.Tries, MSText(lang, p.Transit.Left.Sub(p.Sent)), MSText(lang, held)))
	}
	if p.Ticks > 0 {
		add("tick", tickText(lang, p))
	}
	if p.HasMargin {
		add("margin", marginText(lang, p))
	}
	if e, ok := ExchangeOf(tape, p, now); ok {
		rows = append(rows, exchangeRows(lang, &e)...)
	}
	return rows
}

// delayText returns what the one-way delay consists of.
func delayText(lang *words.Language, p *observe.TapePacket) string {
	whole, parts := p.Due.Sub(p.Sent), p.Parts
	text := lang.F("spacetime.delay", MSText(lang, whole), MSText(lang, parts.Base), MSText(lang, parts.Jitter), MSText(lang, parts.Queue))
	if parts.Hand != 0 {
		text += lang.F("spacetime.delay-hand", parts.Hand.Seconds()*1000)
	}
	if rest := whole - parts.Base - parts.Jitter - parts.Queue - parts.Hand; rest != 0 {
		text += lang.F("spacetime.delay-rest", MSText(lang, rest))
	}
	return text
}

func fateText(lang *words.Language, p *observe.TapePacket, now netsim.Time) string {
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

func tickText(lang *words.Language, p *observe.TapePacket) string {
	if p.Ticks > 1 {
		return lang.F("spacetime.ticks", p.Tick-int64(p.Ticks)+1, p.Tick)
	}
	return lang.F("spacetime.tick", p.Tick)
}

func marginText(lang *words.Language, p *observe.TapePacket) string {
	switch {
	case p.Early:
		return lang.F("spacetime.too-early", MSText(lang, p.Margin))
	case p.Margin < 0:
		return lang.F("spacetime.late", MSText(lang, -p.Margin))
	}
	return lang.F("spacetime.in-time", MSText(lang, p.Margin))
}

// An Exchange is a request of the client's clock and its reply.
type Exchange struct {
	Ask, Answer *observe.TapePacket // the request and the reply
}

// ExchangeOf returns the exchange that a packet is part of, if its reply has arrived by now.
func ExchangeOf(tape *observe.Tape, p *observe.TapePacket, now netsim.Time) (e Exchange, ok bool) {
	if game.Kind(p.Kind) == game.KindAnswer {
		e = Exchange{tape.Find(p.ReplyTo), p}
	} else if answer := tape.Find(p.Answer); answer != nil && game.Kind(answer.Kind) == game.KindAnswer {
		e = Exchange{p, answer} // a probe, or an input that carries a request
	}
	return e, e.Ask != nil && e.Answer != nil && e.Answer.Fate != netsim.Lost && e.Answer.Due <= now
}

// Wrong returns how wrong a client is that assumes the host replied halfway between sending and
// receiving: half the difference of the two one-way delays (Sutphin, "RTT/2"). Positive is ahead.
func (e *Exchange) Wrong() time.Duration {
	return (e.Ask.Due.Sub(e.Ask.Sent) - e.Answer.Due.Sub(e.Answer.Sent)) / 2
}

// Middle returns the instant at which the client assumes that the host replied.
func (e *Exchange) Middle() netsim.Time { return e.Answer.Sent.Add(-e.Wrong()) }

// exchangeRows returns what a client can know about an exchange, and the truth.
func exchangeRows(lang *words.Language, e *Exchange) []TipRow {
	trip := time.Duration(e.Answer.Came - e.Ask.Left)
	up, down := e.Ask.Due.Sub(e.Ask.Sent), e.Answer.Due.Sub(e.Answer.Sent)
	return []TipRow{
		{lang.T("spacetime.row-knows"), lang.F("spacetime.knows", MSText(lang, trip), MSText(lang, trip/2))},
		{lang.T("spacetime.row-true"), lang.F("spacetime.true-ways", MSText(lang, up), MSText(lang, down))},
		{lang.T("spacetime.row-wrong"), lang.F("spacetime.wrong", e.Wrong().Seconds()*1000)},
	}
}
