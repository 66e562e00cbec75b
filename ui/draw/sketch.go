package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"driftlab/palette"
)

// A sketch is what a layer was told to draw, as the elements of an SVG file: shapes, and text above them.
// What was recorded is the same as what is drawn, for it is told to both.
type sketch struct {
	window    // of the group that is open
	grouped   bool
	frame     string // the tag of the frame in which shapes are, or none
	id        string // begins the names of what the sketch defines
	defs, out strings.Builder
	clips     map[window]string // names of clip paths
	glyphs    map[string]bool   // outlines that are defined
	patterns  int
}

func newSketch(id string) *sketch {
	return &sketch{id: id, clips: map[window]string{}, glyphs: map[string]bool{}}
}

// String returns the elements.
func (s *sketch) String() string {
	out := s.out.String()
	if s.grouped {
		out += s.closing()
	}
	return out
}

// within begins to write what a window confines.
func (s *sketch) within(w window) {
	if s.grouped && s.window == w {
		return
	}
	s.close()
	s.window, s.grouped = w, true
	if !w.on {
		s.out.WriteString("<g>" + s.frame + "\n")
		return
	}
	name, known := s.clips[w]
	if !known {
		name = s.id + "c" + strconv.Itoa(len(s.clips))
		s.clips[w] = name
		fmt.Fprintf(&s.defs, `<clipPath id="%s"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath>`+"\n",
			name, n(w.x0), n(w.y0), n(w.x1-w.x0), n(w.y1-w.y0))
	}
	fmt.Fprintf(&s.out, `<g clip-path="url(#%s)">%s`+"\n", name, s.frame)
}

// turn ends the group that is open: what follows is in another frame.
func (s *sketch) turn(frame string) {
	s.close()
	s.frame = frame
}

// close ends the group that is open, if one is.
func (s *sketch) close() {
	if s.grouped {
		s.out.WriteString(s.closing())
	}
	s.grouped = false
}

func (s *sketch) closing() string {
	if s.frame != "" {
		return "</g></g>\n"
	}
	return "</g>\n"
}

// n writes a length, to a hundredth of a pixel.
func n(v float32) string {
	return strconv.FormatFloat(math.Round(float64(v)*100)/100, 'f', -1, 32)
}

// paint returns the attributes that give something a colour: fill or stroke.
func paint(what string, c palette.Color) string {
	if c.A <= 0 {
		return fmt.Sprintf(`%s="none"`, what)
	}
	part := func(v float32) int { return int(min(max(v/c.A, 0), 1)*255 + 0.5) }
	text := fmt.Sprintf(`%s="#%02x%02x%02x"`, what, part(c.R), part(c.G), part(c.B))
	if c.A < 1 {
		text += fmt.Sprintf(` %s-opacity="%s"`, what, strconv.FormatFloat(float64(c.A), 'f', 3, 32))
	}
	return text
}

// look returns the attributes of a shape that is filled, or outlined where stroke is over 0.
func look(stroke float32, c palette.Color) string {
	if stroke > 0 {
		return fmt.Sprintf(`fill="none" %s stroke-width="%s"`, paint("stroke", c), n(stroke))
	}
	return paint("fill", c)
}

// shape writes what [Batch.shape] draws.
func (s *sketch) shape(w window, x, y, ax, ay, hx, hy, param float32, kind int, stroke float32, col palette.Color) {
	if x != x || y != y || !(hx > 0) || !(hy > 0) {
		return
	}
	s.within(w)
	turn := ""
	if angle := math.Atan2(float64(ay), float64(ax)) * 180 / math.Pi; angle != 0 {
		turn = fmt.Sprintf(` transform="rotate(%s %s %s)"`, n(float32(angle)), n(x), n(y))
	}
	in := stroke / 2 // outlines lie inside the shape, SVG's on its edge
	switch kind {
	case kindTriangle:
		// The corners move towards the centre of the circle that touches all sides.
		side := float32(math.Hypot(float64(hx), float64(2*hy)))
		radius := 2 * hx * hy / (hx + side)
		k := max((radius-in)/radius, 0)
		centre := y + hy - radius
		fmt.Fprintf(&s.out, `<path d="M%s %sL%s %sL%s %sZ" %s%s/>`+"\n", n(x-hx*k), n(centre+radius*k), n(x+hx*k), n(centre+radius*k),
			n(x), n(centre-(2*hy-radius)*k), look(stroke, col), turn)
	case kindPlus:
		r, t := hx-in, param-in
		fmt.Fprintf(&s.out, `<path d="M%s %sh%sv%sh%sv%sh%sv%sh%sv%sh%sv%sh%sZ" %s%s/>`+"\n", n(x-t), n(y-r), n(2*t), n(r-t), n(r-t), n(2*t),
			n(t-r), n(r-t), n(-2*t), n(t-r), n(t-r), n(-2*t), n(r-t), look(stroke, col), turn)
	case kindHexagon:
		r, w := hy-in, (hy-in)*0.8660254
		fmt.Fprintf(&s.out, `<path d="M%s %sL%s %sL%s %sL%s %sL%s %sL%s %sZ" %s%s/>`+"\n", n(x), n(y-r), n(x+w), n(y-r/2), n(x+w), n(y+r/2),
			n(x), n(y+r), n(x-w), n(y+r/2), n(x-w), n(y-r/2), look(stroke, col), turn)
	case kindDiamond:
		fmt.Fprintf(&s.out, `<path d="M%s %sL%s %sL%s %sL%s %sZ" %s%s/>`+"\n", n(x), n(y-hy+in), n(x+hx-in), n(y), n(x), n(y+hy-in), n(x-hx+in), n(y),
			look(stroke, col), turn)
	case kindGlow:
		s.patterns++
		name := s.id + "g" + strconv.Itoa(s.patterns)
		fmt.Fprintf(&s.defs, `<radialGradient id="%s">`, name)
		for i := range 5 {
			near := 1 - float32(i)/4
			fmt.Fprintf(&s.defs, `<stop offset="%s" %s/>`, n(float32(i)/4), strings.ReplaceAll(paint("stop", col.Fade(max(near*near, 0.001))), `stop=`, `stop-color=`))
		}
		s.defs.WriteString("</radialGradient>\n")
		fmt.Fprintf(&s.out, `<circle cx="%s" cy="%s" r="%s" fill="url(#%s)"/>`+"\n", n(x), n(y), n(hx), name)
	case kindEllipse:
		fmt.Fprintf(&s.out, `<ellipse cx="%s" cy="%s" rx="%s" ry="%s" %s%s/>`+"\n", n(x), n(y), n(hx), n(hy), look(0, col), turn)
	case kindArc:
		fmt.Fprintf(&s.out, `<path d="M%s %sA%s %s 0 0 1 %s %s" stroke-linecap="round" %s%s/>`+"\n", n(x-hx+in), n(y), n(hx-in), n(hx-in), n(x+hx-in), n(y),
			look(stroke, col), turn)
	case kindHatch:
		s.patterns++
		name := s.id + "h" + strconv.Itoa(s.patterns)
		fmt.Fprintf(&s.defs, `<pattern id="%s" patternUnits="userSpaceOnUse" width="%s" height="%s" patternTransform="translate(%s %s) rotate(45)">`,
			name, n(param), n(param), n(x-hx), n(y-hy))
		fmt.Fprintf(&s.defs, `<rect x="%s" width="%s" height="%s" %s/></pattern>`+"\n", n(param/4), n(param/2), n(param), paint("fill", col))
		fmt.Fprintf(&s.out, `<rect x="%s" y="%s" width="%s" height="%s" fill="url(#%s)"%s/>`+"\n", n(x-hx), n(y-hy), n(2*hx), n(2*hy), name, turn)
	default:
		round := ""
		if r := max(param-in, 0); r > 0 {
			round = fmt.Sprintf(` rx="%s"`, n(r))
		}
		fmt.Fprintf(&s.out, `<rect x="%s" y="%s" width="%s" height="%s"%s %s%s/>`+"\n", n(x-hx+in), n(y-hy+in), n(2*(hx-in)), n(2*(hy-in)),
			round, look(stroke, col), turn)
	}
}

// fade writes what [Batch.LineFade] draws.
func (s *sketch) fade(w window, x0, y0, x1, y1, width float32, from, to palette.Color) {
	s.within(w)
	dx, dy, l := direction(x0, y0, x1, y1)
	if l > 0 {
		// A path with an area: on a line that runs level a gradient has no room in some programs.
		hx, hy := -dy*width/2, dx*width/2
		s.polygon([]float32{x0 + hx, y0 + hy, x1 + hx, y1 + hy, x1 - hx, y1 - hy, x0 - hx, y0 - hy}, s.gradient(x0, y0, x1, y1, from, to))
	}
}

// gradient defines colours that run from one place to another, and returns the attribute that fills with them.
func (s *sketch) gradient(x0, y0, x1, y1 float32, from, to palette.Color) (fill string) {
	s.patterns++
	name := s.id + "f" + strconv.Itoa(s.patterns)
	stop := func(c, other palette.Color) string {
		if c.A <= 0 { // it has no colour of its own
			c = other
			c.R, c.G, c.B, c.A = c.R/c.A, c.G/c.A, c.B/c.A, 1
			return strings.ReplaceAll(paint("stop", c), `stop=`, `stop-opacity="0" stop-color=`)
		}
		return strings.ReplaceAll(paint("stop", c), `stop=`, `stop-color=`)
	}
	fmt.Fprintf(&s.defs, `<linearGradient id="%s" gradientUnits="userSpaceOnUse" x1="%s" y1="%s" x2="%s" y2="%s">`, name, n(x0), n(y0), n(x1), n(y1))
	fmt.Fprintf(&s.defs, `<stop offset="0" %s/><stop offset="1" %s/></linearGradient>`+"\n", stop(from, to), stop(to, from))
	return fmt.Sprintf(`fill="url(#%s)"`, name)
}

// polygon writes a filled path through some points.
func (s *sketch) polygon(points []float32, fill string) {
	var d strings.Builder
	for i, pen := 0, "M"; i+1 < len(points); i, pen = i+2, "L" {
		d.WriteString(pen + n(points[i]) + " " + n(points[i+1]))
	}
	fmt.Fprintf(&s.out, `<path d="%sZ" %s/>`+"\n", d.String(), fill)
}

// boxFade writes what [Batch.BoxFade] draws.
func (s *sketch) boxFade(w window, x, y, width, height, r float32, top, bottom palette.Color) {
	if !(width > 0) || !(height > 0) {
		return
	}
	s.within(w)
	fmt.Fprintf(&s.out, `<rect x="%s" y="%s" width="%s" height="%s" rx="%s" %s/>`+"\n", n(x), n(y), n(width), n(height), n(r),
		s.gradient(x, y, x, y+height, top, bottom))
}

// beam writes what [Batch.Beam] draws.
func (s *sketch) beam(w window, x, y, w0, w1, h float32, from, to palette.Color) {
	s.within(w)
	s.polygon([]float32{x - w0/2, y, x + w0/2, y, x + w1/2, y + h, x - w1/2, y + h}, s.gradient(x, y, x, y+h, from, to))
}

// area writes what [Batch.Area] draws.
func (s *sketch) area(w window, points []float32, bottom float32, col palette.Color) {
	if len(points) < 4 {
		return
	}
	s.within(w)
	s.polygon(append(slices.Clone(points), points[len(points)-2], bottom, points[0], bottom), paint("fill", col))
}

// polyline writes what [Batch.Polyline] draws.
func (s *sketch) polyline(w window, points []float32, width float32, dash palette.Dash, phase float32, col palette.Color) {
	var d strings.Builder
	for i, pen := 0, "M"; i+1 < len(points); i += 2 {
		x, y := points[i], points[i+1]
		if isNaN(x) || isNaN(y) {
			pen = "M"
			continue
		}
		d.WriteString(pen + n(x) + " " + n(y))
		pen = "L"
	}
	if d.Len() == 0 {
		return
	}
	s.within(w)
	dashes := ""
	if p, ok := newPattern(dash, width/2, phase); ok && dash != (palette.Dash{}) {
		// The round ends are outside of SVG's dashes, which so are as long as those of a pattern.
		lengths := make([]string, len(p.dash))
		for i, v := range p.dash {
			lengths[i] = n(v)
		}
		dashes = fmt.Sprintf(` stroke-dasharray="%s" stroke-dashoffset="%s"`, strings.Join(lengths, " "), n(phase-width/2))
	}
	fmt.Fprintf(&s.out, `<path d="%s" fill="none" %s stroke-width="%s" stroke-linecap="round" stroke-linejoin="round"%s/>`+"\n",
		d.String(), paint("stroke", col), n(width), dashes)
}
