package ui

import (
	"time"

	"driftlab/lesson"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/session"
	"driftlab/ui/draw"
)

// beatsView is the tab that shows what a machine does with the time that it has: the beats of a metronome on each
// machine's clock.
type beatsView struct {
	pen  pen
	axis timeAxis
	zoom float32
	now  netsim.Time
	rows []int // machines
	step float32
}

// The width of the names left of the axis, and of the figures right of it, at scale 1.
const (
	beatsLeft  = 120
	beatsRight = 150
)

// beatsLow is the least height of a row, at scale 1.
const beatsLow = 15

// beatOff is by how much a beat must be longer or shorter to be marked: a thousandth of a second.
const beatOff = time.Millisecond

func newBeatsView() *beatsView {
	return &beatsView{axis: newTimeAxis(12*time.Second, 2*time.Second, time.Minute, 0.03)}
}

func (d *beatsView) key() string { return "beats" }

func (d *beatsView) begin() { d.axis.follow() }

// place divides r, when virtual time is now.
func (d *beatsView) place(v *view, r rect) {
	z := float32(v.scale)
	d.zoom, d.now = z, v.session.Now()
	area := rect{r.x + beatsLeft*z, r.y + 4*z, r.w - (beatsLeft+beatsRight)*z, r.h - 28*z}
	most := min(viewports, max(int(area.h/(beatsLow*z)), 2))
	d.rows = append(d.rows[:0], 0)
	first := max(1, min(v.frame.selected-1, v.session.Clients()-most+2)) // the selected one is among them
	if most == 2 {
		first = v.frame.selected
	}
	for m := first; m <= v.session.Clients() && len(d.rows) < most; m++ {
		d.rows = append(d.rows, m)
	}
	d.axis.place(area, d.now)
	d.step = min(60*z, area.h/float32(len(d.rows)))
}

func (d *beatsView) update(v *view, p *pointer, r rect) {
	d.place(v, r)
	if d.axis.update(p, d.now) {
		v.mark(&d.axis, p.x)
	}
}

func (d *beatsView) draw(v *view, c *draw.Canvas, r rect) {
	d.place(v, r)
	area, z := d.axis.area, d.zoom
	d.axis.grid(c, &d.pen, z)
	for i, machine := range d.rows {
		y := area.y + d.step*(float32(i)+0.5)
		c.HLine(area.x, area.x+area.w, y, z, c.Theme.PanelEdge)
		d.name(v, c, r, machine, y)
		c.Clip(int(area.x), int(area.y), int(area.w)+1, int(area.h)+1)
		beats, off := d.beats(c, v.tape, machine, y)
		c.Unclip()
		if beats > 0 {
			d.pen.start(v.words).text(v.words.F("beats.off", off, beats))
			col := c.Theme.InSyncText
			if off > 0 {
				col = c.Theme.ErrorText
			}
			d.pen.put(c, area.x+area.w+14*z, y, draw.Small, col, draw.Left|draw.Middle)
			v.tips.add(rect{area.x + area.w, y - d.step/2, beatsRight * z, d.step}, v.words.T("beats.off-tip"))
		}
	}
	c.Clip(int(area.x), int(area.y), int(area.w)+1, int(area.h)+1)
	d.axis.cursor(c, &d.pen, v, z)
	c.Unclip()
	d.axis.back(c, v, area.x+area.w-6*z, area.y+area.h-12*z, z)
}

// name writes whose row it is.
func (d *beatsView) name(v *view, c *draw.Canvas, r rect, machine int, y float32) {
	z := d.zoom
	text := v.words.T("beats.host")
	if machine > 0 {
		text = v.words.F("beats.client", machine)
		style := c.Theme.Machine(machine)
		c.Marker(style.Shape, r.x+16*z, y, 6*z, style.Color)
	}
	c.Text(r.x+30*z, y, text, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	v.tips.add(rect{r.x, y - d.step/2, beatsLeft * z, d.step}, v.words.T("beats.row-tip"))
}

// beats draws the beats of a machine's clock, and returns how many of those in sight are longer or shorter
// than they should be.
func (d *beatsView) beats(c *draw.Canvas, tape *session.Tape, machine int, y float32) (count, off int) {
	z := d.zoom
	var before netsim.Time
	var number int64
	n, end := tape.Moments(machine, d.axis.from.Add(-2*lesson.Beat), d.axis.to)
	for ; n+1 < end; n++ {
		m, next := tape.MomentAt(machine, n), tape.MomentAt(machine, n+1)
		beat := int64(next.Shared) / int64(lesson.Beat)
		if !m.OK || !next.OK || next.Shared <= m.Shared || beat == int64(m.Shared)/int64(lesson.Beat) {
			continue
		}
		at := beatTime(m, next, netsync.World(beat*int64(lesson.Beat)))
		length := at.Sub(before)
		follows := before > 0 && beat == number+1
		before, number = at, beat
		if at < d.axis.from {
			continue
		}
		x := d.axis.x(at)
		if !follows || (length-lesson.Beat).Abs() < beatOff {
			if follows {
				count++
			}
			c.Circle(x, y, 4*z, c.Theme.InSync)
			continue
		}
		count++
		off++
		c.VLine(x, y-d.step*0.36, y+d.step*0.36, 2*z, c.Theme.Error)
		c.Cross(x, y, 5*z, 2*z, c.Theme.Error)
	}
	return count, off
}

// beatTime returns when between two moments a clock came to a time.
func beatTime(m, next *session.ClockMoment, to netsync.World) netsim.Time {
	share := float64(to.Sub(m.Shared)) / float64(next.Shared.Sub(m.Shared))
	return m.At.Add(time.Duration(share * float64(next.At.Sub(m.At))))
}
