package session

import (
	"time"

	"driftlab/game"
)

// The choices of buffer.mode.
const (
	fixedBuffers = iota
	adaptiveBuffers
)

// The choices of unity.catch-up.
const (
	unitySoft = iota
	unityHard
)

// permille is a thousandth as a share is kept.
const permille = 1e6

func (s *Session) applyBuffers(client int) error {
	b := game.Buffers{
		Client:   float64(s.value(client, keyClientBuffer)) / 1e6,
		Server:   float64(s.value(client, keyServerBuffer)) / 1e6,
		Adaptive: s.value(client, keyBufferMode) == adaptiveBuffers,
		Late:     int((s.value(client, keyBufferLate) + permille/2) / permille),
	}
	s.clients[client-1].client.SetBuffers(b)
	return b.Validate()
}

// sendRate returns how often a machine sends, in datagrams a second: once a tick where nothing, or
// more, is set.
func (s *Session) sendRate(client, key int) int {
	rate := s.value(0, keyTickRate)
	if hz := s.value(client, key); hz > 0 {
		rate = min(hz, rate)
	}
	return int(rate)
}

func (s *Session) applyLook(client int) error {
	c := s.clients[client-1]
	c.look = game.Look{
		Platform: game.TimeSpace(s.value(client, keyPlatformTime)),
		Others:   game.Others(s.value(client, keyOthers)),
		Shots:    game.ShotMode(s.value(client, keySpawn)),
	}
	c.client.SetLook(c.look)
	return nil
}

func (s *Session) applyHostDilation() error {
	now := s.Now()
	lead := time.Duration(s.value(0, keyDilationLead))
	if now == 0 {
		lead = 0 // what holds from the start was announced before it
	}
	return s.host.host.SetDilation(s.host.local(now), s.value(0, keyHostDilation), lead)
}

func (s *Session) applyTimeout() error {
	wait := time.Duration(s.value(0, keyTimeout))
	for _, c := range s.clients {
		if err := c.client.SetTimeout(wait); err != nil {
			return err
		}
	}
	return s.host.host.SetTimeout(wait)
}
