package ui

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"driftlab/palette"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// A pen writes figures into a buffer that is reused, so that changing numbers cost no allocation.
type pen struct {
	buf  []byte
	lang *words.Language // of numbers
}

// start empties the buffer for a text in a language.
func (p *pen) start(lang *words.Language) *pen {
	p.buf, p.lang = p.buf[:0], lang
	return p
}

// text writes s as it is.
func (p *pen) text(s string) *pen {
	p.buf = append(p.buf, s...)
	return p
}

// int writes a whole number.
func (p *pen) int(v int64) *pen {
	p.buf = strconv.AppendInt(p.buf, v, 10)
	return p
}

// fixed writes v with so many decimals, as the language writes them, and a true minus sign.
func (p *pen) fixed(v float64, decimals int) *pen {
	at := len(p.buf)
	p.buf = strconv.AppendFloat(p.buf, v, 'f', decimals, 64)
	if i := bytes.IndexByte(p.buf[at:], '.'); i >= 0 {
		p.buf[at+i] = p.lang.Point()
	}
	if p.buf[at] != '-' {
		return p
	}
	if isZero(p.buf[at+1:]) {
		p.buf = append(p.buf[:at], p.buf[at+1:]...)
		return p
	}
	digits := len(p.buf) - at - 1
	p.buf = append(p.buf, "  "...)
	copy(p.buf[at+len("−"):], p.buf[at+1:at+1+digits])
	copy(p.buf[at:], "−")
	return p
}

func isZero(digits []byte) bool {
	for _, d := range digits {
		if d != '0' && d != '.' && d != ',' {
			return false
		}
	}
	return true
}

// share writes so many of all in percent, or a dash where there are none.
func (p *pen) share(some, all uint64) *pen {
	if all == 0 {
		return p.text("–")
	}
	return p.fixed(100*float64(some)/float64(all), 0).text(" %")
}

// signed is fixed with a plus sign before what is above zero.
func (p *pen) signed(v float64, decimals int) *pen {
	at := len(p.buf)
	p.fixed(v, decimals)
	if v > 0 && !isZero(p.buf[at:]) {
		p.buf = append(p.buf, ' ')
		copy(p.buf[at+1:], p.buf[at:len(p.buf)-1])
		p.buf[at] = '+'
	}
	return p
}

// duration writes d in the unit that suits it: ms below a second, else s.
func (p *pen) duration(d time.Duration) *pen {
	if d < time.Second && d > -time.Second {
		return p.fixed(d.Seconds()*1000, 1).text(" ms")
	}
	return p.fixed(d.Seconds(), 3).text(" s")
}

// put writes the buffer onto the canvas.
func (p *pen) put(c *draw.Canvas, x, y float32, class draw.Class, col palette.Color, align draw.Align) float32 {
	return c.TextBytes(x, y, p.buf, class, col, align)
}

func msText(lang *words.Language, d time.Duration) string {
	return lang.F("spacetime.millis", d.Seconds()*1000)
}

// secondsText and msText write times for the rows.
func secondsText(lang *words.Language, ns int64) string {
	return lang.F("spacetime.seconds", float64(ns)/1e9)
}

// seconds3 returns a time in seconds, with three decimals.
func seconds3(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// clockOf writes a time as minutes and seconds, 02:05, or with hours before them.
func clockOf(p *pen, d time.Duration) *pen {
	s := int64(d / time.Second)
	if s >= 3600 {
		p.int(s / 3600).text(":")
	}
	for i, v := range []int64{s / 60 % 60, s % 60} {
		if i > 0 {
			p.text(":")
		}
		if v < 10 {
			p.text("0")
		}
		p.int(v)
	}
	return p
}
