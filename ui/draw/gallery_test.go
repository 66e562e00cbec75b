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
		if err != nil {
			t.Fatal(err)
		}
		g := gallery{NewCanvas(fonts, theme, nil), float32(scale)}
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
	s float32
}

func (g gallery) shapes() {
	s := g.s
	x := func(i int) float32 { return (40 + 62*float32(i)) * s }
	for i := range 12 {
		m := theme.Machine(i + 1)
		g.Marker(m.Shape, x(i), 40*s, 9*s, m.Color)
		g.MarkerOutline(m.Shape, x(i), 75*s, 9*s, 1.5*s, m.Color)
		g.Marker(m.Shape, x(i), 105*s, 5*s, m.Color)
		g.Marker(m.Shape, x(i)+15*s, 105*s, 9*s, m.Color.Fade(0.35))
		g.MarkerOutline(m.Shape, x(i), 132*s, 6*s, 1*s, m.Color)
		g.Text(x(i), 150*s, fmt.Sprint(i), Small, theme.TextDim, Centre|Top)
	}
	for i := range 8 {
		r := (1 + float32(i)*1.5) * s
		g.Circle(x(i), 200*s, r, theme.SkyBlue)
		g.Ring(x(i), 240*s, r, 1.5*s, theme.SkyBlue)
		g.Triangle(x(i)-12*s, 280*s, r/1.5, true, theme.Orange)
		g.Triangle(x(i)+12*s, 280*s, r/1.5, false, theme.SkyBlue)
		g.TriangleOutline(x(i)-12*s, 310*s, r, 1.2*s, true, theme.Orange)
		g.TriangleOutline(x(i)+12*s, 310*s, r, 1.2*s, false, theme.SkyBlue)
		g.Cross(x(i), 345*s, r/1.5, 1.5*s, theme.Vermillion)
	}
	for i := range 4 {
		fi, fx := float32(i), x(8+i)
		g.Frame(fx, 230*s, 1/(1-0.1*fi), 0, -0.2*fi, 1-0.1*fi)
		g.Hexagon(0, 0, 16*s, 0, 0, theme.SkyBlue)
		g.Unframe()
		g.Diamond(fx-15*s, 280*s, 9*s, 12*s, fi*s, 0, theme.Yellow)
		g.Wedge(fx+15*s, 280*s, 9*s, 9*s, fi*s, 0, i%2 == 0, theme.Orange)
		g.Glow(fx, 340*s, (10+8*fi)*s, theme.Yellow)
		g.Arc(fx-12*s, 315*s, 8*s, (1+fi)*s, i%2 == 0, theme.Text)
		g.Ellipse(fx+12*s, 315*s, 10*s, (3+fi)*s, theme.Text)
	}
	for i := range 6 {
		fi := float32(i)
		bx := (40 + 140*fi) * s
		g.Box(bx, 380*s, 110*s, 40*s, 2*fi*s, theme.Panel)
		g.BoxOutline(bx, 380*s, 110*s, 40*s, 2*fi*s, 1*s, theme.PanelEdge)
		g.Box(bx, 435*s, 110*s, 8*s, 4*s, theme.Solid)
		g.Hatch(bx, 455*s, 110*s, (8+4*fi)*s, (4+fi)*s, theme.Error)
		g.BoxOutline(bx, 455*s, 110*s, (8+4*fi)*s, 0, 1*s, theme.Error)
		g.BoxOutline(bx, 500*s, 110*s, 30*s, 4*s, (1+fi)*s, theme.Accent)
		g.Capsule(bx, 550*s, bx+100*s, 560*s, (1+2*fi)*s, theme.Yellow)
		g.Box(bx, 580*s, 110*s, 20*s, 3*s, [...]palette.Color{theme.Ground, theme.Panel, theme.PanelEdge, theme.Grid, theme.Solid, theme.Accent}[i])
	}
}

func (g gallery) lines() {
	s := g.s
	for i := range 9 {
		st := theme.Algorithm(i)
		y := (20 + 18*float32(i)) * s
		g.Dashed(20*s, y, 260*s, y, 1.5*s, st.Dash.Scale(s), 0, st.Color)
		var pts []float32
		for k := range 200 {
			v := math.Sin(float64(k)/9+float64(i)) + 0.4*math.Sin(float64(k)*1.7*float64(i+1))
			pts = append(pts, (290+3*float32(k))*s, y+float32(v)*6*s)
		}
		g.Polyline(pts, 1.5*s, st.Dash.Scale(s), 0, st.Color)
	}
	for i := range 24 {
		a := float64(i) / 24 * 2 * math.Pi
		cx, cy := 110*s, 290*s
		dx, dy := float32(math.Cos(a))*s, float32(math.Sin(a))*s
		g.Line(cx+20*dx, cy+20*dy, cx+90*dx, cy+90*dy, (0.5+float32(i)*0.1)*s, theme.Text)
		cx = 330 * s
		g.Dashed(cx+20*dx, cy+20*dy, cx+90*dx, cy+90*dy, 2*s, palette.ServerTimeDash.Scale(s), 0, theme.ServerTime)
		cx = 550 * s
		g.Dashed(cx+20*dx, cy+20*dy, cx+90*dx, cy+90*dy, 2*s, palette.PredictedTimeDash.Scale(s), 0, theme.PredictedTime)
		cx = 770 * s
		g.LineFade(cx+20*dx, cy+20*dy, cx+90*dx, cy+90*dy, 3*s, theme.SkyBlue.Fade(0), theme.SkyBlue)
	}
	var spikes, square, soft []float32
	for k := range 160 {
		v := float32(math.Sin(float64(k*k)))*4 + 20
		if k%23 == 5 {
			v = 70
		}
		spikes = append(spikes, (20+2*float32(k))*s, (480-v)*s)
		square = append(square, (360+float32(k/2)*3)*s, (430+float32(k/20%2)*40+float32(k%2)*float32(k/20%2)*0)*s)
		soft = append(soft, (620+1.6*float32(k))*s, (440+30*float32(math.Sin(float64(k)/20)))*s)
	}
	g.Polyline(spikes, 1.5*s, palette.Unbroken, 0, theme.SkyBlue)
	g.Polyline(square, 2*s, palette.Unbroken, 0, theme.Truth)
	g.Polyline(soft, 8*s, palette.Unbroken, 0, theme.BluishGreen.Fade(0.5))
	for i := range 10 {
		y := (510 + 9*float32(i)) * s
		g.HLine(20*s, 300*s, y, s, theme.Grid)
		g.VLine((320+9*float32(i))*s, 510*s, 600*s, s, theme.Grid)
		g.Line(440*s, y, 700*s, y+float32(i)*s, 1*s, theme.TextDim)
		g.Line(440*s+260*s, y, 860*s, y, 1*s, theme.TextDim)
	}
	g.Clip(int(600*s), int(520*s), int(150*s), int(60*s))
	g.Circle(600*s, 520*s, 30*s, theme.Orange)
	g.Capsule(640*s, 500*s, 800*s, 600*s, 14*s, theme.SkyBlue)
	g.Polyline(soft, 8*s, palette.ServerTimeDash.Scale(s), 0, theme.Vermillion)
	g.Text(690*s, 575*s, "clipped text", Title, theme.Text, Left|Middle)
	g.Unclip()
}

func (g gallery) text() {
	s := g.s
	y := float32(12)
	for c := range numClasses {
		for _, line := range []string{
			"Server time, predicted time, jitter: The quick brown fox jumps over the lazy dog 0123456789",
			"RTT 128.4 ms ± 3.1 · OWD 80.0/80.0 ms · −40.2 ms → +12.0 ppm, Δx = v·Δt = 1.6 m, 512 µs × 2",
		} {
			g.Text(12*s, y*s, line, c, theme.Text, Left|Top)
			y += g.Fonts().LineHeight(c)/s + 3
		}
		y += 4
	}
	g.Text(12*s, y*s, symbols, Body, theme.Text, Left|Top)
	g.Text(460*s, y*s, symbols, Mono, theme.TextDim, Left|Top)
	y += 30
	for i, v := range []string{"1.0 ms", "−11.1 ms", "+128.4 ms", "1000.0 ms"} {
		fy := (y + 20*float32(i)) * s
		g.Text(120*s, fy, v, Body, theme.Text, Right|Baseline)
		g.Text(220*s, fy, v, Small, theme.TextDim, Right|Baseline)
		g.Text(320*s, fy, v, Mono, theme.Text, Right|Baseline)
		g.Text(420*s, fy, v, MonoSmall, theme.TextDim, Right|Baseline)
	}
	for i, a := range []Align{Top, Middle, Baseline, Bottom} {
		for j, h := range []Align{Left, Centre, Right} {
			x, fy := (500+150*float32(j))*s, (y+20*float32(i))*s
			g.HLine(x-60*s, x+60*s, fy, 1, theme.PanelEdge)
			g.VLine(x, fy-6*s, fy+6*s, 1, theme.Vermillion)
			g.Text(x, fy, "Åxp 12", Small, theme.Text, a|h)
		}
	}
	y += 90
	g.Box(12*s, y*s, 340*s, 96*s, 6*s, theme.Panel)
	g.BoxOutline(12*s, y*s, 340*s, 96*s, 6*s, s, theme.PanelEdge)
	g.Marker(palette.Disc, 30*s, (y+20)*s, 6*s, theme.Machine(1).Color)
	g.Text(44*s, (y+20)*s, "Client A", Strong, theme.Text, Left|Middle)
	for i, row := range [][3]string{
		{"Offset", "+40.02 ms", "−0.12 ms"}, {"OWD up", "120.0 ms", "80.0 ms"}, {"RTT", "160.4 ms", "6.1 ms"},
	} {
		ry := (y + 42 + 19*float32(i)) * s
		g.Text(24*s, ry, row[0], Small, theme.TextDim, Left|Middle)
		g.Text(220*s, ry, row[1], MonoSmall, theme.Text, Right|Middle)
		g.Text(335*s, ry, row[2], MonoSmall, theme.InSync, Right|Middle)
	}
}

// scene is in the manner of the window: worlds, a plot and packets in flight.
func (g gallery) scene() {
	s := g.s
	for i, title := range []string{"Host", "Client A", "Client B"} {
		x := (10 + 296*float32(i)) * s
		g.Box(x, 10*s, 286*s, 220*s, 4*s, theme.Panel)
		g.Clip(int(x), int(10*s), int(286*s), int(220*s))
		for k := range 8 {
			g.VLine(x+36*float32(k)*s, 10*s, 230*s, s, theme.Grid)
		}
		g.Box(x+60*s, 90*s, 68*s, 8*s, 4*s, theme.Solid)
		g.Box(x+180*s, 150*s, 68*s, 8*s, 4*s, theme.Solid)
		for c := range 4 {
			m := theme.Machine(c + 1)
			px, py := x+(50+55*float32(c))*s, (170-30*float32(c))*s
			for k := range 12 {
				f := float32(k) / 12
				g.LineFade(px-40*f*s, py+20*f*f*s, px-40*(f+1./12)*s, py+20*(f+1./12)*(f+1./12)*s, 2.5*s,
					m.Color.Fade(0.5*(1-f)), m.Color.Fade(0.5*(1-f-1./12)))
			}
			g.MarkerOutline(m.Shape, px+22*s, py-4*s, 7*s, 1.5*s, m.Color.Fade(0.7))
			g.Marker(m.Shape, px, py, 8*s, m.Color)
			g.Text(px+10*s, py-16*s, "64 ms", Small, theme.Text, Left|Middle)
		}
		g.Capsule(x+20*s, 60*s, x+28*s, 62*s, 3*s, theme.Yellow)
		g.Unclip()
		g.Text(x+8*s, 16*s, title, Strong, theme.Text, Left|Top)
	}
	g.Box(10*s, 240*s, 430*s, 370*s, 4*s, theme.Panel)
	g.Clip(int(10*s), int(240*s), int(430*s), int(370*s))
	for i := range 6 {
		y := (280 + 60*float32(i)) * s
		g.HLine(50*s, 430*s, y, s, theme.Grid)
		g.Text(44*s, y, fmt.Sprintf("%d", 40-20*i), MonoSmall, theme.TextDim, Right|Middle)
	}
	for a := range 9 {
		var pts []float32
		for k := range 380 {
			v := math.Sin(float64(k)/60+float64(a))*60 + 8*math.Sin(float64(k*k*(a+1)))
			pts = append(pts, float32(50+k)*s, (430+float32(v)+float32(a-4)*12)*s)
		}
		st := theme.Algorithm(a)
		g.Polyline(pts, 1.5*s, st.Dash.Scale(s), 0, st.Color)
	}
	g.Unclip()
	g.Text(420*s, 246*s, "Clock error (ms)", Small, theme.Text, Right|Top)

	g.Box(450*s, 240*s, 440*s, 370*s, 4*s, theme.Panel)
	g.Line(490*s, 250*s, 490*s, 600*s, 2*s, theme.Truth)
	g.Dashed(860*s, 250*s, 860*s, 600*s, 2*s, palette.ServerTimeDash.Scale(s), 0, theme.ServerTime)
	for i := range 22 {
		y := (255 + 14*float32(i)) * s
		col := theme.Orange
		if i%2 == 0 {
			col = theme.SkyBlue
		}
		g.Line(490*s, y, 860*s, y+30*s, 1.25*s, col.Fade(0.8))
		f := float32(i*7%20) / 20
		g.Triangle((490+370*f)*s, y+30*f*s, 5*s, i%2 == 1, col)
	}
	g.Cross(600*s, 500*s, 5*s, 2*s, theme.Error)
	g.Hatch(650*s, 585*s, 120*s, 10*s, 6*s, theme.Error)
	g.BoxOutline(650*s, 585*s, 120*s, 10*s, 0, s, theme.Error)
	g.Text(710*s, 575*s, "40.2 ms · 1.6 m", Small, theme.Error, Centre|Middle)
	g.Overlay.Box(560*s, 330*s, 210*s, 40*s, 4*s, theme.PanelEdge)
	g.Overlay.Text(570*s, 350*s, "OWD: time one packet takes", Small, theme.Text, Left|Middle)
}
