package panel

import (
	"driftlab/game"
	"driftlab/game/session"
)

// Happenings are what the marks in the viewports are drawn from.
type Happenings struct {
	Corrections [][]game.Correction // of client n at n; only of those in viewports
	Chat        [][]game.ChatLine   // of machine n at n
	Disputes    []game.Dispute      // on hits, the latest last
	Refusals    []game.Refusals     // of what client n took at n
}

func (h *Happenings) read(s *session.Session, machines []int) {
	h.Disputes = s.Disputes(h.Disputes[:0])
	if len(h.Chat) != s.Clients()+1 {
		h.Corrections, h.Chat = make([][]game.Correction, s.Clients()+1), make([][]game.ChatLine, s.Clients()+1)
		h.Refusals = make([]game.Refusals, s.Clients()+1)
	}
	for _, m := range machines {
		if m == 0 {
			h.Chat[0] = s.HostChat(h.Chat[0][:0])
			continue
		}
		h.Refusals[m] = s.Refused(m)
		h.Corrections[m] = s.ClientCorrections(m, h.Corrections[m][:0])
		h.Chat[m] = s.ClientChat(m, h.Chat[m][:0])
	}
}
