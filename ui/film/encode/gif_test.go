package encode

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

// readGIF decodes a GIF and returns what each of its frames shows.
func readGIF(t *testing.T, path string) (*gif.GIF, []*image.RGBA) {
	t.Helper()
	b, err := os.ReadFile(path)
	check(t, err)
	g, err := gif.DecodeAll(bytes.NewReader(b))
	check(t, err)
	var shown []*image.RGBA
	canvas := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for _, p := range g.Image {
		draw.Draw(canvas, p.Rect, p, p.Rect.Min, draw.Over)
		now := image.NewRGBA(canvas.Rect)
		copy(now.Pix, canvas.Pix)
		shown = append(shown, now)
	}
	return g, shown
}

func TestGIFShowsFlatColoursExactly(t *testing.T) {
	const width, height, n = 160, 96, 40
	path := filepath.Join(t.TempDir(), "a.gif")
	makeFilm(t, Spec{Path: path, Width: width, Height: height, FPS: 25}, n)
	g, shown := readGIF(t, path)
	if len(shown) != n || g.LoopCount != 0 {
		t.Fatalf("%d frames, loop count %d", len(shown), g.LoopCount)
	}
	want := make([]byte, 4*width*height)
	for k, picture := range shown {
		if drawMarked(k, width, height, want); !bytes.Equal(picture.Pix, want) {
			t.Fatalf("frame %d is not the picture that was drawn", k)
		}
	}
}

func TestGIFTakesNewColoursWhenTheSceneChanges(t *testing.T) {
	const width, height = 64, 64
	path := filepath.Join(t.TempDir(), "a.gif")
	scenes := []color.RGBA{{10, 20, 30, 255}, {200, 100, 50, 255}, {0, 158, 115, 255}}
	filmDrawn(t, Spec{Path: path, Width: width, Height: height, FPS: 25}, len(scenes), func(k int, rgba []byte) {
		draw.Draw(&image.RGBA{Pix: rgba, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)},
			image.Rect(0, 0, width, height), image.NewUniform(scenes[k]), image.Point{}, draw.Src)
	})
	_, shown := readGIF(t, path)
	for k, c := range scenes {
		if got := shown[k].RGBAAt(7, 9); got != c {
			t.Errorf("scene %d is %v, want %v", k, got, c)
		}
	}
}

// A smooth picture has far more colours than a palette.
func TestGIFOfManyColoursStaysClose(t *testing.T) {
	const width, height = 256, 256
	path := filepath.Join(t.TempDir(), "a.gif")
	var want []byte
	for y := range height {
		for x := range width {
			want = append(want, byte(x), byte(y), byte((x+y)/2), 255)
		}
	}
	filmDrawn(t, Spec{Path: path, Width: width, Height: height, FPS: 25}, 1, func(_ int, rgba []byte) { copy(rgba, want) })
	_, shown := readGIF(t, path)
	sum := 0.0
	for i := range want {
		sum += math.Pow(float64(want[i])-float64(shown[0].Pix[i]), 2)
	}
	if off := math.Sqrt(sum / float64(len(want))); off > 9 {
		t.Errorf("pixels are %.1f levels off", off)
	}
}

// The palette is made for the first picture, and a mark of a few pixels that appears later is too small for a new one.
func TestGIFShowsAKeptColourExactlyThoughItComesLateAndIsSmall(t *testing.T) {
	const width, height = 128, 128
	path := filepath.Join(t.TempDir(), "a.gif")
	kept := []color.Color{color.RGBA{230, 159, 0, 255}, color.RGBA{0, 158, 115, 255}, color.RGBA{213, 94, 0, 255}}
	filmDrawn(t, Spec{Path: path, Width: width, Height: height, FPS: 25, Kept: kept}, 2, func(k int, rgba []byte) {
		for i := range width * height {
			copy(rgba[4*i:], []byte{byte(i), byte(i / 7), byte(i/width + k), 255})
		}
		for i, c := range kept {
			if k == 1 {
				(&image.RGBA{Pix: rgba, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}).Set(9*i, 5, c)
			}
		}
	})
	_, shown := readGIF(t, path)
	for i, want := range kept {
		if got := shown[1].At(9*i, 5); got != want {
			t.Errorf("%v has become %v", want, got)
		}
	}
}

func TestGIFDelaysAddUpAtEveryRate(t *testing.T) {
	for fps := 1; fps <= MaxFPS; fps++ {
		step, sum := gifStep(fps), 0
		for j := range 3 * fps {
			delay := gifDelay(j, step, fps)
			if delay < 2 {
				t.Fatalf("%d frames a second: a delay of %d/100 s, which browsers show as 10", fps, delay)
			}
			sum += delay
			exact := float64((j+1)*step) * 100 / float64(fps)
			if math.Abs(float64(sum)-exact) > 0.5 {
				t.Fatalf("%d frames a second: picture %d ends at %d/100 s, not at %.2f", fps, j, sum, exact)
			}
		}
	}
}

func TestFastFilmBecomesAGIFOfEverySecondFrame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.gif")
	film := makeFilm(t, Spec{Path: path, Width: 160, Height: 96, FPS: 60}, 60)
	g, shown := readGIF(t, path)
	total := 0
	for _, d := range g.Delay {
		total += d
	}
	if len(shown) != 30 || total != 100 || readMark(160, shown[29].Pix) != 58 {
		t.Errorf("%d frames in %d/100 s, the last is frame %d", len(shown), total, readMark(160, shown[29].Pix))
	}
	if film.Encoder() != "animated GIF, 256 colours, one frame of 2: browsers show no more than 50 a second" {
		t.Error(film.Encoder())
	}
}

func TestChangedHoldsAllDifferencesAndNoMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 20).Draw(t, "width"), rapid.IntRange(1, 20).Draw(t, "height")
		a := make([]byte, 4*width*height)
		b := bytes.Clone(a)
		want := image.Rectangle{}
		for range rapid.IntRange(0, 5).Draw(t, "changes") {
			x, y := rapid.IntRange(0, width-1).Draw(t, "x"), rapid.IntRange(0, height-1).Draw(t, "y")
			b[4*(y*width+x)+rapid.IntRange(0, 2).Draw(t, "channel")] = 9
			want = want.Union(image.Rect(x, y, x+1, y+1))
		}
		if got := changed(a, b, image.Rect(0, 0, width, height)); got != want {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestPaletteHasAtMostItsColoursAndEachOfAFlatPicture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		picture := make([]byte, 0, 4*400)
		flat := rapid.SliceOfN(rapid.Uint32Range(0, 0xFFFFFF), 1, exactColors).Draw(t, "colours")
		many := rapid.IntRange(0, 300).Draw(t, "others")
		keeps := rapid.SliceOfNDistinct(rapid.Uint32Range(0, 0xFFFFFF), 0, MaxKept, rapid.ID[uint32]).Draw(t, "kept")
		for _, c := range flat {
			for range 3 {
				picture = append(picture, byte(c>>16), byte(c>>8), byte(c), 0)
			}
		}
		for i := range many {
			picture = append(picture, byte(i*7), byte(i*3), byte(i*11), 255)
		}
		kept := make([]rgb, len(keeps))
		for i, c := range keeps {
			kept[i] = rgb(c)
		}
		p := newPalette(picture, kept)
		if len(p.colors) > transparent || len(p.table) != 256 {
			t.Fatalf("%d colours, %d entries", len(p.colors), len(p.table))
		}
		exact := keeps
		if many == 0 {
			exact = append(exact, flat...)
		}
		for _, c := range exact {
			if index, off := p.nearest(rgb(c)); off != 0 || p.colors[index] != rgb(c) {
				t.Fatalf("%06x became %06x", c, p.colors[index])
			}
		}
	})
}
