package draw

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"driftlab/palette"
)

// text writes a line of text whose pen starts at (x, y), on the baseline. Letters are outlines of the
// program's own fonts, so that they look and fit the same where these are not installed; what they say
// stands beside them, for those who search or listen.
func (s *sketch) text(w window, f *Fonts, x, y float32, text string, c Class, col palette.Color) {
	if strings.TrimSpace(text) == "" {
		return
	}
	s.within(w)
	face := outlines(c)
	size := float32(classes[c].size*f.scale) / float32(face.UnitsPerEm())
	fmt.Fprintf(&s.out, `<g aria-label="%s" transform="translate(%s %s) scale(%s)" %s>`, escaped(text), n(x), n(y),
		strconv.FormatFloat(float64(size), 'g', 7, 32), paint("fill", col))
	pen := float32(0)
	for _, r := range text {
		if name := s.glyph(face, c, r); name != "" {
			fmt.Fprintf(&s.out, `<use xlink:href="#%s" x="%s"/>`, name, n(pen/size))
		}
		pen += f.faces[c].glyph(r).advance
	}
	s.out.WriteString("</g>\n")
}

// glyph returns the name of a character's outline, which it defines where it is new; "" for one that
// leaves no mark.
func (s *sketch) glyph(face *sfnt.Font, c Class, r rune) string {
	var buf sfnt.Buffer
	index, err := face.GlyphIndex(&buf, r)
	if err != nil || index == 0 {
		r = unknown
		index, _ = face.GlyphIndex(&buf, r)
	}
	// The same outline serves all sizes of a font.
	name := s.id + "g" + strconv.Itoa(fontOf(c)) + "-" + strconv.FormatInt(int64(r), 16)
	if inked, known := s.glyphs[name]; known {
		if !inked {
			return ""
		}
		return name
	}
	path := outline(face, &buf, index)
	s.glyphs[name] = path != ""
	if path == "" {
		return ""
	}
	fmt.Fprintf(&s.defs, `<path id="%s" d="%s"/>`+"\n", name, path)
	return name
}

// outline returns a glyph as the data of an SVG path, in the font's own units.
func outline(face *sfnt.Font, buf *sfnt.Buffer, index sfnt.GlyphIndex) string {
	segments, err := face.LoadGlyph(buf, index, fixed.I(int(face.UnitsPerEm())), nil)
	if err != nil {
		return "" // an outline of another kind than the embedded fonts have
	}
	var d strings.Builder
	for _, seg := range segments {
		points := 1
		switch seg.Op {
		case sfnt.SegmentOpMoveTo:
			if d.Len() > 0 {
				d.WriteByte('Z')
			}
			d.WriteByte('M')
		case sfnt.SegmentOpLineTo:
			d.WriteByte('L')
		case sfnt.SegmentOpQuadTo:
			points = 2
			d.WriteByte('Q')
		case sfnt.SegmentOpCubeTo:
			points = 3
			d.WriteByte('C')
		}
		for i, p := range seg.Args[:points] {
			if i > 0 {
				d.WriteByte(' ')
			}
			fmt.Fprintf(&d, "%d %d", p.X.Round(), p.Y.Round())
		}
	}
	if d.Len() > 0 {
		d.WriteByte('Z')
	}
	return d.String()
}

// fontOf returns the first class that has the same font.
func fontOf(c Class) int {
	for i := range classes {
		if &classes[i].ttf[0] == &classes[c].ttf[0] {
			return i
		}
	}
	return int(c)
}

// parsed holds the fonts as they are read, each under the first class that has it.
var parsed [numClasses]struct {
	once sync.Once
	face *sfnt.Font
}

// outlines returns the font of a class. It may be read by several goroutines at once.
func outlines(c Class) *sfnt.Font {
	p := &parsed[fontOf(c)]
	p.once.Do(func() {
		var err error
		if p.face, err = opentype.Parse(classes[c].ttf); err != nil {
			panic("draw: " + err.Error()) // it is a part of the program
		}
	})
	return p.face
}

// escaped returns a text as it stands in XML.
func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text))
	return b.String()
}
