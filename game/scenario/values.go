package scenario

import "slices"

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
	for client := range t {
		t.storeOf(client, set)
	}
}

// storeOf is store for one client.
func (t valueTable) storeOf(client int, set []Assignment) {
	for _, a := range set {
		if a.Concerns(client) {
			t[client][a.key] = value{a.Value, a.text}
		}
	}
}
