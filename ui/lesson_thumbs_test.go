package ui

import (
	"image"
	"path/filepath"
	"testing"
	"time"

	xdraw "golang.org/x/image/draw"

	"driftlab/game/lesson"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

// toKeyStep goes to the end of the step that follows the lesson's first question, where its answer is seen.
func toKeyStep(t testing.TB, a *App) {
	t.Helper()
	l := a.Taught.Lesson
	step := l.Questions()[0] + 1
	for step < len(l.Steps)-1 && l.Steps[step].Question != nil {
		step++
	}
	at := l.Steps[step].Last()
	if l.Steps[step].Until == 0 {
		at = l.Steps[step].At.Add(2 * time.Second)
	}
	goTo(a, at)
	for range 25 { // the camera comes to rest
		nextFrame(t, a)
	}
}

// thumbOf draws the small picture of a lesson that the list has: the step that follows its first question, without bars and
// words.
func thumbOf(t *testing.T, l *lesson.Lesson) *image.RGBA {
	t.Helper()
	a := told(t, l.Name, 960, 720)
	a.opt.Bare, a.Bare, a.stale = true, true, true
	check(t, a.resize(960, 720, 1))
	toKeyStep(t, a)
	*a.Tips = panel.Tips{Only: panel.Rect{W: 1, H: 1}} // nobody points at anything
	screen, pix := screenOf(a.pixels.X, a.pixels.Y), make([]byte, 4*a.pixels.X*a.pixels.Y)
	a.Draw(screen)
	screen.ReadPixels(pix)
	whole := &image.RGBA{Pix: pix, Stride: 4 * a.pixels.X, Rect: image.Rect(0, 0, a.pixels.X, a.pixels.Y)}
	w := &a.Regions.Watch
	r := w.Diagram.Pixels(a.scale).Union(w.Second.Pixels(a.scale))
	for _, still := range w.Stills {
		r = r.Union(still.Pixels(a.scale))
	}
	for _, p := range w.Panes[:w.Shown] {
		r = r.Union(p.Rect.Pixels(a.scale))
	}
	if spare := r.Dx() - r.Dy()*lesson.ThumbWidth/lesson.ThumbHeight; spare > 0 {
		r = image.Rect(r.Min.X+spare/2, r.Min.Y, r.Max.X-spare/2, r.Max.Y)
	} else {
		spare = r.Dy() - r.Dx()*lesson.ThumbHeight/lesson.ThumbWidth
		if r.Min.Y += spare; w.Plan.Ab { // what is compared may be in the air
			r = r.Add(image.Pt(0, -spare/2))
		}
	}
	small := image.NewRGBA(image.Rect(0, 0, lesson.ThumbWidth, lesson.ThumbHeight))
	xdraw.CatmullRom.Scale(small, small.Rect, whole, r, xdraw.Src, nil)
	return small
}

func TestEachLessonHasItsPictureInTheList(t *testing.T) {
	lessons := walked(t)
	if *uitest.Update {
		lessons = lesson.All()
	}
	for _, l := range lessons {
		t.Run(l.Name, func(t *testing.T) {
			got := thumbOf(t, l)
			path := filepath.Join("..", "assets", "thumbs", l.Name+".png")
			if *uitest.Update {
				uitest.WritePNG(t, path, uitest.Golden(got))
				return
			}
			if _, err := uitest.Differs(uitest.ReadPNG(t, path), got); err != nil {
				t.Errorf("%v: if that is as it should be: go test ./ui -run ItsPictureInTheList -update", err)
			}
		})
	}
}
