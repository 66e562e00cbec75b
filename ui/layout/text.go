package layout

import (
	"bytes"
	"math"
	"strings"
	"unicode/utf8"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
)

// Open is a height that has room for any number of lines.
const Open = math.MaxInt16

// A Text is a text as it fits into a room.
type Text struct {
	Lines []string // nobody changes them
	Class draw.Class
	W, H  float32 // of all lines
	Cut   bool    // there is more of it than has room

	Broken bool // a word that is not a path is broken
}

// A wish is everything that a fitted text depends on, except its fonts, which keep it.
type wish struct {
	text    string
	w, h    float32
	classes [6]draw.Class
	n       int // how many classes there are
}

// mostKept is how many texts fonts keep, since a window that is being resized needs new ones in each frame.
const mostKept = 1000

// Fit breaks a text into lines no wider than w, in the first of some classes in which all of it fits into h without breaking a word. If
// none fits, it cuts the text with … in the last class. A height of 0 is one line, [Open] any number, and only then line breaks in the text
// count. The fonts keep recent results, since most texts stay for many frames.
func Fit(fonts *draw.Fonts, text string, w, h float32, classes ...draw.Class) Text {
	of := wish{text: text, w: w, h: h}
	of.n = copy(of.classes[:], classes)
	kept, _ := fonts.Kept.(map[wish]Text)
	t, ok := kept[of]
	if ok {
		return t
	}
	if kept == nil || len(kept) >= mostKept {
		kept = map[wish]Text{}
		fonts.Kept = kept
	}
	t = fit(fonts, text, w, h, of.classes[:of.n])
	kept[of] = t
	return t
}

func fit(fonts *draw.Fonts, text string, w, h float32, classes []draw.Class) (t Text) {
	most, whole := 0, false
	for _, t.Class = range classes {
		most = max(int(h/fonts.LineHeight(t.Class)), 1)
		if h > 0 {
			t.Lines, whole = nil, true
			for line := range strings.SplitSeq(text, "\n") {
				lines, all := wrap(fonts, line, t.Class, w)
				t.Lines, whole = append(t.Lines, lines...), whole && all
			}
		} else {
			t.Lines, whole = []string{text}, fonts.Measure(text, t.Class) <= w
		}
		if whole && len(t.Lines) <= most {
			break
		}
	}
	t.Broken = !whole && h > 0
	if t.Cut = len(t.Lines) > most || h <= 0 && !whole; t.Cut {
		rest := strings.Join(t.Lines[most-1:], " ")
		t.Lines = append(t.Lines[:most-1], string(Cut(nil, fonts, []byte(rest), t.Class, w)))
	}
	for _, line := range t.Lines {
		t.W = max(t.W, fonts.Measure(line, t.Class))
	}
	t.H = fonts.LineHeight(t.Class) * float32(len(t.Lines))
	return t
}

// First returns the first of some texts that fits into a line of width w, "" for none.
func First(fonts *draw.Fonts, class draw.Class, w float32, texts ...string) string {
	for _, text := range texts {
		if text != "" && fonts.Measure(text, class) <= w {
			return text
		}
	}
	return ""
}

// Letters writes texts: a canvas, or one of its layers.
type Letters interface {
	Fonts() *draw.Fonts
	Text(x, y float32, text string, class draw.Class, ink palette.Color, align draw.Align) float32
	TextBytes(x, y float32, text []byte, class draw.Class, ink palette.Color, align draw.Align) float32
}

// Draw writes the text into r, aligned to its edges or its middle.
func (t Text) Draw(c Letters, r Rect, ink palette.Color, align draw.Align) {
	x, y, step := r.X, r.Y, c.Fonts().LineHeight(t.Class)
	across := align & (draw.Centre | draw.Right)
	switch across {
	case draw.Centre:
		x += r.W / 2
	case draw.Right:
		x += r.W
	}
	switch align - across {
	case draw.Middle:
		y += (r.H - t.H) / 2
	case draw.Bottom:
		y += r.H - t.H
	}
	for i, line := range t.Lines {
		c.Text(x, y+step*(float32(i)+0.5), line, t.Class, ink, across|draw.Middle)
	}
}

// wrap breaks a text into lines no wider than w. A number and the word after it, a unit or what is counted, stay on one line, and so do
// words joined by a no-break space. A word that is wider is broken anywhere. whole is false if that happens to a word that is not very
// long; very long ones are mostly paths.
func wrap(fonts *draw.Fonts, text string, class draw.Class, w float32) (lines []string, whole bool) {
	line := ""
	whole = true
	for _, word := range unbroken(text) {
		longer := word
		if line != "" {
			longer = line + " " + word
		}
		if line != "" && fonts.Measure(longer, class) > w {
			lines = append(lines, line)
			longer = word
			if word == "·" { // a separator starts no line
				longer = ""
			}
		}
		for line = longer; fonts.Measure(line, class) > w; {
			end := begin(fonts, []byte(line), class, w)
			if i := strings.LastIndexAny(line[:end], `/\-._`) + 1; i > end/2 {
				end = i
			}
			if end == len(line) { // it is one letter
				break
			}
			whole = whole && len(word) > longWord
			lines, line = append(lines, line[:end]), line[end:]
		}
	}
	return append(lines, line), whole
}

// longWord is the length in bytes that most words don't exceed.
const longWord = 20

// begin returns how many bytes of a text fit into w, at least one letter.
func begin(fonts *draw.Fonts, text []byte, class draw.Class, w float32) (end int) {
	for end < len(text) {
		_, n := utf8.DecodeRune(text[end:])
		if w -= fonts.MeasureBytes(text[end:end+n], class); w < 0 && end > 0 {
			break
		}
		end += n
	}
	return end
}

// Cut appends as much of a text as fits into w with … after it, at least one letter.
func Cut(to []byte, fonts *draw.Fonts, text []byte, class draw.Class, w float32) []byte {
	end := begin(fonts, text, class, w-fonts.Measure("…", class))
	return append(append(to, bytes.TrimRight(text[:end], " ·")...), "…"...)
}

// unbroken returns the parts of a text between which a line may end.
func unbroken(text string) (parts []string) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' })
	for i, word := range fields {
		if i > 0 && number(fields[i-1]) && word != "·" {
			parts[len(parts)-1] += " " + word
			continue
		}
		parts = append(parts, word)
	}
	return parts
}

// number reports whether a word is digits with a sign and a point and no more, so that the next one belongs to it.
func number(word string) bool {
	digits := strings.TrimLeft(word, "+−-±")
	return digits != "" && strings.Trim(digits, "0123456789.,") == "" && digits[len(digits)-1] >= '0' && digits[len(digits)-1] <= '9'
}
