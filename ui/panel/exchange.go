package panel

import (
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/ui/words"
)

// An Exchange is a question of the client's clock and its answer.
type Exchange struct {
	Ask, Answer *observe.TapePacket // the question, and what came of it
}

// ExchangeOf returns the exchange that a packet is part of, if its answer has come when virtual
// time is now.
func ExchangeOf(tape *observe.Tape, p *observe.TapePacket, now netsim.Time) (e Exchange, ok bool) {
	if game.Kind(p.Kind) == game.KindAnswer {
		e = Exchange{tape.Find(p.ReplyTo), p}
	} else if answer := tape.Find(p.Answer); answer != nil && game.Kind(answer.Kind) == game.KindAnswer {
		e = Exchange{p, answer} // a probe, or an input on which a question rides
	}
	return e, e.Ask != nil && e.Answer != nil && e.Answer.Fate != netsim.Lost && e.Answer.Due <= now
}

// Wrong returns by how much a client is wrong that takes the host to have answered half way between
// sending and receiving: half of the difference of the two ways (Sutphin, "RTT/2"). Positive is ahead.
func (e *Exchange) Wrong() time.Duration {
	return (e.Ask.Due.Sub(e.Ask.Sent) - e.Answer.Due.Sub(e.Answer.Sent)) / 2
}

// Middle returns the instant at which the client takes the host to have answered.
func (e *Exchange) Middle() netsim.Time { return e.Answer.Sent.Add(-e.Wrong()) }

// exchangeRows says what a client can know of an exchange, and what is true.
func exchangeRows(lang *words.Language, e *Exchange) []TipRow {
	trip := time.Duration(e.Answer.Came - e.Ask.Left)
	up, down := e.Ask.Due.Sub(e.Ask.Sent), e.Answer.Due.Sub(e.Answer.Sent)
	return []TipRow{
		{lang.T("spacetime.row-knows"), lang.F("spacetime.knows", MSText(lang, trip), MSText(lang, trip/2))},
		{lang.T("spacetime.row-true"), lang.F("spacetime.true-ways", MSText(lang, up), MSText(lang, down))},
		{lang.T("spacetime.row-wrong"), lang.F("spacetime.wrong", e.Wrong().Seconds()*1000)},
	}
}
