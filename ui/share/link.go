package share

import (
	"errors"
	"time"

	"driftlab/game/scenario"
)

// maxLink is the longest session text in an address, in characters: browsers accept it, and so do most programs that people paste
// links into.
const maxLink = 60_000

// linkRest is how often it checks for changes, so that one drag of a slider is one change.
const linkRest = time.Second

// pageLink updates the address of the window's page, so that reloading the page continues there.
type pageLink struct {
	told state
	at   time.Time // at the last check
}

// A state changes with a session: another scenario, branch or event.
type state struct {
	opened         *scenario.Scenario
	branch, events int
}

// Follow updates the page's address.
func (s *Room) Follow() {
	p := &s.link
	if s.opt.Link == nil || s.picture.Line.Busy() || s.travel.Clock().Sub(p.at) < linkRest {
		return
	}
	p.at = s.travel.Clock()
	log := s.picture.Line.Log()
	now := state{s.opt.Scenario, s.picture.Line.Branch(), len(log.Events)}
	if p.told == (state{}) { // the address has opened this session
		p.told = state{opened: s.opt.Scenario, events: len(s.opt.Scenario.Events)}
	}
	if now == p.told {
		return
	}
	p.told = now
	if text, _, err := log.Share(); err == nil && len(text) <= maxLink {
		s.opt.Link(text) // otherwise the address stays: what it opens is valid, though not the latest
	}
}

// copyLink copies the address of the session so far.
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
