package ui

import (
	"testing"
	"time"
)

func TestTheStripOfALessonSaysHowManyFiguresHaveNoRoom(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.startLesson(16, 0)
	a.advance(3 * time.Second)
	nextFrame(t, a)
	s := &a.figures
	all := a.taught.ranged(&a.view, a.canvas.Fonts())
	if shown, _ := fitting(all, 1e6, 24); len(shown) != len(all) || len(all) != 5 {
		t.Errorf("%d of %d figures are shown where there is room for all", len(shown), len(all))
	}
	if s.more.w == 0 || !s.more.within(a.layout.strip) {
		t.Fatalf("where it says how many are left out is %v", s.more)
	}
	shown, total := fitting(all, all[0].w+24+all[1].w, 24)
	if len(shown) != 2 || total != all[0].w+24+all[1].w {
		t.Errorf("figures %v have room in %v", shown, total)
	}
	a.tips.at(int(s.more.x)+2, int(s.more.y)+2)
	a.canvas.Reset()
	a.lessons.strip.draw(a, a.canvas, a.layout.strip)
	if a.tips.text == "" {
		t.Error("nothing is told of those that are left out")
	}
}
