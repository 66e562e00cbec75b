package registry

import (
	"slices"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
)

// HasHostHalf says whether the host needs a half of this clock, with the clock's constants. For the others the host only
// answers questions.
func (a *Algorithm) HasHostHalf() bool {
	_, has := a.Config.(netsync.Halved)
	return has
}

// NewHost returns the host's half for a client that joins when the host's world time reads world and that runs these clocks.
// Those of clocks from elsewhere are made by a source, which may be nil where there are none. The error says which constant is
// out of range.
func NewHost(world netsync.Server, clocks []Algorithm, source Source, client int) (h netsync.Host, err error) {
	ordered := slices.Clone(clocks)
	slices.SortStableFunc(ordered, func(a, b Algorithm) int { return a.turn() - b.turn() })
	for i := range ordered {
		if err := ordered[i].restart(&h, world, source, client); err != nil {
			return netsync.Host{}, err
		}
	}
	return h, nil
}

// turn orders the clocks by when the host's half of each takes its turn in a frame: Unreal and its variants first, then
// TimeSync's, Midline's and all others. The bytes of a session depend on this order.
func (a *Algorithm) turn() int {
	if f := a.foreign(); f != nil && f.Like != nil {
		return f.Like.turn()
	}
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

// Restart restarts the host's half of this clock, with the constants that the clock has now, when the host's world time
// reads world. The halves of other clocks stay as they are. If one of the constants is out of range, so does this clock's.
func (a *Algorithm) Restart(h *netsync.Host, world netsync.Server) error {
	return a.restart(h, world, nil, 0)
}

func (a *Algorithm) restart(h *netsync.Host, world netsync.Server, source Source, client int) error {
	config, has := a.Config.(netsync.Halved)
	if !has {
		return nil
	}
	var half netsync.Half
	var err error
	if from := a.source(source); from != nil {
		half, err = from.Half(a.ID, client, world)
	} else {
		half, err = config.Half(world)
	}
	if err == nil {
		h.Put(a.ID, half)
	}
	return err
}
