package registry

import (
	"driftlab/netsync"
	"driftlab/param"
)

// GuestID is the number on the wire of a clock whose code is not in this module.
const GuestID = 38

// A Foreign is what the registry cannot know of a clock whose code is not in this module.
type Foreign struct {
	Stamped   bool       // it uses the send stamps of the application's datagrams
	OwnStamps bool       // its own datagrams carry one too
	Like      *Algorithm // the clock of the registry in whose place it runs, nil for none
	New       func() (netsync.Estimator, error)
	Half      func(world netsync.Server) (netsync.Half, error) // nil for a clock that has none on the host
}

// Foreign returns the entry run by code from elsewhere. It has no constants.
func (a Algorithm) Foreign(f Foreign) Algorithm {
	a.Constants, a.New = []param.Param(nil), f.New
	a.with = func([]int64) Algorithm { return a }
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

// Validate reports nothing: there are no constants.
func (*Foreign) Validate() error { return nil }

func (f *Foreign) foreign() *Foreign { return f }

// foreign returns what is known of a clock from elsewhere, nil for the registry's own.
func (a *Algorithm) foreign() *Foreign {
	if f, is := a.Config.(interface{ foreign() *Foreign }); is {
		return f.foreign()
	}
	return nil
}

// IsForeign says whether the clock's code is not in this module.
func (a *Algorithm) IsForeign() bool { return a.foreign() != nil }
