package share

import (
	"errors"
	"time"

	"driftlab/game/scenario"
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

// Follow keeps the page's address up with the session.
func (s *Room) Follow() {
	p := &s.link
	if s.opt.Link == nil || s.picture.Line.Busy() || s.travel.Clock().Sub(p.at) < linkRest {
		return
	}
	p.at = s.travel.Clock()
	log := s.picture.Line.Log()
	now := state{s.opt.Scenario, s.picture.Line.Branch(), len(log.Events)}
	if p.told == (state{}) { // the address is what this was opened by
		p.told = state{opened: s.opt.Scenario, events: len(s.opt.Scenario.Events)}
	}
	if now == p.told {
		return
	}
	p.told = now
	if text, _, err := log.Share(); err == nil && len(text) <= maxLink {
		s.opt.Link(text) // else the address stays as it was: what it opens is true, if not the latest
	}
}

// copyLink puts the address of the session so far onto the clipboard.
func (s *Room) copyLink() {
	s.travel.WhenThere(func() error {
		text, leftOut, err := s.picture.Line.Log().Share()
		switch {
		case err != nil:
			return err
		case len(text) > maxLink:
			return errors.New(s.picture.Words.F("share.link-long", len(text), maxLink))
		case len(leftOut) > 0:
			return errors.New(s.picture.Words.F("share.link-files", len(leftOut)))
		}
		address := s.opt.Link(text)
		s.toClipboard(address, func(err error) {
			s.lines.ShowOutcome(s.picture.Words.F("share.link-copied", len(address)), err)
		})
		return nil
	})
}
