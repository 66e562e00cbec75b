package ui

import (
	"image"
	"path/filepath"
	"testing"
	"time"

	xdraw "golang.org/x/image/draw"

	"driftlab/lesson"
	"driftlab/ui/uitest"
)

// toKeyStep goes to the end of the step that follows the lesson's first question, where its answer is seen.
func toKeyStep(t testing.TB, a *App) {
	t.Helper()
	l := a.taught.lesson
	step := l.Questions()[0] + 1
	for step < len(l.Steps)-1 && l.Steps[step].Question != nil {
		step++
	}
	at := l.Steps[step].Last()
	if l.Steps[step].Until == 0 {
		at = l.Steps[step].At.Add(2 * time.Second)
	}
	a.seek(at)
	arriveAt(a)
	for range 25 { // the camera comes to rest
		nextFrame(t, a)
	}
}

// thumbOf draws the small picture of a lesson that the list has: the step that follows its first question, without bars and
// words.
func thumbOf(t *testing.T, l *lesson.Lesson) *image.RGBA {
	t.Helper()
	a := told(t, l.Name, 960, 720)
	a.opt.Bare, a.bare, a.stale = true, true, true
	if err := a.resize(960, 720, 1); err != nil {
		t.Fatal(err)
	}
	toKeyStep(t, a)
	*a.tips = tips{only: rect{w: 1, h: 1}} // nobody points at anything
	screen, pix := screenOf(a.width, a.height), make([]byte, 4*a.width*a.height)
	a.Draw(screen)
	screen.ReadPixels(pix)
	whole := &image.RGBA{Pix: pix, Stride: 4 * a.width, Rect: image.Rect(0, 0, a.width, a.height)}
	w := &a.layout.watch
	r := w.diagram.pixels().Union(w.second.pixels())
	for _, still := range w.stills {
		r = r.Union(still.pixels())
	}
	for _, p := range w.panes[:w.shown] {
		r = r.Union(p.rect.pixels())
	}
	if spare := r.Dx() - r.Dy()*lesson.ThumbWidth/lesson.ThumbHeight; spare > 0 {
		r = image.Rect(r.Min.X+spare/2, r.Min.Y, r.Max.X-spare/2, r.Max.Y)
	} else {
		spare = r.Dy() - r.Dx()*lesson.ThumbHeight/lesson.ThumbWidth
		if r.Min.Y += spare; w.plan.ab { // what is compared may be in the air
			r = r.Add(image.Pt(0, -spare/2))
		}
	}
	small := image.NewRGBA(image.Rect(0, 0, lesson.ThumbWidth, lesson.ThumbHeight))
	xdraw.CatmullRom.Scale(small, small.Rect, whole, r, xdraw.Src, nil)
	return small
}

func TestEachLessonHasItsPictureInTheList(t *testing.T) {
	for _, l := range lesson.All() {
		got := thumbOf(t, l)
		path := filepath.Join("..", "assets", "thumbs", l.Name+".png")
		if *uitest.Update {
			uitest.KeepGolden(t, path, got)
			continue
		}
		if _, err := uitest.Differs(uitest.ReadPNG(t, path), got); err != nil {
			t.Errorf("%s: %v: if that is as it should be: go test ./ui -run ItsPictureInTheList -update", l.Name, err)
		}
	}
}
