package registry

import (
	"slices"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
)

// HasHostHalf says whether the host has a half of the clock, with its constants. It but answers what the others ask.
func (a *Algorithm) HasHostHalf() bool {
	_, has := a.Config.(netsync.Halved)
	return has
}

// NewHost returns the host's half for a client that comes in when the host's world time reads world, of the clocks that it
// runs. The error says which constant is out of range.
func NewHost(world netsync.Server, clocks []Algorithm) (h netsync.Host, err error) {
	ordered := slices.Clone(clocks)
	slices.SortStableFunc(ordered, func(a, b Algorithm) int { return a.turn() - b.turn() })
	for i := range ordered {
		if err := ordered[i].Restart(&h, world); err != nil {
			return netsync.Host{}, err
		}
	}
	return h, nil
}

// turn says when the host's half of a clock has its say in a frame: Unreal's and those of its variants, then TimeSync's, Midline's and
// those of the others. A session's bytes go by it.
func (a *Algorithm) turn() int {
	switch a.Config.(type) {
	case clocks.UnrealConfig:
		return 0
	case clocks.TimeSyncConfig:
		return 1
	case clocks.MidlineConfig:
		return 2
	}
	return 3
}

// Restart has the host's half of the clock begin anew, with the constants that the clock has now, when the host's world time reads
// world. The others' stay as they are, and where one of the constants is out of range this one too.
func (a *Algorithm) Restart(h *netsync.Host, world netsync.Server) error {
	config, has := a.Config.(netsync.Halved)
	if !has {
		return nil
	}
	half, err := config.Half(world)
	if err == nil {
		h.Put(a.ID, half)
	}
	return err
}
