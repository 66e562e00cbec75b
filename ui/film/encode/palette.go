package encode

import (
	"cmp"
	"image/color"
	"slices"
)

// transparent is the index of the colour that lets the picture before show through.
const transparent = 255

// exactColors is how many of a picture's most frequent colours are exact in its palette: panels, grid, curves and players are
// flat, and a wrong shade is visible on an area. The rest of the palette is for the colours of smoothed edges.
const exactColors = 96

// poorMatch is the mean squared distance between a picture's changed pixels and the palette, over all three channels, above which
// the picture gets another palette: about 9 levels a channel.
const poorMatch = 3 * 9 * 9

// An rgb is a colour, 0xRRGGBB.
type rgb uint32

func rgbAt(pix []byte, i int) rgb {
	p := pix[i : i+3 : i+3]
	return rgb(p[0])<<16 | rgb(p[1])<<8 | rgb(p[2])
}

func (c rgb) channels() [3]int { return [3]int{int(c >> 16), int(c >> 8 & 255), int(c & 255)} }

// A palette is up to 255 colours of a picture, and the transparent one.
type palette struct {
	table  color.Palette // 256 entries
	colors []rgb
	known  []match // results of nearest, a slot for each hash of a colour
	last   match
}

type match struct {
	of       rgb
	index    uint8
	filled   bool
	distance int32
}

const matchSlots = 1 << 14

// newPalette chooses colours for an RGBA picture: kept ones exactly, even if the picture lacks them, since a later one may have
// them; its most frequent ones exactly too; then means of groups of the others, split where they differ most (median cut).
func newPalette(rgba []byte, kept []rgb) *palette {
	counts := slices.DeleteFunc(histogram(rgba), func(c counted) bool { return slices.Contains(kept, c.color) })
	n := min(exactColors, len(counts))
	p := &palette{known: make([]match, matchSlots), colors: slices.Clone(kept)}
	for _, c := range counts[:n] {
		p.colors = append(p.colors, c.color)
	}
	p.colors = append(p.colors, medianCut(counts[n:], transparent-len(p.colors))...)
	for _, c := range p.colors {
		ch := c.channels()
		p.table = append(p.table, color.RGBA{uint8(ch[0]), uint8(ch[1]), uint8(ch[2]), 255})
	}
	for len(p.table) < transparent {
		p.table = append(p.table, color.RGBA{A: 255})
	}
	p.table = append(p.table, color.RGBA{})
	p.last = p.search(0)
	return p
}

// nearest returns the palette's colour for c, and its squared distance.
func (p *palette) nearest(c rgb) (index uint8, distance int32) {
	if p.last.of == c {
		return p.last.index, p.last.distance
	}
	slot := &p.known[uint32(c)*2654435761>>18] // Fibonacci hashing, to 14 bits
	if !slot.filled || slot.of != c {
		*slot = p.search(c)
	}
	p.last = *slot
	return slot.index, slot.distance
}

func (p *palette) search(c rgb) match {
	best := match{of: c, filled: true, distance: 1 << 30}
	for i, d := range p.colors {
		a, b, sum := c.channels(), d.channels(), 0
		for i := range a {
			sum += (a[i] - b[i]) * (a[i] - b[i])
		}
		if distance := int32(sum); distance < best.distance {
			best.index, best.distance = uint8(i), distance
		}
	}
	return best
}

type counted struct {
	color rgb
	count int
}

// histogram counts a picture's colours, the most frequent first.
func histogram(rgba []byte) []counted {
	counts := map[rgb]int{}
	run, length := rgbAt(rgba, 0), 0
	for i := 0; i < len(rgba); i += 4 {
		if c := rgbAt(rgba, i); c != run {
			counts[run] += length
			run, length = c, 0
		}
		length++
	}
	counts[run] += length
	all := make([]counted, 0, len(counts))
	for c, n := range counts {
		all = append(all, counted{c, n})
	}
	slices.SortFunc(all, func(a, b counted) int { // the same picture gives the same palette
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.color, b.color))
	})
	return all
}

// medianCut returns at most n colours that represent all those counted.
func medianCut(all []counted, n int) []rgb {
	if len(all) == 0 || n <= 0 {
		return nil
	}
	groups := []group{newGroup(all)}
	for len(groups) < n {
		widest := 0
		for i, g := range groups {
			if g.spread > groups[widest].spread {
				widest = i
			}
		}
		if groups[widest].spread == 0 {
			break // each group becomes one colour
		}
		low, high := split(groups[widest])
		groups[widest] = newGroup(low)
		groups = append(groups, newGroup(high))
	}
	var means []rgb
	for _, g := range groups {
		var sum [3]int
		total := 0
		for _, c := range g.colors {
			for i, v := range c.color.channels() {
				sum[i] += v * c.count
			}
			total += c.count
		}
		var mean rgb
		for _, s := range sum {
			mean = mean<<8 | rgb((s+total/2)/total)
		}
		means = append(means, mean)
	}
	return means
}

// A group is a set of colours that become one colour.
type group struct {
	colors          []counted
	channel, spread int // the channel in which it is widest, and how wide
}

func newGroup(colors []counted) group {
	g := group{colors: colors}
	low, high := [3]int{255, 255, 255}, [3]int{}
	for _, c := range colors {
		for i, v := range c.color.channels() {
			low[i], high[i] = min(low[i], v), max(high[i], v)
		}
	}
	for i := range low {
		if s := high[i] - low[i]; s > g.spread {
			g.channel, g.spread = i, s
		}
	}
	return g
}

// split sorts a group by its widest channel and cuts it so that each side has half of the pixels, and at least one colour.
func split(of group) (low, high []counted) {
	g, shift := of.colors, 16-8*of.channel
	slices.SortFunc(g, func(a, b counted) int {
		return cmp.Or(cmp.Compare(a.color>>shift&255, b.color>>shift&255), cmp.Compare(a.color, b.color))
	})
	total, sum, at := 0, 0, 0
	for _, c := range g {
		total += c.count
	}
	for at < len(g)-2 && sum+g[at].count <= total/2 {
		sum += g[at].count
		at++
	}
	return g[:at+1], g[at+1:]
}
