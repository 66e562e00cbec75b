package registry

import (
	"driftlab/internal/param"
	"driftlab/netsync"
)

const (
	// GuestID is the number on the wire of a clock whose code is not in this module: of the first one, where there are several.
	GuestID = 38
	// MaxGuests is how many of them a session may have.
	MaxGuests = 4
	// lastOwn is the greatest number that an algorithm of the registry may have.
	lastOwn = 39
)

// GuestNumber returns the number on the wire of number i of a session's guests, from 0 on.
func GuestNumber(i int) uint8 {
	if i == 0 {
		return GuestID
	}
	return lastOwn + uint8(i)
}

// A Source makes the halves of clocks whose code is not in this module, for the clients of one session.
type Source interface {
	Estimator(clock uint8, client int) (netsync.Estimator, error)
	Half(clock uint8, client int, world netsync.Server) (netsync.Half, error)
}

// A Foreign is what the registry cannot know of a clock whose code is not in this module.
type Foreign struct {
	Stamped   bool       // it uses the send stamps of the application's datagrams
	OwnStamps bool       // its own datagrams carry one too
	Cast      bool       // its halves come from a session's [Source], and not from New and Half
	Source    Source     // or from this one, nil for none
	Like      *Algorithm // the clock of the registry in whose place it runs, nil for none
	New       func() (netsync.Estimator, error)
	Half      func(world netsync.Server) (netsync.Half, error) // nil for a clock that has none on the host
}

// Foreign returns the entry run by code from elsewhere. It has no constants.
func (a Algorithm) Foreign(f Foreign) Algorithm {
	a.Constants, a.New = []param.Param(nil), f.New
	a.With, a.inRange = func([]int64) Algorithm { return a }, func() error { return nil }
	a.Config = &f
	if f.Half != nil {
		a.Config = &foreignHalved{f}
	}
	return a
}

// foreignHalved is a Foreign with a half on the host.
type foreignHalved struct{ Foreign }

func (f *foreignHalved) Half(world netsync.Server) (netsync.Half, error) {
	return f.Foreign.Half(world)
}

func (f *Foreign) foreign() *Foreign { return f }

// foreign returns what is known of a clock from elsewhere, nil for the registry's own.
func (a *Algorithm) foreign() *Foreign {
	if f, is := a.Config.(interface{ foreign() *Foreign }); is {
		return f.foreign()
	}
	return nil
}

// NewFor returns a fresh estimator for a client of a session.
func (a *Algorithm) NewFor(s Source, client int) (netsync.Estimator, error) {
	if from := a.source(s); from != nil {
		return from.Estimator(a.ID, client)
	}
	return a.New()
}

// source returns what makes the clock's halves in a session with a source of its own, nil for New and Half.
func (a *Algorithm) source(of Source) Source {
	switch f := a.foreign(); {
	case f == nil:
		return nil
	case f.Cast:
		return of
	default:
		return f.Source
	}
}

// IsForeign says whether the clock's code is not in this module.
func (a *Algorithm) IsForeign() bool { return a.foreign() != nil }
