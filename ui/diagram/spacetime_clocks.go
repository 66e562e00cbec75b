package diagram

import (
	"time"

	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// outward returns which way the strip of a machine lies from its axis: up for the host.
func outward(machine int) float32 {
	if machine == 0 {
		return -1
	}
	return 1
}

// ticks draws the ticks of a machine as marks on its axis at y: the host's for the world, the client's for
// its own player. Some have their numbers.
func (d *SpaceTime) ticks(c *draw.Canvas, tape *observe.Tape, machine int, y float32) {
	out := outward(machine)
	n, end := tape.Ticks(machine, d.Axis.From, d.Axis.To)
	if end-n < 2 {
		return
	}
	room := d.Axis.Area.W / float32(end-n)
	if ticks := tape.TickAt(machine, end-1).Tick - tape.TickAt(machine, n).Tick; ticks > 0 {
		room = (d.Axis.X(tape.TickAt(machine, end-1).At) - d.Axis.X(tape.TickAt(machine, n).At)) / float32(ticks)
	}
	marked, numbered := tenths(room, 4), roundTicks(room, 56)
	free := d.Axis.Area.X - 40 // from here on there is room for a number; a fast clock needs more
	for ; n < end; n++ {
		k := tape.TickAt(machine, n)
		if k.Tick%marked != 0 {
			continue
		}
		x, long := d.Axis.X(k.At), float32(4)
		if k.Tick%(10*marked) == 0 {
			long = 7
		}
		if k.Tick%numbered == 0 && x > free {
			long, free = 9, x+32
			if area := d.Axis.Area; x+3 >= area.X { // else part of it would be out of sight
				number := layout.Item{Bytes: d.pen.Start(c.Words).Int(k.Tick).Buf, Ink: c.Theme.TextDim}
				d.pen.Line.Say(c, panel.NewRect(x+3, y+out*14, area.X+area.W-x-3, 0), draw.Left, number)
			}
		}
		c.Line(x, y, x, y+out*long, 1, c.Theme.TextDim)
	}
}

// tenths returns the least power of ten whose marks have enough room, at some points a unit.
func tenths(each, enough float32) int64 {
	n := int64(1)
	for float32(n)*each < enough && n < 1e9 {
		n *= 10
	}
	return n
}

// roundTicks returns the least of 1, 2, 5, 10, 20, … ticks that has enough room, at some points a tick.
func roundTicks(each, enough float32) int64 {
	if each <= 0 {
		return 1e9
	}
	return max(int64(panel.Step(float64(enough/each), 1)+0.5), 1)
}

// A drift is how far one clock has run ahead of true time since the left edge: its reading now, minus its
// reading there, minus the true time since.
type drift struct {
	moment func(*observe.ClockMoment) int64 // reading in ns
	start  int64                            // at the first moment in view
	from   netsim.Time
	most   time.Duration // of the gains, either way
	last   time.Duration // the gain at the right
	to     netsim.Time
	ok     bool
}

// measure returns the drift in view of one of a machine's clocks.
func (d *SpaceTime) measure(tape *observe.Tape, machine int, reading func(*observe.ClockMoment) int64) (r drift) {
	r.moment = reading
	n, end := tape.Moments(machine, d.Axis.From, d.Axis.To)
	for first := n; n < end; n++ {
		m := tape.MomentAt(machine, n)
		if n == first {
			r.start, r.from, r.ok = reading(m), m.At, true
		}
		r.last, r.to = r.gain(m), m.At
		r.most = max(r.most, r.last.Abs())
	}
	return r
}

func (r *drift) gain(m *observe.ClockMoment) time.Duration {
	return time.Duration(r.moment(m)-r.start) - m.At.Sub(r.from)
}

// exaggeration returns the round factor by which a gain is exaggerated, so that it fills the room given in
// points but doesn't leave it.
func (d *SpaceTime) exaggeration(most time.Duration, room float32) float64 {
	points := float64(most) / float64(d.Axis.PerPoint())
	if points < 1e-9 {
		return 1
	}
	return 1 / panel.Step(points/float64(room), 1)
}

// running is the drift of one machine's clocks in view, and how it is drawn.
type running struct {
	own, world drift
	middle     float32 // y of a clock that runs exactly
	times      float64 // by which the tilt of its own clock is exaggerated
	dilated    bool    // its world time is drawn too
}

// ownClocks draws the clocks of both machines beside their axes: level is true time, upwards is
// fast. Both are tilted by the same factor, so that they can be compared.
func (d *SpaceTime) ownClocks(c *draw.Canvas, tape *observe.Tape) {
	room := d.band/2 - 14
	var most, mostWorld time.Duration
	for i := range d.run {
		r := &d.run[i]
		r.own = d.measure(tape, i*d.Client, func(m *observe.ClockMoment) int64 { return int64(m.Local) })
		r.world = d.measure(tape, i*d.Client, func(m *observe.ClockMoment) int64 { return int64(m.World) })
		most, mostWorld = max(most, r.own.most), max(mostWorld, r.world.most)
		y := [...]float32{d.HostY, d.ClientY}[i]
		r.middle = y + outward(i)*(d.band-room-4)
	}
	times, timesWorld := d.exaggeration(most, room), d.exaggeration(mostWorld, room)
	for i := range d.run {
		r, machine := &d.run[i], i*d.Client
		r.times, r.dilated = times, mostWorld > d.Axis.Span/1000 && mostWorld > 2*most
		if r.dilated {
			d.clockLine(c, tape, machine, &r.world, r.middle, timesWorld, palette.LineStyle{Color: c.Theme.TextDim, Dash: palette.Dash{6, 4, 1, 4}})
		}
		d.clockLine(c, tape, machine, &r.own, r.middle, times, palette.LineStyle{Color: c.Theme.Truth})
		d.readings(c, tape, machine, &r.own, r.middle, times)
	}
}

// gainY returns where a gain is drawn.
func (d *SpaceTime) gainY(middle float32, gain time.Duration, times float64) float32 {
	return middle - float32(float64(gain)/float64(d.Axis.PerPoint())*times)
}

// clockLine draws one clock of a machine.
func (d *SpaceTime) clockLine(c *draw.Canvas, tape *observe.Tape, machine int, r *drift, middle float32, times float64, style palette.LineStyle) {
	d.points = d.points[:0]
	n, end := tape.Moments(machine, d.Axis.From, d.Axis.To)
	every := max(uint64(float32(end-n)*2/d.Axis.Area.W), 1) // one in two points is enough
	for ; n < end; n += every {
		m := tape.MomentAt(machine, n)
		d.points = append(d.points, d.Axis.X(m.At), d.gainY(middle, r.gain(m), times))
	}
	c.Polyline(d.points, 1.5, style.Dash, 0, style.Color)
}

// readings writes a machine's own clock readings along its line, at round values.
func (d *SpaceTime) readings(c *draw.Canvas, tape *observe.Tape, machine int, r *drift, middle float32, times float64) {
	step, decimals := d.Axis.Step()
	n, end := tape.Moments(machine, d.Axis.From, d.Axis.To)
	for ; n+1 < end; n++ {
		m, next := tape.MomentAt(machine, n), tape.MomentAt(machine, n+1)
		reading := (int64(m.Local)/int64(step) + 1) * int64(step)
		if m.Local < 0 {
			reading = int64(m.Local) / int64(step) * int64(step)
		}
		if reading > int64(next.Local) || next.Local <= m.Local {
			continue
		}
		share := float64(reading-int64(m.Local)) / float64(next.Local-m.Local)
		at := m.At + netsim.Time(share*float64(next.At-m.At))
		x, y := d.Axis.X(at), d.gainY(middle, r.gain(m), times)
		d.pen.Start(c.Words).Fixed(time.Duration(reading).Seconds(), decimals).Text(" s")
		w := 9 * float32(len(d.pen.Buf)) * 0.8
		c.Line(x, y-4, x, y+4, 1.5, c.Theme.Truth)
		if now := d.Axis.X(d.now); x < now && x+w > now {
			continue // the line at the present would cross it out
		}
		c.Rect(x+4, y-7, w, 14, c.Theme.Panel)
		d.pen.Put(c, x+7, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
}

// rates writes left of the clocks' lines how fast they run, and how much their tilt is exaggerated.
func (d *SpaceTime) rates(c *draw.Canvas, t *panel.Tips) {
	x := d.labels.X
	for i := range d.run {
		r := &d.run[i]
		span := float64(r.own.to.Sub(r.own.from))
		if !r.own.ok || span <= 0 {
			continue
		}
		y := r.middle - 7
		d.pen.Start(c.Words).Signed(float64(r.own.last)/span*1e6, 1).Text(" ppm").Put(c, x, y, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		d.pen.Start(c.Words)
		switch {
		case r.dilated:
			d.pen.Word("spacetime.world").Text(" × ").Fixed(1+float64(r.world.last)/span, 2)
		case r.own.most > 0:
			d.pen.Word("spacetime.tilt").Text(" × ")
			if r.times >= 1 {
				d.pen.Int(int64(r.times + 0.5))
			} else {
				d.pen.Fixed(r.times, 2)
			}
		}
		d.pen.Put(c, x, y+14, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		t.Add(panel.NewRect(x, y-7, d.labels.W, 28), c.Words.T("spacetime.rate-tip"))
	}
}

// sharedTimes joins the instants at which the host's clock reads a round time with those at which the client
// believes it does: vertical lines where they agree, slanted ones where the client is wrong.
func (d *SpaceTime) sharedTimes(c *draw.Canvas, tape *observe.Tape) {
	step, _ := d.Axis.Step()
	n, end := tape.Moments(d.Client, d.Axis.From-netsim.Time(time.Second), d.Axis.To)
	d.agreedX, d.agreedError = 0, 0
	for ; n+1 < end; n++ {
		host, client, err, ok := agree(tape.MomentAt(d.Client, n), tape.MomentAt(d.Client, n+1), int64(step))
		if !ok {
			continue
		}
		from, to := d.Axis.X(host), d.Axis.X(client)
		c.Dashed(from, d.HostY, to, d.ClientY, 1.75, palette.Dash{10, 4, 10, 4}, 0, c.Theme.Text.Fade(0.6))
		c.Circle(from, d.HostY, 3.5, c.Theme.Truth)
		c.Circle(to, d.ClientY, 3.5, c.Theme.Panel)
		c.Ring(to, d.ClientY, 3.5, 1.25, c.Theme.Text)
		d.agreedX, d.agreedError = to, err
	}
}

// agreedWrong writes at the latest of those instants how wrong the client is.
func (d *SpaceTime) agreedWrong(c *draw.Canvas) {
	x := d.agreedX + 4
	if d.agreedX <= d.Axis.Area.X {
		return
	}
	wrong := layout.Item{Bytes: d.pen.Start(c.Words).SignedMs(d.agreedError, 1).Buf, Ink: c.Theme.ErrorText, Lead: 4, Tail: 4}
	w := d.pen.Line.One(c.Fonts(), wrong)
	if now := d.Axis.X(d.now); x < now && x+w > now { // the line at the present would cross it out
		x = now + 2
	}
	if x+w > d.Axis.Area.X+d.Axis.Area.W {
		x = d.agreedX - 4 - w
	}
	d.put(c, panel.NewRect(x, d.ClientY-22, w, 16), -noteStep, wrong)
}

// agree returns when the host's clock reads the first multiple of step, in ns, that it reads between two of the
// client's frames by the client's estimate, and when the client believes that; err is how wrong the client is then.
func agree(m, next *observe.ClockMoment, step int64) (host, client netsim.Time, err time.Duration, ok bool) {
	reading := (int64(m.Estimated)/step + 1) * step
	passed, really := float64(next.Estimated-m.Estimated), float64(next.True-m.True)
	if !m.OK || !next.OK || m.Estimated < 0 || passed <= 0 || reading > int64(next.Estimated) || really <= 0 {
		return 0, 0, 0, false // or the host's world time stands still
	}
	share := float64(reading-int64(m.Estimated)) / passed
	client = m.At + netsim.Time(share*float64(next.At-m.At))
	wrong := float64(reading-int64(m.True)) - share*really
	rate := really / float64(next.At-m.At)
	return client + netsim.Time(wrong/rate), client, time.Duration(wrong), true
}
