package sweep

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"

	"driftlab/game/ranking"
	"driftlab/netsync/registry"
)

// WriteRace writes how all clocks have done in the one combination of a grid, the best first, and one sentence about
// one of them, which is the baseline: how far it is off there, and which clock to use instead.
func (f *Folder) WriteRace(w io.Writer) error {
	clocks, err := f.compare(0)
	if err != nil {
		return err
	}
	order := make([]int, len(clocks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return clocks[a].before(&clocks[b]) })
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "clock")
	for _, m := range comparedMeasures {
		fmt.Fprint(t, "\t", m.head)
	}
	fmt.Fprintln(t)
	for _, a := range order {
		fmt.Fprint(t, f.Grid.Algorithms[a])
		for m := range comparedMeasures {
			fmt.Fprint(t, "\t", clocks[a].cell(m, true))
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\n%s\n", f.sentence(clocks))
	return err
}

// before orders clocks by their RMS error; one without comes last.
func (c *paired) before(other *paired) int {
	a, b := c.measured[0], other.measured[0]
	switch {
	case a.ok && b.ok:
		return cmp.Compare(a.middle, b.middle)
	case a.ok:
		return -1
	case b.ok:
		return +1
	}
	return 0
}

// sentence is the verdict on the baseline. What to use instead is the best of all, and where luck decides which that is, the clock
// that the program recommends, each only where it does better by more than luck: resampled by pairs of seed and client.
func (f *Folder) sentence(clocks []paired) string {
	base := f.baselineIndex()
	mine, name := &clocks[base], titleOf(f.Grid.Algorithms[base])
	var all []ranking.Errors
	for i := range clocks {
		all = append(all, clocks[i].errors)
	}
	first, second, result := ranking.Of(all)
	instead := slices.Index(f.Grid.Algorithms, registry.Recommended)
	if result == ranking.Won || instead < 0 {
		instead = first
	}
	if !mine.measured[0].ok {
		return "On this link " + name + " never gets to know the time."
	}
	text := fmt.Sprintf("On this link %s is %s ms wrong", name, Significant(mine.measured[0].middle))
	if result == ranking.Won && first == base {
		return fmt.Sprintf("%s, and none of the %d clocks does better.", text, len(clocks))
	}
	if better, _, sure := ranking.Of([]ranking.Errors{mine.errors, clocks[instead].errors}); better == 1 && sure == ranking.Won {
		other := &clocks[instead]
		return fmt.Sprintf("%s; use %s instead, which with the same luck is %s ms wrong, and better in %d of %d pairs, for %s bytes a second instead of %s.",
			text, titleOf(f.Grid.Algorithms[instead]), Significant(other.measured[0].middle), other.better, other.pairs,
			whole(other.measured[3].middle), whole(mine.measured[3].middle))
	}
	if second < 0 {
		return text + "."
	}
	at := func(i int) string { return Significant(clocks[i].measured[0].middle) }
	a, b := titleOf(f.Grid.Algorithms[first]), titleOf(f.Grid.Algorithms[second])
	if result == ranking.Even {
		return fmt.Sprintf("%s; of the %d clocks %s and %s are equally close: %s and %s ms.", text, len(clocks), a, b, at(first), at(second))
	}
	return fmt.Sprintf("%s; whether %s or %s is the best of the %d clocks is luck: %s and %s ms.", text, a, b, len(clocks), at(first), at(second))
}

// titleOf returns what people call a clock; a variant has its name alone.
func titleOf(name string) string {
	if a, err := registry.Lookup(name); err == nil {
		return a.Title
	}
	return name
}

func whole(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }

// Significant writes ms with three digits or so, and no finer than to the µs.
func Significant(ms float64) string {
	decimals := 0
	for limit := 100.; ms < limit && decimals < 3; limit /= 10 {
		decimals++
	}
	return strconv.FormatFloat(ms, 'f', decimals, 64)
}
