package render

import (
	"testing"
	"time"

	"driftlab/ui/config"
)

// At 9 s the link of the first scenario has been asymmetric for so long that the clocks stand still in their error; what they
// went through before is no part of the film.
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
