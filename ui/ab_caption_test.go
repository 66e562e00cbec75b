package ui

import (
	"image"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/picture"
)

// On a phone and with text twice as large what differs between A and B was once cut in the middle of a line.
func TestTheCaptionOfTwoWorldsIsNeverCut(t *testing.T) {
	for _, c := range []struct {
		size image.Point
		text int
	}{{portrait, 100}, {landscape, 100}, {smallest, 100}, {image.Pt(1280, 720), 100}, {image.Pt(1280, 720), 150}, {image.Pt(1280, 720), 200}, {image.Pt(1600, 900), 200}} {
		for _, language := range config.Languages() {
			a := fitted(t, "first", c.size, config.Settings{View: config.WatchView, Scale: c.text, Language: language})
			a.Advance(3 * time.Second)
			compareDelays(a)
			a.controls.set(0, "link.up.jitter", "20ms", "link.up.loss", "3%", "client.skew", "50")
			a.Advance(3 * time.Second)
			nextFrames(t, a, 2)
			place := a.Regions.Watch.Caption
			text, col := a.Caption()
			all := writings(t, a, func(canvas *draw.Canvas) { a.DrawWatchCaption(canvas, place, text, col) })
			for _, fault := range crowded(all, place) {
				t.Errorf("%v at %d %%, in %s: %s", c.size, c.text, language, fault)
			}
			if len(all) == 0 && place.H > picture.StripHeight*float32(a.Scale) {
				t.Errorf("%v at %d %%, in %s: nothing is said", c.size, c.text, language)
			}
		}
	}
}
