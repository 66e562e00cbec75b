package ui

import (
	"testing"

	"driftlab/ui/config"
)

func TestLettersOfTheDiagramViewAreReadFromTheLastRow(t *testing.T) {
	for _, height := range []int{720, 900, 1080} {
		a := newTestApp(t, "first", height*16/9, height, 1)
		a.prefer(func(s *config.Settings) { s.View = config.DiagramView })
		frameOf(t, a)
		_, c, _ := a.diagram()
		if got, least := c.Fonts().Scale()*smallLetters, readable*float64(height); got < least {
			t.Errorf("the smallest letters in a window %d high are %.1f, want %.1f at least", height, got, least)
		}
		a.prefer(func(s *config.Settings) { s.View = config.LabView })
		frameOf(t, a)
		if _, c, _ := a.diagram(); c.Fonts().Scale() != a.scale {
			t.Errorf("in the Lab letters are %v times as large, want %v", c.Fonts().Scale(), a.scale)
		}
	}
}
