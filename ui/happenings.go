package ui

import (
	"driftlab/game"
	"driftlab/session"
)

// happenings are what the marks in the viewports are drawn from.
type happenings struct {
	corrections [][]game.Correction // of client n at n; only of those in viewports
	chat        [][]game.ChatLine   // of machine n at n
	disputes    []game.Dispute
	refusals    []game.Refusals // of what client n took at n
}

func (h *happenings) read(s *session.Session, machines []int) {
	h.disputes = s.Disputes(h.disputes[:0])
	if len(h.chat) != s.Clients()+1 {
		h.corrections, h.chat = make([][]game.Correction, s.Clients()+1), make([][]game.ChatLine, s.Clients()+1)
		h.refusals = make([]game.Refusals, s.Clients()+1)
	}
	for _, m := range machines {
		if m == 0 {
			h.chat[0] = s.HostChat(h.chat[0][:0])
			continue
		}
		h.refusals[m] = s.Refused(m)
		h.corrections[m] = s.ClientCorrections(m, h.corrections[m][:0])
		h.chat[m] = s.ClientChat(m, h.chat[m][:0])
	}
}
