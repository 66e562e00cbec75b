package ui

import (
	"fmt"
	"math/rand/v2"
	"time"

	"driftlab/scenario"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// blind is the mode in which the truth is hidden until it is asked for.
type blind struct {
	on       bool
	revealed bool
	what     int     // what is guessed
	guess    float64 // ms
	told     string  // what Reveal has said
	card     blindCard
}

// What can be guessed.
const (
	guessError = iota
	guessAsymmetry
)

// hides says whether panels must keep the truth to themselves: where things really are, when packets
// arrived, how wrong a clock is, and what time it is.
func (b *blind) hides() bool { return b.on && !b.revealed }

// toggleBlind hides the truth, or shows it again.
func (a *App) toggleBlind() {
	b := &a.blind
	*b = blind{on: !b.on, what: b.what, card: b.card}
	a.Frame.Blind = b.on // before anything is drawn
	if b.on {
		a.EndAB()
		a.Cursor.On = false
	}
	a.ShowNotice("")
	b.card.show(a)
}

// reveal shows the truth, and how far off the guess was.
func (a *App) reveal() {
	b := &a.blind
	client := a.Deck.Chosen
	f := a.Session.Facts(client)
	guess := time.Duration(b.guess * float64(time.Millisecond))
	if b.what == guessError {
		if !f.Status.Synchronised {
			b.told = a.Words.F("blind.not-yet", client)
			return
		}
		b.told = a.Words.F("blind.told-error", client, signedMs(a.Words, f.Error), signedMs(a.Words, guess), plainMs(a.Words, guess-f.Error))
		if n, least, most := a.clockErrors(client); n > 0 {
			b.told += " " + a.Words.F("blind.told-clocks", n, signedMs(a.Words, least), signedMs(a.Words, most))
		}
	} else {
		up, down := a.Session.Value(client, "link.up.delay"), a.Session.Value(client, "link.down.delay")
		truth := time.Duration(up-down) / 2
		b.told = a.Words.F("blind.told-asymmetry", client, signedMs(a.Words, truth), signedMs(a.Words, guess), plainMs(a.Words, guess-truth))
		if f.Status.HasOWD {
			b.told += " " + a.Words.F("blind.told-half", panel.AlgorithmTitle(a.Words, f.Driving), signedMs(a.Words, (f.Status.OWDUp-f.Status.OWDDown)/2))
		} else {
			b.told += " " + a.Words.F("blind.no-owd", panel.AlgorithmTitle(a.Words, f.Driving))
		}
	}
	b.revealed = true
}

// clockErrors returns how many clocks of a client know the time, and their least and greatest error.
func (a *App) clockErrors(client int) (n int, least, most time.Duration) {
	for i := range a.Session.Algorithms() {
		err, ok := a.Session.ClockError(client, i)
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

// hideAgain hides the truth for another guess.
func (b *blind) hideAgain() { b.revealed, b.told = false, "" }

// Bounds of what a riddle draws: one-way delays, and offsets with a fraction that nobody can guess by
// its roundness.
const (
	riddleLeast  = 10 * time.Millisecond
	riddleMost   = 200 * time.Millisecond
	riddleOffset = 5 * time.Second
)

// riddle gives every client a link and a clock that nobody knows, and lets all join again. What it draws
// comes from the seed and the instant, and goes into the log as settings.
func (a *App) riddle() { a.WhenThere(a.riddleNow) }

func (a *App) riddleNow() error {
	r := rand.New(rand.NewPCG(a.Session.Scenario().Seed, uint64(a.Session.Now())))
	between := func(least, most time.Duration) string {
		return (least + time.Duration(r.Int64N(int64(most-least)))).Round(10 * time.Microsecond).String()
	}
	var set []scenario.Assignment
	for n := 1; n <= a.Session.Clients(); n++ {
		for _, s := range [][2]string{
			{"link.up.delay", between(riddleLeast, riddleMost)},
			{"link.down.delay", between(riddleLeast, riddleMost)},
			{"offset", between(-riddleOffset, riddleOffset)},
		} {
			parsed, err := scenario.ParseAssignment(fmt.Sprintf("client%d.%s", n, s[0]), s[1])
			if err != nil {
				return err
			}
			set = append(set, parsed...)
		}
	}
	err := a.Apply(scenario.Event{Set: set})
	if err == nil {
		err = a.Apply(scenario.Event{Rejoin: scenario.AllClients})
	}
	a.blind.hideAgain()
	return a.ClearOnSuccess(err)
}

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
