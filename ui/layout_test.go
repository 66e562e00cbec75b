package ui

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"driftlab/config"
	"driftlab/palette"
	"driftlab/ui/draw"
)

// disjoint reports areas that overlap or leave the window, by their names.
func disjoint(names []string, all []rect, window rect) error {
	const slack = 0.05 // of rounding
	for i, r := range all {
		if r.w == 0 || r.h == 0 {
			continue
		}
		if r.w < 0 || r.h < 0 {
			return fmt.Errorf("%s, %v, is inside out", names[i], r)
		}
		if !r.inset(slack).within(window) {
			return fmt.Errorf("%s, %v, leaves %v", names[i], r, window)
		}
		for k, o := range all[:i] {
			if o.w > 0 && o.h > 0 && r.inset(slack).overlaps(o.inset(slack)) {
				return fmt.Errorf("%s and %s overlap: %v, %v", names[k], names[i], o, r)
			}
		}
	}
	return nil
}

// checkLayout reports what overlaps or leaves the window.
func checkLayout(w, h int, scale float32, clients, open, focus int) error {
	for _, view := range config.Views() {
		if err := checkView(w, h, scale, view, clients, open, focus); err != nil {
			return fmt.Errorf("%s: %w", view, err)
		}
	}
	return nil
}

func checkView(w, h int, scale float32, view string, clients, open, focus int) error {
	l := newLayout(w, h, scale)
	l.show(view)
	l.stack(clients, open)
	names := []string{"top bar", "bottom bar", "rail", "worlds", "time", "numbers"}
	all := []rect{l.top, l.bottom, l.rail, l.worlds, l.time, l.numbers}
	if !l.drawer {
		names, all = append(names, "controls"), append(all, l.controls)
	}
	window := rect{0, 0, float32(w), float32(h)}
	if err := disjoint(names, all, window); err != nil {
		return err
	}
	if !l.controls.inset(0.05).within(window) || l.controls.inset(0.05).overlaps(l.top) || l.controls.inset(0.05).overlaps(l.bottom) {
		return fmt.Errorf("the drawer %v leaves the window or lies over a bar", l.controls)
	}
	if err := disjoint([]string{"card 1", "card 2", "card 3", "race", "the host's"}, append(l.cards[:], l.race, l.host), l.numbers); err != nil {
		return err
	}
	if l.cards[0].h == 0 && clients > 0 && view != config.WatchView {
		return fmt.Errorf("there is no card at all")
	}
	machines := []int{0, 1, 2, 3}[:clients+1]
	panes := arrange(nil, l.worlds, scale, machines, focus, 1)
	names, all = nil, nil
	for _, p := range panes {
		names, all = append(names, fmt.Sprintf("viewport %d", p.machine)), append(all, p.rect)
	}
	return disjoint(names, all, l.worlds)
}

func TestRegionsDoNotOverlapAndLieInTheWindow(t *testing.T) {
	for _, size := range []struct {
		w, h  int
		scale float32
	}{{1600, 900, 1}, {1280, 720, 1}, {1280, 720, 2}, {1280, 720, 0.8}, {1920, 1080, 1}, {1920, 1080, 1.5},
		{2560, 1440, 1}, {2560, 1440, 2}, {3200, 1800, 2}, {3840, 2160, 1}} {
		for clients := 0; clients <= 3; clients++ {
			for focus := nobody; focus <= clients; focus++ {
				if err := checkLayout(size.w, size.h, size.scale, clients, max(clients-1, 0), focus); err != nil {
					t.Errorf("%v, %d clients, focus %d: %v", size, clients, focus, err)
				}
			}
		}
	}
}

func TestNoSizeAndScaleMakesRegionsOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(minimumWidth, 5120).Draw(t, "width")
		h := rapid.IntRange(minimumHeight, 2880).Draw(t, "height")
		scale := float32(rapid.Float64Range(0.8, 2).Draw(t, "scale"))
		clients := rapid.IntRange(0, 3).Draw(t, "clients")
		open := rapid.IntRange(0, max(clients-1, 0)).Draw(t, "open")
		focus := rapid.IntRange(nobody, clients).Draw(t, "focus")
		if err := checkLayout(w, h, scale, clients, open, focus); err != nil {
			t.Fatal(err)
		}
	})
}

func TestTheStandardSizeHasTheRegionsOfTheDesign(t *testing.T) {
	l := newLayout(standardWidth, standardHeight, 1)
	for name, c := range map[string]struct{ got, want float32 }{
		"controls": {l.controls.w, 280}, "numbers": {l.numbers.x + l.numbers.w + gap - l.worlds.x - l.worlds.w, 340},
		"worlds and the gap over them": {l.worlds.h + gap, 470}, "time and the gaps about it": {l.time.h + 2*gap, 342},
		"top bar": {l.top.h, 44},
	} {
		if d := c.got - c.want; d > 2 || d < -2 {
			t.Errorf("%s: %v pixels, want %v", name, c.got, c.want)
		}
	}
	if l.stack(3, 0); l.race.h < raceLow || l.cards[0].h < cardWhole || l.cards[2].h < cardLow || l.host.h == 0 {
		t.Errorf("the race table has %v, the cards %v, the host %v", l.race, l.cards, l.host)
	}
	if small := newLayout(minimumWidth, minimumHeight, 1); !small.drawer || small.rail.w != 44 {
		t.Errorf("the small window has no drawer: %+v", small)
	}
}

func TestSmallWindowsShowTwoViewportsAndThumbnails(t *testing.T) {
	l := newLayout(minimumWidth, minimumHeight, 1)
	panes := arrange(nil, l.worlds, 1, []int{0, 1, 2, 3}, nobody, 2)
	large := map[int]bool{}
	for _, p := range panes {
		large[p.machine] = !p.thumb
	}
	if len(panes) != 4 || !large[0] || large[1] || !large[2] || large[3] {
		t.Errorf("panes are %+v, want the host and client 2 large", panes)
	}
}

func TestTheNumbersOfAComparisonStayInTheirColumn(t *testing.T) {
	for w := 1000; w <= 2600; w += 160 {
		for h := 600; h <= 1500; h += 60 {
			for _, z := range []float32{0.8, 1, 1.3, 2} {
				l := newLayout(w, h, z)
				l.stack(clientsOnPage, 0)
				var k comparison
				first, second, rest := k.layNumbers(&l)
				window := rect{0, 0, float32(w), float32(h)}
				if err := disjoint([]string{"A", "B", "what differs", "race", "time", "bottom bar"},
					[]rect{first, second, rest, l.race, l.time, l.bottom}, window); err != nil {
					t.Fatalf("%d × %d at %v: %v", w, h, z, err)
				}
				if !rest.within(l.numbers) {
					t.Fatalf("%d × %d at %v: %v leaves %v", w, h, z, rest, l.numbers)
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
	c, k, row := draw.NewCanvas(fonts, palette.Dark(), english), &comparison{}, fonts.LineHeight(draw.Small)
	for range 12 {
		k.seen.differences = append(k.seen.differences, "up delay 80 ms → 120 ms")
		for rows := float32(2); rows < 15; rows++ {
			if end := k.drawList(c, rect{0, 0, 400, 900}, 0, rows*row, row); end > rows*row {
				t.Errorf("%d lines take %v rows of %v", len(k.seen.differences), end/row, rows)
			}
		}
	}
}

func TestAWindowSmallerThanTheSmallestLayoutShowsItSmaller(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(leastWidth, 2*minimumWidth).Draw(t, "width")
		h := rapid.IntRange(leastHeight, 2*minimumHeight).Draw(t, "height")
		share := fitted(w, h)
		if float64(w) < minimumWidth*share || float64(h) < minimumHeight*share {
			t.Fatalf("at %v the smallest layout is cut", share)
		}
		if w >= minimumWidth && h >= minimumHeight && share != 1 {
			t.Fatalf("it has room, and is drawn at %v", share)
		}
		if more := share + 2.0/fitSteps; more <= 1 && float64(w) >= minimumWidth*more && float64(h) >= minimumHeight*more {
			t.Fatalf("%v is smaller than it has to be", share)
		}
		if err := checkLayout(w, h, float32(share), 3, 0, nobody); err != nil {
			t.Fatal(err)
		}
	})
}
