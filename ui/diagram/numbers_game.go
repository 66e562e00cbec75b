package diagram

import (
	"driftlab/game"
	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/table"
)

// gameHeads are the columns of the table's second page: a machine's name, and [session.MainGameFigures] in their order.
var gameHeads = [session.MainGameFigures + 1]numbersHead{
	1 + session.InputsLate:          {head: "numbers.inputs-late", unit: "%", tip: "numbers.inputs-late-tip", in: short, rank: 15},
	1 + session.FramesStarved:       {head: "numbers.starved", unit: "%", tip: "numbers.starved-tip", in: short, rank: 14},
	1 + session.Corrections:         {over: "numbers.corrections", head: "numbers.count", tip: "numbers.corrections-tip", in: ticks, rank: 11},
	1 + session.CorrectionWorst:     {over: "numbers.corrections", head: "numbers.greatest", tip: "numbers.greatest-tip", in: metres, rank: 8},
	1 + session.HitsRefused:         {over: "numbers.hits", head: "numbers.refused", tip: "numbers.refused-tip", in: ticks, rank: 10},
	1 + session.HitsUnseen:          {over: "numbers.hits", head: "numbers.unseen", tip: "numbers.unseen-tip", in: ticks, rank: 9},
	1 + session.KeyToOwn:            {over: "numbers.key", head: "numbers.own", tip: "numbers.own-tip", in: short, rank: 13},
	1 + session.KeyToOther:          {over: "numbers.key", head: "numbers.other", tip: "numbers.other-tip", in: short, rank: 12},
	1 + session.FramesWithoutTick:   {over: "numbers.frames", head: "numbers.none", tip: "numbers.frames-tip", in: short, rank: 7},
	1 + session.FramesWithOneTick:   {over: "numbers.frames", head: "numbers.one", tip: "numbers.frames-tip", in: short, rank: 4},
	1 + session.FramesWithTwoTicks:  {over: "numbers.frames", head: "numbers.two", tip: "numbers.frames-tip", in: short, rank: 6},
	1 + session.FramesWithMoreTicks: {over: "numbers.frames", head: "numbers.more-ticks", tip: "numbers.frames-tip", in: short, rank: 5},
}

var metres = table.Measure{Decimals: 2, Widest: "9.99"}

// page returns the columns of the page that is shown.
func (k *Numbers) page() []numbersHead {
	if k.game {
		return gameHeads[:]
	}
	return numbersHeads[:]
}

// turnPage shows the other page.
func (k *Numbers) turnPage() {
	k.game, k.asked, k.turned, k.of = !k.game, false, 0, panel.Hold{}
}

// titled returns the page's name, which leads to the other page where it stands at the left of a place.
func (k *Numbers) titled(c *draw.Canvas, at panel.Rect) string {
	v := k.rows[0].View
	if v.Unattended {
		return c.Words.T("numbers.title")
	}
	said, tip := c.Words.T("numbers.clocks"), "numbers.to-game-tip"
	if k.game {
		said, tip = c.Words.T("numbers.game"), "numbers.to-clocks-tip"
	}
	k.title = at
	k.title.W = min(c.Fonts().Measure(said, draw.Strong)+6, at.W)
	v.Tips.Add(k.title, c.Words.T(tip))
	return said
}

// gameCell is a game's figure of a row's client.
func (k *Numbers) gameCell(r *NumbersRow, column int, is *table.Cell) {
	f := &r.View.Frame
	v, known := f.Games[r.Machine-1].Of(session.GameFigure(column - 1))
	is.Figure(v, known && f.Held[r.Machine-1].State != game.Away)
}
