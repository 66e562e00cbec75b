package session

import (
	"slices"

	"driftlab/netsync/registry"
)

// WithGuests returns some clocks with guests: each in the place of the clock that has its number, or behind all.
func WithGuests(all, guests []registry.Algorithm) []registry.Algorithm {
	for _, guest := range guests {
		if i := slices.IndexFunc(all, func(a registry.Algorithm) bool { return a.ID == guest.ID }); i >= 0 {
			all = slices.Clone(all)
			all[i] = guest
		} else {
			all = append(slices.Clip(all), guest)
		}
	}
	return all
}

// EndGuests ends the programs of guests, for copies of the session too: one that goes on has them started anew.
func (s *Session) EndGuests() { s.cast.End() }

// GuestsCut returns the names of the scenario's guests that have answered more than a log holds.
func (s *Session) GuestsCut() []string { return s.cast.Cut() }
