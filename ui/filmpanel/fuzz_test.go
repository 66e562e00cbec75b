package filmpanel

import (
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

// FuzzListen reads the output of the child that renders a film.
func FuzzListen(f *testing.F) {
	f.Add(`{"event":"begin","frames":120,"encoder":"embedded (H.264)"}` + "\n" + `{"event":"frame","done":1,"frames":120}` + "\n")
	f.Add(`{"event":"frame","done":2,"frames":1}` + "\n" + `{"event":"failed","text":"a\nb"}` + "\ndriftlab: record: -size: \"x\"\nlibGL: warning\n")
	f.Add(strings.Repeat("x", 4000))
	testkit.FuzzDamaged(f, func(t testing.TB, said string) {
		child := &making{}
		if last := child.listen(strings.NewReader(said)); strings.Contains(last, "\n") {
			t.Errorf("the reason is %q", last)
		}
		if frame, frames := child.frame.Load(), child.frames.Load(); frame < 0 || frame > frames {
			t.Errorf("frame %d of %d", frame, frames)
		}
	})
}
