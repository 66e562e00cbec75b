package diagram

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

// crowding reports which texts of a picture are less than 4 points apart on one line, cut, or outside of their place.
func crowding(texts []draw.Text, in panel.Rect) (faults []string) {
	for i, a := range texts {
		if strings.HasSuffix(a.Said, "…") {
			faults = append(faults, fmt.Sprintf("%q is cut", a.Said))
		}
		if a.X0 < in.X || a.X1 > in.X+in.W+1 || a.Y0 < in.Y-1 || a.Y1 > in.Y+in.H+2 {
			faults = append(faults, fmt.Sprintf("%q leaves its place", a.Said))
		}
		for _, b := range texts[:i] {
			if min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > 4 && max(a.X0, b.X0)-min(a.X1, b.X1) < 3.5 { // both stand on whole points
				faults = append(faults, fmt.Sprintf("%q and %q are %.1f apart", b.Said, a.Said, max(a.X0, b.X0)-min(a.X1, b.X1)))
			}
		}
	}
	return faults
}

// wrongs are by how much clocks are wrong in the worlds that tables must bear.
var wrongs = []time.Duration{40 * time.Millisecond, -299700 * time.Microsecond, 1200 * time.Millisecond, 4039 * time.Millisecond,
	-11501 * time.Millisecond, 123456 * time.Millisecond, -1234567 * time.Millisecond}

// wronged changes the facts of a rig's clients so that their clocks and ticks are wrong.
func (a *rig) wronged(by ...time.Duration) {
	for i := range a.Frame.Held {
		f, d := &a.Frame.Held[i], by[i%len(by)]
		f.Status.Synchronised, f.Status.HasOWD, f.Moment.OK = true, true, true
		f.Offset, f.Error = d/4, d
		f.Status.Offset = f.Offset + d
		f.Status.OWDUp, f.Status.OWDDown, f.OWDUp, f.OWDDown, f.Status.RTT = d.Abs(), d.Abs()/2, 80*time.Millisecond, 40*time.Millisecond, d.Abs()
		f.JitterUp, f.JitterDown = d.Abs()/10, d.Abs()/20
		f.HostTick = f.Moment.Clock.Tick() - int64(d/(16*time.Millisecond))
		f.Apart.World = true
		f.Refused.Counts[1], f.Corrected, f.Resets = uint64(d.Abs()/time.Millisecond), uint64(d.Abs()/time.Millisecond), 1234
		for _, t := range []*session.Trips{&f.UpTrips, &f.DownTrips} {
			t.Measured.Count, t.Measured.Latest, t.Measured.Least, t.Measured.Mean = 64, d, -d, d/2
		}
	}
	a.Frame.Dilated, a.Frame.Parted = true, true
}

func eachLanguage(t *testing.T, a *rig, do func(name string)) {
	for _, name := range []string{"en", "de"} {
		a.speak(uitest.Language(t, name))
		do(name)
	}
}

func TestNumbersOfLargeErrorsStandApart(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	for _, d := range wrongs {
		a.read()
		a.wronged(d, -d, 7*time.Millisecond)
		rows := []NumbersRow{{View: &a.View}, {View: &a.View, Machine: 1}, {View: &a.View, Machine: 2}, {View: &a.View, Machine: 3}}
		eachLanguage(t, a, func(name string) {
			for _, width := range []float32{348, 480, 632, 830, 856, 1268} {
				at := panel.NewRect(0, 0, width, NumbersHigh(len(rows)))
				var k Numbers
				texts := heard(a, func(c *draw.Canvas) { k.Draw(c, rows, at) })
				for _, fault := range crowding(texts, at) {
					t.Errorf("%s, %v wide, wrong by %v: %s", name, width, d, fault)
				}
				if e := string(new(panel.Pen).Start(a.Words).Signed(inMillis(d), 0).Buf); d.Abs() > 10*time.Second && !strings.Contains(fmt.Sprint(texts), e) {
					t.Errorf("%s, %v wide: the error %s is not in %v", name, width, e, texts)
				}
			}
			for _, width := range []float32{424, 628} {
				at := panel.NewRect(0, 0, width, 36)
				var o Others
				for what, drawing := range map[string]func(c *draw.Canvas){"all": func(c *draw.Canvas) { o.DrawLine(c, rows, at) }, "others": func(c *draw.Canvas) { o.DrawRow(&a.View, c, at) }} {
					for _, fault := range crowding(heard(a, drawing), at) {
						t.Errorf("%s, a line of %s in %v, wrong by %v: %s", name, what, width, d, fault)
					}
				}
			}
			for _, at := range []panel.Rect{panel.NewRect(0, 0, 456, 196), panel.NewRect(0, 0, 300, 300), panel.NewRect(0, 0, 400, 120)} {
				var m More
				for _, fault := range crowding(heard(a, func(c *draw.Canvas) { m.Draw(&a.View, c, at) }), at) {
					t.Errorf("%s, more in %v, wrong by %v: %s", name, at, d, fault)
				}
			}
		})
	}
}
