package scenario

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"driftlab/internal/texts"
	"driftlab/netsim"
	"driftlab/netsync/guest"
)

// Settings are the values of all settings at an instant of a session, and the files that they name or have named.
type Settings struct {
	drift
	keyframes []Keyframes // which move them
	variants  []Variant   // of clocks
	guests    []guest.Guest
	running   clockSet // of the registry's
	files     checksums
	texts     knownTexts
}

// KeptTypes are those of what never changes in a [Settings], so that copies of it share it: a link sees by the object
// whether a text is the same.
var KeptTypes = []reflect.Type{reflect.TypeFor[*textValue](), reflect.TypeFor[[]Variant](), reflect.TypeFor[[]guest.Guest]()}

// Begin returns the settings at the start of the scenario, which must be valid.
func (sc *Scenario) Begin() *Settings {
	s := &Settings{drift{values: newValueTable(sc.Clients)}, sc.Keyframes, sc.Clocks, sc.Guests, sc.running(), sc.checksums(), knownTexts{}}
	s.values.store(s.texts.replace(slices.Clone(sc.Set)))
	return s
}

// Check returns the error for which an event cannot happen now: it is not valid, its settings do not go together with
// the others or with what lies ahead, a file has changed, or a log of all the events there were would be too long.
func (s *Settings) Check(ev *Event, were, ahead []Event) error {
	clients := len(s.values) - 1
	if err := ev.validate(clients); err != nil {
		return err
	}
	if err := validateEvents(clients, len(s.Clocks(0)), were, ahead, []Event{*ev}); err != nil {
		return fmt.Errorf("the log is full: %w", err)
	}
	if err := cmp.Or(checkNames(ev.Set, ownClocks(s.variants, s.guests)), s.checkRunning(ev.Set), ev.checkClocks(s.Clocks(0))); err != nil {
		return err
	}
	if err := maps.Clone(s.files).add(ev.Set); err != nil {
		return err
	}
	if !touchesPair(ev.Set) {
		return nil
	}
	d := s.pairs()
	if err := d.takePairs(ev, s.keyframes); err != nil {
		return err
	}
	for i := range ahead {
		if err := d.takePairs(&ahead[i], s.keyframes); err != nil {
			return fmt.Errorf("%w (at %v, as the scenario goes on)", err, time.Duration(ahead[i].At))
		}
	}
	return nil
}

// Take puts an event's settings into effect, and changes the event into what a log says of it.
func (s *Settings) Take(ev *Event) error {
	ev.Caption = texts.Text(ev.Caption)
	ev.Set = s.texts.replace(settled(ev.Set))
	if err := s.files.add(ev.Set); err != nil {
		return err
	}
	s.take(ev)
	return nil
}

// Move has keyframes move their setting to where it is at a time, and says whether that is another value for any.
func (s *Settings) Move(k *Keyframes, v int64) (a Assignment, moved bool) { return s.move(k, v) }

// Eases returns what is on its way to where an event takes it over some time, as keyframes of one client each or of the world.
// They must not be changed.
func (s *Settings) Eases() []Keyframes { return s.eases }

// Arrive forgets what has come to its end by an instant.
func (s *Settings) Arrive(now netsim.Time) { s.arrive(now) }

// CatchUp moves what is on its way to where it is at an instant, for a caller that follows events without their steps.
func (s *Settings) CatchUp(now netsim.Time) { s.catchUp(now) }

// at returns the value of a key for a client, or for the world where the key is the world's.
func (s *Settings) at(client int, key string) (*Key, value) {
	i := indexOf(key)
	if keys[i].world {
		client = 0
	}
	return &keys[i], s.values[client][i]
}

// Value returns a setting as its kept integer, 0 where it is a text: client 0 is the world's, and what a
// client has that nothing was said about.
func (s *Settings) Value(client int, key string) int64 {
	_, v := s.at(client, key)
	return v.number
}

// ValueText returns a setting as it is written.
func (s *Settings) ValueText(client int, key string) string {
	k, v := s.at(client, key)
	return k.write(v)
}

// A Difference is a setting that has different values in two sessions.
type Difference struct {
	Client int    // 0 is the session, or all clients
	Name   string // of the key; "seed" and "clients" are no keys
	A, B   string // its values as they are written
}

// Differences returns the settings that differ from another session's, in the order of the table of keys: one that is the
// same on all clients only once.
func (s *Settings) Differences(other *Settings) (all []Difference) {
	a, b := s.values, other.values
	clients := min(len(a), len(b)) - 1
	for k := range keys {
		key := &keys[k]
		if key.world {
			if x, y := a[0][k], b[0][k]; !x.same(y) {
				all = append(all, Difference{0, key.Name, key.write(x), key.write(y)})
			}
			continue
		}
		alike, first := true, len(all)
		for c := 1; c <= clients; c++ {
			x, y := a[c][k], b[c][k]
			if alike = alike && x.same(a[1][k]) && y.same(b[1][k]); !x.same(y) {
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
