package sweep

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/game/session"
	"driftlab/internal/files"
)

// MaxPlots is how many plots of each kind are made at most; the table has all.
const MaxPlots = 100

// band is how a value is spread over seeds and clients: the 5th percentile, the median and the 95th.
type band struct {
	low, middle, high float64
	ok                bool // false if too few had a value
}

// newBand sorts values. It takes the nearest ranks, and needs values of at least half of all.
func newBand(values []float64, all int) band {
	if len(values) == 0 || 2*len(values) < all {
		return band{}
	}
	slices.Sort(values)
	rank := func(percent int) float64 { return values[max((len(values)*percent+99)/100, 1)-1] }
	return band{rank(5), rank(50), rank(95), true}
}

// figures are the plots' numbers of one combination of settings, over all its seeds and clients.
type figures struct {
	time [][]band // |error| in ms by algorithm and point
	rms  []band   // RMS error in ms by algorithm
	game []band   // by session.GameFigure
}

// figures reads the cells of a combination.
func (f *Folder) figures(combination int) (*figures, error) {
	algorithms, seeds := len(f.Grid.Algorithms), len(f.Grid.Seeds)
	times := make([][points][]float64, algorithms)
	rms := make([][]float64, algorithms)
	var game [session.MainGameFigures][]float64
	all := 0
	for cell := combination * seeds; cell < (combination+1)*seeds; cell++ {
		r, err := f.Result(cell)
		if err != nil {
			return nil, err
		}
		for c := range r.Clients {
			all++
			for figure := range session.MainGameFigures {
				if v := r.Clients[c].Figures[figure.Column()]; v != nil {
					game[figure] = append(game[figure], *v)
				}
			}
			for a := range algorithms {
				if e := r.Clients[c].Algorithms[a].ErrorMS; e != nil {
					rms[a] = append(rms[a], e.RMS)
				}
				t, err := unpackTrace(r.Traces[c][a])
				if err != nil {
					return nil, fmt.Errorf("folder %q: cell %d: %w", f.dir, cell, err)
				}
				for i, v := range t {
					if v != gap {
						times[a][i] = append(times[a][i], math.Abs(float64(v))/1000)
					}
				}
			}
		}
	}
	out := &figures{}
	for _, values := range game {
		out.game = append(out.game, newBand(values, all))
	}
	for a := range algorithms {
		bands := make([]band, points)
		for i := range bands {
			bands[i] = newBand(times[a][i], all)
		}
		out.time = append(out.time, bands)
		out.rms = append(out.rms, newBand(rms[a], all))
	}
	return out, nil
}

// writePlots draws the error over time, one plot a combination of settings, and the error against
// every setting that has more than one value, and the game's figures against the same, each as PNG and SVG. Every cell must be there. It
// returns how many plots it wrote and how many it left out as too many.
func (f *Folder) writePlots(ctx context.Context, to *files.Folder) (written, left int, err error) {
	g := f.Grid
	spread := make([]*figures, g.combinations())
	for n := range spread {
		if err := ctx.Err(); err != nil {
			return written, left, err
		}
		fig, err := f.figures(n)
		if err != nil {
			return written, left, err
		}
		spread[n] = fig
		if n >= MaxPlots {
			left++
			continue
		}
		if err := f.plotTime(to, n, fig.time); err != nil {
			return written, left, err
		}
		written++
	}
	comparisons := g.comparisons()
	for i, c := range comparisons[:min(len(comparisons), MaxPlots)] {
		if err := cmp.Or(f.plotComparison(to, i, c, spread), f.plotGame(to, i, c, spread)); err != nil {
			return written, left, err
		}
		written += 2
	}
	return written, left + 2*max(0, len(comparisons)-MaxPlots), nil
}

// comparison is a row of combinations that differ in one setting only, or in the scenario.
type comparison struct {
	key          string // "scenario" or the axis' key
	label        string // what they have in common
	unit         string
	names        []string  // of the values, where they are words
	at           []float64 // their places on the horizontal axis, rising
	combinations []int     // at each place
}

// comparisons lists those of all settings with more than one value.
func (g *Grid) comparisons() (all []comparison) {
	for axis := -1; axis < len(g.Axes); axis++ {
		like := comparison{key: "scenario"}
		stride, count := g.combinations()/len(g.Scenarios), len(g.Scenarios)
		if axis >= 0 {
			like = g.Axes[axis].scale()
			stride, count = 1, len(g.Axes[axis].Values)
			for _, a := range g.Axes[axis+1:] {
				stride *= len(a.Values)
			}
		} else {
			for i, s := range g.Scenarios {
				like.names, like.at = append(like.names, s.Name), append(like.at, float64(i))
			}
		}
		if count < 2 {
			continue
		}
		for n := range g.combinations() {
			if n/stride%count == 0 {
				all = append(all, g.comparison(like, n, stride))
			}
		}
	}
	return all
}

// comparison takes every stride-th combination from first on and sorts them by place.
func (g *Grid) comparison(like comparison, first, stride int) comparison {
	c := like
	order := make([]int, len(like.at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(like.at[a], like.at[b]) })
	c.at = nil
	for _, i := range order {
		c.at = append(c.at, like.at[i])
		c.combinations = append(c.combinations, first+i*stride)
	}
	scenario, values := g.combination(first)
	parts := slices.DeleteFunc(g.settings(values), func(set string) bool { return strings.HasPrefix(set, c.key+"=") })
	if c.key != "scenario" {
		parts = slices.Insert(parts, 0, g.Scenarios[scenario].Name)
	}
	c.label = strings.Join(parts, ", ")
	return c
}

// scale says where an axis' values lie: numbers at their value, durations in ms, words side by side.
func (a Axis) scale() comparison {
	c := comparison{key: a.Key}
	for i, value := range a.Values {
		set, err := a.assignments(i)
		if err != nil {
			panic(err) // a grid's values have been checked
		}
		k := set[0].Key()
		switch {
		case len(k.Choices) > 0, k.Text != nil, len(set) > 2: // a preset sets many keys
			c.names, c.at = append(c.names, value), append(c.at, float64(i))
		case k.Unit.Name == "duration":
			c.unit, c.at = "ms", append(c.at, float64(set[0].Value)/float64(time.Millisecond))
		default:
			v, err := strconv.ParseFloat(k.Format(set[0].Value), 64)
			if err != nil {
				panic(err) // Format writes such keys as numbers
			}
			c.unit, c.at = k.Unit.Name, append(c.at, v)
		}
	}
	return c
}

// fileName makes a name of a label that every file system takes.
func fileName(label string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("._=-", r):
			return r
		case r == ' ':
			return -1
		case r == ',':
			return '-'
		}
		return '_'
	}, label)
	return strings.TrimRight(name[:min(len(name), 100)], ".")
}
