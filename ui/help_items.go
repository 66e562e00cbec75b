package ui

import (
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// A helpItem is a heading, or a description beside a key, a gesture, an abbreviation or a shape.
type helpItem struct {
	heading bool
	sign    string // left of the text, if it is a word
	shape   func(l *draw.Layer, x, y float32)
	text    string

	lines  layout.Text
	signs  layout.Text // sign on as many lines as it takes
	height float32
}

// measure breaks the texts for a width.
func (it *helpItem) measure(fonts *draw.Fonts, width float32) {
	if it.heading {
		it.height = fonts.LineHeight(draw.Strong) + 16
		return
	}
	it.lines = layout.Fit(fonts, it.text, width-helpSign, layout.Open, draw.Small)
	it.signs = layout.Fit(fonts, it.sign, helpSign-8, layout.Open, draw.Small)
	it.height = max(it.lines.H, it.signs.H) + 4
}

func (it *helpItem) draw(l *draw.Layer, x, y float32) {
	if it.heading {
		l.Text(x, y+10, it.text, draw.Strong, l.Theme.Text, draw.Left)
		return
	}
	if it.signs.Draw(l, panel.NewRect(x, y, 0, 0), l.Theme.Text, draw.Left); it.shape != nil {
		it.shape(l, x+28, y+l.Fonts().LineHeight(draw.Small)/2)
	}
	it.lines.Draw(l, panel.NewRect(x+helpSign, y, 0, 0), l.Theme.TextDim, draw.Left)
}

// moreKeys are keys that are not in the table of shortcuts, by the names of their texts, with what those do that are
// for the whole window.
var moreKeys = []struct {
	name, shown string
	do          func(a *App)
}{
	{"walk", "← → ↑ A D W", nil}, {"fire", "V", nil}, {"find", "Ctrl K", nil}, {"zoom", "Ctrl + −", nil},
	{"undo", "Ctrl Z", (*App).Undo}, {"redo", "Ctrl Shift Z", (*App).Redo}, {"paste", "Ctrl V", func(a *App) { a.share.Paste() }}, {"open", "Ctrl O", func(a *App) { a.share.OpenByPath() }},
	{"tab-key", "Tab", nil}, {"adjust", "← →", nil}, {"type", "Enter", nil}, {"reset", "Backspace", nil},
}

// helpItems lists all that the overlay tells.
func helpItems(lang *words.Language) []helpItem {
	var items []helpItem
	heading := func(name string) { items = append(items, helpItem{heading: true, text: lang.T("help." + name)}) }
	heading("keys")
	for i := range shortcuts {
		s := &shortcuts[i]
		if s.shown == "" { // one of several that stand as one
			continue
		}
		items = append(items, helpItem{sign: keyName(lang, s.shown), text: lang.T("keys." + s.name)})
	}
	for _, k := range moreKeys {
		items = append(items, helpItem{sign: keyName(lang, k.shown), text: lang.T("keys." + k.name)})
	}
	heading("mouse")
	for _, name := range []string{"click", "double", "wheel", "drag", "lane", "packet", "value", "rest", "drop"} {
		items = append(items, helpItem{sign: lang.T("mouse." + name), text: lang.T("mouse." + name + "-text")})
	}
	heading("legend")
	for _, s := range legend {
		items = append(items, helpItem{shape: s.draw, text: lang.T("legend." + s.name)})
	}
	heading("glossary")
	for _, name := range []string{"OWD", "RTT", "Jitter", "Offset", "Skew", "ppm", "Tick", "Snapshot",
		"server-time", "predicted-time", "buffer", "interpolation", "dead-reckoning", "correction", "time-dilation", "hit-unseen", "hit-refused",
		"NPC", "NAT", "MTU", "RTO", "RMS", "p95", "SNTP"} {
		items = append(items, helpItem{sign: lang.Or("glossary."+name+"-sign", name), text: lang.T("glossary." + name)})
	}
	return items
}

// keyName returns a key's name in the window's language.
func keyName(lang *words.Language, key string) string {
	if name := lang.T("key-names." + key); name != "key-names."+key {
		return name
	}
	return key
}

// legend is what shapes and colours mean, drawn around a point as it is in the window.
var legend = []struct {
	name string
	draw func(l *draw.Layer, x, y float32)
}{
	{"clients", func(l *draw.Layer, x, y float32) {
		for i := range 3 {
			l.Machine(i+1, x+float32(i-1)*20, y, 6)
		}
	}},
	{"ghost", func(l *draw.Layer, x, y float32) {
		s := l.Theme.Machine(1)
		l.Marker(s.Shape, x-9, y, 6, s.Color)
		l.MarkerOutline(s.Shape, x+9, y, 7, 1.2, l.Theme.Truth)
	}},
	{"truth", func(l *draw.Layer, x, y float32) { l.HLine(x-26, x+26, y, 2, l.Theme.Truth) }},
	{"server", func(l *draw.Layer, x, y float32) {
		l.Dashed(x-26, y, x+26, y, 2, palette.ServerTimeDash, 0, l.Theme.ServerTime)
	}},
	{"predicted", func(l *draw.Layer, x, y float32) {
		l.Dashed(x-26, y, x+26, y, 2, palette.PredictedTimeDash, 0, l.Theme.PredictedTime)
	}},
	{"error", func(l *draw.Layer, x, y float32) { l.Hatch(x-24, y-4, 48, 8, 4, l.Theme.Error) }},
	{"up", func(l *draw.Layer, x, y float32) { l.Marker(palette.TriangleUp, x, y, 6, l.Theme.Text) }},
	{"down", func(l *draw.Layer, x, y float32) { l.Marker(palette.TriangleDown, x, y, 6, l.Theme.Text) }},
	{"lost", func(l *draw.Layer, x, y float32) {
		l.Line(x-5, y-5, x+5, y+5, 1.8, l.Theme.Text)
		l.Line(x-5, y+5, x+5, y-5, 1.8, l.Theme.Text)
	}},
	{"hollow", func(l *draw.Layer, x, y float32) {
		l.MarkerOutline(palette.TriangleUp, x, y, 6, 1.2, l.Theme.Text)
	}},
	{"projectile", func(l *draw.Layer, x, y float32) {
		l.LineFade(x-22, y, x+4, y, 2, l.Theme.Yellow.Fade(0), l.Theme.Yellow)
		l.Circle(x+4, y, 3, l.Theme.Yellow)
	}},
}
