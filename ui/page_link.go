package ui

import (
	"errors"
	"time"

	"driftlab/scenario"
)

// maxLink is the longest text of a session that goes into an address, in characters: what browsers take, and most
// programs that links are pasted into.
const maxLink = 60_000

// linkRest is how often it is looked whether there is something new, so that one drag of a slider is one.
const linkRest = time.Second

// pageLink keeps the address of the page that the window is on up with what a person does: who loads it anew goes on
// with that.
type pageLink struct {
	told state
	at   time.Time // of the last look
}

// A state is what a session is changed by: another scenario, branch or event.
type state struct {
	opened         *scenario.Scenario
	branch, events int
}

func (p *pageLink) follow(a *App) {
	if a.opt.Link == nil || a.Line.Busy() || a.Clock().Sub(p.at) < linkRest {
		return
	}
	p.at = a.Clock()
	log := a.Line.Log()
	now := state{a.opt.Scenario, a.Line.Branch(), len(log.Events)}
	if p.told == (state{}) { // the address is what this was opened by
		p.told = state{opened: a.opt.Scenario, events: len(a.opt.Scenario.Events)}
	}
	if now == p.told {
		return
	}
	p.told = now
	if text, _, err := log.Share(); err == nil && len(text) <= maxLink {
		a.opt.Link(text) // else the address stays as it was: what it opens is true, if not the latest
	}
}

// sessionText returns the session so far as a text that an address takes.
func (a *App) sessionText() (string, error) {
	text, leftOut, err := a.Line.Log().Share()
	switch {
	case err != nil:
		return "", err
	case len(text) > maxLink:
		return "", errors.New(a.Words.F("share.link-long", len(text), maxLink))
	case len(leftOut) > 0:
		return "", errors.New(a.Words.F("share.link-files", len(leftOut)))
	}
	return text, nil
}

// sessionAddress returns the address of the session so far.
func (a *App) sessionAddress() (string, error) {
	text, err := a.sessionText()
	if err != nil {
		return "", err
	}
	return a.opt.Link(text), nil
}

// openLab opens the page's lab with the session so far.
func (a *App) openLab() {
	a.WhenThere(func() error {
		text, err := a.sessionText()
		if err == nil {
			a.opt.Lab(text)
		}
		return err
	})
}

// copyLink puts the address of the session so far onto the clipboard.
func (a *App) copyLink() { a.copyAddress(a.sessionAddress) }

// copyAddress puts what opens or shows the session so far onto the clipboard.
func (a *App) copyAddress(of func() (string, error)) {
	a.WhenThere(func() error {
		copied, err := of()
		if err != nil {
			return err
		}
		system, lang := a.share.system, a.Words
		go func() {
			err := system.write(lang, copied)
			a.later <- func() {
				switch {
				case err == nil:
					a.ShowNotice(a.Words.F("share.link-copied", len(copied)))
				case !errors.Is(err, errPutAway):
					a.ShowOutcome("", err)
				}
			}
		}()
		return nil
	})
}
