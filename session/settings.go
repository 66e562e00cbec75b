package session

import (
	"slices"
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

// A valueTable is every setting as its kept integer: by client, of which 0 is the world, and key.
type valueTable [][]int64

func newValueTable(clients int) valueTable {
	t := make(valueTable, clients+1)
	for i := range t {
		t[i] = make([]int64, len(keys))
		for k := range keys {
			t[i][k] = keys[k].standard
		}
	}
	return t
}

func (t valueTable) clone() valueTable {
	c := make(valueTable, len(t))
	for i := range t {
		c[i] = slices.Clone(t[i])
	}
	return c
}

// store keeps values without applying them.
func (t valueTable) store(set []Assignment) {
	for _, a := range set {
		for client := range t {
			if a.Client == 0 || a.Client == client {
				t[client][a.key] = a.Value
			}
		}
	}
}

// check reports settings each of which is in range and which do not go together. There is only one
// such pair: bursts of losses of some length cannot make every loss.
func (t valueTable) check() error {
	for _, values := range t[1:] {
		for direction, name := range [...]string{"link.up", "link.down"} {
			if err := link(values, direction).Validate(); err != nil {
				return invalidf("set."+name+".loss", "%s.%w", name, err)
			}
		}
	}
	return nil
}

// apply makes one kept value work. Client 0 stands for the world.
func (s *Session) apply(client, key int) error {
	if keys[key].world != (client == 0) {
		return nil
	}
	if key < keyOffset {
		return s.applyLink(client)
	}
	switch key {
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
	if err := c.up.Set(s.Now(), link(s.values[client], 0)); err != nil {
		return err
	}
	return c.down.Set(s.Now(), link(s.values[client], 1))
}

// link collects the settings of one direction from a client's values: 0 is up, 1 is down.
func link(values []int64, direction int) netsim.Settings {
	v := func(up int) int64 { return values[up+direction] }
	return netsim.Settings{
		Delay:        time.Duration(v(keyUpDelay)),
		Jitter:       time.Duration(v(keyUpJitter)),
		Distribution: distributions[v(keyUpDistribution)],
		Loss:         float64(v(keyUpLoss)) / 1e9,
		LossBurst:    float64(v(keyUpLossBurst)) / 1e6,
		Rate:         v(keyUpRate),
		Queue:        v(keyUpQueue),
		Cross:        float64(v(keyUpCross)) / 1e9,
		CrossOn:      time.Duration(v(keyUpCrossOn)),
		CrossEvery:   time.Duration(v(keyUpCrossEvery)),
		Stream:       v(keyUpTransport) == 1,
		MinRTO:       time.Duration(v(keyUpRTO)),
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
	c.reschedule()
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
