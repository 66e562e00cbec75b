package diagram

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// More is what the table of clients has no room for, about the chosen client: rows of a name, a figure, and what to compare that with.
type More struct {
	pen  panel.Pen
	note panel.Pen
}

// The rows of [More]: those of the left column, and of the right one.
const (
	moreBufferDown = iota
	moreBufferUp
	moreMeasuredUp
	moreMeasuredDown
	moreNPC
	moreOthers
	moreCorrections
	moreResets
	moreRefused
	moreSent
	moreGot
	morePace
	moreRows
)

// moreTexts are their names, the units behind these, and what explains them.
var moreTexts = [moreRows]struct{ name, unit, tip string }{
	{"more.buffer-down", "ms", "more.buffers-tip"}, {"more.buffer-up", "ms", "more.buffers-tip"}, {"more.measured-up", "ms", "more.measured-tip"},
	{"more.measured-down", "ms", "more.measured-tip"}, {"more.npc", "ms", "more.riders-tip"}, {"more.others", "ms", "more.riders-tip"},
	{"more.corrections", "", "more.corrections-tip"}, {"more.resets", "", "more.resets-tip"}, {"more.refused", "", "more.refused-tip"},
	{"more.sent", "kB/s", "more.traffic-tip"}, {"more.got", "kB/s", "more.traffic-tip"}, {"more.pace", "", "more.pace-tip"},
}

// Sizes in points.
const (
	moreHead   = 28
	moreRow    = 24 // a row, at most
	moreLow    = 17 // and at least
	moreBeside = 400
	moreNote   = 90 // the room right of a figure's decimal point in the left column
	morePoint  = 31 // the same in the right column
	moreFigure = 46 // the room left of it
)

// Draw draws the rows into r, in two columns if there is room for them.
func (m *More) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	if r.W <= 0 || r.H <= 0 {
		return
	}
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	if v.Covered(c, r.Inset(4)) {
		return
	}
	head, in := panel.NewRect(r.X+12, r.Y+2, r.W-24, r.H-8).CutTop(moreHead)
	left, right := in, in
	lines, shown := moreRows, moreRows
	if in.W >= moreBeside {
		layout.Row(nil, in, 20, layout.Part{At: &left, Min: 200, Share: 3}, layout.Part{At: &right, Min: 130, Share: 2})
		lines = moreRows / 2
	}
	each := min(in.H/float32(lines), moreRow)
	if each < moreLow {
		each, lines = moreLow, max(int(in.H/moreLow), 0)
		shown = lines * moreRows / (moreRows / 2)
	}
	m.head(v, c, head)
	for i := range moreRows {
		at, line, note := left, i, float32(moreNote)
		if in.W >= moreBeside && i >= moreRows/2 {
			at, line, note = right, i-moreRows/2, morePoint
		}
		if line < lines && shown > 0 {
			m.row(v, c, i, panel.NewRect(at.X, at.Y+each*float32(line), at.W, each), note)
		}
	}
}

// head says which client the rows are about, and at which instant if that isn't the frame's.
func (m *More) head(v *panel.View, c *draw.Canvas, at panel.Rect) {
	l := &m.pen.Line
	l.Start(c.Fonts(), 12)
	l.Add(layout.Item{Bytes: m.pen.Start(v.Words).Name("card.client").Int(int64(v.Frame.Selected)).Buf, Class: draw.Strong, Ink: c.Theme.Text, Rank: 2})
	l.Add(layout.Item{Text: v.Words.T("more.what"), Class: draw.Body, Ink: c.Theme.TextDim})
	if l.Right(); v.Frame.Dated {
		l.Add(layout.Item{Bytes: m.pen.Start(v.Words).At(v.Frame.Reading.At()).Buf, Class: draw.Body, Ink: c.Theme.TextDim, Rank: 1})
	}
	l.Put(c, at)
}

// row writes one row. The decimal points of figures stand below each other, left of the note. A figure of many digits takes the note's room.
func (m *More) row(v *panel.View, c *draw.Canvas, row int, at panel.Rect, behind float32) {
	of, fonts, y, x, ink := &moreTexts[row], c.Fonts(), at.Y+at.H/2, at.X+at.W-behind, c.Theme.Text
	if !m.figure(v.Words, &v.Frame, row) {
		m.pen.Start(v.Words).Text("–")
		m.note.Buf, ink = m.note.Buf[:0], c.Theme.TextDim
	}
	end, wide := x, fonts.MeasureBytes(m.pen.Buf, draw.Body)
	if i := bytes.IndexByte(m.pen.Buf, v.Words.Point()); i >= 0 {
		end += fonts.MeasureBytes(m.pen.Buf[i:], draw.Body)
	}
	if end-wide < at.X+at.W-behind-moreFigure {
		end, m.note.Buf = at.X+at.W, m.note.Buf[:0]
	}
	m.pen.Put(c, end, y, draw.Body, ink, draw.Right|draw.Middle)
	m.pen.Line.Say(c, panel.NewRect(x+22, at.Y, behind-22, at.H), draw.Left, layout.Item{Bytes: m.note.Buf, Class: draw.Body, Ink: c.Theme.TextDim})
	name := layout.Item{Text: v.Words.T(of.name), Class: draw.Body, Ink: c.Theme.TextDim, Cut: 30}
	full, p := name, m.pen.Start(v.Words).Text(name.Text)
	full.Text = ""
	if full.Bytes = p.Buf; of.unit == "ms" && (row < moreMeasuredUp || row > moreMeasuredDown) {
		full.Bytes = p.Text(",").Text(worldUnit(c, &v.Frame)).Buf
	} else if of.unit != "" {
		full.Bytes = p.Text(", ").Text(of.unit).Buf
	}
	m.pen.Line.Say(c, panel.NewRect(at.X, at.Y, end-wide-6-at.X, at.H), draw.Left, full, name)
	if v.Tips.Under(at) {
		v.Tips.Add(at, m.tip(v, row))
	}
}

// figure writes a row's figure and its note, and reports whether the figure is known.
func (m *More) figure(lang *words.Language, f *panel.Frame, row int) (known bool) {
	i := f.Selected - 1
	k, p, note := &f.Held[i], m.pen.Start(lang), m.note.Start(lang)
	filled := func(fill, goal time.Duration) bool {
		p.Signed(inMillis(fill), 0)
		note.Name("more.of").Fixed(inMillis(goal), 0)
		return true
	}
	switch row {
	case moreBufferDown:
		return filled(k.Buffers.ClientFill, k.Buffers.Client)
	case moreBufferUp:
		return filled(k.Buffers.ServerFill, k.Buffers.Server)
	case moreMeasuredUp, moreMeasuredDown:
		t := &k.UpTrips.Measured
		if row == moreMeasuredDown {
			t = &k.DownTrips.Measured
		}
		p.Fixed(inMillis(t.Latest), tenth(t.Latest))
		note.Name("more.least").Fixed(inMillis(t.Least), tenth(t.Least))
		return t.Count > 0
	case moreNPC, moreOthers:
		r := f.Rode[i][observe.NPC]
		if row == moreOthers {
			r = f.Rode[i][observe.OtherPlayer]
		}
		p.Fixed(inMillis(r.Time.Abs()), 0)
		if late := inMillis(r.Time); late >= 0.5 {
			note.Word("more.late")
		} else if late <= -0.5 {
			note.Word("more.early")
		}
		return r.OK
	case moreCorrections:
		p.Int(int64(k.Corrected))
	case moreResets:
		p.Int(int64(k.Resets))
	case moreRefused:
		p.Int(int64(k.Refused.Total() + k.Rejected.Total()))
	case moreSent:
		p.Fixed(float64(k.Up.Total().Bytes)/1000, 1)
	case moreGot:
		p.Fixed(float64(k.Down.Total().Bytes)/1000, 1)
	case morePace:
		p.Fixed(f.Paces[i].Held, 3)
		return f.Paces[i].Known
	}
	return true
}

// tenth returns how many decimals a time in ms has: none from 10 s on.
func tenth(d time.Duration) int {
	if d.Abs() >= 10*time.Second {
		return 0
	}
	return 1
}

// tip explains a row.
func (m *More) tip(v *panel.View, row int) string {
	f, lang := &v.Frame.Held[v.Frame.Selected-1], v.Words
	tip := lang.T(moreTexts[row].tip)
	switch {
	case row == morePace:
		tip += " " + paceTip(lang, &f.Time)
	case row == moreRefused && f.Refused.Total()+f.Rejected.Total() > 0:
		tip += droppedBy(lang, f)
	case row == moreMeasuredUp:
		tip += " " + mailTip(lang, &v.Frame.HostFacts.Mail)
	case row == moreMeasuredDown:
		if tip += " " + mailTip(lang, &f.Mail); f.Stamps.Read > 0 {
			tip += " " + lang.F("more.stamps-tip", f.Stamps.Read, f.Stamps.Misread)
		}
	}
	return tip
}

// paceTip says which time provider the client's game uses, and how steadily that has run.
func paceTip(lang *words.Language, t *game.TimeState) string {
	tip := lang.F("more.provider", t.Provider, lang.Decimal(strconv.FormatFloat(t.Pace.Worst.Seconds()*1000, 'f', 2, 64)), t.Pace.Resets)
	if t.Fault != nil {
		tip += " " + lang.F("more.provider-stopped", t.Faults, t.Fault)
	}
	return tip
}

// droppedBy tells why the host and the client have dropped each other's datagrams, and how many.
func droppedBy(lang *words.Language, f *session.Facts) (said string) {
	for _, by := range [...]struct {
		who    string
		counts *[game.ReasonCount]uint64
	}{{lang.T("more.dropped-host"), &f.Refused.Counts}, {lang.T("more.dropped-client"), &f.Rejected.Counts}} {
		for reason, n := range by.counts {
			if n > 0 {
				name := lang.T("more.reason-" + strings.ReplaceAll(game.Reason(reason).String(), " ", "-"))
				said += fmt.Sprintf(" %s: %s %d.", by.who, name, n)
			}
		}
	}
	return said
}

// mailTip says how long datagrams wait in a machine's socket until it reads them.
func mailTip(lang *words.Language, m *session.MailState) string {
	return lang.F("more.mail-tip", m.Waits.Mean.Seconds()*1000, m.Waiting, m.Dropped)
}

// worldUnit returns the unit of world time, which is named if that runs at another rate than the host's clock.
func worldUnit(c *draw.Canvas, f *panel.Frame) string {
	if f.Dilated {
		return " " + c.Words.T("card.world-ms")
	}
	return " ms"
}
