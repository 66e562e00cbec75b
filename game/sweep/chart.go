package sweep

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"driftlab/internal/files"
	"driftlab/internal/palette"
	"driftlab/netsync/registry"
)

const (
	chartWidth  = 13 * vg.Inch
	chartHeight = 8 * vg.Inch
	legendWidth = 1.5 * vg.Inch
	titleHeight = 0.7 * vg.Inch
	margin      = 0.15 * vg.Inch
)

// leastError in ms is the bottom of the axis of errors, which is logarithmic since clocks differ by
// powers of ten. Traces are kept to the microsecond.
const leastError = 0.001

// level is where an error in ms lies on the axis.
func level(ms float64) float64 { return math.Log10(max(ms, leastError)) }

// A chart is a picture of one or more panels whose axes are the same.
type chart struct {
	title, about string
	panels       []*plot.Plot
	columns      int
	legend       *plot.Legend // beside the panels, or nil
	low, high    float64      // levels of all that is shown
	linear       bool         // values are levels
}

func newChart(title, about string, panels int) *chart {
	c := &chart{title: title, about: about, low: math.Inf(1), high: math.Inf(-1)}
	c.columns = int(math.Ceil(math.Sqrt(float64(panels))))
	for range panels {
		c.panels = append(c.panels, newPanel())
	}
	return c
}

func newPanel() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = theme.Ground
	p.Title.TextStyle.Font = sans(13)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Color, a.Tick.LineStyle.Color = theme.TextDim, theme.TextDim
		a.Label.TextStyle.Color, a.Tick.Label.Color = theme.Text, theme.TextDim
		a.Label.TextStyle.Font, a.Tick.Label.Font = sans(12), sans(11)
	}
	p.Y.Tick.Marker = decades{}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = theme.Grid, theme.Grid
	p.Add(grid)
	return p
}

func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// axes names the axes at the left and at the bottom of the picture, and sets their ranges.
func (c *chart) axes(x, y string, least, most float64) {
	c.low = math.Floor(min(c.low, c.high)) // both infinite if nothing is shown
	c.high = max(math.Ceil(c.high), c.low+1)
	if math.IsInf(c.low, 0) {
		c.low, c.high = level(leastError), 0
	}
	for i, p := range c.panels {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = least, most, c.low, c.high
		if i%c.columns == 0 {
			p.Y.Label.Text = y
		}
		if i+c.columns >= len(c.panels) {
			p.X.Label.Text = x
		}
	}
}

// Widths of lines, in points.
const (
	thick = 1.8
	thin  = 0.8
)

// line returns the style as the plots take it. Dots are as long as the line is wide.
func line(s palette.LineStyle, width vg.Length) draw.LineStyle {
	l := draw.LineStyle{Color: s.Color, Width: width}
	if s.Dash != palette.Unbroken {
		for i, part := range s.Dash {
			l.Dashes = append(l.Dashes, vg.Length(part))
			if i%2 == 0 {
				l.Dashes[i] = max(l.Dashes[i], width)
			}
		}
	}
	return l
}

// theme has the colours of all plots.
var theme = palette.Dark()

// linesOf returns the lines of clocks by their names. What a variant is one of, only some scenario's clocks say; an unknown name is a guest's.
func linesOf(names []string, known []registry.Algorithm) (all []palette.LineStyle) {
	guests := 0
	for _, name := range names {
		a := registry.Algorithm{Name: name}
		if i := slices.IndexFunc(known, func(k registry.Algorithm) bool { return k.Name == name }); i >= 0 {
			a = known[i]
		}
		all = append(all, theme.Clock(a.Design(), a.Of != "", guests))
		if _, err := registry.Lookup(a.Design()); err != nil {
			guests++
		}
	}
	return all
}

// pale returns a colour with an alpha of 0..255.
func pale(c palette.Color, alpha uint8) color.NRGBA {
	p := color.NRGBAModel.Convert(c).(color.NRGBA)
	p.A = alpha
	return p
}

// eachAlgorithm gives each algorithm a panel of its own: its median as a line with the percentiles
// around it, and behind it the medians of the others, thin and pale.
func (c *chart) eachAlgorithm(names []string, styles []palette.LineStyle, at []float64, bands [][]band) error {
	for i, p := range c.panels {
		p.Title.Text, p.Title.TextStyle.Color = names[i], theme.ClockInk(styles[i].Color)
		for a := range bands {
			if a == i {
				continue
			}
			l := line(styles[a], thin)
			l.Color = pale(styles[a].Color, 0x90)
			if err := c.lines(p, l, color.Transparent, at, bands[a]); err != nil {
				return err
			}
		}
		if err := c.lines(p, line(styles[i], thick), pale(styles[i].Color, 0x48), at, bands[i]); err != nil {
			return err
		}
	}
	return nil
}

// lines draws the medians as a line that is broken where there are none, over the area between the
// percentiles.
func (c *chart) lines(p *plot.Plot, l draw.LineStyle, area color.Color, at []float64, bands []band) error {
	for begin := 0; begin < len(bands); {
		end := begin
		for end < len(bands) && bands[end].ok {
			end++
		}
		if end > begin {
			if err := c.stretch(p, l, area, at[begin:end], bands[begin:end]); err != nil {
				return err
			}
		}
		begin = end + 1
	}
	return nil
}

// stretch draws a part that has no gaps.
func (c *chart) stretch(p *plot.Plot, l draw.LineStyle, area color.Color, at []float64, bands []band) error {
	var middle, top, bottom plotter.XYs
	for i, b := range bands {
		low, mid, high := c.levels(b)
		middle = append(middle, plotter.XY{X: at[i], Y: mid})
		top = append(top, plotter.XY{X: at[i], Y: high})
		bottom = append(bottom, plotter.XY{X: at[i], Y: low})
	}
	if area != color.Transparent {
		slices.Reverse(bottom)
		polygon, err := plotter.NewPolygon(append(top, bottom...))
		if err != nil {
			return err
		}
		polygon.Color, polygon.LineStyle.Width = area, 0
		p.Add(polygon)
	}
	line, err := plotter.NewLine(middle)
	if err != nil {
		return err
	}
	line.LineStyle = l
	p.Add(line)
	return nil
}

// levels returns where a band lies, and makes the axis long enough for it.
func (c *chart) levels(b band) (low, middle, high float64) {
	if c.linear {
		return b.low, b.middle, b.high
	}
	low, middle, high = level(b.low), level(b.middle), level(b.high)
	c.low, c.high = min(c.low, low), max(c.high, high)
	return low, middle, high
}

// bars draws one algorithm where the places have no order: a mark and a bar of percentiles each, hollow for what is no clock of the registry.
func (c *chart) bars(p *plot.Plot, style palette.LineStyle, at []float64, bands []band) error {
	var m marks
	for i, b := range bands {
		if !b.ok {
			continue
		}
		low, middle, high := c.levels(b)
		m.XYs = append(m.XYs, plotter.XY{X: at[i], Y: middle})
		m.YErrors = append(m.YErrors, struct{ Low, High float64 }{middle - low, high - middle})
	}
	if len(m.XYs) == 0 {
		return nil
	}
	bars, err := plotter.NewYErrorBars(m)
	if err != nil {
		return err
	}
	bars.LineStyle = line(style, thick)
	spots, err := plotter.NewScatter(m.XYs)
	if err != nil {
		return err
	}
	if spots.GlyphStyle = (draw.GlyphStyle{Color: style.Color, Radius: 4, Shape: draw.CircleGlyph{}}); style.Dash == palette.Dots {
		spots.Shape = draw.RingGlyph{}
	}
	p.Add(bars, spots)
	return nil
}

// marks are points with bars.
type marks struct {
	plotter.XYs
	plotter.YErrors
}

// thumbnail is a line in the legend.
type thumbnail struct{ draw.LineStyle }

func (t thumbnail) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(t.LineStyle, c.Min.X, y, c.Max.X, y)
}

// decades are the marks of the axis of levels.
type decades struct{}

func (decades) Ticks(low, high float64) (ticks []plot.Tick) {
	for e := math.Floor(low); e <= high; e++ {
		ticks = append(ticks, plot.Tick{Value: e, Label: fmt.Sprintf("%g", math.Pow(10, e))})
		for i := 2.0; i < 10 && e < high; i++ {
			ticks = append(ticks, plot.Tick{Value: e + math.Log10(i)})
		}
	}
	return ticks
}

// write draws the chart as PNG and as SVG.
func (c *chart) write(to *files.Folder, name string) error {
	png := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(chartWidth, chartHeight), vgimg.UseDPI(110),
		vgimg.UseBackgroundColor(theme.Ground))}
	svg := vgsvg.New(chartWidth, chartHeight)
	for i, canvas := range []interface {
		vg.CanvasSizer
		io.WriterTo
	}{png, svg} {
		c.draw(draw.New(canvas))
		err := writeFile(to, PlotFiles(name)[i], func(w io.Writer) error {
			_, err := canvas.WriteTo(w)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *chart) draw(all draw.Canvas) {
	all.SetColor(theme.Ground)
	all.Fill(all.Rectangle.Path())
	all = draw.Crop(all, margin, -margin, margin, -margin)
	head := text.Style{Color: theme.Text, Font: sans(15), Handler: plot.DefaultTextHandler, YAlign: text.YTop}
	all.FillText(head, vg.Point{X: all.Min.X, Y: all.Max.Y}, c.title)
	head.Color, head.Font = theme.TextDim, sans(12)
	all.FillText(head, vg.Point{X: all.Min.X, Y: all.Max.Y - 20}, c.about)
	area := draw.Crop(all, 0, 0, 0, -titleHeight)
	if c.legend != nil {
		c.legend.Draw(draw.Crop(area, area.Size().X-legendWidth+margin, 0, 0, 0))
		area = draw.Crop(area, 0, -legendWidth, 0, 0)
	}
	rows := (len(c.panels) + c.columns - 1) / c.columns
	table := make([][]*plot.Plot, rows)
	for i := range table {
		table[i] = make([]*plot.Plot, c.columns) // the last row may have empty places
		copy(table[i], c.panels[i*c.columns:min((i+1)*c.columns, len(c.panels))])
	}
	tiles := draw.Tiles{Rows: rows, Cols: c.columns, PadX: 12, PadY: 12}
	canvases := plot.Align(table, tiles, area)
	for i, p := range c.panels {
		p.Draw(canvases[i/c.columns][i%c.columns])
	}
}
