package ui

import (
	"image"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
)

// On a telephone that was held upright three fifths of the picture were sky.
func TestInPortraitMostOfAPictureIsNotSky(t *testing.T) {
	for i, name := range append(arenaScenes, "first") {
		s := scene{scenario: name, size: portrait, settings: config.Settings{View: config.WatchView}, at: 9 * time.Second}
		if i == len(arenaScenes) { // when it has its table of numbers
			s.at = 11 * time.Second
		}
		a, _ := s.picture(t)
		k, most := &a.Deck.Camera, 0.42
		switch name {
		case "arenas/duel", "arenas/relay": // where nobody is high up
			most = 0.6
		case "first": // the table has one block of rows, and leaves the world more height
			most = 0.5
		}
		if over := k.Shown.Bottom + k.Shown.H - k.Scope.Level.Heads().Metres(); over > most*k.Shown.H {
			t.Errorf("%s: of %.1f m %.1f are sky over the highest heads", name, k.Shown.H, over)
		}
		if l := &a.Regions.Watch; l.Strip.Y+l.Strip.H > a.Regions.Bottom.Y || l.Strip.Overlaps(l.Caption) {
			t.Errorf("%s: the chart at %v leaves its room, or lies over the caption at %v", name, l.Strip, l.Caption)
		}
	}
}

func TestInPortraitTheBellOfALessonAboutAShotIsInThePicture(t *testing.T) {
	for _, size := range []image.Point{portrait, landscape, {X: 1280, Y: 720}} {
		a := told(t, "lesson-push", size.X, size.Y)
		goTo(a, a.Taught.Lesson.Steps[2].Last())
		nextFrames(t, a, 3)
		k := &a.Deck.Camera
		bell := k.Scope.Level.Bells[0].Top.Metres()
		if k.Shown == (stage.Sight{}) || k.Shown.Bottom+k.Shown.H < bell+0.1 {
			t.Errorf("%v: the bell reaches up to %.1f m, the picture from %.1f to %.1f m", size, bell, k.Shown.Bottom, k.Shown.Bottom+k.Shown.H)
		}
	}
}

func TestALessonWithoutControlsDrawsNoButtonThatGoesOn(t *testing.T) {
	for _, size := range []image.Point{portrait, {X: 960, Y: 540}} {
		a := told(t, "lesson-push", size.X, size.Y)
		if a.fill(); len(a.lessons.Player.Spots) == 0 {
			t.Errorf("%v: with controls there is none either", size)
		}
		a.opt.Bare, a.Bare, a.stale = true, true, true
		check(t, a.resize(size.X, size.Y, 1))
		nextFrame(t, a)
		names, all := placed(a)
		for i, r := range all {
			if r.Overlaps(panel.NewRect(0, 0, a.Width, a.Height)) {
				t.Errorf("%v: %s is seen at %v", size, names[i], r)
			}
		}
		a.fill()
		if all := a.lessons.Player.Spots; len(all) > 0 {
			t.Errorf("%v: these can be pressed: %v", size, all)
		}
	}
}
