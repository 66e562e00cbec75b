package ui

import (
	"strings"
	"testing"

	"driftlab/assets"
	"driftlab/game/lesson"
)

func TestEveryCaptionOfALessonHasRoomInTheBottomBar(t *testing.T) {
	for _, size := range [][2]int{{1600, 900}, {1280, 720}} {
		a := newTestApp(t, "first", size[0], size[1], 1)
		room := a.Regions.Bottom // as far as the line of time goes at least
		room.X = a.Regions.Line.X + lineLeast
		room.W -= room.X
		for _, l := range lesson.All() {
			for _, language := range assets.Languages() {
				texts := []string{english.F("lesson.try", l.Try.In(language))}
				for _, w := range l.Worlds {
					for i := range w.Scenario.Events {
						texts = append(texts, lesson.Translate(w.Scenario.Events[i].Caption, language))
					}
				}
				for _, text := range texts {
					for i := range l.Figures {
						text = strings.ReplaceAll(text, "{"+l.Figures[i].Name+"}", l.Figures[i].Text(-88.8))
					}
					if n := len(captionIn(a.Canvas.Fonts(), text, room).Lines); captionIn(a.Canvas.Fonts(), text, room).Cut {
						t.Errorf("%v, lesson %d in %s: %d lines, %d letters: %s", size, l.Number, language, n, len([]rune(text)), text)
					}
				}
			}
		}
	}
}
