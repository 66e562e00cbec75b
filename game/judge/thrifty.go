package judge

import (
	"fmt"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/clocks"
	"driftlab/netsync/registry"
)

// thriftyHeads is on how many datagrams a second, each way, a thrifty game puts Midline's head at most.
const thriftyHeads = 6

// stampSize is what a stamp takes, in bytes, which the session counts with each datagram.
const stampSize = 3

// ThriftyName is what Midline in such a game is called.
var ThriftyName = fmt.Sprintf("midline-%d", thriftyHeads)

// A thrifty game has a Midline that hears of few datagrams: who sends one decides whether it has a head, before it is known what becomes of it.
type thrifty struct {
	next  [2]netsim.Time     // when another head may go, up and down
	heads [2]map[uint32]bool // the stamps of datagrams that have one
	less  uint64             // bytes of stamps that others have
}

// algorithm returns the clock, for one session. In the registry it would be a clock that people choose.
func (t *thrifty) algorithm() (registry.Algorithm, error) {
	a, err := registry.Lookup("midline")
	if err != nil {
		return a, err
	}
	like := a
	a.ID, a.Name, a.Short, a.Title, a.Of = registry.GuestNumber(1), ThriftyName, ThriftyName, ThriftyName, "midline"
	return a.Foreign(registry.Foreign{Stamped: true, Like: &like,
		New: func() (netsync.Estimator, error) {
			m, err := clocks.NewMidline(clocks.DefaultMidline())
			return &thriftyClient{m, t}, err
		},
		Half: func(world netsync.Server) (netsync.Half, error) {
			h, err := clocks.DefaultMidline().Half(world)
			return &thriftyHost{h, t}, err
		}}), nil
}

// sent decides whether a datagram of the game's has a head.
func (t *thrifty) sent(e *observe.Departure) {
	stamp, ok := game.StampOf(e.Data)
	if !ok || game.Kind(e.Kind) != game.KindData {
		return // of a join, or of another clock
	}
	way := 0
	if e.From == 0 {
		way = 1
	}
	if e.Sent < t.next[way] {
		delete(t.heads[way], stamp)
		t.less += stampSize
		return
	}
	t.heads[way][stamp] = true
	t.next[way] = e.Sent.Add(time.Second / thriftyHeads)
}

type thriftyClient struct {
	*clocks.Midline
	game *thrifty
}

// Observe implements netsync.Estimator.
func (c *thriftyClient) Observe(ev netsync.Event) {
	if ev.Kind != netsync.Datagram || c.game.heads[1][ev.Stamp] {
		c.Midline.Observe(ev)
	}
}

type thriftyHost struct {
	netsync.Half
	game *thrifty
}

// Datagram implements netsync.Half.
func (h *thriftyHost) Datagram(stamp uint32, now netsync.Server, span time.Duration) {
	if h.game.heads[0][stamp] {
		h.Half.Datagram(stamp, now, span)
	}
}
