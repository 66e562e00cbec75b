package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"driftlab/internal/texts"
)

// A contest is how a clock did on drawn links beside each of its rivals, one by one. Which of many is nearest says little: on most links some clock or
// other is near by luck.
type contest struct {
	name   string
	links  int
	own    side
	beside []side // the oracle, and Midline in a thrifty game
	rivals []side
	far    int // links on which it lost by far to any rival
}

// A side is one clock in a contest.
type side struct {
	clock  string
	rms    []float64 // ms, by link; +Inf where it knew no time
	bytes  float64   // a second, on average
	nearer int       // links on which the clock that is judged was nearer than this one
	far    int       // on which it lost to this one by far
}

// newContest compares the clock that is judged with all others on some runs, at least one.
func newContest(name string, runs []Run) *contest {
	c := &contest{name: name, links: len(runs), beside: make([]side, len(runs[0].Beside)), rivals: make([]side, len(runs[0].Scores)-1)}
	for i := range runs {
		r := &runs[i]
		own, any := c.own.add(&r.Scores[0]), false
		for k := range c.beside {
			c.against(&c.beside[k], &r.Beside[k], own)
		}
		for k := range c.rivals {
			any = c.against(&c.rivals[k], &r.Scores[1+k], own) || any
		}
		if any {
			c.far++
		}
	}
	return c
}

// add adds a link, and returns how wrong the clock was.
func (s *side) add(score *Score) float64 {
	rms := math.Inf(1)
	if score.Known {
		rms = score.RMS
	}
	s.clock, s.rms, s.bytes = score.Clock, append(s.rms, rms), s.bytes+score.Bytes
	return rms
}

// against adds a link to a rival, and says whether it was lost to that by far.
func (c *contest) against(to *side, score *Score, own float64) (far bool) {
	rms := to.add(score)
	if own < rms {
		to.nearer++
	}
	// It has lost by far: it is more than twice as wrong, and more than a millisecond beyond.
	if far = own > 2*rms && own > rms+1; far {
		to.far++
	}
	return far
}

// median returns that of the root mean squares, in ms.
func (s *side) median() float64 {
	all := slices.Sorted(slices.Values(s.rms))
	return all[len(all)/2]
}

func (s *side) cells(links int) []string {
	bytes := "–"
	if s.bytes > 0 {
		bytes = fmt.Sprintf("%.1f", s.bytes/float64(links))
	}
	return []string{s.clock, Short(s.median()), bytes}
}

// lost names those to whom links were lost by far, those with the most first.
func (c *contest) lost() string {
	rivals := slices.DeleteFunc(slices.Clone(c.rivals), func(s side) bool { return s.far == 0 })
	slices.SortStableFunc(rivals, func(a, b side) int { return b.far - a.far })
	var parts []string
	for i := range rivals {
		parts = append(parts, fmt.Sprintf("%s %d", rivals[i].clock, rivals[i].far))
	}
	return cmp.Or(strings.Join(parts, ", "), "–")
}

// sentence says how the clock did.
func (c *contest) sentence() string {
	return fmt.Sprintf("%s: %s is %s ms wrong (RMS, median of %d links), and an oracle that is told the rate %s ms; it lost by far to another clock on %d.",
		c.name, c.own.clock, Short(c.own.median()), c.links, Short(c.beside[0].median()), c.far)
}

// exact returns the limits, as shares, within which a probability lies with 95 % confidence after k of n (Clopper and Pearson, Biometrika 26, 1934).
func exact(k, n int) (least, most float64) {
	// tail is the probability of at least k of n.
	tail := func(k int, p float64) (sum float64) {
		for i := k; i <= n; i++ {
			a, _ := math.Lgamma(float64(n + 1))
			b, _ := math.Lgamma(float64(i + 1))
			c, _ := math.Lgamma(float64(n - i + 1))
			sum += math.Exp(a - b - c + float64(float64(i)*math.Log(p)) + float64(float64(n-i)*math.Log1p(-p)))
		}
		return sum
	}
	solve := func(k int, of float64) float64 { // tail rises with p
		low, high := 0., 1.
		for range 50 {
			if p := (low + high) / 2; tail(k, p) < of {
				low = p
			} else {
				high = p
			}
		}
		return (low + high) / 2
	}
	if most = 1; k > 0 {
		least = solve(k, .025)
	}
	if k < n {
		most = solve(k+1, .975)
	}
	return least, most
}

// interval writes those limits in per cent.
func interval(k, n int) string {
	least, most := exact(k, n)
	return fmt.Sprintf("%.1f–%.1f %%", 100*least, 100*most)
}

// contests returns one of each class that was played, and behind several that of all drawn links.
func (j *Judgement) contests() (all []*contest) {
	runs := make([][]Run, len(j.Links))
	var of []Run
	for _, r := range j.Runs {
		if j.Links[r.Link].Drawn() {
			runs[r.Link] = append(runs[r.Link], r)
			of = append(of, r)
		}
	}
	for i := range runs {
		if len(runs[i]) > 0 {
			all = append(all, newContest(j.Links[i].class.Name, runs[i]))
		}
	}
	if len(all) > 1 {
		all = append(all, newContest("all", of))
	}
	return all
}

// A grid is a table's rows of cells, the first of which are its head.
type grid [][]string

// Contests returns the tables of all drawn links for a terminal, tabs between cells; "" where none was drawn.
func (j *Judgement) Contests() string {
	var b strings.Builder
	tables := grids(j.contests())
	if tables[0] == nil {
		return ""
	}
	for _, g := range tables[:2] {
		for _, row := range g {
			fmt.Fprintln(&b, strings.Join(row, "\t"))
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// grids are the tables of contests: by class, by rival, and by both.
func grids(all []*contest) [3]grid {
	if len(all) == 0 {
		return [3]grid{}
	}
	total := all[len(all)-1]
	classes := grid{{"class", "links", "RMS ms", "oracle", "lost by far", "95 %", "to"}}
	for _, c := range all {
		classes = append(classes, []string{c.name, fmt.Sprint(c.links), Short(c.own.median()), Short(c.beside[0].median()), fmt.Sprint(c.far), interval(c.far, c.links), c.lost()})
	}
	rivals := grid{{"clock", "RMS ms", "bytes/s", "nearer on", "lost by far", "95 %"}, append(total.own.cells(total.links), "–", "–", "–")}
	both := grid{{"clock"}}
	for _, c := range all {
		both[0] = append(both[0], c.name)
	}
	beside := len(total.beside)
	var order []int // the extra scores first, then the rivals from the best on
	for i := range beside + len(total.rivals) {
		order = append(order, i)
	}
	slices.SortStableFunc(order[beside:], func(a, b int) int {
		return cmp.Compare(total.rivals[a-beside].median(), total.rivals[b-beside].median())
	})
	for _, i := range order {
		pick := func(c *contest) *side {
			if i < beside {
				return &c.beside[i]
			}
			return &c.rivals[i-beside]
		}
		s := pick(total)
		rivals = append(rivals, append(s.cells(total.links), fmt.Sprint(s.nearer), fmt.Sprint(s.far), interval(s.far, total.links)))
		row := []string{s.clock}
		for _, c := range all {
			row = append(row, fmt.Sprintf("%d / %d", pick(c).nearer, pick(c).far))
		}
		both = append(both, row)
	}
	return [3]grid{classes, rivals, both}
}

// contestsMarkdown are the tables of all drawn links in the report.
func (j *Judgement) contestsMarkdown(b *strings.Builder) {
	all := j.contests()
	if len(all) == 0 {
		return
	}
	told := [3]string{"By class: root mean squares are medians, and *lost by far* is more than twice as wrong as a rival and more than a millisecond beyond.",
		"By rival, over all classes.", "Both: links on which it was nearer than a rival / lost to that by far."}
	for i, g := range grids(all) {
		fmt.Fprintf(b, "\n%s\n\n", told[i])
		for at, row := range g {
			for k := range row {
				row[k] = texts.Markdown(row[k])
			}
			fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
			if at == 0 {
				fmt.Fprintf(b, "|%s\n", strings.Repeat(" --- |", len(row)))
			}
		}
	}
}
