// Package blind has the mode in which the truth is hidden until it is asked for: what is guessed, and how
// far a guess was off. It is given a picture and its way through time.
package blind

import (
	"time"

	"driftlab/game/session"
	"driftlab/ui/notice"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/travel"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// A Room is the mode in which the truth is hidden until it is asked for.
type Room struct {
	Guess float64 // ms

	picture *picture.Picture
	lines   *notice.Lines
	travel  *travel.Travel
	window  Window

	on       bool
	revealed bool
	what     int    // what is guessed
	told     string // what Reveal has said
	card     card
}

// A Window is what the room asks of who holds it.
type Window interface {
	Choose(client int)
	Root() *widgets.Root // nil before there is one
	ShowControls()       // puts the controls away while the truth is hidden, or back
}

// New returns a room in which nothing is hidden.
func New(p *picture.Picture, lines *notice.Lines, travel *travel.Travel, window Window) *Room {
	return &Room{picture: p, lines: lines, travel: travel, window: window}
}

// On reports whether the mode is on.
func (b *Room) On() bool { return b.on }

// What can be guessed.
const (
	guessError = iota
	guessAsymmetry
)

// Hides says whether panels must keep the truth to themselves: where things really are, when packets
// arrived, how wrong a clock is, and what time it is.
func (b *Room) Hides() bool { return b.on && !b.revealed }

// Toggle hides the truth, or shows it again.
func (b *Room) Toggle() {
	b.on, b.Guess = !b.on, 0
	b.HideAgain()
	b.picture.Frame.Blind = b.on // before anything is drawn
	if b.on {
		b.travel.EndAB()
		b.picture.Cursor.On = false
	}
	b.lines.ShowNotice("")
	b.Show()
}

// End shows the truth again where it is hidden.
func (b *Room) End() {
	if b.on {
		b.Toggle()
	}
}

// Reveal shows the truth, and how far off the guess was.
func (b *Room) Reveal() {
	client, lang, s := b.picture.Deck.Chosen, b.picture.Words, b.picture.Session
	f, guess := s.Facts(client), time.Duration(b.Guess*float64(time.Millisecond))
	if b.what == guessError {
		if !f.Status.Synchronised {
			b.told = lang.F("blind.not-yet", client)
			return
		}
		b.told = lang.F("blind.told-error", client, signedMs(lang, f.Error), signedMs(lang, guess), plainMs(lang, guess-f.Error))
		if n, least, most := clockErrors(s, client); n > 0 {
			b.told += " " + lang.F("blind.told-clocks", n, signedMs(lang, least), signedMs(lang, most))
		}
	} else {
		truth := time.Duration(s.Value(client, "link.up.delay")-s.Value(client, "link.down.delay")) / 2
		b.told = lang.F("blind.told-asymmetry", client, signedMs(lang, truth), signedMs(lang, guess), plainMs(lang, guess-truth))
		if clock := panel.AlgorithmTitle(lang, f.Driving); f.Status.HasOWD {
			b.told += " " + lang.F("blind.told-half", clock, signedMs(lang, (f.Status.OWDUp-f.Status.OWDDown)/2))
		} else {
			b.told += " " + lang.F("blind.no-owd", clock)
		}
	}
	b.revealed = true
}

// clockErrors returns how many clocks of a client know the time, and their least and greatest error.
func clockErrors(s *session.Session, client int) (n int, least, most time.Duration) {
	for i := range s.Algorithms() {
		err, ok := s.ClockError(client, i)
		if !ok {
			continue
		}
		if n == 0 {
			least, most = err, err
		}
		n, least, most = n+1, min(least, err), max(most, err)
	}
	return n, least, most
}

// HideAgain hides the truth for another guess.
func (b *Room) HideAgain() { b.revealed, b.told = false, "" }

// signedMs writes milliseconds with their sign.
func signedMs(lang *words.Language, d time.Duration) string {
	var p panel.Pen
	return string(p.Start(lang).Signed(d.Seconds()*1000, 1).Text(" ms").Buf)
}

// plainMs writes how large a time is.
func plainMs(lang *words.Language, d time.Duration) string {
	var p panel.Pen
	return string(p.Start(lang).Fixed(d.Abs().Seconds()*1000, 1).Text(" ms").Buf)
}
