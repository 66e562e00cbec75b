package session

import "strconv"

// A Difference is a setting that two sessions do not have alike.
type Difference struct {
	Client int    // 0 is the session, or all clients
	Name   string // of the key; "seed" and "clients" are no keys
	A, B   string // its values as they are written
}

// Differences returns what differs in the settings of two sessions now, in the order of the table of
// keys: what is alike on all clients once.
func Differences(a, b *Session) (all []Difference) {
	number := func(name string, x, y uint64) {
		if x != y {
			all = append(all, Difference{0, name, strconv.FormatUint(x, 10), strconv.FormatUint(y, 10)})
		}
	}
	number("seed", a.scenario.Seed, b.scenario.Seed)
	number("clients", uint64(a.Clients()), uint64(b.Clients()))
	clients := min(a.Clients(), b.Clients())
	for k := range keys {
		key := &keys[k]
		if key.world {
			if x, y := a.values[0][k], b.values[0][k]; !x.same(y) {
				all = append(all, Difference{0, key.Name, key.write(x), key.write(y)})
			}
			continue
		}
		alike, first := true, len(all)
		for c := 1; c <= clients; c++ {
			x, y := a.values[c][k], b.values[c][k]
			if alike = alike && x.same(a.values[1][k]) && y.same(b.values[1][k]); !x.same(y) {
				all = append(all, Difference{c, key.Name, key.write(x), key.write(y)})
			}
		}
		if len(all) > first && alike {
			all = all[:first+1]
			all[first].Client = 0
		}
	}
	return all
}

// same says whether two values are equal; a file's is its content under its path.
func (v value) same(o value) bool {
	return Assignment{Value: v.number, text: v.text}.sameValue(Assignment{Value: o.number, text: o.text})
}
