package encode

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"testing"
)

// A scene is the picture of a typical film: the window's, with what moves in it: players, packets, a scrolling plot, changing
// numbers.
type scene struct {
	base  *image.RGBA
	plot  image.Rectangle
	strip *image.RGBA // the plot's curves, twice as wide as the plot, scrolling
}

func newScene(t testing.TB, width, height int) *scene {
	t.Helper()
	f, err := os.Open("../../../docs/pictures/first.png")
	check(t, err)
	defer f.Close()
	window, err := png.Decode(f)
	check(t, err)
	s := &scene{base: image.NewRGBA(image.Rect(0, 0, width, height))}
	b := window.Bounds()
	for x := 0; x < width; x += b.Dx() {
		for y := 0; y < height; y += b.Dy() {
			draw.Draw(s.base, s.base.Rect, window, b.Min.Sub(image.Pt(x, y)), draw.Src)
			draw.Draw(s.base, image.Rect(x, y, width, height), window, b.Min, draw.Src)
		}
	}
	s.plot = image.Rect(width/20, height*2/3, width*6/10, height*19/20)
	s.strip = image.NewRGBA(image.Rect(0, 0, 2*s.plot.Dx(), s.plot.Dy()))
	draw.Draw(s.strip, s.strip.Rect, image.NewUniform(color.RGBA{24, 27, 33, 255}), image.Point{}, draw.Src)
	for c, shade := range []color.RGBA{{230, 159, 0, 255}, {86, 180, 233, 255}, {0, 158, 115, 255}, {213, 94, 0, 255}} {
		for x := range s.strip.Rect.Dx() {
			at := float64(x) * 2 * math.Pi / float64(s.plot.Dx()) * float64(c+3)
			y := int(float64(s.plot.Dy()) * (0.5 + 0.4*math.Sin(at+float64(c))*math.Cos(at/3)))
			draw.Draw(s.strip, image.Rect(x, y, x+2, y+2), image.NewUniform(shade), image.Point{}, draw.Src)
		}
	}
	return s
}

// frame draws frame k of the scene.
func (s *scene) frame(k int, rgba []byte) {
	copy(rgba, s.base.Pix)
	to := &image.RGBA{Pix: rgba, Stride: s.base.Stride, Rect: s.base.Rect}
	width, height := to.Rect.Dx(), to.Rect.Dy()
	draw.Draw(to, s.plot, s.strip, image.Pt(k%s.plot.Dx(), 0), draw.Src)
	shades := []color.RGBA{{230, 159, 0, 255}, {86, 180, 233, 255}, {240, 228, 66, 255}, {204, 121, 167, 255}}
	for p := range 16 { // players, in the viewports
		x := width/10 + (p*61+k*(2+p%3))%(width*7/10)
		y := height/6 + (p%4)*height/8 - int(30*math.Abs(math.Sin(float64(k+p*20)/15)))
		draw.Draw(to, image.Rect(x, y, x+14, y+26), image.NewUniform(shades[p%4]), image.Point{}, draw.Src)
	}
	for p := range 80 { // packets, on their way
		x := width/20 + (p*37+k*(3+p%4))%(width*6/10)
		y := height*2/3 + (p*29)%(height/4)
		draw.Draw(to, image.Rect(x, y, x+4, y+4), image.NewUniform(shades[p%4]), image.Point{}, draw.Src)
	}
	for p := range 24 { // numbers: a few bars of changing shape stand for digits
		x, y := width*7/10+(p%6)*40, height/4+p/6*60
		for bar := range 6 {
			if (k*7919+p*104729+bar*31)>>2&1 == 1 {
				draw.Draw(to, image.Rect(x+bar*5, y, x+bar*5+3, y+10), image.White, image.Point{}, draw.Src)
			}
		}
	}
}
