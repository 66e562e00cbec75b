package guest

import (
	"errors"
	"strings"
	"testing"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

func TestATimeThatTheProtocolHasNoNumberForIsOurFault(t *testing.T) {
	a, err := registry.Lookup("rtt2")
	if err != nil {
		t.Fatal(err)
	}
	clock := NewClock(Declare(a), func(r Role) (Exchanger, error) { return NewResponder(a, r) })
	e, _ := clock.newEstimator()
	e.Wake(1<<53, nil)
	var fault *Fault
	if !errors.As(clock.Err(), &fault) || !fault.Ours || !strings.Contains(fault.Error(), "104 days") {
		t.Error(clock.Err())
	}
	if _, next := e.Wake(0, nil); next != netsync.Never {
		t.Error("after a fault it is asked again")
	}
}
