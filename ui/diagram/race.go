package diagram

import (
	"math"
	"slices"
	"time"

	"driftlab/game"
	"driftlab/game/ranking"
	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/netsync/registry"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/table"
	"driftlab/ui/words"
)

// The columns of the race table, from left to right.
const (
	raceClock = iota
	raceNow
	raceRMS
	raceWorst
	raceStep
	raceConverged
	raceBytes
	raceColumns
)

// columns declares the columns. bound and hold are the settings of when a clock has converged.
func (k *RaceTable) columns(lang *words.Language, bound, hold string) {
	if len(k.table.Columns) == 0 {
		k.table.By = raceRMS
	}
	column := func(name, unit string, in table.Measure) table.Column {
		return table.Column{Head: lang.T("race." + name), Unit: unit, Tip: lang.T("race." + name + "-tip"), In: in, Bar: table.Behind}
	}
	seconds := table.Seconds
	seconds.Widest = "99.999"
	k.table.Look = table.Look{Class: draw.Body, Sorts: true, Note: lang.T("race.note")}
	k.table.Columns = append(k.table.Columns[:0], column("clock", "", table.Measure{}), column("now", "ms", table.Millis), column("rms", "ms", table.Millis),
		column("worst", "ms", table.Millis), column("step", "ms", table.Millis), column("converged", "s", seconds), column("bytes", "B/s", table.Whole))
	for i := range k.table.Columns {
		k.table.Columns[i].Rank = min(raceWorst-i, 0)
	}
	at := func(i int) *table.Column { return &k.table.Columns[i] }
	at(raceClock).Least, at(raceClock).Rank = raceNames, 1
	at(raceNow).Signed, at(raceNow).Size, at(raceNow).Bar = true, true, table.NoBar
	at(raceConverged).Head, at(raceConverged).Tip = lang.T("race.converged")+" "+bound, lang.F("race.converged-tip", bound, hold)
}

// raceOf is what the race was read for, and when.
type raceOf struct {
	session *session.Session
	client  int // 0 for all
	words   *words.Language
	done    int // events that have been processed
	at      netsim.Time
}

// RaceFigures are a clock's figures by column.
type RaceFigures [raceColumns]struct {
	of    float64
	known bool
}

// RaceTable compares all algorithms on one client or on all: how wrong each is and has been since the race began, and its traffic.
type RaceTable struct {
	table   table.Table
	pen     panel.Pen
	head    layout.Line
	view    *panel.View
	theme   *palette.Theme
	Rows    []RaceFigures // in the order of algorithms
	spread  []float64     // the distance from each one's 5th to its 95th percentile over all clients, in ms; empty for one client
	order   []int         // the rows from the top, as indices of Rows, without hidden groups
	of      raceOf        // what was read
	each    []RaceFigures // the figures on each client, one client after another
	rows    []session.RaceRow
	sorted  []float64
	restart panel.Rect
	choice  [2]panel.Rect // the buttons for the chosen client and for all
	drawn   bool          // it was drawn since the last update
	narrow  bool          // when the race began is written above the names
	large   bool          // figures are so long that the last column gives way to names
	clients int           // how many there were at the last update

	Side   string // the world's letter, "" if there is only one world
	All    bool   // it shows the medians over all clients
	Groups RaceGroups
	rated  rated
	errors []ranking.Errors // each clock's, to be ranked
	runs   []ranking.Errors // one clock's, on each client
	said   string           // the verdict, a reason for it, and more
	why    string
	more   string
	forms  [3]string // all of it, and what is left where there is less room
}

// Update reads the race when numbers are read, and acts on clicks. In between rows keep their order, since nobody could read
// rows that change places in each frame.
func (k *RaceTable) Update(v *panel.View, p *panel.Pointer) {
	if !k.drawn {
		k.forget()
	}
	k.view, k.drawn = v, false
	row, due := k.table.Update(p)
	if n := v.Frame.Clients(); n != k.clients {
		k.clients, k.All = n, n >= ManyFrom
	}
	if row != table.Heads {
		v.Hover.Pin(row, p.Shift)
	}
	for i, r := range k.choice {
		if p.Pressed && p.Over(r) {
			k.All, due = i == 1, true
		}
	}
	now := raceOf{v.Session, max(v.Frame.Selected, 1), v.Words, v.Session.Done(), v.Session.Now()}
	if k.All && v.Frame.Clients() > 1 {
		now.client = 0
	}
	if p.Pressed && p.Over(k.restart) {
		for client := 1; client <= v.Frame.Clients(); client++ {
			if now.client == 0 || now.client == client {
				v.Session.RestartRace(client)
			}
		}
		due = true
	}
	due = v.Offers() && k.Groups.update(v, p) || due
	then := now
	then.done, then.at = k.of.done, k.of.at
	if due || v.Frame.Fresh && now != k.of || then != k.of || len(k.Rows) == 0 { // another client, or time has jumped
		k.of = now
		k.read(v)
	}
}

func (k *RaceTable) read(v *panel.View) {
	k.Rows, k.spread = k.Rows[:0], k.spread[:0]
	if k.of.client > 0 {
		k.Rows = k.reading(v, k.of.client, k.Rows)
	} else {
		k.medians(v)
	}
	k.Groups.read(v.Words, v.Clocks())
	k.order = k.order[:0]
	for i := range k.Rows {
		if !v.Offers() || !k.Groups.hidden[v.Clock(i).Group] {
			k.order = append(k.order, i)
		}
	}
	setting := func(name string) string { return panel.SettingValue(v.Words, name, v.Session.ValueText(0, name)) }
	k.columns(v.Words, setting("converge.bound"), setting("converge.hold"))
	if v.Unattended {
		k.table.Look.Note = ""
	}
	k.table.Read(v.Words, k.order, k)
	k.large = max(k.table.Largest(raceRMS), k.table.Largest(raceWorst)) >= largeError
	if v.Lesson == nil {
		k.judge(v)
	}
}

// reading appends the figures of all clocks on a client.
func (k *RaceTable) reading(v *panel.View, client int, to []RaceFigures) []RaceFigures {
	k.rows = v.Session.Race(client, k.rows[:0])
	for i := range k.rows {
		r := &k.rows[i]
		err, ok := v.Session.ClockError(client, i)
		ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
		to = append(to, RaceFigures{raceClock: {float64(i), true}, raceNow: {ms(err), ok}, raceRMS: {ms(r.RMS), r.OK}, raceWorst: {ms(r.Worst), r.OK},
			raceStep: {ms(r.WorstStep), r.OK}, raceConverged: {r.Convergence.Seconds(), r.Converged}, raceBytes: {r.BytesPerSecond, true}})
	}
	return to
}

// medians reads the median of each figure over all clients that have not left. Clients that don't know a figure don't count, except for
// when a clock converged: a clock that hasn't converged on most clients has no median.
func (k *RaceTable) medians(v *panel.View) {
	k.each = k.each[:0]
	for i := range v.Frame.Facts {
		if v.Frame.Facts[i].State != game.Away {
			k.each = k.reading(v, i+1, k.each)
		}
	}
	for clock, n := 0, len(v.Clocks()); clock < n; clock++ {
		var row RaceFigures
		for column := range row {
			k.sorted = k.sorted[:0]
			for i := clock; i < len(k.each); i += n {
				if f := k.each[i][column]; f.known {
					k.sorted = append(k.sorted, f.of)
				} else if column == raceConverged {
					k.sorted = append(k.sorted, math.Inf(1))
				}
			}
			slices.Sort(k.sorted)
			f := &row[column]
			if f.of = k.within(0.5); len(k.sorted) > 0 && !math.IsInf(f.of, 1) {
				f.known = true
			}
			if column == raceNow {
				k.spread = append(k.spread, k.within(0.95)-k.within(0.05))
			}
		}
		k.Rows = append(k.Rows, row)
	}
}

// within returns a percentile over the clients, as [Population] does.
func (k *RaceTable) within(share float64) float64 {
	if len(k.sorted) == 0 {
		return 0
	}
	return k.sorted[nearestRank(len(k.sorted), share)]
}

func (k *RaceTable) Cell(row, column int, is *table.Cell) {
	v, f := k.view, k.Rows[row][column]
	is.Figure(f.of, f.known)
	driving := row == v.Driving(max(v.Frame.Selected, 1))
	if column == raceClock {
		is.Text(panel.ClockShort(v.Words, v.Clock(row)))
	}
	switch {
	case k.theme == nil: // nothing has been drawn yet
	case column == raceClock:
		if is.Line, is.Wide = panel.ClockStyle(k.theme, v.Clock(row)), 2; driving {
			is.Behind = k.theme.Machine(max(v.Frame.Selected, 1))
		}
	case column == raceNow && driving:
		is.Color, is.Bold = k.theme.ErrorText, true
	}
}

// Sizes of the race's parts in points.
const (
	raceNames    = 96   // the least room for clocks' names, which may reach into free space beside them
	roomyNames   = 124  // the same with few columns
	largeError   = 1000 // ms
	raceTitle    = 36   // the title, with the choice of clients
	raceSwitches = 32   // the switches of groups
	raceHead     = 40   // the columns' heads
	raceLow      = 28   // the title in little room
	narrowRace   = 400  // the least width with samples in switches, and with the restart in the title
	smallRace    = 330  // the least width with switches, a verdict and heads of two lines
	leastRows    = 8    // this many rows have room before the verdict
)

// forget forgets what can be clicked, since it is not drawn.
func (k *RaceTable) forget() {
	k.table.Forget()
	k.restart, k.choice, k.Groups.Chips = panel.Rect{}, [2]panel.Rect{}, [len(k.Groups.Chips)]panel.Rect{}
}

// Draw draws the table of all clocks of the chosen client, or of all clients, and below it the verdict.
func (k *RaceTable) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	k.forget()
	if k.view, k.theme, k.drawn = v, c.Theme, true; r.H <= 0 || r.W <= 0 || len(k.Rows) == 0 || v.Covered(c, r) {
		return
	}
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	if k.of.client > 0 && v.Whose(k.of.client, r) {
		defer c.BoxOutline(r.X, r.Y, r.W, r.H, 4, 1.5, c.Theme.Machine(k.of.client).Color)
	}
	small := r.W < smallRace
	k.narrow = !small && r.W < narrowRace
	if k.table.Columns[raceClock].Least = raceNames; k.narrow {
		k.table.Columns[raceClock].Least = roomyNames
	}
	if k.table.Columns[raceBytes].Least = 0; k.large {
		k.table.Columns[raceBytes].Least = nowhere
	}
	title, rest := panel.NewRect(r.X+12, r.Y, r.W-24, r.H).CutTop(raceTitle)
	if k.table.One, k.table.Look.Head = small, raceHead; small {
		title, rest = panel.NewRect(r.X+12, r.Y, r.W-24, r.H).CutTop(raceLow)
		k.table.Look.Head = table.Row
	} else {
		if least := raceHead + table.Row*float32(min(len(k.order), leastRows)); v.Offers() && rest.H >= raceSwitches+least {
			var switches panel.Rect
			switches, rest = rest.CutTop(raceSwitches)
			k.Groups.draw(v, c, switches, r.W >= narrowRace)
		}
		rest = k.conclude(v, c, rest)
	}
	// The clock that drives the client, and those chosen or pointed at elsewhere, stay in view.
	k.table.Keep = append(append(k.table.Keep[:0], v.Driving(max(v.Frame.Selected, 1))), v.Hover.Pins...)
	if v.Hover.Clock > 0 && !v.Tips.Under(r) {
		k.table.Keep = append(k.table.Keep, v.Hover.Clock-1)
	}
	k.table.Draw(c, v.Tips, rest, k.order, k)
	k.title(v, c, title)
}

func (k *RaceTable) Row(c *draw.Canvas, row int, at panel.Rect) (state table.State) {
	v := k.view
	if row == table.Heads {
		k.corner(v, c, at)
		return 0
	}
	driving := row == v.Driving(max(v.Frame.Selected, 1))
	if driving || v.Hover.Pinned(row) {
		state |= table.Chosen
	} else if v.Hover.Dim(row) {
		state |= table.Dimmed
	}
	if under := v.Tips.Under(at); v.Which(row, at) || under {
		state |= table.Pointed
	} else {
		return state
	}
	tip := panel.ClockTip(v.Words, v.Clock(row))
	if v.Clock(row).Name == registry.Recommended {
		tip = v.Words.T("race.recommended") + tip
	}
	if driving {
		tip = v.Words.T("race.driving") + tip
	}
	v.Tips.Add(at, tip)
	return state
}

// A rated race is what the ranking was computed for: whole seconds of the race, so that it is computed once a second, or once in 5 s for all
// clients, and doesn't depend on the frames in between.
type rated struct {
	session *session.Session
	client  int
	from    netsim.Time
	seconds int
	best    int // row
	result  ranking.Result
}

// rank finds the clock with the least error. For all clients it joins their seconds, one client after another.
func (k *RaceTable) rank(v *panel.View) (best int, result ranking.Result) {
	from := v.Session.RaceFrom(max(k.of.client, 1))
	of := rated{session: v.Session, client: k.of.client, from: from, seconds: int(v.Session.Now().Sub(from) / time.Second)}
	if of.client == 0 {
		of.seconds -= of.seconds % leastSeconds // many clients take long to compute
	}
	if of.best, of.result = k.rated.best, k.rated.result; of == k.rated {
		return of.best, of.result
	}
	k.errors = k.errors[:0]
	for i := range k.Rows {
		k.runs = k.runs[:0]
		for client := 1; client <= v.Frame.Clients(); client++ {
			if of.client == 0 || of.client == client {
				k.runs = append(k.runs, v.Session.Clock(client, i).RaceErrors().Whole(of.seconds))
			}
		}
		if len(k.runs) > 1 {
			k.runs[0] = ranking.Join(k.runs, joined)
		}
		k.errors = append(k.errors, k.runs[0])
	}
	if of.best, _, of.result = ranking.Of(k.errors); of.seconds < leastSeconds {
		of.result = ranking.Brief
	}
	k.rated = of
	return of.best, of.result
}

const (
	joined       = 128 // the number of blocks that the joined seconds are compared in
	leastSeconds = 5   // the least length of a race with a winner; many clients don't make a race longer
)
