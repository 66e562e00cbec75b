package lab

import (
	"fmt"
	"path/filepath"

	"gonum.org/v1/plot"

	"driftlab/session"
)

// spread says in a title over what the percentiles are.
func (g *Grid) spread() string {
	if len(g.Seeds) == 1 {
		return "median and 5th to 95th percentile of all clients"
	}
	return fmt.Sprintf("median and 5th to 95th percentile of %d seeds and all clients", len(g.Seeds))
}

// plotTime draws the error over time of one combination.
func (f *Folder) plotTime(dir string, combination int, bands [][]band) error {
	g := f.Grid
	scenario, values := g.combination(combination)
	sc, err := session.Parse(g.Scenarios[scenario].Name, g.Scenarios[scenario].Text)
	if err != nil {
		return err
	}
	label := g.combinationLabel(scenario, values)
	c := newChart(label+"\n"+g.spread(), "virtual time, s", "clock error without its sign, ms")
	at := make([]float64, points)
	for i := range at {
		at[i] = sc.Duration.Seconds() * float64(i+1) / points
	}
	for a, name := range g.Algorithms {
		if err := c.band(a, at, bands[a]); err != nil {
			return err
		}
		c.legend.Add(name, thumbnail{style(a).line()})
	}
	c.plot.X.Min, c.plot.X.Max = 0, sc.Duration.Seconds()
	return c.write(filepath.Join(dir, fmt.Sprintf("time-%03d-%s", combination+1, fileName(label))))
}

// plotComparison draws the error against one setting; spread is by combination and algorithm.
func (f *Folder) plotComparison(dir string, n int, k comparison, spread [][]band) error {
	title, x := "Error against "+k.key, k.key
	if k.label != "" {
		title += ": " + k.label
	}
	if k.unit != "" {
		x += ", " + k.unit
	}
	c := newChart(title+"\n"+f.Grid.spread(), x, "RMS clock error, ms")
	for a, name := range f.Grid.Algorithms {
		bands := make([]band, len(k.at))
		at := make([]float64, len(k.at))
		for i, combination := range k.combinations {
			at[i], bands[i] = k.at[i], spread[combination][a]
			if k.names != nil { // side by side around the place
				at[i] += 0.7 * (float64(a) + 0.5 - float64(len(f.Grid.Algorithms))/2) / float64(len(f.Grid.Algorithms))
			}
		}
		draw := c.band
		if k.names != nil {
			draw = c.points
		}
		if err := draw(a, at, bands); err != nil {
			return err
		}
		c.legend.Add(name, thumbnail{style(a).line()})
	}
	c.plot.X.Min, c.plot.X.Max = k.at[0], k.at[len(k.at)-1]
	if k.names != nil {
		c.plot.X.Min, c.plot.X.Max = -0.5, float64(len(k.names))-0.5
		c.plot.X.Tick.Marker = words(k.names)
	}
	return c.write(filepath.Join(dir, fmt.Sprintf("against-%s-%03d-%s", fileName(k.key), n+1, fileName(k.label))))
}

// words are the marks of an axis of words, at 0, 1, 2, …
type words []string

// Ticks implements [plot.Ticker].
func (w words) Ticks(float64, float64) (ticks []plot.Tick) {
	for i, name := range w {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	return ticks
}
