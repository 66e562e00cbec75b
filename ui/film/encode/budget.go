package encode

// A budget keeps a film within a number of bytes: what it takes so far decides how coarse the next seconds are.
type budget struct {
	most   int64 // bytes of the pictures; 0 for any
	frames int   // of the whole film
	used   int64
	before int64 // of used, when the quantiser was looked at last
	looked int   // at which frame
}

// pictures is the share of a film's bytes that is left to its pictures: the rest is its index, and some to spare.
const pictures = 0.9

// newBudget returns what the pictures of a film may take, of which sound has its part.
func newBudget(s Spec) budget {
	if s.Most <= 0 || s.Frames <= 0 {
		return budget{}
	}
	most := int64(float64(s.Most) * pictures)
	if s.Sound != nil {
		most -= soundBytes * int64(s.Frames) / int64(s.FPS)
	}
	return budget{most: max(most, 1), frames: s.Frames}
}

// soundBytes is what a second of sound takes in a film at most.
const soundBytes = 192_000 / 8

// The quantiser goes this much up where too much is taken: a third less; and so much down where half would have done.
const (
	coarser, finer = 4, 2
	coarsest       = 51
)

// next returns the quantiser from frame k on, which is a key frame.
func (b *budget) next(quantiser, k int) int {
	if b.most == 0 || k <= b.looked || k >= b.frames {
		return quantiser
	}
	left := max(float64(b.most-b.used), 0) / float64(b.frames-k)
	takes := float64(b.used-b.before) / float64(k-b.looked)
	b.before, b.looked = b.used, k
	for most := left; takes > most && quantiser < coarsest; takes *= 0.63 { // 4 of it, 1.26 times as coarse each two
		quantiser = min(quantiser+coarser, coarsest)
	}
	if takes < left/2 {
		quantiser = max(quantiser-finer, h264Quantiser)
	}
	return quantiser
}
