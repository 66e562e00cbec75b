package diagram

import (
	"time"

	"driftlab/game/lesson"
	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// BeatsView is the tab that shows what clocks are good for: the beats of a metronome on each machine's clock.
type BeatsView struct {
	pen  panel.Pen
	axis panel.TimeAxis
	now  netsim.Time
	rows []int // machines
	step float32
}

// The width of the names left of the axis, and of the figures right of it, in points.
const (
	beatsLeft  = 120
	beatsRight = 150
)

// beatsLow is the least height of a row, in points.
const beatsLow = 15

// beatOff is how much longer or shorter a beat must be to be marked.
const beatOff = time.Millisecond

func (d *BeatsView) Begin() { d.axis.Away = false }

// Place divides r, when virtual time is now.
func (d *BeatsView) Place(v *panel.View, r panel.Rect) {
	d.now = v.Session.Now()
	area := panel.NewRect(r.X+beatsLeft, r.Y+4, r.W-(beatsLeft+beatsRight), r.H-28)
	most := min(panel.Viewports, max(int(area.H/beatsLow), 2))
	d.rows = append(d.rows[:0], 0)
	first := max(1, min(v.Frame.Selected-1, v.Session.Clients()-most+2)) // the selected one is among them
	if most == 2 {
		first = v.Frame.Selected
	}
	for m := first; m <= v.Session.Clients() && len(d.rows) < most; m++ {
		d.rows = append(d.rows, m)
	}
	d.axis.Place(area, d.now)
	d.step = min(60, area.H/float32(len(d.rows)))
}

func (d *BeatsView) Update(v *panel.View, p *panel.Pointer, r panel.Rect) {
	d.Place(v, r)
	v.Point(&d.axis, p)
}

func (d *BeatsView) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	d.Place(v, r)
	area := d.axis.Area
	d.axis.Grid(c, &d.pen)
	for i, machine := range d.rows {
		y := area.Y + d.step*(float32(i)+0.5)
		c.HLine(area.X, area.X+area.W, y, 1, c.Theme.PanelEdge)
		text := v.Words.T("beats.host")
		if machine > 0 {
			text = v.Words.F("beats.client", machine)
			c.Machine(machine, r.X+16, y, 6)
		}
		c.Text(r.X+30, y, text, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		name := panel.NewRect(r.X+8, y-d.step/2, beatsLeft-16, d.step)
		v.Underline(c, machine, name)
		v.Tips.Add(name, v.Words.T("beats.row-tip"))
		c.Clip(area.X, area.Y, area.W+1, area.H+1)
		beats, off := d.Beats(c, v.Tape, machine, y)
		c.Unclip()
		if beats > 0 {
			col := c.Theme.TextDim
			if off > 0 {
				col = c.Theme.Text
			}
			c.Text(area.X+area.W+14, y, v.Words.F("beats.off", off, beats), draw.Small, col, draw.Left|draw.Middle)
			v.Tips.Add(panel.NewRect(area.X+area.W, y-d.step/2, beatsRight, d.step), v.Words.T("beats.off-tip"))
		}
	}
	c.Clip(area.X, area.Y, area.W+1, area.H+1)
	d.axis.Cursor(c, &d.pen, v)
	c.Unclip()
	d.axis.Back(c, v, area.X+area.W-6, area.Y+area.H-12)
}

// Beats draws the beats of a machine's clock. It returns how many are in sight, and how many of these are too long or too short.
func (d *BeatsView) Beats(c *draw.Canvas, tape *observe.Tape, machine int, y float32) (count, off int) {
	var before netsim.Time
	var number int64
	n, end := tape.Moments(machine, d.axis.From.Add(-2*lesson.Beat), d.axis.To)
	for ; n+1 < end; n++ {
		m, next := tape.MomentAt(machine, n), tape.MomentAt(machine, n+1)
		beat := int64(next.Shared) / int64(lesson.Beat)
		if !m.OK || !next.OK || next.Shared <= m.Shared || beat == int64(m.Shared)/int64(lesson.Beat) {
			continue
		}
		share := float64(netsync.World(beat*int64(lesson.Beat)).Sub(m.Shared)) / float64(next.Shared.Sub(m.Shared))
		at := m.At.Add(time.Duration(share * float64(next.At.Sub(m.At))))
		length := at.Sub(before)
		follows := before > 0 && beat == number+1
		before, number = at, beat
		if at < d.axis.From {
			continue
		}
		x := d.axis.X(at)
		if follows {
			count++
		}
		if !follows || (length-lesson.Beat).Abs() < beatOff {
			c.Circle(x, y, 4, c.Theme.TextDim)
			continue
		}
		off++
		c.VLine(x, y-d.step*0.36, y+d.step*0.36, 2, c.Theme.Text)
		c.Cross(x, y, 5, 2, c.Theme.Text)
	}
	return count, off
}
