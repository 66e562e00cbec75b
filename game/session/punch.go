package session

import (
	"math"
	"time"

	"driftlab/game"
)

// A Punch is what becomes of the first datagrams of two clients, each behind a NAT, that open the way to each other: both
// send at one agreed time, as a clock of each reads it (Taylor: "initiate probes simultaneously on both peers").
//
// A NAT lets a stranger's datagram in once its own client has sent one to that stranger, and drops it before (Ford,
// Srisuresh and Kegel, "Peer-to-Peer Communication Across Network Address Translators", 2005, section 3.4). A clock that is
// ahead by e reads the agreed time e too early. So with errors e1 and e2 the first client sends e1 − e2 earlier than the
// second: its datagram needs the path's one-way delay d, and finds the hole open if e1 − e2 ≤ d. The second's does if
// e2 − e1 ≤ d. Both do if |e1 − e2| ≤ d.
//
// What both clocks have wrong alike, as over links that are uneven alike, does no harm. Nothing is sent here: clients of a
// star have no path between them, so d is a setting, punch.path, the same both ways. How long a client's datagram needs to
// its own NAT, and by how much the clocks' rates differ between the two sendings, is left out.
type Punch struct {
	Lead time.Duration // how much earlier the first client sends than the second: e1 − e2
	Path time.Duration // one-way delay between both NATs, not negative
}

// Meets reports whether both datagrams are let in.
func (p Punch) Meets() bool { return p.Early() <= 0 }

// Early returns how long before the other's NAT opens the datagram of the client that sends first comes there, and is
// dropped; it is in time if that is not above zero.
func (p Punch) Early() time.Duration { return p.Lead.Abs() - p.Path }

// PunchPath returns the one-way delay that is taken for that between two clients.
func (s *Session) PunchPath() time.Duration { return s.measuring.Path }

// Punch returns what comes of it if clients a and b, 1..[Session.Clients], send when the clocks of an algorithm read what it is
// now. ok is false where one of both has left, or has a clock that is not set.
func (s *Session) Punch(a, b, algorithm int) (p Punch, ok bool) {
	for _, client := range [...]int{a, b} {
		if s.clients[client-1].client.State() == game.Away {
			return p, false
		}
	}
	first, oka := s.ClockError(a, algorithm)
	second, okb := s.ClockError(b, algorithm)
	return Punch{first - second, s.PunchPath()}, oka && okb
}

// Punches are those of many instants, one each [HistoryStep].
type Punches struct {
	Met, All    int
	Least, Most time.Duration // of the absolute leads; meaningful if there are any
}

// Punches looks at the instants of the latest so long, two minutes at most, at which both clients' clocks were set. Each client
// has rows of its own, so the second's error is of up to a [HistoryStep] before.
func (s *Session) Punches(a, b, algorithm int, last time.Duration) (p Punches) {
	ha, hb := s.History(a), s.History(b)
	first, end := ha.Span()
	oldest, _ := hb.Span()
	for n := max(first, ha.Before(s.Now().Add(-last))+1); n < end; n++ {
		at, of := ha.Row(n)
		k := hb.Before(at)
		if k < oldest {
			continue
		}
		_, with := hb.Row(k)
		ms := float64(of[algorithm]) - float64(with[algorithm])
		if math.IsNaN(ms) {
			continue
		}
		one := Punch{time.Duration(ms * 1e6), s.PunchPath()}
		if one.Meets() {
			p.Met++
		}
		if lead := one.Lead.Abs(); p.All == 0 {
			p.Least, p.Most = lead, lead
		} else {
			p.Least, p.Most = min(p.Least, lead), max(p.Most, lead)
		}
		p.All++
	}
	return p
}
