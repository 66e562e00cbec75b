package ui

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"driftlab/netsync"
)

// clockIndex returns the place of an algorithm of the registry.
func clockIndex(name string) int { return placeOf(algorithms, name) }

func TestVariantsAreShownLikeAnyOtherClock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "variants.toml")
	if err := os.WriteFile(path, []byte(`format = 2
[clock.slot-64]
algorithm = "slot"
ring = 64
[clock.npm]
algorithm = "simpson"
package = "on"
[set]
client1.algorithm = "slot-64"
`), 0o666); err != nil {
		t.Fatal(err)
	}
	a := newTestApp(t, path, 1600, 900, 1)
	a.advance(3 * time.Second)
	nextFrame(t, a)
	want := len(netsync.OfGroup(netsync.Published)) + 2
	if p := openTab[*errorPlot](t, a, "error"); len(p.legend) != want {
		t.Errorf("the legend names %d clocks of %d", len(p.legend), want)
	}
	nextFrame(t, a)
	s := openTab[*samplesView](t, a, "samples")
	nextFrame(t, a)
	if len(s.chips) != want || s.algorithm != a.world.driving(1) || a.world.clock(s.algorithm).Name != "slot-64" {
		t.Errorf("%d chips, and chosen is %d", len(s.chips), s.algorithm)
	}
	if len(s.detail.Samples) == 0 || clockTip(english, a.world.clock(s.algorithm)) != clockTip(english, &algorithms[clockIndex("slot")]) {
		t.Error("it has no samples, or not Slot's words")
	}
	if got := algorithmTitle(english, "npm"); got != "npm" {
		t.Errorf("it is called %s", got)
	}
	if got := settingValue(english, "client.algorithm", "slot-64"); got != "slot-64" {
		t.Errorf("what drives is called %s", got)
	}
}
