package program

import (
	"image"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/internal/palette"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/uitest"
)

// TestTheWholePictureIsInTheWindowHoweverLargeThatIs looks at the window as it opens, enlarged, and on the whole screen, and
// closes it.
func TestTheWholePictureIsInTheWindowHoweverLargeThatIs(t *testing.T) {
	p := sit(t, how{settings: "theme = \"dark\"\n"})
	p.key("F3")
	whole := func(what string, size image.Point) {
		scale := picture.Fitted(size.X, size.Y)
		l := picture.NewLayout(panel.NewRect(0, 0, float32(float64(size.X)/scale), float32(float64(size.Y)/scale)), 0, config.LabView)
		p.until(what+" the window has all of its regions", func() bool {
			img := p.see()
			return img.Rect.Max == size && complete(img, &l, scale)
		})
	}
	whole("as it opens", small)
	larger := image.Pt(1280, 720)
	p.xdotool("windowsize", p.name, strconv.Itoa(larger.X), strconv.Itoa(larger.Y))
	whole("pulled larger", larger)
	p.key("F11")
	whole("on all of the screen", large)
	p.key("F11")
	whole("back from there", larger)
	p.closes()
	if kept := p.settings(); !strings.Contains(kept, "width = 1280") || !strings.Contains(kept, "height = 720") {
		t.Errorf("the window's size is not kept: %s", kept)
	}
}

// complete reports whether a picture with a number of pixels a point has all of a window's regions.
func complete(img *image.RGBA, l *picture.Layout, scale float64) bool {
	l.Lay(picture.LabPlan{Clients: 3, Clocks: 10}) // as the opening has
	return uitest.Complete(img, palette.Dark(), l.Top.Pixels(scale), l.Bottom.Pixels(scale), l.Time.Pixels(scale), l.Race.Pixels(scale))
}

// TestMouseAndKeyboardReachTheSession plays a figure and drags the timeline, on a usual screen and on a fine one, where the
// window has four times the pixels.
func TestMouseAndKeyboardReachTheSession(t *testing.T) {
	for _, test := range []struct {
		screen string
		fine   bool
		size   image.Point
	}{{"usual", false, small}, {"fine", true, small.Mul(2)}} {
		t.Run(test.screen, func(t *testing.T) {
			p := sit(t, how{unseen: true, fine: test.fine})
			if size, err := p.display.size(p.window); err != nil || size != test.size {
				t.Fatalf("the window has %v pixels, want %v: %v", size, test.size, err)
			}
			p.playAFigure(test.size.Div(2))
			p.dragTimeBack(test.size)
			p.closes()
		})
	}
}

// playAFigure takes control of a player by a click on its world, walks, fires, and gives it back.
func (p *person) playAFigure(world image.Point) {
	played := func(what string, is func(p *scenario.Play) bool) {
		p.Helper()
		p.logs(what, func(sc *scenario.Scenario) bool {
			return slices.ContainsFunc(sc.Events, func(ev scenario.Event) bool { return ev.Play != nil && is(ev.Play) })
		})
	}
	p.point(world.X, world.Y)
	p.xdotool("click", "1")
	played("a click takes a player", func(p *scenario.Play) bool { return !p.Release })
	p.key("d")
	played("D walks to the right", func(p *scenario.Play) bool { return p.Held&game.Right != 0 })
	p.key("v")
	played("V fires", func(p *scenario.Play) bool { return p.Held&game.Fire != 0 })
	p.key("Escape")
	played("Escape gives the player back", func(p *scenario.Play) bool { return p.Release })
}

// dragTimeBack drags the timeline from its middle to its start, and swaps the delays there, which is an event.
func (p *person) dragTimeBack(size image.Point) {
	swapped := func() (at time.Duration) {
		p.key("x")
		at = -1
		p.logs("X swaps the delays", func(sc *scenario.Scenario) bool {
			i := slices.IndexFunc(sc.Events, func(ev scenario.Event) bool { return len(ev.Set) > 0 && ev.Set[0].Client == 1 })
			if i >= 0 {
				at = time.Duration(sc.Events[i].At)
			}
			return i >= 0
		})
		return at
	}
	line := size.Y - picture.BarHeight/4
	p.key("space")
	p.point(size.X/2, line)
	p.xdotool("mousedown", "1")
	p.saved() // so the press was seen before the mouse moves
	p.point(0, line)
	p.saved() // and the mouse where it is let go
	p.xdotool("mouseup", "1")
	if at := swapped(); at != 0 {
		p.Errorf("the line of time is dragged to its begin, and it is %v", at)
	}
}

// TestWhatIsTypedReachesTheFinder opens a world by its name. The finder has all keys, so that it is there, and gone, is seen.
func TestWhatIsTypedReachesTheFinder(t *testing.T) {
	p := sit(t, how{settings: "theme = \"dark\"\n"})
	middle := image.Rect(small.X/3, small.Y/3, 2*small.X/3, small.Y/2)
	box := uitest.BytesOf(palette.Dark().Panel)
	covered := func() bool { return uitest.Paint(p.see(), middle, box) > middle.Dx()*middle.Dy()/2 }
	p.until("the world is in the middle", func() bool { return !covered() })
	p.key("ctrl+k")
	p.until("the finder is there", covered)
	p.xdotool("type", "arenas/duel")
	p.key("Return")
	p.until("the finder is gone", func() bool { return !covered() })
	p.logs("another world is open", func(sc *scenario.Scenario) bool { return strings.HasSuffix(sc.Name, "duel") })
}
