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

// checkLayout reports what overlaps or leaves a window of a size in points.
func checkLayout(w, h float32, clients, focus int) error {
	for _, view := range config.Views() {
		for _, beside := range []bool{false, true} {
			if err := checkView(w, h, view, clients, focus, beside); err != nil {
				return fmt.Errorf("%s, two worlds %v: %w", view, beside, err)
			}
		}
	}
	return nil
}

func checkView(w, h float32, view string, clients, focus int, beside bool) error {
	window := panel.NewRect(0, 0, w, h)
	l := NewLayout(window, 0, view)
	if l.Watching {
		return disjoint([]string{"top bar", "bottom bar", "worlds"}, []panel.Rect{l.Top, l.Bottom, l.Worlds}, window)
	}
	l.Lay(LabPlan{Clients: clients, Clocks: 16, Beside: beside, Alone: focus != panel.Nobody})
	names := []string{"top bar", "bottom bar", "rail", "worlds", "row of clients", "time", "clients", "race", "more"}
	all := []panel.Rect{l.Top, l.Bottom, l.Rail, l.Worlds, l.Row, l.Time, l.Clients, l.Race, l.More}
	if !l.Drawer {
		names, all = append(names, "controls"), append(all, l.Controls)
	}
	if err := disjoint(names, all, window); err != nil {
		return err
	}
	if !l.Controls.Inset(0.05).Within(window) || l.Controls.Inset(0.05).Overlaps(l.Top) || l.Controls.Inset(0.05).Overlaps(l.Bottom) {
		return fmt.Errorf("the drawer %v leaves the window or lies over a bar", l.Controls)
	}
	if err := disjoint([]string{"host", "chosen client", "others"}, []panel.Rect{l.Host, l.Chosen, l.Others}, l.Worlds); err != nil {
		return err
	}
	switch told := l.Clients.H > 0 || l.Row.H > 0; {
	case l.Chosen.H < labLow-1 || l.Chosen.W < 150:
		return fmt.Errorf("the chosen client's world has %v", l.Chosen)
	case !told && (clients > 1 || beside):
		return fmt.Errorf("nothing says how wrong the other clients are")
	case h >= 460 && l.Time.H < labDiagram-20 || l.Time.H < 60:
		return fmt.Errorf("the diagram has %v", l.Time)
	}
	d := Deck{Chosen: clients, Focus: focus}
	d.Turn(clients)
	names, all = nil, nil
	for _, p := range d.arrangeLab(nil, &l, clients) {
		names, all = append(names, fmt.Sprintf("viewport %d", p.Machine)), append(all, p.Rect)
	}
	return disjoint(names, all, l.Worlds)
}

func TestRegionsDoNotOverlapAndLieInTheWindow(t *testing.T) {
	for _, size := range [][2]float32{{640, 360}, {1280, 720}, {1600, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}} { // points
		for _, clients := range []int{1, 2, 3, 4, 8, 9, 64} {
			for focus := panel.Nobody; focus <= 1; focus++ {
				if err := checkLayout(size[0], size[1], clients, focus); err != nil {
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
		clients := rapid.IntRange(1, 64).Draw(t, "clients")
		focus := rapid.IntRange(panel.Nobody, clients).Draw(t, "focus")
		if err := checkLayout(float32(w)/scale, float32(h)/scale, clients, focus); err != nil {
			t.Fatal(err)
		}
	})
}

// The figures are those of the drawings by which the Lab is made.
func TestTheLabIsDividedAsItIsDrawn(t *testing.T) {
	for _, c := range []struct {
		w, h    float32
		clients int
		want    map[string]panel.Rect
	}{
		{1600, 900, 3, map[string]panel.Rect{"settings": {X: 8, Y: 48, W: 256, H: 788}, "host": {X: 272, Y: 48, W: 342, H: 200}, "chosen": {X: 622, Y: 48, W: 342, H: 200},
			"others": {X: 972, Y: 48, W: 156, H: 200}, "diagram": {X: 272, Y: 256, W: 856, H: 422}, "clients": {X: 272, Y: 686, W: 856, H: 150},
			"race": {X: 1136, Y: 48, W: 456, H: 578}, "more": {X: 1136, Y: 634, W: 456, H: 202}}},
		{1280, 720, 3, map[string]panel.Rect{"settings": {X: 8, Y: 48, W: 256, H: 608}, "host": {X: 272, Y: 48, W: 320, H: 180}, "chosen": {X: 600, Y: 48, W: 320, H: 180}, "others": {},
			"diagram": {X: 272, Y: 236, W: 648, H: 262}, "clients": {X: 272, Y: 506, W: 648, H: 150}, "race": {X: 928, Y: 48, W: 344, H: 608}, "more": {}}},
		{1280 / 1.5, 480, 3, map[string]panel.Rect{"rail": {X: 8, Y: 48, W: 40, H: 376}, "row": {X: 56, Y: 174, W: 481.33, H: 28}, "diagram": {X: 56, Y: 210, W: 481.33, H: 214}, "clients": {},
			"race": {X: 545.33, Y: 48, W: 300, H: 376}}},
		{640, 360, 3, map[string]panel.Rect{"race": {}, "host": {}, "row": {X: 56, Y: 140, W: 576, H: 28}}},
		{1600, 900, 64, map[string]panel.Rect{"others": {X: 956, Y: 48, W: 172, H: 200}, "clients": {X: 272, Y: 662, W: 856, H: 174}}},
	} {
		l := NewLayout(panel.NewRect(0, 0, c.w, c.h), 0, config.LabView)
		l.Lay(LabPlan{Clients: c.clients, Clocks: 16})
		got := map[string]panel.Rect{"settings": l.Controls, "rail": l.Rail, "host": l.Host, "chosen": l.Chosen, "others": l.Others, "row": l.Row, "diagram": l.Time,
			"clients": l.Clients, "race": l.Race, "more": l.More}
		for name, want := range c.want {
			g := got[name]
			for i, d := range []float32{g.X - want.X, g.Y - want.Y, g.W - want.W, g.H - want.H} {
				if d > 0.5 || d < -0.5 {
					t.Errorf("%v × %v, %d clients: %s is at %v, want %v (%d)", c.w, c.h, c.clients, name, g, want, i)
					break
				}
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
		if err := checkLayout(float32(w)/float32(share), float32(h)/float32(share), 3, panel.Nobody); err != nil {
			t.Fatal(err)
		}
	})
}

func TestFontsAreMadeForTheSmallestWindowAndTheSmallestText(t *testing.T) {
	if _, err := draw.NewFonts(Fitted(1, 1) * config.MinScale / 100); err != nil {
		t.Error(err)
	}
}
