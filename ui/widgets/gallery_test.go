package widgets

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/ebitenui/ebitenui"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/palette"
	"driftlab/ui/layout"
	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

var dark = palette.Dark()

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
	uitest.NeedLoop(t)
	for _, scale := range []float64{1, 1.5, 2} {
		theme := must(New(scale, dark, words.English()))
		ui := &ebitenui.UI{}
		root := theme.Root()
		ui.Container = root
		root.Place(theme.Panel(theme.Scroll(everything(theme)), 12), layout.Rect{X: 10, Y: 10, W: 280, H: 600})
		root.Place(theme.Panel(everyState(theme), 12), layout.Rect{X: 300, Y: 10, W: 280, H: 600})
		drop := must(theme.Dropdown(DropdownConfig{Entries: many(16), Selected: 9}))
		root.Place(drop, layout.Rect{X: 600, Y: 20, W: 260, H: 28})
		up := must(theme.Dropdown(DropdownConfig{Label: "Opens up", Entries: many(5), Selected: 1}))
		root.Place(up, layout.Rect{X: 600, Y: 560, W: 260, H: 28})

		dst := ebiten.NewImage(int(880*scale), int(620*scale))
		frame := func(name string) {
			ui.Update()
			dst.Fill(dark.Ground)
			ui.Draw(dst)
			if name != "" {
				save(t, dst, fmt.Sprintf("%s@%v.png", name, scale))
			}
		}
		frame("")
		frame("widgets")
		for name, d := range map[string]*Dropdown{"dropdown-down": drop, "dropdown-up": up} {
			d.combo.ContentVisible = true
			frame("")
			frame(name)
			d.combo.ContentVisible = false
		}
		for i, f := range root.GetFocusers()[:24] {
			ui.SetFocusedWidget(f)
			frame("")
			frame(fmt.Sprintf("focus-%d", i))
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

// everything returns a column that is higher than the window.
func everything(t *Theme) *widget.Container {
	slider := func(c SliderConfig) *Slider { return must(t.Slider(c)) }
	return t.Column(
		t.Equal(t.Toggle("Network", "", true, nil), t.Toggle("Scenario", "", false, nil), t.Toggle("View", "", false, nil)),
		t.Heading("LINK", ""),
		slider(SliderConfig{Label: "Latency up", Unit: "ms", Max: 500, Step: 1, Value: 120}),
		slider(SliderConfig{Label: "Latency down", Unit: "ms", Max: 500, Step: 1, Value: 40}),
		slider(SliderConfig{Label: "Clock skew", Unit: "ppm", Min: -500, Max: 500, Step: 1, Value: -100}),
		slider(SliderConfig{Label: "Loss", Unit: "%", Max: 100, Step: 0.1, Decimals: 1, Value: 2.5}),
		must(t.Dropdown(DropdownConfig{Label: "Delay model", Entries: []string{"Gaussian", "Uniform", "Pareto", "Recorded trace"}})),
		t.Switch("Keep packets in order", "", true, nil),
		t.Switch("Duplicate packets", "", false, nil),
		t.Heading("INLINE", ""),
		slider(SliderConfig{Label: "Jitter", Unit: "ms", Max: 100, Step: 0.5, Decimals: 1, Value: 12}),
		slider(SliderConfig{Label: "Tick rate", Unit: "Hz", Min: 1, Max: 128, Step: 1, Value: 60}),
		slider(SliderConfig{Label: "Rate", Unit: "kB/s", Max: 9999, Step: 1, Value: 9999}),
		t.Equal(t.Button("Play", "", nil), t.Button("Pause", "", nil)),
		t.Note("The offset that is left is half of the path's asymmetry, and no exchange of packets can see it.", "", 244),
		t.Heading("CLOCK", ""),
		slider(SliderConfig{Label: "Offset", Unit: "ms", Min: -500, Max: 500, Step: 1, Value: 40}),
		slider(SliderConfig{Label: "Server buffer", Unit: "ms", Max: 500, Step: 1, Value: 50}),
		t.Button("Step the clock by 50 ms", "", nil),
	)
}

// everyState returns a column of controls that are on, off and at the ends of their ranges.
func everyState(t *Theme) *widget.Container {
	slider := func(c SliderConfig) *Slider { return must(t.Slider(c)) }
	return t.Column(
		t.Heading("STATES", ""), t.Button("Button", "", nil),
		t.Equal(t.Toggle("On", "", true, nil), t.Toggle("Off", "", false, nil)),
		t.Switch("Ticked", "", true, nil), t.Switch("Clear", "", false, nil),
		slider(SliderConfig{Label: "At the maximum", Unit: "ms", Max: 10, Step: 1, Value: 10}),
		slider(SliderConfig{Label: "At the minimum", Unit: "ms", Max: 10, Step: 1}),
		slider(SliderConfig{Label: "Near the minimum", Unit: "ms", Max: 500, Step: 1, Value: 3}),
		must(t.Dropdown(DropdownConfig{Label: "Long", Entries: []string{"An entry that is longer than its box"}})),
		t.Field(FieldConfig{Label: "Field", Text: "120ms"}), t.Field(FieldConfig{Label: "Empty", Hint: "a file, or none"}),
		t.Section(SectionConfig{Title: "Closed"}, t.Label("unseen", "", 0)), t.Section(SectionConfig{Title: "Open", Open: true}, t.Label("seen", "", 0)),
		t.Label("A label", "", 0), t.Row(t.Button("Row", "", nil), t.Button("of", "", nil), t.Button("buttons", "", nil)),
	)
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
