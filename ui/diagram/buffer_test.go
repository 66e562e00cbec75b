package diagram

import (
	"testing"
	"time"

	"driftlab/game"
)

func TestTheBufferPartsTheFramesThatHadNothingNewFromTheOthers(t *testing.T) {
	a := newRig(t, "lesson-buffers", 1280, 720, 1)
	b := openIn[*bufferView](t, a, "buffer")
	a.draw()
	if all, _, _ := b.span(); all != 0 {
		t.Errorf("%d frames are counted before there is one", all)
	}
	a.advance(8 * time.Second) // less than what is kept
	a.read()
	a.draw()
	all, most, high := b.span()
	state := a.Frame.Facts[0].Buffers
	over := 0
	for i, n := range b.needs {
		if time.Duration(i-1)*game.NeedWidth >= state.Client {
			over += n
		}
	}
	if uint64(all) != state.Frames || high > all || high < all/20 || most < 30 {
		t.Errorf("%d of %d frames, the highest bar has %d, the longest need is %.0f ms", all, state.Frames, high, most)
	}
	if uint64(over) > state.Starved || uint64(over)*2 < state.Starved {
		t.Errorf("%d frames are in bars right of the edge, %d had nothing new", over, state.Starved)
	}
}
