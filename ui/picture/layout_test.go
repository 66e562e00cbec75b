package picture

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/palette"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// disjoint reports areas that overlap or leave the window, by their names.
func disjoint(names []string, all []panel.Rect, window panel.Rect) error {
	const slack = 0.05 // of rounding
	for i, r := range all {
		if r.W == 0 || r.H == 0 {
			continue
		}
		if r.W < 0 || r.H < 0 {
			return fmt.Errorf("%s, %v, is inside out", names[i], r)
		}
		if !r.Inset(slack).Within(window) {
			return fmt.Errorf("%s, %v, leaves %v", names[i], r, window)
		}
		for k, o := range all[:i] {
			if o.W > 0 && o.H > 0 && r.Inset(slack).Overlaps(o.Inset(slack)) {
				return fmt.Errorf("%s and %s overlap: %v, %v", names[k], names[i], o, r)
			}
		}
	}
	return nil
}

// checkLayout reports what overlaps or leaves a window of so many points.
func checkLayout(w, h float32, clients, open, focus int) error {
	for _, view := range config.Views() {
		if err := checkView(w, h, view, clients, open, focus); err != nil {
			return fmt.Errorf("%s: %w", view, err)
		}
	}
	return nil
}

func checkView(w, h float32, view string, clients, open, focus int) error {
	l := NewLayout(panel.NewRect(0, 0, w, h), 0, view)
	l.Stack(clients, open)
	names := []string{"top bar", "bottom bar", "rail", "worlds", "time", "numbers"}
	all := []panel.Rect{l.Top, l.Bottom, l.Rail, l.Worlds, l.Time, l.Numbers}
	if !l.Drawer {
		names, all = append(names, "controls"), append(all, l.Controls)
	}
	window := panel.NewRect(0, 0, w, h)
	if err := disjoint(names, all, window); err != nil {
		return err
	}
	if !l.Controls.Inset(0.05).Within(window) || l.Controls.Inset(0.05).Overlaps(l.Top) || l.Controls.Inset(0.05).Overlaps(l.Bottom) {
		return fmt.Errorf("the drawer %v leaves the window or lies over a bar", l.Controls)
	}
	if err := disjoint([]string{"card 1", "card 2", "card 3", "race", "the host's"}, append(l.Cards[:], l.Race, l.host), l.Numbers); err != nil {
		return err
	}
	if clients > 0 && l.Cards[open].H == 0 && view != config.WatchView {
		return fmt.Errorf("the chosen client has no card")
	}
	machines := []int{0, 1, 2, 3}[:clients+1]
	panes := arrange(nil, l.Worlds, machines, focus, 1)
	names, all = nil, nil
	for _, p := range panes {
		names, all = append(names, fmt.Sprintf("viewport %d", p.Machine)), append(all, p.Rect)
	}
	return disjoint(names, all, l.Worlds)
}

func TestRegionsDoNotOverlapAndLieInTheWindow(t *testing.T) {
	for _, size := range [][2]float32{{640, 360}, {1280, 720}, {1600, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}} { // points
		for clients := 0; clients <= 3; clients++ {
			for focus := panel.Nobody; focus <= clients; focus++ {
				if err := checkLayout(size[0], size[1], clients, max(clients-1, 0), focus); err != nil {
					t.Errorf("%v, %d clients, focus %d: %v", size, clients, focus, err)
				}
			}
		}
	}
}

func TestNoSizeAndScaleMakesRegionsOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(MinimumWidth, 5120).Draw(t, "width")
		h := rapid.IntRange(MinimumHeight, 2880).Draw(t, "height")
		scale := float32(rapid.Float64Range(0.8, 2).Draw(t, "scale"))
		clients := rapid.IntRange(0, 3).Draw(t, "clients")
		open := rapid.IntRange(0, max(clients-1, 0)).Draw(t, "open")
		focus := rapid.IntRange(panel.Nobody, clients).Draw(t, "focus")
		if err := checkLayout(float32(w)/scale, float32(h)/scale, clients, open, focus); err != nil {
			t.Fatal(err)
		}
	})
}

func TestTheStandardSizeHasTheRegionsOfTheDesign(t *testing.T) {
	l := NewLayout(panel.NewRect(0, 0, StandardWidth, StandardHeight), 0, config.LabView)
	for name, c := range map[string]struct{ got, want float32 }{
		"controls": {l.Controls.W, 280}, "numbers": {l.Numbers.X + l.Numbers.W + panel.Gap - l.Worlds.X - l.Worlds.W, 340},
		"worlds and the gap over them": {l.Worlds.H + panel.Gap, 470}, "time and the gaps about it": {l.Time.H + 2*panel.Gap, 342},
		"top bar": {l.Top.H, 44},
	} {
		if d := c.got - c.want; d > 2 || d < -2 {
			t.Errorf("%s: %v pixels, want %v", name, c.got, c.want)
		}
	}
	if l.Stack(3, 0); l.Race.H < RaceLow || l.Cards[0].H < CardWhole || l.Cards[2].H < CardLow || l.host.H == 0 {
		t.Errorf("the race table has %v, the cards %v, the host %v", l.Race, l.Cards, l.host)
	}
	if small := NewLayout(panel.NewRect(0, 0, MinimumWidth, MinimumHeight), 0, config.LabView); !small.Drawer || small.Rail.W != 44 {
		t.Errorf("the small window has no drawer: %+v", small)
	}
}

func TestSmallWindowsShowTwoViewportsAndThumbnails(t *testing.T) {
	l := NewLayout(panel.NewRect(0, 0, MinimumWidth, MinimumHeight), 0, config.LabView)
	panes := arrange(nil, l.Worlds, []int{0, 1, 2, 3}, panel.Nobody, 2)
	large := map[int]bool{}
	for _, p := range panes {
		large[p.Machine] = !p.Thumb
	}
	if len(panes) != 4 || !large[0] || large[1] || !large[2] || large[3] {
		t.Errorf("panes are %+v, want the host and client 2 large", panes)
	}
}

func TestTheNumbersOfAComparisonStayInTheirColumn(t *testing.T) {
	for w := float32(500); w <= 3250; w += 110 {
		for h := float32(300); h <= 1875; h += 63 {
			window := panel.NewRect(0, 0, w, h)
			l := NewLayout(window, 0, config.LabView)
			l.Stack(ClientsOnPage, 0)
			var k Comparison
			first, second, rest := k.LayNumbers(&l)
			if err := disjoint([]string{"A", "B", "what differs", "race", "time", "bottom bar"},
				[]panel.Rect{first, second, rest, l.Race, l.Time, l.Bottom}, window); err != nil {
				t.Fatalf("%v × %v: %v", w, h, err)
			}
			if !rest.Within(l.Numbers) {
				t.Fatalf("%v × %v: %v leaves %v", w, h, rest, l.Numbers)
			}
		}
	}
}

func TestTheListOfWhatDiffersLeavesRoomForTheStamps(t *testing.T) {
	fonts, err := draw.NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	c, k, row := draw.NewCanvas(fonts, palette.Dark(), english), &Comparison{}, fonts.LineHeight(draw.Small)
	for range 12 {
		k.Seen.Differences = append(k.Seen.Differences, "up delay 80 ms → 120 ms")
		for rows := float32(2); rows < 15; rows++ {
			if end := k.drawList(c, panel.NewRect(0, 0, 400, 900), 0, rows*row, row); end > rows*row {
				t.Errorf("%d lines take %v rows of %v", len(k.Seen.Differences), end/row, rows)
			}
		}
	}
}

func TestAWindowSmallerThanTheSmallestLayoutShowsItSmaller(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(LeastWidth, 2*MinimumWidth).Draw(t, "width")
		h := rapid.IntRange(LeastHeight, 2*MinimumHeight).Draw(t, "height")
		share := Fitted(w, h)
		if float64(w) < MinimumWidth*share || float64(h) < MinimumHeight*share {
			t.Fatalf("at %v the smallest layout is cut", share)
		}
		if w >= MinimumWidth && h >= MinimumHeight && share != 1 {
			t.Fatalf("it has room, and is drawn at %v", share)
		}
		if more := share + 2.0/fitSteps; more <= 1 && float64(w) >= MinimumWidth*more && float64(h) >= MinimumHeight*more {
			t.Fatalf("%v is smaller than it has to be", share)
		}
		if err := checkLayout(float32(w)/float32(share), float32(h)/float32(share), 3, 0, panel.Nobody); err != nil {
			t.Fatal(err)
		}
	})
}

func TestFontsAreMadeForTheSmallestWindowAndTheSmallestText(t *testing.T) {
	if _, err := draw.NewFonts(Fitted(1, 1) * config.MinScale / 100); err != nil {
		t.Error(err)
	}
}
