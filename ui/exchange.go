package ui

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/session"
	"driftlab/ui/words"
)

// An exchange is a question of the client's clock and its answer.
type exchange struct {
	ask, answer *session.TapePacket
}

// exchangeOf returns the exchange that a packet is part of, if its answer has come when virtual
// time is now.
func exchangeOf(tape *session.Tape, p *session.TapePacket, now netsim.Time) (e exchange, ok bool) {
	if game.Kind(p.Kind) == game.KindAnswer {
		e = exchange{tape.Find(p.ReplyTo), p}
	} else if answer := tape.Find(p.Answer); answer != nil && game.Kind(answer.Kind) == game.KindAnswer {
		e = exchange{p, answer} // a probe, or an input on which a question rides
	}
	return e, e.ask != nil && e.answer != nil && e.answer.Fate != netsim.Lost && e.answer.Due <= now
}

// wrong returns by how much a client is wrong that takes the host to have answered half way between
// sending and receiving: half of the difference of the two ways (Sutphin, "RTT/2"). Positive is ahead.
func (e *exchange) wrong() time.Duration {
	return (e.ask.Due.Sub(e.ask.Sent) - e.answer.Due.Sub(e.answer.Sent)) / 2
}

// middle returns the instant at which the client takes the host to have answered.
func (e *exchange) middle() netsim.Time { return e.answer.Sent.Add(-e.wrong()) }

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
