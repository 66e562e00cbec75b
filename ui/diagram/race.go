package diagram

import (
	"math"
	"time"

	"driftlab/game/ranking"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	table "driftlab/ui/oldtable"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// The columns of the race table, from left to right.
const (
	raceClock = iota
	raceRMS
	raceWorst
	raceStep
	raceConverged
	raceBytes
	raceColumns
)

var (
	raceLook  = table.Look{Class: draw.Small, Row: 26, Low: leastLine, Head: 29, Under: 2, Two: true, Sorts: true}
	raceExact = []table.Scale{{Per: 1, Decimals: 2}, {Per: 1, Decimals: 1}}
	raceBytey = []table.Scale{{Per: 1, Decimals: 1}, {Per: 1}}
)

// columns declares the columns, with what a setting of the race is in their heads.
func (k *RaceTable) columns(lang *words.Language, bound, hold string) {
	k.table.Look, k.table.Columns = raceLook, append(k.table.Columns[:0],
		table.Column{Head: lang.T("race.clock"), Tip: lang.T("race.clock-tip")},
		table.Column{Head: lang.T("race.rms"), Unit: "ms", Tip: lang.T("race.rms-tip")},
		table.Column{Head: lang.T("race.worst"), Unit: "ms", Tip: lang.T("race.worst-tip")},
		table.Column{Head: lang.T("race.step"), Unit: "ms", Tip: lang.T("race.step-tip"), Rank: -2},
		table.Column{Head: lang.T("race.converged") + bound, Unit: "s", Tip: lang.F("race.converged-tip", bound, hold)},
		table.Column{Head: lang.T("race.bytes"), Unit: "B/s", Tip: lang.T("race.bytes-tip"), Rank: -1},
	)
	for i := range k.table.Columns[1:] {
		of := &k.table.Columns[1+i]
		of.As, of.Least, of.Share = raceExact, 38, 1
	}
	k.table.Columns[raceBytes].As = raceBytey
}

// raceOf is what a race was read of.
type raceOf struct {
	session *session.Session
	client  int
	words   *words.Language
	done    int // events
	at      netsim.Time
}

// RaceTable compares all algorithms on one client: how wrong each has been since the race began, and what
// it has cost.
type RaceTable struct {
	table   table.Table
	pen     panel.Pen
	head    layout.Line
	view    *panel.View
	Rows    []session.RaceRow // in the order of algorithms
	order   []int             // of the lines: places in rows, but those of a group that is hidden
	of      raceOf            // what is read
	pace    unity.Pace
	best    [raceColumns]float64 // value, NaN for none
	restart panel.Rect
	swatch  float32 // room for the line before a name

	Side    string // of the world that it is of, "" where there is only one
	Groups  RaceGroups
	Asked   string           // the clock that a person has clicked, "" for none
	errors  []ranking.Errors // of rows
	ranked  ranked
	rated   rated
	verdict string
}

// Update reads the race when numbers are read, and acts on clicks. Between them lines keep their order: such that change
// places in each frame could not be read.
func (k *RaceTable) Update(v *panel.View, p *panel.Pointer) {
	k.view = v
	row, due := k.table.Update(p)
	if p.Pressed && p.Over(k.restart) {
		v.Session.RestartRace(v.Frame.Selected)
		due = true
	}
	if v.Offers() {
		if row != table.Heads {
			k.Asked = v.Clock(row).Name // which the verdict is about
		}
		due = k.Groups.update(v, p) || row != table.Heads || due
	}
	now := raceOf{v.Session, v.Frame.Selected, v.Words, v.Session.Done(), v.Session.Now()}
	then := now
	then.done, then.at = k.of.done, k.of.at
	if due || v.Frame.Fresh && now != k.of || then != k.of || len(k.Rows) == 0 { // another client, or after a leap in time
		k.of = now
		k.read(v)
		k.arrange()
	}
}

func (k *RaceTable) read(v *panel.View) {
	k.Rows = v.Session.Race(max(v.Frame.Selected, 1), k.Rows[:0])
	k.pace = v.Session.RacePace(max(v.Frame.Selected, 1))
	k.Groups.read(v.Words, v.Clocks())
	k.order = k.order[:0]
	for i := range k.Rows {
		if !v.Offers() || !k.Groups.hidden[v.Clock(i).Group] {
			k.order = append(k.order, i)
		}
	}
	k.ranked = k.rank(v)
	if v.Offers() {
		k.verdict = k.verdictOn(v, k.about(v))
	}
	k.columns(v.Words, v.Session.ValueText(0, "converge.bound"), v.Session.ValueText(0, "converge.hold"))
}

// Cell says what a column has of a clock; the best of its column has a dot, of the RMS errors only if that is more than luck.
func (k *RaceTable) Cell(row, column int, is *table.Cell) {
	switch r := &k.Rows[row]; column {
	case raceClock:
		is.Text(panel.ClockShort(k.view.Words, k.view.Clock(row)))
		is.Indent, is.Value, is.Known = 12+k.swatch, float64(row), true
		return
	case raceRMS:
		is.Time(r.RMS, r.OK)
	case raceWorst:
		is.Time(r.Worst, r.OK)
	case raceStep:
		is.Time(r.WorstStep, r.OK)
	case raceConverged:
		is.Figure(r.Convergence.Seconds(), r.Converged)
	case raceBytes:
		is.Figure(r.BytesPerSecond, true)
	}
	is.Best = is.Known && is.Value == k.best[column] && (column != raceRMS || k.ranked.result == ranking.Won)
}

// arrange puts the lines in order and finds the best of each column. Whose value is unknown comes last.
func (k *RaceTable) arrange() {
	k.table.Sort(k.order, k)
	for c := raceRMS; c < raceColumns; c++ {
		k.best[c] = math.NaN()
		for _, i := range k.order {
			var is table.Cell
			// Who is not in the race yet has sent few bytes, too.
			if k.Cell(i, c, &is); is.Known && k.Rows[i].OK && !(is.Value >= k.best[c]) {
				k.best[c] = is.Value
			}
		}
	}
}

// Draw draws the table of all clocks of the chosen client.
func (k *RaceTable) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	k.table.Forget()
	k.restart = panel.Rect{}
	clear(k.Groups.Chips[:])
	if k.view = v; r.H <= 0 || len(k.Rows) == 0 {
		return
	}
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	if v.Whose(k.of.client, r) {
		defer c.BoxOutline(r.X, r.Y, r.W, r.H, 4, 1.5, c.Theme.Machine(k.of.client).Color)
	}
	title, lines := panel.NewRect(r.X+8, r.Y+3, r.W-16, r.H-6).CutTop(22)
	k.title(v, c, title)
	if k.swatch = swatchWidth; title.W < narrowRace {
		k.swatch = 0
	}
	k.table.Columns[raceClock].Least = nameWidth + k.swatch
	k.table.Under = raceLook.Under
	k.table.Draw(c, v.Tips, k.surround(v, c, lines), k.order, k)
}

// title says whose race it is, from when to when, and offers to restart it.
func (k *RaceTable) title(v *panel.View, c *draw.Canvas, r panel.Rect) {
	l, dim := &k.head, layout.Item{Class: draw.Small, Ink: c.Theme.TextDim}
	r = r.After(c.Text(r.X, r.Y+r.H/2, v.Words.T("race.title"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle) + 8)
	if k.Side != "" {
		panel.Badge(c, r.X, r.Y+r.H/2, panel.BadgeHigh, k.Side)
		r = r.After(28)
	}
	l.Start(c.Fonts(), 8)
	k.pen.Start(v.Words).Text(v.Words.T("race.client")).Text(" ").Int(int64(v.Frame.Selected)).Text(", ").Text(v.Words.T("race.since")).Text(" ")
	at := len(k.pen.Fixed(time.Duration(v.Session.RaceFrom(v.Frame.Selected)).Seconds(), 1).Text(" s, ").Buf)
	end := len(k.pen.At(k.of.at).Buf)
	dim.Bytes = k.pen.Text("  ").Text(v.Words.T("card.off-pace")).Text(" ").Share(k.pace.Off, k.pace.Frames).Buf
	since, instant := dim, dim
	since.Bytes, instant.Bytes = dim.Bytes[:end], dim.Bytes[at:end]
	l.Add(dim, since, instant)
	l.Right()
	restart := -1
	if !v.Unattended {
		restart = l.Add(layout.Item{Text: v.Words.T("race.restart"), Class: draw.Small, Ink: c.Theme.Text, Lead: 7, Tail: 7, Rank: 1})
	}
	l.Place(r, 0)
	if restart >= 0 {
		k.restart = l.At(restart)
		c.Box(k.restart.X, r.Y+r.H/2-9, k.restart.W, 18, 9, c.Theme.PanelEdge)
		v.Tips.Add(k.restart, v.Words.T("race.restart-tip"))
	}
	l.Draw(c)
}

// The room for a name, and for the line before it. Where the table is narrow there are no lines.
const (
	nameWidth   = 92
	swatchWidth = 24
	narrowRace  = 290
)

// Row draws the line in which a clock is drawn elsewhere, before its name, and brings out the one that drives.
func (k *RaceTable) Row(c *draw.Canvas, row int, at panel.Rect) {
	v, y := k.view, at.Y+at.H/2
	if row == table.Heads {
		c.Text(at.X+12+k.swatch, at.Y+at.H*3/4, k.table.Columns[raceClock].Head, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		k.table.More(panel.NewRect(at.X+12, at.Y, at.W-12, at.H/2))
		return
	}
	driving := row == v.Driving(v.Frame.Selected)
	if elsewhere := v.Which(row, at); driving || elsewhere {
		table.BringOut(c, at)
	}
	if driving {
		c.Text(at.X-5, y, "►", draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	}
	if k.swatch > 0 {
		style := panel.ClockStyle(c.Theme, v.Clock(row))
		c.Dashed(at.X+12, y, at.X+30, y, 2.5, style.Dash.Scale(0.8), 0, style.Color)
	}
	if !v.Tips.Under(at) {
		return
	}
	tip := panel.ClockTip(v.Words, v.Clock(row))
	if v.Clock(row).Name == registry.Recommended {
		tip = v.Words.T("race.recommended") + tip
	}
	if driving {
		tip = v.Words.T("race.driving") + tip
	}
	if v.Offers() { // where there is no room for the verdict below the lines
		tip = k.verdictOn(v, row) + " " + tip
	}
	v.Tips.Add(at, tip)
}
