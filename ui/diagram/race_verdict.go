package diagram

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"driftlab/game/ranking"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/table"
)

const (
	// A clock carries the link's asymmetry if its error equals that within this share of it, or within this many ms.
	carriedShare, carriedLeast = 0.05, 0.5
	// leastUnseen is the least asymmetry that a verdict mentions, in ms.
	leastUnseen = 1
	// leastScatter is how many clients it takes to speak of how far apart a clock's errors are.
	leastScatter = 9
	// mostLeaders is how many clocks a verdict names at most.
	mostLeaders = 3
	// mostLines is the greatest height of a verdict, in lines.
	mostLines = 4
)

// judge finds the verdict of the race, in a sentence, and a reason for it. It names a winner only by the rule of [ranking.Of]. What it says
// of present errors agrees with the table.
func (k *RaceTable) judge(v *panel.View) {
	k.said, k.why, k.more = "", "", ""
	all := k.under(func(int) bool { return true })
	best, result := k.rank(v)
	unseen := k.unseen(v)
	carry, like, leaders := k.carrying(unseen)
	half := k.ms(unseen, true)
	astray := len(like) > 1 && 2*carry >= len(all) && !slices.Contains(like, best) // the best one is lucky with the link
	switch {
	case len(all) == 0:
		k.said = v.Words.T("race.verdict-nobody")
	case len(all) == 1:
		k.said = v.Words.F("race.verdict-only", k.names(all...))
	case result == ranking.Brief || result == ranking.Nobody:
		k.said, k.why = v.Words.T("race.verdict-brief"), v.Words.T("race.verdict-brief-why")
	case len(like) > 1 && k.scatter():
		k.why = v.Words.F("race.verdict-others", carry, half)
	case result == ranking.Won && all[0] == best && k.rms(best) != k.rms(all[1]) && !astray:
		k.said = v.Words.F("race.verdict-won", k.names(best), k.rms(best), k.names(all[1]), k.rms(all[1]))
		if len(like) > 1 {
			k.why = v.Words.F("race.verdict-others", carry, half)
		}
	case result == ranking.Won && astray:
		k.said = v.Words.F("race.verdict-half", carry, half)
		k.why = k.leading(leaders, unseen)
	case len(like) > 1:
		k.close(like)
		k.why, k.more = v.Words.F("race.verdict-carried", half), k.leading(leaders, unseen)
	case k.alike(all[0], all[1]):
		k.close(k.under(func(i int) bool { return k.alike(all[0], i) }))
	default:
		k.said = v.Words.F("race.verdict-luck", k.names(all[0]), k.rms(all[0]), k.names(all[1]), k.rms(all[1]))
		if result == ranking.Luck && all[0] == best {
			k.why = v.Words.T("race.verdict-luck-why")
		}
	}
	k.forms[2] = k.said
	k.forms[1] = strings.TrimSpace(k.said + " " + k.why)
	k.forms[0] = strings.TrimSpace(k.forms[1] + " " + k.more)
}

// alike reports whether clock b is about as close as the better clock a, or their figures in the table are the same.
func (k *RaceTable) alike(a, b int) bool {
	return k.Rows[b][raceRMS].of <= ranking.Alike*k.Rows[a][raceRMS].of || k.rms(a) == k.rms(b)
}

// under returns the clocks whose error has a property, the least error first.
func (k *RaceTable) under(of func(i int) bool) (rows []int) {
	for i := range k.Rows {
		if k.Rows[i][raceRMS].known && of(i) {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(k.Rows[a][raceRMS].of, k.Rows[b][raceRMS].of) })
	return rows
}

// close returns how close clocks are to each other, in words.
func (k *RaceTable) close(rows []int) {
	apart := k.ms(max(math.Ceil((k.Rows[rows[len(rows)-1]][raceRMS].of-k.Rows[rows[0]][raceRMS].of)*10-1e-6)/10, 0.1), false)
	if k.said = k.view.Words.F("race.verdict-close", len(rows), apart); len(rows) == 2 {
		k.said = k.view.Words.F("race.verdict-close-two", k.names(rows...), apart)
	}
}

// unseen returns half of (up − down) in ms as it is now, 0 if that is small or differs between the clients.
func (k *RaceTable) unseen(v *panel.View) (ms float64) {
	for client := 1; client <= v.Frame.Clients(); client++ {
		if k.of.client > 0 && k.of.client != client {
			continue
		}
		history := v.Session.History(client)
		_, end := history.Span()
		if end == 0 {
			return 0
		}
		of := float64(history.Note(end - 1).Unseen)
		if ms == 0 {
			ms = of
		}
		if math.Abs(of) < leastUnseen || math.Abs(of-ms) > carriedShare*math.Abs(ms) {
			return 0
		}
	}
	return ms
}

// carrying returns how many clocks are wrong by the link's asymmetry, and the largest group of these that were about equally wrong. Leaders
// are the other clocks, which do better.
func (k *RaceTable) carrying(unseen float64) (carry int, like, leaders []int) {
	if unseen == 0 {
		return 0, nil, nil
	}
	all := k.under(func(i int) bool {
		now := k.Rows[i][raceNow]
		return now.known && math.Abs(now.of-unseen) <= max(carriedShare*math.Abs(unseen), carriedLeast)
	})
	for i := range all {
		end := i
		for end < len(all) && k.alike(all[i], all[end]) {
			end++
		}
		if end-i > len(like) {
			like = all[i:end]
		}
	}
	if len(like) > 0 {
		leaders = k.under(func(i int) bool {
			return k.Rows[i][raceRMS].of < k.Rows[like[0]][raceRMS].of && !slices.Contains(all, i)
		})
	}
	return len(all), like, leaders
}

// leading returns why the leaders do better than the clocks that carry the asymmetry, if their present errors show it.
func (k *RaceTable) leading(leaders []int, unseen float64) string {
	key, least, most, n := "", math.Inf(1), 0.0, 0
	for _, i := range leaders[:min(len(leaders), mostLeaders)] {
		now := k.Rows[i][raceNow].of * math.Copysign(1, unseen) // positive if it is wrong in the same direction
		why, by := "race.verdict-own", math.Abs(unseen)-now
		if now < 0 {
			why, by = "race.verdict-other-way", -now
		}
		if !k.Rows[i][raceNow].known || by <= 0 || by > math.Abs(unseen) || n > 0 && why != key {
			break
		}
		n, key, least, most = n+1, why, min(least, by), max(most, by)
	}
	switch n {
	case 0:
		return ""
	case 1:
		return k.view.Words.F(key+"-one", k.names(leaders[0]), k.ms(least, false))
	}
	return k.view.Words.F(key, k.names(leaders[:n]...), k.ms(least, false), k.ms(most, false))
}

// scatter names the two clocks whose errors differ least between many clients, and reports whether it could.
func (k *RaceTable) scatter() bool {
	if k.of.client > 0 || len(k.each) < leastScatter*len(k.Rows) {
		return false
	}
	all := k.under(func(i int) bool { return k.Rows[i][raceNow].known })
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(k.spread[a], k.spread[b]) })
	if len(all) < 2 {
		return false
	}
	k.said = k.view.Words.F("race.verdict-scatter", k.names(all[0]), k.names(all[1]), k.ms(k.spread[all[0]], false), k.ms(k.spread[all[1]], false))
	return true
}

// ms returns a time as the table writes it.
func (k *RaceTable) ms(ms float64, signed bool) string {
	decimals := table.Millis.Decimals
	if math.Abs(ms) >= table.Millis.From {
		decimals = table.Millis.Then
	}
	if k.pen.Start(k.view.Words); signed {
		return string(k.pen.Signed(ms, decimals).Buf)
	}
	return string(k.pen.Fixed(ms, decimals).Buf)
}

func (k *RaceTable) rms(row int) string { return k.ms(k.Rows[row][raceRMS].of, false) }

// names returns the names of some clocks, as a list.
func (k *RaceTable) names(rows ...int) (all string) {
	for i, row := range rows {
		switch {
		case i > 0 && i == len(rows)-1:
			all += k.view.Words.T("race.and")
		case i > 0:
			all += ", "
		}
		all += panel.ClockShort(k.view.Words, k.view.Clock(row))
	}
	return all
}

// conclude writes the verdict below the rows, with its reason in grey. If not all rows have room, the reason goes first, a sentence at a
// time, and then the verdict. It returns the room that is left for the table.
func (k *RaceTable) conclude(v *panel.View, c *draw.Canvas, r panel.Rect) panel.Rect {
	if k.said == "" {
		return r
	}
	var said layout.Text
	rows, fits := float32(len(k.order)), false
	for i, text := range k.forms {
		if i == len(k.forms)-1 {
			rows = min(rows, leastRows)
		}
		said = layout.Fit(c.Fonts(), text, r.W, layout.Open, draw.Body)
		if fits = len(said.Lines) <= mostLines && r.H >= raceHead+rows*table.Row+said.H+verdictPad; fits {
			break
		}
	}
	if !fits {
		return r
	}
	rows = min(float32(int((r.H-said.H-verdictPad-raceHead)/table.Row)), float32(len(k.order)))
	h := raceHead + rows*table.Row
	at := r.Below(h + verdictPad/2)
	c.HLine(r.X-12, r.X+r.W+12, r.Y+h+5, 1, c.Theme.Grid)
	v.Tips.Add(panel.NewRect(at.X, at.Y, at.W, said.H), v.Words.T("race.verdict-tip"))
	step, y, white := c.Fonts().LineHeight(draw.Body), at.Y, utf8.RuneCountInString(k.said)
	for _, line := range said.Lines {
		first, rest := line, ""
		for i := range line {
			if white--; white < 0 {
				first, rest = line[:i], line[i:]
				break
			}
		}
		x := at.X + c.Text(at.X, y, first, draw.Body, c.Theme.Text, draw.Left)
		if rest != "" && first != "" {
			x, rest = x+c.Fonts().Measure(" ", draw.Body), rest[1:]
		}
		c.Text(x, y, rest, draw.Body, c.Theme.TextDim, draw.Left)
		white-- // the space at the line's end
		y += step
	}
	r.H = h
	return r
}

// verdictPad is the space around a verdict, in points.
const verdictPad = 22
