package session

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// value returns a setting of a client, or of the world where the key is the world's.
func (s *Session) value(client, key int) int64 {
	if keys[key].world {
		client = 0
	}
	return s.values[client][key]
}

// Value returns a setting as its kept integer: client 0 is the world's, and what a client has that
// nothing was said about.
func (s *Session) Value(client int, key string) int64 { return s.value(client, indexOf(key)) }

// store keeps a value without applying it.
func (s *Session) store(a Assignment) {
	for client := range s.values {
		if a.Client == 0 || a.Client == client {
			s.values[client][a.key] = a.Value
		}
	}
}

// apply makes one kept value work. Client 0 stands for the world.
func (s *Session) apply(client, key int) error {
	if keys[key].world != (client == 0) {
		return nil
	}
	switch key {
	case keyUpDelay, keyDownDelay, keyUpJitter, keyDownJitter, keyUpDistribution, keyDownDistribution,
		keyUpLoss, keyDownLoss, keyUpTransport, keyDownTransport, keyUpRTO, keyDownRTO:
		return s.applyLink(client)
	case keyOffset:
		return s.applyOffset(client)
	case keySkew:
		return s.applySkew(client)
	case keyAlgorithm:
		return s.applyAlgorithm(client)
	case keyClientDilation:
		return s.applyClientDilation(client)
	case keyClientBuffer, keyServerBuffer:
		return s.applyBuffers(client)
	case keyPlatformTime, keyOthers, keySpawn:
		return s.applyLook(client)
	case keyHostDilation:
		return s.applyHostDilation()
	}
	return nil // what is fixed is read when the session is built
}

func (s *Session) applyLink(client int) error {
	c := s.clients[client-1]
	up := s.link(client, keyUpDelay, keyUpJitter, keyUpDistribution, keyUpLoss, keyUpTransport, keyUpRTO)
	down := s.link(client, keyDownDelay, keyDownJitter, keyDownDistribution, keyDownLoss, keyDownTransport, keyDownRTO)
	if err := c.up.Set(up); err != nil {
		return err
	}
	return c.down.Set(down)
}

// link collects the settings of one direction from its keys.
func (s *Session) link(client, delay, jitter, distribution, loss, transport, rto int) netsim.Settings {
	return netsim.Settings{
		Delay:        time.Duration(s.value(client, delay)),
		Jitter:       time.Duration(s.value(client, jitter)),
		Distribution: distributions[s.value(client, distribution)],
		Loss:         float64(s.value(client, loss)) / 1e9,
		Stream:       s.value(client, transport) == 1,
		MinRTO:       time.Duration(s.value(client, rto)),
	}
}

// distributions are the delay distributions in the order of their key's choices.
var distributions = netsim.Distributions()

// applyOffset steps the client's clock by the change of its offset.
func (s *Session) applyOffset(client int) error {
	c := s.clients[client-1]
	offset := time.Duration(s.value(client, keyOffset))
	if step := offset - c.offset; step != 0 {
		c.osc.Step(s.Now(), step)
		c.offset = offset
		c.clockChanged(s.Now())
	}
	return nil
}

func (s *Session) applySkew(client int) error {
	c := s.clients[client-1]
	if ppb := s.value(client, keySkew); ppb != c.osc.Skew() {
		if err := c.osc.SetSkew(s.Now(), ppb); err != nil {
			return err
		}
		c.clockChanged(s.Now())
	}
	return nil
}

func (s *Session) applyAlgorithm(client int) error {
	return s.clients[client-1].client.Drive(keys[keyAlgorithm].choices[s.value(client, keyAlgorithm)])
}

func (s *Session) applyClientDilation(client int) error {
	c := s.clients[client-1]
	err := c.client.SetDilation(netsync.Local(c.osc.Read(s.Now())), s.value(client, keyClientDilation))
	c.reschedule(s.Now())
	return err
}

func (s *Session) applyBuffers(client int) error {
	s.clients[client-1].client.SetBuffers(game.Buffers{
		Client: float64(s.value(client, keyClientBuffer)) / 1e6,
		Server: float64(s.value(client, keyServerBuffer)) / 1e6,
	})
	return nil
}

func (s *Session) applyLook(client int) error {
	s.clients[client-1].look = game.Look{
		Platform: game.TimeSpace(s.value(client, keyPlatformTime)),
		Others:   game.Others(s.value(client, keyOthers)),
		Naive:    s.value(client, keySpawn) == 1,
	}
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
