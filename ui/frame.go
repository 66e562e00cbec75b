package ui

import (
	"driftlab/game"
	"driftlab/session"
)

// frame is what the panels draw from: everything they show, read from the session once an update.
type frame struct {
	host    game.Scene
	clients [viewports - 1]game.Scene
	facts   [viewports - 1]session.Facts
	shown   int // clients in viewports
	happenings
	selected int // client whose clocks are plotted
	played   int // machine whose player a person moves, −1 for none
}

// read brings the frame up to the session's present.
func (f *frame) read(s *session.Session) {
	f.shown = min(s.Clients(), len(f.clients))
	s.HostScene(&f.host)
	for i := range f.shown {
		s.ClientScene(i+1, &f.clients[i])
		f.facts[i] = s.Facts(i + 1)
	}
	f.happenings.read(s, f.shown)
}

// machine returns the scene of a machine: 0 is the host, n is client n.
func (f *frame) machine(n int) *game.Scene {
	if n == 0 {
		return &f.host
	}
	return &f.clients[n-1]
}
