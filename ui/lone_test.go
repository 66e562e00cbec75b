package ui

import (
	"slices"
	"testing"
	"time"

	"driftlab/config"
)

func TestDiagramsThatStandAloneShowTheClockThatTheyAreOf(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.advance(12 * time.Second)
	for name, clock := range map[string]string{"sorted": "slot", "cut": "simpson", "minima": "timesync", "clouds": "timesync"} {
		one := openTab[*loneView](t, a, name)
		pix := frameOf(t, a)
		if got := a.session.Algorithms()[one.chosen].Name; got != clock {
			t.Errorf("%s is of %s, want %s", name, got, clock)
		}
		if n := bright(pix, a.width, a.layout.time.below(60)); n < 300 {
			t.Errorf("%s: only %d bright pixels", name, n)
		}
	}
}

func TestLettersOfTheDiagramViewAreReadFromTheLastRow(t *testing.T) {
	for _, height := range []int{720, 900, 1080} {
		a := newTestApp(t, "first", height*16/9, height, 1)
		a.prefer(func(s *config.Settings) { s.View = config.DiagramView })
		frameOf(t, a)
		_, c := a.diagram()
		if got, least := c.Fonts().Scale()*smallLetters, readable*float64(height); got < least {
			t.Errorf("the smallest letters in a window %d high are %.1f, want %.1f at least", height, got, least)
		}
		a.prefer(func(s *config.Settings) { s.View = config.LabView })
		frameOf(t, a)
		if _, c := a.diagram(); c.Fonts().Scale() != a.scale {
			t.Errorf("in the Lab letters are %v times as large, want %v", c.Fonts().Scale(), a.scale)
		}
	}
}

// The truth lies between the clouds, by no less than the least delay of each way.
func TestTheCloudsOfAClockLieOnBothSidesOfTheTruth(t *testing.T) {
	a := newTestApp(t, "lesson-06", 1280, 720, 1)
	one := openTab[*loneView](t, a, "clouds")
	a.advance(20 * time.Second)
	frameOf(t, a)
	const unit = 16 * time.Microsecond // of stamps, rounded at both ends
	least, up, down := 50*time.Millisecond-unit, 0, 0
	for _, p := range one.detail.Points {
		off := p.Offset - one.trueNow
		switch {
		case p.Up && off < least, !p.Up && -off < least:
			t.Errorf("a point (up: %v) shows %v beside the truth, want %v at least", p.Up, off, least)
		case p.Up:
			up++
		default:
			down++
		}
	}
	if up < 2 || down < 50 {
		t.Errorf("there are %d points up and %d down", up, down)
	}
}

func TestAllClientsHaveADotAndARing(t *testing.T) {
	s := scene{scenario: "first", clients: 24, at: 9 * time.Second}
	a := s.app(t)
	p := openTab[*population](t, a, "population")
	s.passUntil(a, s.at)
	frameOf(t, a)
	n := 0
	for client := 1; client <= 24; client++ {
		if _, ok := a.session.FirstError(client, p.shown(&a.view)[0]); ok {
			n++
		}
	}
	if n != 24 || len(p.chips) != len(a.session.Algorithms()) {
		t.Errorf("%d of 24 clients have a ring, and there are %d chips", n, len(p.chips))
	}
	pressOn(&a.pointer, p.chips[5])
	p.update(&a.view, &a.pointer, p.keysOf)
	pressOn(&a.pointer, p.chips[8])
	a.pointer.shift = true
	p.update(&a.view, &a.pointer, p.keysOf)
	a.pointer = pointer{}
	if got := p.shown(&a.view); !slices.Equal(got, []int{5, 8}) {
		t.Errorf("a click and one with Shift show the clocks %v, want 5 and 8", got)
	}
	if fast, slow := p.within(24, 0.5, func(i int) (time.Duration, bool) { return time.Duration(i), true }),
		p.within(24, 0.95, func(i int) (time.Duration, bool) { return time.Duration(-i), true }); fast != 12 || slow != 23 {
		t.Errorf("of 1..24 half are within %d and 95 %% within %d, want 12 and 23", fast, slow)
	}
}
