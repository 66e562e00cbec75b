package filming

import (
	"image"
	"math"
	"runtime"
	"time"

	"driftlab/film"
)

// hasPoster says whether films have a poster: a page hands over the film alone, and need not fetch what makes one.
const hasPoster = runtime.GOOS != "js"

// posterStep is how far apart the frames are of which one may become the poster.
const posterStep = 250 * time.Millisecond

// A poster is the frame that stands for a film: the middle one, if each world in it has something to show. A world has not while its
// client joins, say; then it is the latest frame before it in which the fewest worlds lack something, or the first after it in
// which still fewer do.
type poster struct {
	lacks  [2]int // of the frames that are drawn, by their images: how many worlds have nothing to show
	pix    []byte // of the best frame so far; nil for none
	lacked int    // in it
	kept   bool   // it is beside the film
}

// look keeps frame k, which was drawn into an image, if it is better than those before it, and says whether none after it is.
func (p *poster) look(k, image, middle, step int, pix []byte) (done bool) {
	lacks := p.lacks[image]
	if may := k == middle || k%step == 0; may && (p.pix == nil || lacks < p.lacked || lacks == p.lacked && k <= middle) {
		p.pix, p.lacked = append(p.pix[:0], pix...), lacks
	}
	return k >= middle && p.lacked == 0
}

// lacking returns how many worlds in the picture have nothing to show. Under the title and under the end picture none is to be seen.
func (f *filmPicture) lacking() int {
	if f.over || f.Session.Now().Sub(f.start) < f.opt.TitleLength {
		return math.MaxInt
	}
	n := f.Deck.Lacking(&f.View)
	if f.AB.On {
		n += f.AB.Deck.Lacking(f.AB.View(&f.View))
	}
	return n
}

// poster keeps the frame that stands for the film: the one that was asked for, or else the best.
func (j *Job) poster(k int, pix []byte) error {
	p, last := &j.stands, j.frames-1
	if p.kept {
		return nil
	}
	if at := j.opt.Poster; at >= 0 {
		if k != min(film.Frames(at, j.opt.FPS), last) {
			return nil
		}
		p.pix = pix
	} else if !p.look(k, k%2, min(film.Frames(j.opt.Length/2, j.opt.FPS), last), film.Frames(posterStep, j.opt.FPS), pix) && k < last {
		return nil
	}
	err := j.writePicture(j.sidecars.Poster, &image.RGBA{Pix: p.pix, Stride: 4 * j.opt.Width, Rect: image.Rect(0, 0, j.opt.Width, j.opt.Height)})
	p.pix, p.kept = nil, true
	return err
}
