package draw

import (
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/uitest"
)

var galleryDir = flag.String("gallery", "", "folder into which the Gallery tests write pictures")

func TestMain(m *testing.M) { os.Exit(uitest.Main(m)) }

// A picture is an image and, once read, its pixels.
type picture struct {
	*ebiten.Image
	pix []byte
}

func newPicture(w, h int) *picture { return &picture{Image: ebiten.NewImage(w, h)} }

func (p *picture) read() *picture {
	b := p.Bounds()
	p.pix = make([]byte, 4*b.Dx()*b.Dy())
	p.ReadPixels(p.pix)
	return p
}

// alpha returns a pixel's opacity, 0..1.
func (p *picture) alpha(x, y int) float64 {
	return float64(p.pix[4*(y*p.Bounds().Dx()+x)+3]) / 255
}

// ink returns the sum of all opacities: the area that is covered, in pixels.
func (p *picture) ink() (sum float64) {
	for i := 3; i < len(p.pix); i += 4 {
		sum += float64(p.pix[i]) / 255
	}
	return sum
}

// bounds returns the smallest rectangle around all pixels at least half covered.
func (p *picture) bounds() (r image.Rectangle) {
	size := p.Bounds()
	for y := range size.Dy() {
		for x := range size.Dx() {
			if p.alpha(x, y) >= 0.5 {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

func (p *picture) save(t *testing.T, name string) {
	t.Helper()
	p.read()
	f, err := os.Create(filepath.Join(*galleryDir, name))
	check(t, err)
	defer f.Close()
	img := &image.RGBA{Pix: p.pix, Stride: 4 * p.Bounds().Dx(), Rect: p.Bounds()}
	check(t, png.Encode(f, img))
}

// check ends a test that an error is in the way of.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
