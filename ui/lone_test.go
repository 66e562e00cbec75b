package ui

import (
	"slices"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

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
		if _, c := a.diagram(); c.Fonts().Scale() != a.Scale {
			t.Errorf("in the Lab letters are %v times as large, want %v", c.Fonts().Scale(), a.Scale)
		}
	}
}

func TestAllClientsHaveADotAndARing(t *testing.T) {
	s := scene{scenario: "first", clients: 24, at: 9 * time.Second}
	a := s.app(t)
	p := openTab[*diagram.Population](t, a, "population")
	s.passUntil(a, s.at)
	frameOf(t, a)
	n := 0
	for client := 1; client <= 24; client++ {
		if _, ok := a.Session.FirstError(client, p.Shown(&a.View)[0]); ok {
			n++
		}
	}
	if n != 24 || len(p.Chips) != len(a.Session.Algorithms()) {
		t.Errorf("%d of 24 clients have a ring, and there are %d chips", n, len(p.Chips))
	}
	pressOn(&a.pointer, p.Chips[5])
	p.Update(&a.View, &a.pointer, p.KeysOf)
	pressOn(&a.pointer, p.Chips[8])
	a.pointer.Shift = true
	p.Update(&a.View, &a.pointer, p.KeysOf)
	a.pointer = panel.Pointer{}
	if got := p.Shown(&a.View); !slices.Equal(got, []int{5, 8}) {
		t.Errorf("a click and one with Shift show the clocks %v, want 5 and 8", got)
	}
	if fast, slow := p.Within(24, 0.5, func(i int) (time.Duration, bool) { return time.Duration(i), true }),
		p.Within(24, 0.95, func(i int) (time.Duration, bool) { return time.Duration(-i), true }); fast != 12 || slow != 23 {
		t.Errorf("of 1..24 half are within %d and 95 %% within %d, want 12 and 23", fast, slow)
	}
}
