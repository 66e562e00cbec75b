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

// NewCast returns an empty cast. What its methods return is empty too.
func NewCast([]Guest, int, Hello) *Cast { return nil }

func (*Cast) Estimator(uint8, int) (netsync.Estimator, error)       { return nil, errNoPart }
func (*Cast) Half(uint8, int, netsync.Server) (netsync.Half, error) { return nil, errNoPart }
func (*Cast) Err() error                                            { return nil }
func (*Cast) Cut() []string                                         { return nil }
func (*Cast) Log() []Guest                                          { return nil }
func (*Cast) Share()                                                {}
func (*Cast) Close()                                                {}
func (*Cast) End()                                                  {}
