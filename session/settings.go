package session

import "slices"

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
			t[i][k].number = keys[k].Default
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
	for _, a := range set {
		for client := range s.values {
			if a.concerns(client) {
				if err := s.apply(client, a.Key()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// apply makes one kept value work. Client 0 stands for the world.
func (s *Session) apply(client int, k *Key) error {
	if k.apply == nil || k.world != (client == 0) {
		return nil
	}
	return k.apply(s, client)
}
