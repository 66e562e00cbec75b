package diagram

import (
	"path/filepath"
	"testing"
	"time"

	"driftlab/internal/files/filetest"
	"driftlab/netsync/registry"
	"driftlab/ui/panel"
)

func TestVariantsAreShownLikeAnyOtherClock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "variants.toml")
	filetest.Write(t, path, `format = 3
[clock.slot-64]
algorithm = "slot"
ring = 64
[clock.npm]
algorithm = "simpson"
package = "on"
[set]
client1.algorithm = "slot-64"
`)
	a := rigAt(t, path, 3*time.Second)
	want := len(registry.OfGroup(registry.Published)) + 2
	openIn[*ErrorPlot](t, a, "error")
	if a.next(); named(a) != want {
		t.Errorf("the plot names %d clocks of %d", named(a), want)
	}
	a.next()
	s := openIn[*Samples](t, a, "samples")
	if a.next(); len(s.Chips) != want || s.algorithm != a.World.Driving(1) || a.World.Clock(s.algorithm).Name != "slot-64" {
		t.Errorf("%d chips, and chosen is %d", len(s.Chips), s.algorithm)
	}
	if len(s.detail.Samples) == 0 || panel.ClockTip(english, a.World.Clock(s.algorithm)) != panel.ClockTip(english, &panel.Algorithms[registered("slot")]) {
		t.Error("it has no samples, or not Slot's words")
	}
	if got := panel.AlgorithmTitle(english, "npm"); got != "npm" {
		t.Errorf("it is called %s", got)
	}
	if got := panel.SettingValue(english, "client.algorithm", "slot-64"); got != "slot-64" {
		t.Errorf("what drives is called %s", got)
	}
}
