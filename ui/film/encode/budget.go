package encode

// A budget keeps a film within a number of bytes: the bytes used so far decide how coarse the next seconds are.
type budget struct {
	most   int64 // bytes of the pictures; 0 for any
	frames int   // of the whole film
	used   int64
	before int64 // the value of used when next last changed the quantiser
	looked int   // the frame at that time
}

// pictures is the share of a film's bytes for its pictures: the rest is for its index, with some to spare.
const pictures = 0.9

// newBudget returns the budget for a film's pictures, without the bytes of its sound.
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

// soundBytes is the most that a second of sound takes.
const soundBytes = 192_000 / 8

// If the pictures take too much, the quantiser goes up by coarser, which saves a third; if half would have been enough, it goes
// down by finer.
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
	for most := left; takes > most && quantiser < coarsest; takes *= 0.63 { // a step of 4: each 2 are 1.26 times as coarse
		quantiser = min(quantiser+coarser, coarsest)
	}
	if takes < left/2 {
		quantiser = max(quantiser-finer, h264Quantiser)
	}
	return quantiser
}
