package scenario

import (
	"errors"
	"strings"

	"driftlab/netsync/guest"
)

// guests refuses what has any: see [guest.Cast].
func (t *table) guests() []guest.Guest {
	if _, has := t.values["guest"]; has {
		t.fault("guest", errors.New("guest: a page cannot play back programs' replies; the desktop program can"))
	}
	return nil
}

func writeGuest(*strings.Builder, *guest.Guest) {}
