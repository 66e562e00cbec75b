package session

import (
	"slices"
	"time"

	"driftlab/netsim"
	"driftlab/netsync"
)

// value returns the kept integer of a setting of a client, or of the world where the key is the world's.
func (s *Session) value(client, key int) int64 { return s.valueOf(client, key).number }

func (s *Session) valueOf(client, key int) value {
	if keys[key].world {
		client = 0
	}
	return s.values[client][key]
}

// Value returns a setting as its kept integer, 0 where it is a text: client 0 is the world's, and what a
// client has that nothing was said about.
func (s *Session) Value(client int, key string) int64 { return s.value(client, indexOf(key)) }

// ValueText returns a setting as it is written.
func (s *Session) ValueText(client int, key string) string {
	i := indexOf(key)
	return keys[i].write(s.valueOf(client, i))
}

// A valueTable is every setting: by client, of which 0 is the world, and key.
type valueTable [][]value

func newValueTable(clients int) valueTable {
	t := make(valueTable, clients+1)
	for i := range t {
		t[i] = make([]value, len(keys))
		for k := range keys {
			t[i][k].number = keys[k].standard
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
			if a.concerns(client) {
				t[client][a.key] = value{a.Value, a.text}
			}
		}
	}
}

// concerns says whether a setting holds for a client, of which 0 is the world.
func (a Assignment) concerns(client int) bool { return a.Client == 0 || a.Client == client }

// applySet makes values that have been stored work.
func (s *Session) applySet(set []Assignment) error {
	for _, c := range s.clients {
		if slices.ContainsFunc(set, func(a Assignment) bool { return a.key < keyOffset && a.concerns(c.id) }) {
			if err := s.applyLink(c.id); err != nil {
				return err
			}
		}
	}
	for _, a := range set {
		for client := range s.values {
			if a.concerns(client) {
				if err := s.apply(client, a.key); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// apply makes one kept value work, other than a link's. Client 0 stands for the world.
func (s *Session) apply(client, key int) error {
	if keys[key].world != (client == 0) {
		return nil
	}
	switch key {
	case keyOffset:
		return s.applyOffset(client)
	case keySkew:
		return s.applySkew(client)
	case keyTemperature:
		return s.applyTemperature(client)
	case keyWander:
		return s.applyWander(client)
	case keySleep:
		return s.applySleep(client)
	case keyAlgorithm:
		return s.applyAlgorithm(client)
	case keyClientDilation:
		return s.applyClientDilation(client)
	case keyClientBuffer, keyServerBuffer, keyBufferMode, keyBufferLate:
		return s.applyBuffers(client)
	case keyInputRate:
		return s.clients[client-1].client.SetInputRate(s.sendRate(client, key))
	case keyPlatformTime, keyOthers, keySpawn:
		return s.applyLook(client)
	case keyHostDilation:
		return s.applyHostDilation()
	case keySnapshotRate:
		return s.host.host.SetSnapshotRate(s.sendRate(0, key))
	case keyBudget:
		return s.host.host.SetBudget(int(s.value(0, key)))
	case keyCompensation, keyRewind:
		return s.host.host.SetLagCompensation(s.value(0, keyCompensation) == 1, time.Duration(s.value(0, keyRewind)))
	case keyTimeout:
		return s.applyTimeout()
	}
	return nil // what is fixed is read when the session is built
}

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

func (s *Session) applyTemperature(client int) error {
	c := s.clients[client-1]
	if v := s.value(client, keyTemperature); v != c.temperature {
		if err := c.osc.SetTemperature(s.Now(), v); err != nil {
			return err
		}
		c.temperature = v
		c.clockChanged(s.Now())
	}
	return nil
}

func (s *Session) applyWander(client int) error {
	c := s.clients[client-1]
	if v := s.value(client, keyWander); v != c.wander {
		if err := c.osc.SetWander(s.Now(), v); err != nil {
			return err
		}
		c.wander = v
		c.clockChanged(s.Now())
	}
	return nil
}

// The choices of client.sleep: its clock stands still while it is asleep, or goes on counting.
const (
	awake = iota
	asleep
	asleepCounting
)

// applySleep closes or opens the lid of a client's machine.
func (s *Session) applySleep(client int) error {
	c := s.clients[client-1]
	now, node, before := s.Now(), netsim.NodeID(client), c.sleep
	c.sleep = s.value(client, keySleep)
	if c.sleep == asleep {
		c.osc.Stop(now)
	} else {
		c.osc.Start(now)
	}
	switch {
	case c.sleep != awake:
		s.engine.Suspend(node)
	case before != awake:
		s.engine.Resume(node)
		c.truth.interrupted()
		c.clockChanged(now)
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
