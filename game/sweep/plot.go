package sweep

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/internal/palette"
)

// about says what the percentiles are of.
func (g *Grid) about() string { return "median, and 5th to 95th percentile, of " + g.samples() }

// samples says over what a figure is taken.
func (g *Grid) samples() string {
	if len(g.Seeds) == 1 {
		return "all clients"
	}
	return fmt.Sprintf("%d seeds and all clients", len(g.Seeds))
}

// plotTime draws the error over time of one combination.
func (f *Folder) plotTime(to *files.Folder, combination int, bands [][]band) error {
	g := f.Grid
	of, values := g.combination(combination)
	sc, err := scenario.Parse(g.Scenarios[of].Name, g.Scenarios[of].Text)
	if err != nil {
		return err
	}
	label := g.combinationLabel(of, values)
	c := newChart("Error over time: "+label, "clock error without its sign: "+g.about(), len(g.Algorithms))
	at := make([]float64, points)
	for i := range at {
		at[i] = sc.Duration.Seconds() * float64(i+1) / points
	}
	if err := c.eachAlgorithm(g.Algorithms, linesOf(g.Algorithms, sc.Algorithms()), at, bands); err != nil {
		return err
	}
	c.axes("virtual time, s", "error, ms", 0, sc.Duration.Seconds())
	return c.write(to, fmt.Sprintf("time-%03d-%s", combination+1, fileName(label)))
}

// plotComparison draws the error against one setting; spread is by combination.
func (f *Folder) plotComparison(to *files.Folder, n int, k comparison, spread []*figures) error {
	g := f.Grid
	title := "Error against " + k.key
	if k.label != "" {
		title += ": " + k.label
	}
	about := "RMS clock error: " + g.about()
	bands := make([][]band, len(g.Algorithms))
	for a := range bands {
		for _, combination := range k.combinations {
			bands[a] = append(bands[a], spread[combination].rms[a])
		}
	}
	sc, err := scenario.Parse(g.Scenarios[0].Name, g.Scenarios[0].Text)
	if err != nil {
		return err
	}
	draws := k.amongNumbers
	if k.names != nil {
		draws = k.amongWords
	}
	c, err := draws(title, about, g.Algorithms, linesOf(g.Algorithms, sc.Algorithms()), bands)
	if err != nil {
		return err
	}
	return c.write(to, fmt.Sprintf("against-%s-%03d-%s", fileName(k.key), n+1, fileName(k.label)))
}

// plotGame draws each of the game's figures against one setting, in a panel of its own with its own axis from 0 on.
func (f *Folder) plotGame(to *files.Folder, n int, k comparison, spread []*figures) error {
	c := newChart(strings.TrimSuffix("The game against "+strings.TrimSuffix(k.key+", "+k.unit, ", ")+": "+k.label, ": "), "what its players notice: "+f.Grid.about(), int(session.MainGameFigures))
	c.linear = true
	style := palette.LineStyle{Color: theme.Accent}
	for figure, p := range c.panels {
		var bands []band
		for _, combination := range k.combinations {
			bands = append(bands, spread[combination].game[figure])
		}
		kind := session.GameFigureKinds[figure]
		p.Title.Text, p.Title.TextStyle.Color, p.Y.Tick.Marker = strings.TrimSuffix(kind.Name+", "+kind.Unit, ", "), theme.Text, plot.DefaultTicks{}
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = k.at[0], k.at[len(k.at)-1], 0, 1
		draws := func() error { return c.lines(p, line(style, thick), pale(style.Color, 0x48), k.at, bands) }
		if k.names != nil {
			p.X.Tick.Marker, p.X.Min, p.X.Max = words(k.names), -0.5, float64(len(k.names))-0.5
			draws = func() error { return c.bars(p, style, k.at, bands) }
		}
		if err := draws(); err != nil {
			return err
		}
	}
	return c.write(to, fmt.Sprintf("game-%s-%03d-%s", fileName(k.key), n+1, fileName(k.label)))
}

func (k *comparison) amongNumbers(title, about string, algorithms []string, styles []palette.LineStyle, bands [][]band) (*chart, error) {
	c := newChart(title, about, len(algorithms))
	if err := c.eachAlgorithm(algorithms, styles, k.at, bands); err != nil {
		return nil, err
	}
	x := k.key
	if k.unit != "" {
		x += ", " + k.unit
	}
	c.axes(x, "RMS error, ms", k.at[0], k.at[len(k.at)-1])
	return c, nil
}

// amongWords draws all algorithms side by side at each place.
func (k *comparison) amongWords(title, about string, algorithms []string, styles []palette.LineStyle, bands [][]band) (*chart, error) {
	const share = 0.7 // of the way from place to place
	c := newChart(title, about, 1)
	for a := range algorithms {
		at := make([]float64, len(k.at))
		for i := range at {
			at[i] = k.at[i] + share*((float64(a)+0.5)/float64(len(algorithms))-0.5)
		}
		if err := c.bars(c.panels[0], styles[a], at, bands[a]); err != nil {
			return nil, err
		}
	}
	// The algorithms' names and line styles, beside the panels.
	l := plot.NewLegend()
	l.Top, l.Left = true, true
	l.Padding, l.ThumbnailWidth = 6, 36
	l.TextStyle.Color, l.TextStyle.Font = theme.Text, sans(11)
	for a, name := range algorithms {
		l.Add(name, thumbnail{line(styles[a], thick)})
	}
	c.legend = &l
	c.panels[0].X.Tick.Marker = words(k.names)
	c.axes(k.key, "RMS error, ms", -0.5, float64(len(k.names))-0.5)
	return c, nil
}

// words are the marks of an axis of words, at 0, 1, 2, …
type words []string

func (w words) Ticks(float64, float64) (ticks []plot.Tick) {
	for i, name := range w {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	return ticks
}

// PlotFiles returns the names of the files of a plot, with slashes.
func PlotFiles(name string) []string {
	return []string{PlotsDir + "/" + name + ".png", PlotsDir + "/" + name + ".svg"}
}

// PlotPlaces draws one value in ms of each clock at each place that has a name, as PNG and SVG. A negative value is none.
func PlotPlaces(to *files.Folder, file, title, about, axis string, places, clocks []string, ms [][]float64) error {
	k := comparison{key: axis, names: places}
	for i := range places {
		k.at = append(k.at, float64(i))
	}
	bands := make([][]band, len(clocks))
	for c := range clocks {
		for _, v := range ms[c] {
			bands[c] = append(bands[c], band{v, v, v, v >= 0})
		}
	}
	chart, err := k.amongWords(title, about, clocks, linesOf(clocks, nil), bands)
	if err != nil {
		return err
	}
	return chart.write(to, file)
}
