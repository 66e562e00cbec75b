package panel

import (
	"strings"
	"unicode/utf8"

	"driftlab/ui/draw"
)

// Wrap breaks a text into lines no wider than width pixels. A number and the word behind it, its unit or what is counted, stay
// on one line, and so does what a space that does not break joins. A path that is wider is broken anywhere.
func Wrap(fonts *draw.Fonts, text string, class draw.Class, width float32) []string {
	var lines []string
	line := ""
	for _, word := range unbroken(text) {
		longer := word
		if line != "" {
			longer = line + " " + word
		}
		if line != "" && fonts.Measure(longer, class) > width {
			lines = append(lines, line)
			longer = word
			if word == "·" { // what stands between two items begins no line
				longer = ""
			}
		}
		for line = longer; len(line) > longWord && fonts.Measure(line, class) > width; {
			begin := beginOf(fonts, line, class, width)
			lines, line = append(lines, begin), line[len(begin):]
		}
	}
	return append(lines, line)
}

// wrapping is all that the lines of a text depend on.
type wrapping struct {
	fonts *draw.Fonts
	text  string
	class draw.Class
	width float32
}

// Wrapped is a text broken into lines, kept until something of it is another: it stays for many frames.
type Wrapped struct {
	of    wrapping
	lines []string
}

// Lines returns the lines of a text, as Wrap does.
func (w *Wrapped) Lines(fonts *draw.Fonts, text string, class draw.Class, width float32) []string {
	if of := (wrapping{fonts, text, class, width}); w.of != of {
		*w = Wrapped{of, Wrap(fonts, text, class, width)}
	}
	return w.lines
}

// WrappedTexts are texts broken into lines, kept for a place that measures several of them in several ways in each frame.
type WrappedTexts map[wrapping][]string

// mostWrapped is how many texts are kept: a window whose size is being changed wraps each text anew in each frame.
const mostWrapped = 100

// Lines returns the lines of a text, as Wrap does. They belong to the texts: nobody changes them.
func (w *WrappedTexts) Lines(fonts *draw.Fonts, text string, class draw.Class, width float32) []string {
	of := wrapping{fonts, text, class, width}
	lines, ok := (*w)[of]
	if ok {
		return lines
	}
	if *w == nil || len(*w) >= mostWrapped {
		*w = WrappedTexts{}
	}
	lines = Wrap(fonts, text, class, width)
	(*w)[of] = lines
	return lines
}

// longWord is how many bytes most words have at most. What is longer is often a path or an address, and is broken
// where it has to be.
const longWord = 20

// beginOf returns as much of a long word as fits into a width, up to a separator if there is one in the second half of it.
func beginOf(fonts *draw.Fonts, word string, class draw.Class, width float32) string {
	end := 0
	for i, r := range word {
		if next := i + utf8.RuneLen(r); end == 0 || fonts.Measure(word[:next], class) <= width {
			end = next
			continue
		}
		break
	}
	if i := strings.LastIndexAny(word[:end], `/\-._`) + 1; i > end/2 {
		return word[:i]
	}
	return word[:end]
}

// unbroken returns the parts of a text between which a line may end.
func unbroken(text string) []string {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' })
	var parts []string
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

// Fit returns the first of some letters, the largest first, in which a text has room in a width, or else the last of them: whole is false then.
func Fit(fonts *draw.Fonts, text string, width float32, classes ...draw.Class) (class draw.Class, whole bool) {
	for _, class = range classes {
		if fonts.Measure(text, class) <= width {
			return class, true
		}
	}
	return class, false
}

// Cut returns as much of a text as fits into a width.
func Cut(fonts *draw.Fonts, text string, class draw.Class, width float32) string {
	if fonts.Measure(text, class) <= width {
		return text
	}
	r := []rune(text)
	for len(r) > 1 && fonts.Measure(string(r)+"…", class) > width {
		r = r[:len(r)-1]
	}
	return strings.TrimRight(string(r), " ·") + "…"
}

// BadgeHigh is the usual height of a world's letter.
const BadgeHigh = 18

// Badge draws the letter of a world, with its middle at the height of y.
func Badge(c *draw.Canvas, x, y, high float32, side string) {
	wide, round := high*10/9, high*2/9
	c.Box(x, y-high/2, wide, high, round, c.Theme.PanelEdge)
	if side == "b" {
		c.BoxOutline(x, y-high/2, wide, high, round, high/12, c.Theme.Accent)
	}
	c.Text(x+wide/2, y, c.Words.T("ab."+side), draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
}

// Cover hides what a panel would tell of the truth, and says why.
func Cover(c *draw.Canvas, t *Tips, r Rect, text string) {
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	c.Hatch(r.X+4, r.Y+4, r.W-8, r.H-8, 14, c.Theme.Grid)
	lines := Wrap(c.Fonts(), text, draw.Small, min(r.W-28, 340))
	row := c.Fonts().LineHeight(draw.Small)
	if room := int((r.H - 8) / row); len(lines) > room {
		lines = lines[:0]
		t.Add(r, text)
	}
	y := r.Y + (r.H-row*float32(len(lines)))/2
	for i, line := range lines {
		at := y + (float32(i)+0.5)*row
		w := c.Fonts().Measure(line, draw.Small)
		c.Box(r.X+(r.W-w)/2-6, at-row/2, w+12, row, 0, c.Theme.Panel)
		c.Text(r.X+r.W/2, at, line, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
}

// Covered hides what would tell the truth in r, where that is hidden, and returns whether it has. Nothing of r is to be
// drawn then, nor to act on the pointer.
func (v *View) Covered(c *draw.Canvas, r Rect) bool {
	if v.Frame.Blind && r.W > 0 && r.H > 0 {
		Cover(c, v.Tips, r, v.Words.T("blind.hidden-tab"))
	}
	return v.Frame.Blind
}
