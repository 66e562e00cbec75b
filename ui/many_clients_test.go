package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

func TestFromNineClientsOnEachHasADotWithMedianAndP95(t *testing.T) {
	a := crowdedApp(t, 64)
	after(t, a, 6*time.Second, 1)
	d := &a.Deck.Dots
	if a.Deck.DotsAt.H == 0 || len(d.Sorted) != 64 || !slices.IsSorted(d.Sorted) {
		t.Fatalf("%d clients are in the strip at %v", len(d.Sorted), a.Deck.DotsAt)
	}
	if d.Within[0] != d.Sorted[31] || d.Within[1] != d.Sorted[60] || d.Within[1] <= d.Within[0] {
		t.Errorf("median and p95 are %v of %v", d.Within, d.Sorted)
	}
	texts := strings.Join(written(t, a, func(c *draw.Canvas) { a.Deck.DrawPages(&a.View, c) }), "|")
	if !strings.Contains(texts, english.T("strip.median")) || !strings.Contains(texts, english.T("strip.p95")) {
		t.Errorf("it says %s", texts)
	}
	eight := crowdedApp(t, 8)
	eight.Advance(time.Second)
	if nextFrame(t, eight); eight.Deck.DotsAt.H != 0 {
		t.Error("eight clients have dots")
	}
}

func TestADotIsTheWayToItsClient(t *testing.T) {
	a := crowdedApp(t, 64)
	after(t, a, 2*time.Second, 1)
	d := &a.Deck.Dots
	for _, client := range []int{64, 1, 23} {
		x, y := d.Column(client, 64), d.Scale.Area.Y+10
		a.Tips.At(x, y)
		if clickAt(a, x, y); a.Deck.Chosen != client || d.Hover != client {
			t.Fatalf("client %d is chosen, want %d", a.Deck.Chosen, client)
		}
		nextFrame(t, a)
		paneOf(t, a, client)
	}
	a.Tips.At(d.Column(7, 64), d.Scale.Area.Y+10)
	a.pointer = panel.Pointer{X: a.Tips.X, Y: a.Tips.Y}
	a.clickWorlds()
	a.Canvas.Reset()
	if a.Deck.DrawPages(&a.View, a.Canvas); !strings.HasPrefix(a.Tips.Text, "Client 7, ") || a.Deck.Chosen != 23 {
		t.Errorf("the tip is %q, and client %d is chosen", a.Tips.Text, a.Deck.Chosen)
	}
}

func TestPagesReachAllSixtyFourClients(t *testing.T) {
	a := crowdedApp(t, 64)
	seen := map[int]bool{}
	for range 64 {
		a.arrange()
		for _, m := range a.Deck.Machines {
			seen[m] = true
		}
		k := &a.Deck.Chips
		i := slices.Index(k.First, k.Shown) + 1
		if i == len(k.First) {
			break
		}
		clickAt(a, k.Rects[i].X+3, k.Rects[i].Y+3)
	}
	if len(seen) != 65 {
		t.Errorf("%d machines were shown, want the host and 64 clients", len(seen))
	}
}

// With more clients than a page has, cards are low, and had lost their figures.
func TestALowCardHasItsClocksError(t *testing.T) {
	a := crowdedApp(t, 8)
	a.showView(config.WatchView)
	after(t, a, 12*time.Second, 2)
	all := writings(t, a, func(c *draw.Canvas) { a.Deck.Draw(&a.View, c) })
	for _, p := range a.Deck.Panes {
		if p.Thumb && p.Machine > 0 && !slices.ContainsFunc(all, func(w writing) bool { return strings.HasSuffix(w.text, " ms") && w.at.Within(p.Rect) }) {
			t.Errorf("the card of client %d at %v does not say how wrong its clock is", p.Machine, p.Rect)
		}
	}
}
