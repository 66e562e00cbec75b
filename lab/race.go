package lab

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"

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
	_, err = fmt.Fprintf(w, "\n%s\n", f.sentence(clocks, order[0]))
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

// sentence is the verdict on the baseline, where the best of all is this one. What to use instead is the clock that the
// program recommends where that does better than the baseline, and the best where not.
func (f *Folder) sentence(clocks []paired, best int) string {
	base, instead := f.baselineIndex(), best
	if i := slices.Index(f.Grid.Algorithms, registry.Recommended); i >= 0 && clocks[i].before(&clocks[base]) < 0 {
		instead = i
	}
	mine, other := &clocks[base], &clocks[instead]
	name := titleOf(f.Grid.Algorithms[base])
	switch {
	case !mine.measured[0].ok:
		return "On this link " + name + " never gets to know the time."
	case best == base:
		return fmt.Sprintf("On this link %s is %s ms wrong, and none of the %d clocks does better.", name, significant(mine.measured[0].middle), len(clocks))
	}
	return fmt.Sprintf("On this link %s is %s ms wrong; use %s instead, which with the same luck is %s ms wrong, and better in %d of %d pairs, for %s bytes a second instead of %s.",
		name, significant(mine.measured[0].middle), titleOf(f.Grid.Algorithms[instead]), significant(other.measured[0].middle), other.better, other.pairs,
		whole(other.measured[3].middle), whole(mine.measured[3].middle))
}

// titleOf returns what people call a clock; a variant has its name alone.
func titleOf(name string) string {
	if a, err := registry.Lookup(name); err == nil {
		return a.Title
	}
	return name
}

func whole(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }
