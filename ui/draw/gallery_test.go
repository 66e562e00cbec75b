package draw

import (
	"fmt"
	"math"
	"testing"

	"driftlab/internal/palette"
	"driftlab/ui/uitest"
)

// TestGalleryShowsEveryShapeAndText writes pictures for people to judge: see -gallery.
func TestGalleryShowsEveryShapeAndText(t *testing.T) {
	if *galleryDir == "" {
		t.Skip("no -gallery folder")
	}
	uitest.NeedLoop(t)
	for _, scale := range []float64{1, 1.5, 2} {
		fonts, err := NewFonts(scale)
		check(t, err)
		g := gallery{NewCanvas(fonts, theme, nil)}
		for name, page := range map[string]func(gallery){
			"shapes": gallery.shapes, "lines": gallery.lines, "text": gallery.text, "scene": gallery.scene,
		} {
			p := newPicture(int(900*scale), int(620*scale))
			p.Fill(theme.Ground)
			g.Reset()
			page(g)
			g.Flush(p.Image)
			p.save(t, fmt.Sprintf("%s@%v.png", name, scale))
			p.Deallocate()
		}
	}
}

type gallery struct {
	*Canvas
}

func (g gallery) shapes() {
	x := func(i int) float32 { return 40 + 62*float32(i) }
	for i := range 12 {
		m := theme.Machine(i + 1)
		g.Marker(m.Shape, x(i), 40, 9, m.Color)
		g.MarkerOutline(m.Shape, x(i), 75, 9, 1.5, m.Color)
		g.Marker(m.Shape, x(i), 105, 5, m.Color)
		g.Marker(m.Shape, x(i)+15, 105, 9, m.Color.Fade(0.35))
		g.MarkerOutline(m.Shape, x(i), 132, 6, 1, m.Color)
		g.Text(x(i), 150, fmt.Sprint(i), Small, theme.TextDim, Centre|Top)
	}
	for i := range 8 {
		r := 1 + float32(i)*1.5
		g.Circle(x(i), 200, r, theme.SkyBlue)
		g.Ring(x(i), 240, r, 1.5, theme.SkyBlue)
		g.Triangle(x(i)-12, 280, r/1.5, true, theme.Orange)
		g.Triangle(x(i)+12, 280, r/1.5, false, theme.SkyBlue)
		g.TriangleOutline(x(i)-12, 310, r, 1.2, true, theme.Orange)
		g.TriangleOutline(x(i)+12, 310, r, 1.2, false, theme.SkyBlue)
		g.Cross(x(i), 345, r/1.5, 1.5, theme.Vermillion)
	}
	for i := range 4 {
		fi, fx := float32(i), x(8+i)
		g.Frame(fx, 230, 1/(1-0.1*fi), 0, -0.2*fi, 1-0.1*fi)
		g.Hexagon(0, 0, 16, 0, 0, theme.SkyBlue)
		g.Unframe()
		g.Diamond(fx-15, 280, 9, 12, fi, 0, theme.Yellow)
		g.Wedge(fx+15, 280, 9, 9, fi, 0, i%2 == 0, theme.Orange)
		g.Glow(fx, 340, (10 + 8*fi), theme.Yellow)
		g.Arc(fx-12, 315, 8, (1 + fi), i%2 == 0, theme.Text)
		g.Ellipse(fx+12, 315, 10, (3 + fi), theme.Text)
	}
	for i := range 6 {
		fi := float32(i)
		bx := 40 + 140*fi
		g.Box(bx, 380, 110, 40, 2*fi, theme.Panel)
		g.BoxOutline(bx, 380, 110, 40, 2*fi, 1, theme.PanelEdge)
		g.Box(bx, 435, 110, 8, 4, theme.Solid)
		g.Hatch(bx, 455, 110, (8 + 4*fi), (4 + fi), theme.Error)
		g.BoxOutline(bx, 455, 110, (8 + 4*fi), 0, 1, theme.Error)
		g.BoxOutline(bx, 500, 110, 30, 4, (1 + fi), theme.Accent)
		g.Capsule(bx, 550, bx+100, 560, (1 + 2*fi), theme.Yellow)
		g.Box(bx, 580, 110, 20, 3, [...]palette.Color{theme.Ground, theme.Panel, theme.PanelEdge, theme.Grid, theme.Solid, theme.Accent}[i])
	}
}

// gallerysClocks are of all groups, and one is a guest.
var gallerysClocks = [...]string{"unreal", "rtt2", "slot", "timesync", "mirror", "netfox", "entities", "midline", "yours"}

func (g gallery) lines() {
	for i, name := range gallerysClocks {
		st := theme.Clock(name, false, 0)
		y := 20 + 18*float32(i)
		g.Dashed(20, y, 260, y, 1.5, st.Dash, 0, st.Color)
		var pts []float32
		for k := range 200 {
			v := math.Sin(float64(k)/9+float64(i)) + 0.4*math.Sin(float64(k)*1.7*float64(i+1))
			pts = append(pts, (290 + 3*float32(k)), y+float32(v)*6)
		}
		g.Polyline(pts, 1.5, st.Dash, 0, st.Color)
	}
	for i := range 24 {
		a := float64(i) / 24 * 2 * math.Pi
		cx, cy := float32(110), float32(290)
		dx, dy := float32(math.Cos(a)), float32(math.Sin(a))
		g.Line(cx+20*dx, cy+20*dy, cx+90*dx, cy+90*dy, (0.5 + float32(i)*0.1), theme.Text)
		cx = 330
		g.Dashed(cx+20*dx, cy+20*dy, cx+90*dx, cy+90*dy, 2, palette.ServerTimeDash, 0, theme.ServerTime)
		cx = 550
		g.Dashed(cx+20*dx, cy+20*dy, cx+90*dx, cy+90*dy, 2, palette.PredictedTimeDash, 0, theme.PredictedTime)
		cx = 770
		g.LineFade(cx+20*dx, cy+20*dy, cx+90*dx, cy+90*dy, 3, theme.SkyBlue.Fade(0), theme.SkyBlue)
	}
	var spikes, square, soft []float32
	for k := range 160 {
		v := float32(math.Sin(float64(k*k)))*4 + 20
		if k%23 == 5 {
			v = 70
		}
		spikes = append(spikes, (20 + 2*float32(k)), (480 - v))
		square = append(square, (360 + float32(k/2)*3), (430 + float32(k/20%2)*40 + float32(k%2)*float32(k/20%2)*0))
		soft = append(soft, (620 + 1.6*float32(k)), (440 + 30*float32(math.Sin(float64(k)/20))))
	}
	g.Polyline(spikes, 1.5, palette.Unbroken, 0, theme.SkyBlue)
	g.Polyline(square, 2, palette.Unbroken, 0, theme.Truth)
	g.Polyline(soft, 8, palette.Unbroken, 0, theme.BluishGreen.Fade(0.5))
	for i := range 10 {
		y := 510 + 9*float32(i)
		g.HLine(20, 300, y, 1, theme.Grid)
		g.VLine((320 + 9*float32(i)), 510, 600, 1, theme.Grid)
		g.Line(440, y, 700, y+float32(i), 1, theme.TextDim)
		g.Line(440+260, y, 860, y, 1, theme.TextDim)
	}
	g.Clip(600, 520, 150, 60)
	g.Circle(600, 520, 30, theme.Orange)
	g.Capsule(640, 500, 800, 600, 14, theme.SkyBlue)
	g.Polyline(soft, 8, palette.ServerTimeDash, 0, theme.Vermillion)
	g.Text(690, 575, "clipped text", Title, theme.Text, Left|Middle)
	g.Unclip()
}

func (g gallery) text() {
	y := float32(12)
	for c := range numClasses {
		for _, line := range []string{
			"Server time, predicted time, jitter: The quick brown fox jumps over the lazy dog 0123456789",
			"RTT 128.4 ms ± 3.1 · OWD 80.0/80.0 ms · −40.2 ms → +12.0 ppm, Δx = v·Δt = 1.6 m, 512 µs × 2",
		} {
			g.Text(12, y, line, c, theme.Text, Left|Top)
			y += g.Fonts().LineHeight(c) + 3
		}
		y += 4
	}
	g.Text(12, y, symbols, Body, theme.Text, Left|Top)
	g.Text(460, y, symbols, Mono, theme.TextDim, Left|Top)
	y += 30
	for i, v := range []string{"1.0 ms", "−11.1 ms", "+128.4 ms", "1000.0 ms"} {
		fy := y + 20*float32(i)
		g.Text(120, fy, v, Body, theme.Text, Right|Baseline)
		g.Text(220, fy, v, Small, theme.TextDim, Right|Baseline)
		g.Text(320, fy, v, Mono, theme.Text, Right|Baseline)
		g.Text(420, fy, v, MonoSmall, theme.TextDim, Right|Baseline)
	}
	for i, a := range []Align{Top, Middle, Baseline, Bottom} {
		for j, h := range []Align{Left, Centre, Right} {
			x, fy := (500 + 150*float32(j)), (y + 20*float32(i))
			g.HLine(x-60, x+60, fy, 1, theme.PanelEdge)
			g.VLine(x, fy-6, fy+6, 1, theme.Vermillion)
			g.Text(x, fy, "Åxp 12", Small, theme.Text, a|h)
		}
	}
	y += 90
	g.Box(12, y, 340, 96, 6, theme.Panel)
	g.BoxOutline(12, y, 340, 96, 6, 1, theme.PanelEdge)
	g.Marker(palette.Disc, 30, (y + 20), 6, theme.Machine(1).Color)
	g.Text(44, (y + 20), "Client A", Strong, theme.Text, Left|Middle)
	for i, row := range [][3]string{
		{"Offset", "+40.02 ms", "−0.12 ms"}, {"OWD up", "120.0 ms", "80.0 ms"}, {"RTT", "160.4 ms", "6.1 ms"},
	} {
		ry := y + 42 + 19*float32(i)
		g.Text(24, ry, row[0], Small, theme.TextDim, Left|Middle)
		g.Text(220, ry, row[1], MonoSmall, theme.Text, Right|Middle)
		g.Text(335, ry, row[2], MonoSmall, theme.InSync, Right|Middle)
	}
}

// scene is in the manner of the window: worlds, a plot and packets in flight.
func (g gallery) scene() {
	for i, title := range []string{"Host", "Client A", "Client B"} {
		x := 10 + 296*float32(i)
		g.Box(x, 10, 286, 220, 4, theme.Panel)
		g.Clip(x, 10, 286, 220)
		for k := range 8 {
			g.VLine(x+36*float32(k), 10, 230, 1, theme.Grid)
		}
		g.Box(x+60, 90, 68, 8, 4, theme.Solid)
		g.Box(x+180, 150, 68, 8, 4, theme.Solid)
		for c := range 4 {
			m := theme.Machine(c + 1)
			px, py := x+(50+55*float32(c)), (170 - 30*float32(c))
			for k := range 12 {
				f := float32(k) / 12
				g.LineFade(px-40*f, py+20*f*f, px-40*(f+1./12), py+20*(f+1./12)*(f+1./12), 2.5,
					m.Color.Fade(0.5*(1-f)), m.Color.Fade(0.5*(1-f-1./12)))
			}
			g.MarkerOutline(m.Shape, px+22, py-4, 7, 1.5, m.Color.Fade(0.7))
			g.Marker(m.Shape, px, py, 8, m.Color)
			g.Text(px+10, py-16, "64 ms", Small, theme.Text, Left|Middle)
		}
		g.Capsule(x+20, 60, x+28, 62, 3, theme.Yellow)
		g.Unclip()
		g.Text(x+8, 16, title, Strong, theme.Text, Left|Top)
	}
	g.Box(10, 240, 430, 370, 4, theme.Panel)
	g.Clip(10, 240, 430, 370)
	for i := range 6 {
		y := 280 + 60*float32(i)
		g.HLine(50, 430, y, 1, theme.Grid)
		g.Text(44, y, fmt.Sprintf("%d", 40-20*i), MonoSmall, theme.TextDim, Right|Middle)
	}
	for a, name := range gallerysClocks {
		var pts []float32
		for k := range 380 {
			v := math.Sin(float64(k)/60+float64(a))*60 + 8*math.Sin(float64(k*k*(a+1)))
			pts = append(pts, float32(50+k), (430 + float32(v) + float32(a-4)*12))
		}
		st := theme.Clock(name, false, 0)
		g.Polyline(pts, 1.5, st.Dash, 0, st.Color)
	}
	g.Unclip()
	g.Text(420, 246, "Clock error (ms)", Small, theme.Text, Right|Top)

	g.Box(450, 240, 440, 370, 4, theme.Panel)
	g.Line(490, 250, 490, 600, 2, theme.Truth)
	g.Dashed(860, 250, 860, 600, 2, palette.ServerTimeDash, 0, theme.ServerTime)
	for i := range 22 {
		y := 255 + 14*float32(i)
		col := theme.Orange
		if i%2 == 0 {
			col = theme.SkyBlue
		}
		g.Line(490, y, 860, y+30, 1.25, col.Fade(0.8))
		f := float32(i*7%20) / 20
		g.Triangle((490 + 370*f), y+30*f, 5, i%2 == 1, col)
	}
	g.Cross(600, 500, 5, 2, theme.Error)
	g.Hatch(650, 585, 120, 10, 6, theme.Error)
	g.BoxOutline(650, 585, 120, 10, 0, 1, theme.Error)
	g.Text(710, 575, "40.2 ms · 1.6 m", Small, theme.Error, Centre|Middle)
	g.Overlay.Box(560, 330, 210, 40, 4, theme.PanelEdge)
	g.Overlay.Text(570, 350, "OWD: time one packet takes", Small, theme.Text, Left|Middle)
}
