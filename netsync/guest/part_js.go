package guest

import (
	"reflect"

	"driftlab/netsync"
)

// A Cast is empty: the code that plays guests back is a hundredth of what a visitor of a page fetches, so it is left out. Logs that
// have some are refused when they are read.
type Cast struct{}

// KeptTypes are none.
var KeptTypes []reflect.Type

// NewCast returns an empty cast.
func NewCast([]Guest, int, Hello) *Cast { return nil }

// Estimator implements [registry.Source].
func (*Cast) Estimator(uint8, int) (netsync.Estimator, error) { return nil, errNoPart }

// Half implements [registry.Source].
func (*Cast) Half(uint8, int, netsync.Server) (netsync.Half, error) { return nil, errNoPart }

// Err returns nil.
func (*Cast) Err() error { return nil }

// Cut returns an empty cast.
func (*Cast) Cut() []string { return nil }

// Log returns no guests.
func (*Cast) Log() []Guest { return nil }

// Share does nothing.
func (*Cast) Share() {}

// Close does nothing.
func (*Cast) Close() {}

// End does nothing.
func (*Cast) End() {}
