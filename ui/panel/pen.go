package panel

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"time"

	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/words"
)

// A Pen writes figures into a buffer that is reused, so that changing numbers cost no allocation.
type Pen struct {
	Buf  []byte          // what is written so far
	Line layout.Line     // in which it has its place beside others, or is shorter
	lang *words.Language // of numbers
}

// Start empties the buffer for a text in a language.
func (p *Pen) Start(lang *words.Language) *Pen {
	p.Buf, p.lang = p.Buf[:0], lang
	return p
}

// Text writes s as it is.
func (p *Pen) Text(s string) *Pen {
	p.Buf = append(p.Buf, s...)
	return p
}

// Word writes the text of a key.
func (p *Pen) Word(key string) *Pen { return p.Text(p.lang.T(key)) }

// Name is Word with a space behind it, for what it names.
func (p *Pen) Name(key string) *Pen { return p.Word(key).Text(" ") }

// Ms writes a duration in milliseconds with some decimals and the unit.
func (p *Pen) Ms(d time.Duration, decimals int) *Pen {
	return p.Fixed(d.Seconds()*1000, decimals).Text(" ms")
}

// SignedMs is Ms with a plus sign for positive values.
func (p *Pen) SignedMs(d time.Duration, decimals int) *Pen {
	return p.Signed(d.Seconds()*1000, decimals).Text(" ms")
}

// Int writes a whole number.
func (p *Pen) Int(v int64) *Pen {
	p.Buf = strconv.AppendInt(p.Buf, v, 10)
	return p
}

// Fixed writes v with some decimals, as the language writes them, with a real minus sign.
func (p *Pen) Fixed(v float64, decimals int) *Pen {
	at := len(p.Buf)
	p.Buf = strconv.AppendFloat(p.Buf, v, 'f', decimals, 64)
	if i := bytes.IndexByte(p.Buf[at:], '.'); i >= 0 {
		p.Buf[at+i] = p.lang.Point()
	}
	if p.Buf[at] != '-' {
		return p
	}
	if isZero(p.Buf[at+1:]) {
		p.Buf = append(p.Buf[:at], p.Buf[at+1:]...)
		return p
	}
	digits := len(p.Buf) - at - 1
	p.Buf = append(p.Buf, "  "...)
	copy(p.Buf[at+len("−"):], p.Buf[at+1:at+1+digits])
	copy(p.Buf[at:], "−")
	return p
}

// Apart writes v as a whole number, its thousands set apart by thin spaces.
func (p *Pen) Apart(v float64) *Pen {
	const thin = "\u2009"
	at := len(p.Buf)
	p.Fixed(v, 0)
	for i := len(p.Buf) - 3; i > at && p.Buf[i-1] >= '0' && p.Buf[i-1] <= '9'; i -= 3 {
		p.Buf = slices.Insert(p.Buf, i, thin[0], thin[1], thin[2])
	}
	return p
}

func isZero(digits []byte) bool {
	return len(bytes.Trim(digits, "0.,")) == 0
}

// Share writes a part of all in percent, or a dash if there are none.
func (p *Pen) Share(some, all uint64) *Pen {
	if all == 0 {
		return p.Text("–")
	}
	return p.Fixed(100*float64(some)/float64(all), 0).Text(" %")
}

// Signed is Fixed with a plus sign for positive values.
func (p *Pen) Signed(v float64, decimals int) *Pen {
	at := len(p.Buf)
	p.Fixed(v, decimals)
	if v > 0 && !isZero(p.Buf[at:]) {
		p.Buf = append(p.Buf, ' ')
		copy(p.Buf[at+1:], p.Buf[at:len(p.Buf)-1])
		p.Buf[at] = '+'
	}
	return p
}

// Duration writes d in the unit that suits it: ms below a second, else s.
func (p *Pen) Duration(d time.Duration) *Pen {
	if d < time.Second && d > -time.Second {
		return p.Fixed(d.Seconds()*1000, 1).Text(" ms")
	}
	return p.Fixed(d.Seconds(), 3).Text(" s")
}

// Put writes the buffer onto the canvas.
func (p *Pen) Put(c *draw.Canvas, x, y float32, class draw.Class, col palette.Color, align draw.Align) float32 {
	return c.TextBytes(x, y, p.Buf, class, col, align)
}

// At writes the instant at which something was read.
func (p *Pen) At(t netsim.Time) *Pen {
	return p.Text(p.lang.T("time.at")).Text(" ").Fixed(time.Duration(t).Seconds(), 3).Text(" s")
}

// MSText writes a duration in milliseconds, for the rows of a tip.
func MSText(lang *words.Language, d time.Duration) string {
	return lang.F("spacetime.millis", d.Seconds()*1000)
}

// secondsText and MSText write times for the rows.
func secondsText(lang *words.Language, ns int64) string {
	return lang.F("spacetime.seconds", float64(ns)/1e9)
}

// InSeconds returns a time in seconds, with three decimals.
func InSeconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// ClockOf writes a time as minutes and seconds, 02:05, or with hours before them.
func ClockOf(p *Pen, d time.Duration) *Pen {
	s := int64(d / time.Second)
	if s >= 3600 {
		p.Int(s / 3600).Text(":")
	}
	for i, v := range []int64{s / 60 % 60, s % 60} {
		if i > 0 {
			p.Text(":")
		}
		if v < 10 {
			p.Text("0")
		}
		p.Int(v)
	}
	return p
}
