package lab

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"driftlab/game"
	"driftlab/internal/files"
	"driftlab/internal/plain"
	"driftlab/session"
)

// AlignmentFile is where the tables of alignment are written.
const AlignmentFile = "alignment.md"

// alignmentKeys are what a grid has to vary for tables of alignment.
var alignmentKeys = [...]string{"platform.time", "projectile.spawn", "client.algorithm"}

// alignment makes the tables of how riders are aligned with their platforms and projectiles with where
// the host has them.
type alignment struct {
	folder *Folder
	axes   [len(alignmentKeys)]int
	err    error
}

// writeAlignment writes alignment.md if the grid varies how platforms and projectiles are shown and by
// which clock. Every cell must be there.
func (f *Folder) writeAlignment(to *files.Folder) error {
	t := alignment{folder: f}
	for i, key := range alignmentKeys {
		t.axes[i] = slices.IndexFunc(f.Grid.Axes, func(a Axis) bool { return a.Key == key })
		if t.axes[i] < 0 {
			return nil
		}
	}
	return writeFile(to, AlignmentFile, func(w io.Writer) error {
		for value, name := range f.Grid.Axes[t.axes[0]].Values {
			t.writeRiders(w, value, name)
		}
		for value, name := range f.Grid.Axes[t.axes[1]].Values {
			t.writeProjectiles(w, value, name)
		}
		return t.err // one of writing stays in the writer
	})
}

// riders are whose screen and which rider.
var riders = []struct {
	name string
	of   func(r *Result) []*session.AlignmentSummary
}{
	{"client: own player", onClients(func(r *session.RidingSummary) *session.AlignmentSummary { return r.Own })},
	{"client: character", onClients(func(r *session.RidingSummary) *session.AlignmentSummary { return r.NPC })},
	{"client: host's player", onClients(func(r *session.RidingSummary) *session.AlignmentSummary { return r.Host })},
	{"client: other client's player", onClients(func(r *session.RidingSummary) *session.AlignmentSummary { return r.Other })},
	{"host: character", func(r *Result) []*session.AlignmentSummary { return []*session.AlignmentSummary{r.Host.Riding.NPC} }},
	{"host: clients' players", func(r *Result) []*session.AlignmentSummary { return []*session.AlignmentSummary{r.Host.Riding.Other} }},
}

func onClients(of func(r *session.RidingSummary) *session.AlignmentSummary) func(r *Result) []*session.AlignmentSummary {
	return func(r *Result) (all []*session.AlignmentSummary) {
		for i := range r.Clients {
			all = append(all, of(&r.Clients[i].Riding))
		}
		return all
	}
}

func (t *alignment) writeRiders(w io.Writer, value int, name string) {
	fmt.Fprintf(w, "\n## Platforms in %s time\n\n| screen: rider | clock |", name)
	t.writeHead(w, "| --- | --- |")
	for _, rider := range riders {
		t.writeRows(w, "| "+rider.name+" ", func(scenario, algorithm int) string {
			var ms, m mean
			t.each(scenario, 0, value, algorithm, func(r *Result) {
				for _, one := range rider.of(r) {
					if one != nil {
						ms.add(one.MeanMS)
						m.add(one.MeanM)
					}
				}
			})
			return pair(ms, m)
		})
	}
}

func (t *alignment) writeProjectiles(w io.Writer, value int, name string) {
	fmt.Fprintf(w, "\n## Projectiles %s\n\n| clock |", name)
	t.writeHead(w, "| --- |")
	t.writeRows(w, "", func(scenario, algorithm int) string {
		var ms, m mean
		t.each(scenario, 1, value, algorithm, func(r *Result) {
			for i := range r.Clients {
				if one := shown(&r.Clients[i].Projectiles, name); one != nil {
					m.add(one.BiasM)
					ms.add(one.BiasMS)
				}
			}
		})
		return pair(ms, m)
	})
	t.writeBytes(w, value, name)
}

// writeBytes writes what a way to show projectiles costs, in the mean of all clocks.
func (t *alignment) writeBytes(w io.Writer, value int, name string) {
	fmt.Fprint(w, "| *bytes a second to each client* |")
	for scenario := range t.folder.Grid.Scenarios {
		var sent mean
		for algorithm := range t.folder.Grid.Axes[t.axes[2]].Values {
			t.each(scenario, 1, value, algorithm, func(r *Result) {
				for i := range r.Clients {
					if one := shown(&r.Clients[i].Projectiles, name); one != nil {
						sent.add(one.BytesPerS)
					}
				}
			})
		}
		fmt.Fprintf(w, " %s |", sent.text(0))
	}
	fmt.Fprintln(w)
}

// writeRows writes a row for each clock, and one only for those that come to the same.
func (t *alignment) writeRows(w io.Writer, first string, field func(scenario, algorithm int) string) {
	g := t.folder.Grid
	algorithms := g.Axes[t.axes[2]].Values
	var rows []string
	clocks := map[string][]string{} // by row
	for a, name := range algorithms {
		row := ""
		for s := range g.Scenarios {
			row += " " + field(s, a) + " |"
		}
		if clocks[row] == nil {
			rows = append(rows, row)
		}
		clocks[row] = append(clocks[row], plain.Markdown(name))
	}
	slices.SortStableFunc(rows, func(a, b string) int { return len(clocks[a]) - len(clocks[b]) })
	for i, row := range rows {
		names := strings.Join(clocks[row], ", ")
		switch {
		case len(rows) == 1:
			names = "all"
		case i == len(rows)-1 && len(clocks[row]) > 1:
			names = "all others"
		}
		fmt.Fprintf(w, "%s| %s |%s\n", first, names, row)
	}
}

// shown returns how a client has shown projectiles in a mode.
func shown(p *session.ProjectileSummary, mode string) *session.ShotSummary {
	switch mode {
	case game.ShotModeNames()[game.NaiveShots]:
		return p.Naive
	case game.ShotModeNames()[game.FramedShots]:
		return p.PerFrame
	case game.ShotModeNames()[game.PredictedShots]:
		return p.Predicted
	}
	return p.Timestamped
}

// writeHead ends the head of a table and writes the line below it.
func (t *alignment) writeHead(w io.Writer, first string) {
	for _, s := range t.folder.Grid.Scenarios {
		fmt.Fprintf(w, " %s |", plain.Markdown(s.Name))
	}
	fmt.Fprintln(w, "\n"+first+strings.Repeat(" ---: |", len(t.folder.Grid.Scenarios)))
}

// each calls do for every cell of a scenario in which one of the axes and the algorithm have these values,
// whatever the others have.
func (t *alignment) each(scenario, axis, value, algorithm int, do func(*Result)) {
	g := t.folder.Grid
	for i := range g.Cells() {
		c := g.Cell(i)
		if t.err != nil || c.Scenario != scenario || c.Values[t.axes[axis]] != value || c.Values[t.axes[2]] != algorithm {
			continue
		}
		r, err := t.folder.Result(i)
		if err != nil {
			t.err = err
			continue
		}
		do(r)
	}
}

// mean adds up values.
type mean struct {
	sum float64
	n   int
}

func (m *mean) add(v float64) { m.sum, m.n = m.sum+v, m.n+1 }

// text writes the mean with so many decimals; – where there is none.
func (m mean) text(decimals int) string {
	if m.n == 0 {
		return "–"
	}
	return fixed(m.sum/float64(m.n), decimals)
}

// pair writes a time and a distance; – where there is none.
func pair(ms, m mean) string {
	if ms.n == 0 {
		return "–"
	}
	return ms.text(0) + " ms " + m.text(2) + " m"
}

// fixed writes a number with so many decimals, and no −0.
func fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}
