package render

import (
	"testing"
	"time"

	"driftlab/ui/config"
)

// At 9 s the first scenario's link has been asymmetric for so long that the clocks' errors are constant; what happened before
// doesn't belong to the film.
func TestTheCardMeasuresTheFilmAlone(t *testing.T) {
	opt := filmOf(t, "first", "", func(o *config.Film) {
		o.Sidecars, o.From, o.Length, o.FPS = true, 9*time.Second, time.Second/5, 10
	})
	j := render(t, opt, &testSink{size: 4 * opt.Width * opt.Height})
	for _, client := range j.worlds[0] {
		if off := (client.race.RMS - client.last.Abs()).Abs(); off > 2*time.Millisecond {
			t.Errorf("client %d: an RMS of %v, and it ends at %v", client.number, client.race.RMS, client.last)
		}
	}
}
