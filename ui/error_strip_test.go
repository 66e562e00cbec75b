package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/scenario"
	"driftlab/ui/draw"
)

// newStrip returns an error strip, and where it is drawn.
func newStrip() (p *errorStrip, r rect) {
	s := newErrorStrip()
	return &s, rect{10, 700, 1400, 90}
}

func TestTheStripHasALineForEachClientAndOneLabelForThoseThatEndTogether(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(3900 * time.Millisecond)
	nextFrame(t, a)
	p, r := newStrip()
	texts := written(t, a, func(c *draw.Canvas) { p.draw(&a.view, c, r) })
	if l := p.ends.labels; len(l) != 2 || l[0].to != 2 || p.ends.whose(&l[0], 0) != 2 || p.ends.whose(&l[0], 1) != 3 || p.ends.whose(&l[1], 0) != 1 {
		t.Fatalf("the labels are %+v of %+v", l, p.ends.ends)
	}
	for _, want := range []string{"right", "−82 ms", "0 ms"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not in %q", want, texts)
		}
	}
	p.bare = true
	for _, text := range written(t, a, func(c *draw.Canvas) { p.draw(&a.view, c, r) }) {
		if text == "right" || text == "−82 ms" {
			t.Errorf("a bare strip says %s", text)
		}
	}
}

func TestALabelOfTheStripChoosesItsClient(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(3900 * time.Millisecond)
	nextFrame(t, a)
	p, r := newStrip()
	p.draw(&a.view, a.canvas, r)
	at := p.ends.labels[0].at // of the clients 2 and 3
	for i, want := range []int{2, 3} {
		k := pointer{x: at.x + 6 + float32(i)*stripMark, y: at.y + 5, pressed: true, down: true}
		p.update(&a.view, &k, r)
		if a.deck.chosen != want || p.hover != want {
			t.Errorf("client %d is chosen and %d brought out, want %d", a.deck.chosen, p.hover, want)
		}
	}
	k := pointer{x: p.axis.x(a.session.Now()) - 60, y: r.y + 40, pressed: true, down: true}
	p.update(&a.view, &k, r)
	k = pointer{x: k.x, y: k.y, released: true}
	if p.update(&a.view, &k, r); !a.cursor.on || a.deck.chosen != 3 {
		t.Error("a click on the lines marks no instant")
	}
}

// The strip is where the watch puts it, however small that is.
func TestTheStripStaysWithinItsRoom(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	nextFrame(t, a)
	p, _ := newStrip()
	for _, r := range []rect{{0, 0, 0, 0}, {10, 10, 1, 1}, {10, 10, 300, 30}, {10, 10, 900, 50}, {10, 10, 3000, 200}} {
		a.canvas.Reset()
		p.draw(&a.view, a.canvas, r)
		for _, e := range p.ends.labels {
			if r.h >= 30 && (e.at.y < r.y-1 || e.at.y+e.at.h > r.y+r.h+1 || e.at.x > r.x+r.w) {
				t.Errorf("in %v the label is at %v", r, e.at)
			}
		}
	}
}

func TestTheStripTellsNothingInBlindMode(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(3900 * time.Millisecond)
	a.toggleBlind()
	nextFrame(t, a)
	p, r := newStrip()
	if texts := written(t, a, func(c *draw.Canvas) { p.draw(&a.view, c, r) }); strings.Contains(strings.Join(texts, " "), "ms") {
		t.Errorf("it says %q", texts)
	}
}

func TestFromNineClientsOnEachHasADotWithMedianAndP95(t *testing.T) {
	a := crowdedApp(t, 64)
	a.advance(6 * time.Second)
	nextFrame(t, a)
	d := &a.deck.dots
	if a.deck.dotsAt.h == 0 || len(d.sorted) != 64 || !slices.IsSorted(d.sorted) {
		t.Fatalf("%d clients are in the strip at %v", len(d.sorted), a.deck.dotsAt)
	}
	if d.within[0] != d.sorted[31] || d.within[1] != d.sorted[60] || d.within[1] <= d.within[0] {
		t.Errorf("median and p95 are %v of %v", d.within, d.sorted)
	}
	texts := strings.Join(written(t, a, func(c *draw.Canvas) { a.deck.drawPages(&a.view, c) }), "|")
	if !strings.Contains(texts, english.T("strip.median")) || !strings.Contains(texts, english.T("strip.p95")) {
		t.Errorf("it says %s", texts)
	}
	eight := crowdedApp(t, 8)
	eight.advance(time.Second)
	if nextFrame(t, eight); eight.deck.dotsAt.h != 0 {
		t.Error("eight clients have dots")
	}
}

func TestADotIsTheWayToItsClient(t *testing.T) {
	a := crowdedApp(t, 64)
	a.advance(2 * time.Second)
	nextFrame(t, a)
	d := &a.deck.dots
	for _, client := range []int{64, 1, 23} {
		x, y := d.column(client, 64), d.scale.area.y+10
		a.tips.at(int(x), int(y))
		clickAt(a, x, y)
		if a.deck.chosen != client || d.hover != client {
			t.Fatalf("client %d is chosen, want %d", a.deck.chosen, client)
		}
		nextFrame(t, a)
		paneOf(t, a, client)
	}
	a.tips.at(int(d.column(7, 64)), int(d.scale.area.y+10))
	a.pointer = pointer{x: a.tips.x, y: a.tips.y}
	a.clickWorlds()
	a.canvas.Reset()
	if a.deck.drawPages(&a.view, a.canvas); !strings.HasPrefix(a.tips.text, "Client 7, ") || a.deck.chosen != 23 {
		t.Errorf("the tip is %q, and client %d is chosen", a.tips.text, a.deck.chosen)
	}
}

func TestPagesReachAllSixtyFourClients(t *testing.T) {
	a := crowdedApp(t, 64)
	seen := map[int]bool{}
	for range 64 {
		a.arrange()
		for _, m := range a.deck.machines {
			seen[m] = true
		}
		k := &a.deck.chips
		i := slices.Index(k.first, k.shown) + 1
		if i == len(k.first) {
			break
		}
		clickAt(a, k.rects[i].x+3, k.rects[i].y+3)
	}
	if len(seen) != 65 {
		t.Errorf("%d machines were shown, want the host and 64 clients", len(seen))
	}
}

func TestTheStripsOfAAndBHaveOneScaleOneTimeAndOneInstantUnderThePointer(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.showView(config.WatchView)
	a.advance(5 * time.Second)
	nextFrame(t, a)
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "300ms", "link.down.delay", "10ms")
	a.do(scenario.Event{Rejoin: scenario.AllClients})
	a.advance(4 * time.Second)
	nextFrame(t, a)
	left, right := a.stripRects()
	a.drawStrips(a.canvas)
	b, other := &a.watch.strips[0], &a.watch.strips[1]
	if left.w <= 0 || b.scale.low != other.scale.low || b.scale.high != other.scale.high || b.scale.high < 100 {
		t.Errorf("A goes from %v to %v, B from %v to %v", other.scale.low, other.scale.high, b.scale.low, b.scale.high)
	}
	over := func(r rect) pointer { return pointer{x: r.x + r.w/2, y: r.y + r.h/2, wheel: 2} }
	for i, r := range []rect{left, right} {
		span := b.axis.span
		a.pointer = over(r)
		a.pointStrips()
		if b.axis.span == span || other.axis.span != b.axis.span {
			t.Errorf("over strip %d the wheel leaves %v and %v, was %v", i, other.axis.span, b.axis.span, span)
		}
	}
	a.hover.next.at, a.hover.next.timed, a.ab.hover.next.client = 42, true, 2
	a.hover.turn()
	a.ab.hover.turn()
	a.hover.share(&a.ab.hover)
	for _, h := range []*hover{a.hover, &a.ab.hover} {
		if !h.timed || h.at != 42 || h.client != 2 {
			t.Errorf("the pointer is on %+v", h.pointed)
		}
	}
}
