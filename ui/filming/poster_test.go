package filming

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"testing"
	"time"

	"driftlab/config"
)

// rejoining has all clients of a film's sessions join again at its middle, as they do in that scenario at 4 s.
func rejoining(o *config.Film) {
	o.Watch, o.Width, o.Height, o.FPS, o.Length = true, 320, 180, 10, 8*time.Second
}

func TestAPosterShowsWhatAllWorldsInTheFilmHave(t *testing.T) {
	for _, c := range []struct {
		what, beside string
		change       func(*config.Film)
		want         int // frame
	}{
		{"a world in the middle", "", func(o *config.Film) { o.FPS, o.Length = 10, 4*time.Second }, 20},
		{"nobody in the middle", "", rejoining, 39},
		{"nobody in the middle, twice", "first", rejoining, 39},
		{"nobody before the middle either", "", func(o *config.Film) { rejoining(o); o.FPS, o.From, o.Length = 20, 4*time.Second, 600*time.Millisecond }, 10},
		{"a wish", "", func(o *config.Film) { rejoining(o); o.Poster = 4100 * time.Millisecond }, 41},
	} {
		var frames [][]byte
		opt := filmOf(t, "first", c.beside, func(o *config.Film) { c.change(o); o.Sidecars = true })
		j := render(t, opt, &testSink{size: 4 * opt.Width * opt.Height, frame: func(k int, pix []byte) { frames = append(frames, slices.Clone(pix)) }})
		var posters []image.Image
		for _, s := range j.made {
			if s.path == j.sidecars.Poster {
				p, err := png.Decode(bytes.NewReader(s.text))
				if err != nil {
					t.Fatal(err)
				}
				posters = append(posters, p)
			}
		}
		if len(posters) != 1 {
			t.Fatalf("%s: there are %d posters", c.what, len(posters))
		}
		is := image.NewRGBA(posters[0].Bounds())
		draw.Draw(is, is.Rect, posters[0], image.Point{}, draw.Src)
		if got := slices.IndexFunc(frames, func(pix []byte) bool { return bytes.Equal(pix, is.Pix) }); got != c.want {
			t.Errorf("%s: frame %d of %d is the poster, want %d", c.what, got, len(frames), c.want)
		}
	}
}

func TestAWorldWhoseClientJoinsAgainHasNothingToShow(t *testing.T) {
	for at, want := range map[time.Duration]bool{3900 * time.Millisecond: false, 4100 * time.Millisecond: true} {
		opt := filmOf(t, "first", "first", func(o *config.Film) { rejoining(o); o.From, o.Length, o.TitleLength = at, time.Second/10, 0 })
		j := render(t, opt, &testSink{size: 4 * opt.Width * opt.Height})
		if n := j.picture.lacking(); (n > 0) != want {
			t.Errorf("at %v %d worlds have nothing to show", at, n)
		}
	}
}

func TestThePosterIsTheLatestOfTheBestFramesToTheMiddleOrElseTheFirst(t *testing.T) {
	for _, c := range []struct {
		lacks []int
		want  byte
		until int // no later frame is looked at
	}{
		{[]int{0, 0, 0, 0, 0, 0, 0, 0, 0}, 4, 4},
		{[]int{2, 0, 0, 0, 1, 0, 0, 0, 0}, 2, 4}, // each second may be it
		{[]int{2, 2, 1, 1, 1, 0, 0, 0, 0}, 6, 6},
		{[]int{2, 2, 1, 1, 2, 1, 1, 1, 1}, 2, 8},
		{[]int{2, 2, 2, 2, 2, 2, 2, 2, 2}, 4, 8},
	} {
		var p poster
		k, last := 0, len(c.lacks)-1
		for ; k <= last; k++ {
			p.lacks[k%2] = c.lacks[k]
			if p.look(k, k%2, last/2, 2, []byte{byte(k)}) {
				break
			}
		}
		if k = min(k, last); p.pix[0] != c.want || k != c.until {
			t.Errorf("%v: it is frame %d, known at frame %d; want %d and %d", c.lacks, p.pix[0], k, c.want, c.until)
		}
	}
}
