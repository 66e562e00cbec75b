//go:build !js

package process

import (
	"bytes"
	"testing"

	"driftlab/netsync/guest"
)

// talker is a half that sends a report in each second, and keeps what the other half sends.
type talker struct {
	says  []byte
	heard [][]byte
}

func (k *talker) Exchange(ev *guest.Event) (guest.Reply, error) {
	r := guest.Reply{N: ev.N}
	switch ev.Kind {
	case guest.Wake:
		r.HasWake, r.Wake, r.Send = true, ev.Now+1e9, []guest.Send{{Kind: guest.SendReport, Data: k.says}}
	case guest.Report:
		k.heard = append(k.heard, ev.Data)
	}
	return r, nil
}

func TestTheHalvesSendEachOtherReportsOfAnyLength(t *testing.T) {
	t.Parallel()
	for _, length := range []int{1, 3, 6, 10, 64} {
		up, down := bytes.Repeat([]byte{'u'}, length), bytes.Repeat([]byte{'d'}, length)
		halves := [2]*talker{{says: up}, {says: down}}
		clock := guest.NewClock(guest.Welcome{Name: "talker", Hears: guest.Reports, HasHost: true}, func(r guest.Role) (guest.Exchanger, error) { return halves[r], nil })
		played(t, scenarioOf(t, "rtt2"), clock.Algorithm())
		if err := clock.Err(); err != nil {
			t.Fatal(err)
		}
		for r, said := range [][]byte{down, up} {
			heard := halves[r].heard
			if len(heard) < 30 || !bytes.Equal(heard[0], said) || !bytes.Equal(heard[len(heard)-1], said) {
				t.Errorf("of %d bytes the %v hears %d times %q", length, guest.Role(r), len(heard), heard[:min(len(heard), 1)])
			}
		}
	}
}
