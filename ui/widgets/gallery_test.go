package widgets

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/ebitenui/ebitenui"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

var dark = Palette{
	Panel:   color.RGBA{0x1B, 0x1F, 0x26, 0xFF},
	Edge:    color.RGBA{0x2B, 0x31, 0x3B, 0xFF},
	Text:    color.RGBA{0xE4, 0xE8, 0xEE, 0xFF},
	TextDim: color.RGBA{0x9A, 0xA4, 0xB2, 0xFF},
	Accent:  color.RGBA{0x4A, 0x90, 0xD9, 0xFF},
}

var ground = color.RGBA{0x14, 0x17, 0x1C, 0xFF}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestGalleryShowsEveryWidget writes pictures for people to judge: see -gallery.
func TestGalleryShowsEveryWidget(t *testing.T) {
	if *galleryDir == "" {
		t.Skip("no -gallery folder")
	}
	needLoop(t)
	for _, scale := range []float64{1, 1.5, 2} {
		theme := must(New(scale, dark))
		px := theme.Px
		ui := &ebitenui.UI{}
		root := theme.Root()
		ui.Container = root
		column, controls := everything(theme)
		root.Place(theme.Panel(theme.Scroll(column), 12), image.Rect(px(10), px(10), px(290), px(610)))
		short, states := everyState(theme)
		root.Place(theme.Panel(short, 12), image.Rect(px(300), px(10), px(580), px(610)))
		drop := must(theme.Dropdown(DropdownConfig{Entries: many(16), Selected: 9}))
		root.Place(drop, image.Rect(px(600), px(20), px(860), px(48)))
		up := must(theme.Dropdown(DropdownConfig{Label: "Opens up", Entries: many(5), Selected: 1}))
		root.Place(up, image.Rect(px(600), px(560), px(860), px(588)))

		dst := ebiten.NewImage(int(880*scale), int(620*scale))
		frame := func(name string) {
			ui.Update()
			dst.Fill(ground)
			ui.Draw(dst)
			if name != "" {
				save(t, dst, fmt.Sprintf("%s@%v.png", name, scale))
			}
		}
		frame("")
		states()
		frame("widgets")
		drop.toggle()
		frame("dropdown-down")
		drop.open = false
		up.toggle()
		frame("dropdown-up")
		up.open = false
		for i, f := range controls {
			f.Focus(true)
			frame("")
			frame(fmt.Sprintf("focus-%d", i))
			f.Focus(false)
		}
		dst.Deallocate()
	}
}

func many(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("Lesson %d: what is to be seen here, a long one", i+1))
	}
	return names
}

// everything returns a column that is higher than the window, and some of its controls.
func everything(t *Theme) (*widget.Container, []widget.Focuser) {
	slider := func(c SliderConfig) *Slider { return must(t.Slider(c)) }
	up := slider(SliderConfig{Label: "Latency up", Unit: "ms", Max: 500, Step: 1, Value: 120, Default: 80})
	jitter := slider(SliderConfig{Label: "Jitter, mean", Unit: "ms", Max: 100, Step: 0.5, Decimals: 1, Value: 12, Inline: true})
	model := must(t.Dropdown(DropdownConfig{Label: "Delay model", Entries: []string{"Gaussian", "Uniform", "Pareto", "Recorded trace"}}))
	check := t.Checkbox("Keep packets in order", "", true, nil)
	play := t.Button("Play", "", nil)
	last := t.Button("Step the clock by 50 ms", "", nil)
	tabs := []Child{t.Toggle("Network", "", true, nil), t.Toggle("Scenario", "", false, nil), t.Toggle("View", "", false, nil)}
	return t.Column(
		t.Equal(tabs...),
		t.Heading("LINK", ""),
		up,
		slider(SliderConfig{Label: "Latency down", Unit: "ms", Max: 500, Step: 1, Value: 40, Default: 80}),
		slider(SliderConfig{Label: "Clock skew", Unit: "ppm", Min: -500, Max: 500, Step: 1, Value: -100}),
		slider(SliderConfig{Label: "Loss", Unit: "%", Max: 100, Step: 0.1, Decimals: 1, Value: 2.5}),
		model,
		check,
		t.Checkbox("Duplicate packets", "", false, nil),
		t.Heading("INLINE", ""),
		jitter,
		slider(SliderConfig{Label: "Tick rate", Unit: "Hz", Min: 1, Max: 128, Step: 1, Value: 60, Default: 60, Inline: true}),
		slider(SliderConfig{Label: "A label that is too long", Unit: "kbit/s", Max: 9999, Step: 1, Value: 9999, Inline: true}),
		t.Equal(play, t.Button("Pause", "", nil)),
		t.Note("The offset that is left is half of the path's asymmetry, and no exchange of packets can see it.", "", t.Px(244)),
		t.Heading("CLOCK", ""),
		slider(SliderConfig{Label: "Offset", Unit: "ms", Min: -500, Max: 500, Step: 1, Value: 40}),
		slider(SliderConfig{Label: "Server buffer", Unit: "ms", Max: 500, Step: 1, Value: 50}),
		last,
	), []widget.Focuser{up, jitter, model, check, play, last}
}

// everyState returns a column of controls, and what puts them into the states that a mouse makes.
func everyState(t *Theme) (*widget.Container, func()) {
	b, bp, bd := t.Button("Hovered", "", nil), t.Button("Pressed", "", nil), t.Button("Disabled", "", nil)
	on, onHot, off := t.Toggle("On", "", true, nil), t.Toggle("On, hovered", "", true, nil), t.Toggle("Off", "", false, nil)
	c1, c2 := t.Checkbox("Ticked, hovered", "", true, nil), t.Checkbox("Clear, hovered", "", false, nil)
	c3, c4 := t.Checkbox("Ticked, disabled", "", true, nil), t.Checkbox("Clear, disabled", "", false, nil)
	s1 := must(t.Slider(SliderConfig{Label: "Hovered", Unit: "ms", Max: 10, Step: 1, Value: 10}))
	s2 := must(t.Slider(SliderConfig{Label: "Disabled", Unit: "ms", Max: 10, Step: 1, Value: 4, Default: 7}))
	s3 := must(t.Slider(SliderConfig{Label: "At the minimum", Unit: "ms", Max: 10, Step: 1}))
	d := must(t.Dropdown(DropdownConfig{Label: "Disabled", Entries: []string{"Entry"}}))
	for _, c := range []interface{ SetDisabled(bool) }{bd, c3, c4, s2, d} {
		c.SetDisabled(true)
	}
	return t.Column(
			t.Heading("STATES", ""), t.Equal(b, bp, bd), t.Equal(on, onHot, off), c1, c2, c3, c4, s1, s2, s3, d,
			t.Label("A label", "", 0), t.Row(t.Button("Row", "", nil), t.Button("of", "", nil), t.Button("buttons", "", nil)),
		), func() {
			b.hovered, bp.pressed, onHot.hovered, c1.hovered, c2.hovered, s1.hovered = true, true, true, true, true, true
		}
}

func save(t *testing.T, img *ebiten.Image, name string) {
	t.Helper()
	f := must(os.Create(filepath.Join(*galleryDir, name)))
	defer f.Close()
	rgba := image.NewRGBA(img.Bounds())
	img.ReadPixels(rgba.Pix)
	if err := png.Encode(f, rgba); err != nil {
		t.Fatal(err)
	}
}
