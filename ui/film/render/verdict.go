package render

import (
	"cmp"
	"slices"
	"time"

	"driftlab/game/ranking"
	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// legendStays is how long a film explains outlines and lines after its title card.
const legendStays = 3 * time.Second

// A shownClient is a client whose world the film has shown, with the clock that drove it then.
type shownClient struct {
	side, client int
	clock        string
	large, small int // in how many frames it was large, alone or beside one other, and in how many it was one of the small ones
}

// note counts whose worlds are in the frame.
func (f *filmPicture) note() {
	l := &f.Regions.Watch
	count := func(machine int, large bool) {
		for side, s := range f.sessions() {
			client := min(machine, s.Clients())
			if client <= 0 {
				continue
			}
			one := shownClient{side: side, client: client, clock: s.Facts(client).Driving}
			i := slices.IndexFunc(f.shown, func(o shownClient) bool {
				return o.side == side && o.client == client && o.clock == one.clock
			})
			if i < 0 {
				i, f.shown = len(f.shown), append(f.shown, one)
			}
			if large {
				f.shown[i].large++
			} else {
				f.shown[i].small++
			}
		}
	}
	count(l.Plan.Main, true)
	count(l.Plan.With, true)
	for _, pane := range l.Panes[:l.Shown] {
		if pane.Machine != l.Plan.Main && pane.Machine != l.Plan.With {
			count(pane.Machine, false)
		}
	}
}

// sessions returns the film's, A's before B's.
func (f *filmPicture) sessions() []*session.Session {
	if f.AB.On {
		return []*session.Session{f.AB.A.Session, f.Session}
	}
	return []*session.Session{f.Session}
}

// A verdictLine is how well one clock of a client did in the film, from when it was first synchronised.
type verdictLine struct {
	shownClient
	name         string
	short, inner string // its name at the start of a sentence and within one
	rms          time.Duration
	known        bool
	errors       ranking.Errors
}

// verdict returns the lines of the end picture: one for each client that was shown, A's before B's, and those that were shown
// longest first.
func (f *filmPicture) verdict() (lines []verdictLine) {
	shown, sessions := slices.Clone(f.shown), f.sessions()
	slices.SortStableFunc(shown, func(a, b shownClient) int {
		return cmp.Or(a.side-b.side, b.large-a.large, b.small-a.small, a.client-b.client)
	})
	for _, one := range shown {
		s := sessions[one.side]
		place := panel.PlaceOf(s.Algorithms(), one.clock)
		row := s.Race(one.client, nil)[place]
		l := verdictLine{shownClient: one, rms: row.RMS, known: row.OK, errors: s.Clock(one.client, place).RaceErrors()}
		clock := panel.AlgorithmTitle(f.Words, one.clock)
		l.name = f.Words.F("film.verdict-client", one.client, clock)
		l.short, l.inner = f.Words.F("film.verdict-short", one.client), f.Words.F("film.verdict-inner", one.client)
		if f.AB.On {
			var name string
			name, l.short = f.sideName(one.side)
			l.name, l.inner = f.Words.F("film.verdict-side", name, one.client, clock), l.short
		}
		lines = append(lines, l)
	}
	for i := range lines {
		for k := range lines { // a client whose clock changed has a line for each clock
			if l, o := &lines[i], &lines[k]; i != k && l.side == o.side && l.client == o.client {
				l.short, l.inner = l.name, l.name
			}
		}
	}
	return lines
}

// sideName returns the name of A or B, and its name in a sentence.
func (f *filmPicture) sideName(side int) (name, short string) {
	letter := f.Words.T([...]string{"ab.a", "ab.b"}[side])
	switch name = f.opt.Names[side]; {
	case f.opt.Names[0] == f.opt.Names[1] || name == "":
		return letter, letter
	case f.settingsName:
		return f.Words.F([...]string{"film.side-a", "film.side-b"}[side], name), letter
	}
	return name, name
}

// verdictText says which clock was closest, or how close the first two are if the difference may be luck.
func (f *filmPicture) verdictText(lines []verdictLine) string {
	var errors []ranking.Errors
	known, alike, worst := 0, 0, time.Duration(0)
	for i := range lines {
		errors = append(errors, lines[i].errors)
	}
	best, next, result := ranking.Of(errors)
	if result == ranking.Nobody {
		return ""
	}
	a, b := &lines[best], &lines[next]
	for i := range lines {
		if l := &lines[i]; l.known {
			known++
			if l.rms.Seconds() <= ranking.Alike*a.rms.Seconds() {
				alike, worst = alike+1, max(worst, l.rms)
			}
		}
	}
	mine, other := panel.Milliseconds(f.Words, a.rms), panel.Milliseconds(f.Words, b.rms)
	switch {
	case result == ranking.Even && alike > 2:
		return f.Words.F("film.verdict-all-even", alike, mine, panel.Milliseconds(f.Words, worst))
	case result == ranking.Even:
		return f.Words.F("film.verdict-even", a.short, b.inner, mine, other)
	case result == ranking.Brief:
		return f.Words.T("film.verdict-brief")
	case result == ranking.Luck:
		return f.Words.F("film.verdict-luck", a.inner, b.inner, mine, other)
	case known > 2:
		return f.Words.F("film.verdict-first", a.short, mine, b.inner, other)
	}
	return f.Words.F("film.verdict-best", a.short, mine, other)
}

// A verdictCard is the content of the end picture, laid out.
type verdictCard struct {
	room  panel.Rect
	rows  []verdictRow
	said  layout.Text
	high  float32
	plain bool // each row is one line
}

type verdictRow struct {
	name  layout.Text
	value layout.Text
	col   palette.Color
}

// verdictCard lays out the verdict: in large letters if each row fits into a line, otherwise in small ones; over everything below
// the title if necessary; and if that isn't enough, with fewer rows, and in the end without the sentence.
func (f *filmPicture) verdictCard(fonts *draw.Fonts) (k verdictCard) {
	lines := f.verdict()
	text := f.verdictText(lines)
	middle, all := f.cardRooms()
	for _, room := range []panel.Rect{middle, all} {
		for _, class := range []draw.Class{draw.Title, draw.Body, draw.Small} {
			if k = f.verdictOf(fonts, room, class, lines, len(lines), text); k.high <= room.H && (class == draw.Small || k.plain) {
				return k
			}
		}
	}
	for _, text := range []string{text, ""} {
		for n := len(lines); n > 0; n-- {
			if k = f.verdictOf(fonts, all, draw.Small, lines, n, text); k.high <= all.H {
				return k
			}
		}
	}
	return k
}

// verdictOf lays out the first n lines of the verdict in letters of one class.
func (f *filmPicture) verdictOf(fonts *draw.Fonts, room panel.Rect, class draw.Class, lines []verdictLine, n int, text string) verdictCard {
	wide, more := room.W*verdictShare, ""
	if n < len(lines) {
		more = f.Words.F("film.verdict-more", len(lines)-n) + "\n"
	}
	k := verdictCard{room: room, said: layout.Fit(fonts, more+text, wide, layout.Open, class), plain: true}
	k.high = fonts.LineHeight(draw.Small)*verdictStep + k.said.H
	for _, l := range slices.SortedStableFunc(slices.Values(lines[:n]), func(a, b verdictLine) int { return cmp.Or(a.side-b.side, a.client-b.client) }) {
		value, col := f.Words.T("film.verdict-none"), f.Theme.TextDim
		if l.known {
			value, col = panel.Milliseconds(f.Words, l.rms)+" ms", f.Theme.ErrorText
		}
		row := verdictRow{value: layout.Fit(fonts, value, wide, 0, class), col: col}
		row.name = layout.Fit(fonts, l.name, wide-row.value.W-12, layout.Open, class)
		k.plain = k.plain && len(row.name.Lines) == 1
		k.high += row.name.H * verdictStep
		k.rows = append(k.rows, row)
	}
	return k
}

// The end picture's lines take this share of its width, with this distance in line heights.
const (
	verdictShare = 0.9
	verdictStep  = 1.3
)

// endCard draws the verdict over the film's last instant.
func (f *filmPicture) endCard(big *draw.Canvas) {
	if !f.over {
		return
	}
	k := f.verdictCard(big.Fonts())
	room := k.room
	big.Rect(room.X, room.Y, room.W, room.H, big.Theme.Ground)
	room = room.Below(max((room.H-k.high)/2, 0))
	big.Text(room.X+room.W/2, room.Y, f.Words.T("film.verdict"), draw.Small, big.Theme.TextDim, draw.Centre)
	room = room.Below(big.Fonts().LineHeight(draw.Small) * verdictStep)
	for _, row := range k.rows {
		in := panel.NewRect(room.X+room.W*(1-verdictShare)/2, room.Y, room.W*verdictShare, 0)
		row.value.Draw(big, in, row.col, draw.Right)
		row.name.Draw(big, in, big.Theme.Text, draw.Left)
		room = room.Below(row.name.H * verdictStep)
	}
	k.said.Draw(big, room, big.Theme.Text, draw.Centre)
}
