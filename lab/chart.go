package lab

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	plotWidth   = 11 * vg.Inch
	plotHeight  = 6.5 * vg.Inch
	legendWidth = 1.5 * vg.Inch
	margin      = 0.15 * vg.Inch

	// leastError in ms is the bottom of the axis of errors, which is logarithmic: clocks differ by
	// powers of ten. Traces are kept to the microsecond.
	leastError = 0.001
)

// chart is a plot with the legend beside it.
type chart struct {
	plot      *plot.Plot
	legend    plot.Legend
	low, high float64 // of all errors shown, ms
}

func newChart(title, x, y string) *chart {
	c := &chart{plot: plot.New(), legend: plot.NewLegend(), low: math.Inf(1), high: leastError}
	p := c.plot
	p.BackgroundColor = ground
	p.Title.Text = title
	p.Title.Padding = 8
	p.Title.TextStyle.Color = text
	p.Title.TextStyle.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 14}
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Color, a.Tick.LineStyle.Color = textDim, textDim
		a.Label.TextStyle.Color, a.Tick.Label.Color = text, textDim
		a.Label.TextStyle.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 12}
		a.Tick.Label.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 11}
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = lines, lines
	p.Add(grid)
	c.legend.Top, c.legend.Left = true, true
	c.legend.Padding, c.legend.ThumbnailWidth = 6, 36
	c.legend.TextStyle.Color = text
	c.legend.TextStyle.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 11}
	return c
}

// band draws one algorithm: its median as a line, and the percentiles around it.
func (c *chart) band(algorithm int, at []float64, bands []band) error {
	for begin := 0; begin < len(bands); {
		end := begin
		for end < len(bands) && bands[end].ok {
			end++
		}
		if end > begin {
			if err := c.stretch(algorithm, at[begin:end], bands[begin:end]); err != nil {
				return err
			}
		}
		begin = end + 1
	}
	return nil
}

// stretch draws a part of a band that has no gaps.
func (c *chart) stretch(algorithm int, at []float64, bands []band) error {
	var middle, top, bottom plotter.XYs
	for i, b := range bands {
		b = c.fit(b)
		middle = append(middle, plotter.XY{X: at[i], Y: b.middle})
		top = append(top, plotter.XY{X: at[i], Y: b.high})
		bottom = append(bottom, plotter.XY{X: at[i], Y: b.low})
	}
	slices.Reverse(bottom)
	s := style(algorithm)
	area, err := plotter.NewPolygon(append(top, bottom...))
	if err != nil {
		return err
	}
	area.Color, area.LineStyle.Width = faded(s.color), 0
	line, err := plotter.NewLine(middle)
	if err != nil {
		return err
	}
	line.LineStyle = s.line()
	c.plot.Add(area, line)
	return nil
}

// fit lifts a band onto the axis and makes the axis long enough for it.
func (c *chart) fit(b band) band {
	b.low, b.middle, b.high = max(b.low, leastError), max(b.middle, leastError), max(b.high, leastError)
	c.low, c.high = min(c.low, b.low), max(c.high, b.high)
	return b
}

// line returns the style as the plots take it. Dots are as long as the line is wide.
func (s lineStyle) line() draw.LineStyle {
	l := draw.LineStyle{Color: s.color, Width: 1.8}
	if s.dash != ([4]vg.Length{}) {
		l.Dashes = append([]vg.Length(nil), s.dash[:]...)
		for i := 0; i < len(l.Dashes); i += 2 {
			l.Dashes[i] = max(l.Dashes[i], l.Width)
		}
	}
	return l
}

// points draws one algorithm where the places have no order: a mark and a bar of percentiles each.
func (c *chart) points(algorithm int, at []float64, bands []band) error {
	s := style(algorithm)
	var spots spotsWithBars
	for i, b := range bands {
		if !b.ok {
			continue
		}
		b = c.fit(b)
		spots.XYs = append(spots.XYs, plotter.XY{X: at[i], Y: b.middle})
		spots.YErrors = append(spots.YErrors, struct{ Low, High float64 }{b.middle - b.low, b.high - b.middle})
	}
	if len(spots.XYs) == 0 {
		return nil
	}
	bars, err := plotter.NewYErrorBars(spots)
	if err != nil {
		return err
	}
	bars.LineStyle = draw.LineStyle{Color: s.color, Width: 1.8}
	marks, err := plotter.NewScatter(spots.XYs)
	if err != nil {
		return err
	}
	marks.GlyphStyle = draw.GlyphStyle{Color: s.color, Radius: 4, Shape: draw.CircleGlyph{}}
	c.plot.Add(bars, marks)
	return nil
}

// spotsWithBars are marks with bars.
type spotsWithBars struct {
	plotter.XYs
	plotter.YErrors
}

// thumbnail is a line in the legend.
type thumbnail struct{ draw.LineStyle }

// Thumbnail implements [plot.Thumbnailer].
func (t thumbnail) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(t.LineStyle, c.Min.X, y, c.Max.X, y)
}

// decades are the marks of a logarithmic axis.
type decades struct{}

// Ticks implements [plot.Ticker].
func (decades) Ticks(low, high float64) (ticks []plot.Tick) {
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for i := 1.0; i < 10; i++ {
			t := plot.Tick{Value: i * math.Pow(10, e)}
			if i == 1 {
				t.Label = fmt.Sprintf("%g", t.Value)
			}
			if t.Value >= low && t.Value <= high {
				ticks = append(ticks, t)
			}
		}
	}
	return ticks
}

// write draws the chart as PNG and as SVG.
func (c *chart) write(path string) error {
	c.low = min(c.low, c.high)
	c.plot.Y.Min = math.Pow(10, math.Floor(math.Log10(c.low)))
	c.plot.Y.Max = max(math.Pow(10, math.Ceil(math.Log10(c.high))), 10*c.plot.Y.Min)
	png := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(plotWidth, plotHeight), vgimg.UseDPI(120),
		vgimg.UseBackgroundColor(ground))}
	svg := vgsvg.New(plotWidth, plotHeight)
	for _, canvas := range []struct {
		vg.CanvasSizer
		io.WriterTo
		ending string
	}{{png, png, ".png"}, {svg, svg, ".svg"}} {
		c.draw(draw.New(canvas.CanvasSizer))
		err := writeFile(path+canvas.ending, func(w io.Writer) error {
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
	all.SetColor(ground)
	all.Fill(all.Rectangle.Path())
	c.plot.Draw(draw.Crop(all, margin, -legendWidth-margin, margin, -margin))
	beside := all.Size().X - legendWidth
	c.legend.Draw(draw.Crop(all, beside, 0, 0, -50))
}
