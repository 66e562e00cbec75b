package diagram

import (
	"fmt"
	"slices"
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

// wronged has the facts of a rig's clients be such that their clocks are wrong by so much, and their ticks too.
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
			for _, width := range []float32{348, 480, 630, 830, 1012, 1268} {
				look, blocks := NumbersFor(width)
				at := panel.NewRect(0, 0, width, look.Height(blocks, len(rows), 1))
				var k Numbers
				texts := heard(a, func(c *draw.Canvas) { k.Draw(c, rows, at) })
				for _, fault := range crowding(texts, at) {
					t.Errorf("%s, %v wide, wrong by %v: %s", name, width, d, fault)
				}
				for _, text := range texts { // a pair to be compared has one unit: that of the offsets is s from 1 s on
					if one := strings.HasSuffix(text.Said, " s") && !strings.HasPrefix(text.Said, a.Words.T("time.at")); one && d.Abs() < 100*time.Millisecond {
						t.Errorf("%s, %v wide, wrong by %v: %q", name, width, d, text.Said)
					}
				}
			}
			for _, width := range []float32{424, 628} {
				at := panel.NewRect(0, 0, width, 36)
				var k Numbers
				for _, fault := range crowding(heard(a, func(c *draw.Canvas) { k.DrawLine(c, rows, at) }), at) {
					t.Errorf("%s, a line of %v, wrong by %v: %s", name, width, d, fault)
				}
			}
		})
	}
}

// −299.7 ms stood beside −1.500 s.
func TestWhatIsComparedHasOneUnit(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	a.read()
	a.wronged(-1200300 * time.Microsecond)
	a.Frame.Held[0].Offset, a.Frame.Held[0].Status.Offset = -299700*time.Microsecond, -1500*time.Millisecond
	rows := []NumbersRow{{View: &a.View, Machine: 1}}
	var numbers Numbers
	var card Card
	for what, texts := range map[string][]string{
		"the table": writes(a, func(c *draw.Canvas) { numbers.Draw(c, rows, panel.NewRect(0, 0, 1268, 100)) }),
		"the card":  writes(a, func(c *draw.Canvas) { card.Draw(c, &a.Frame, a.Tips, 1, panel.NewRect(0, 0, 340, 300)) }),
	} {
		if !slices.Contains(texts, "−1.500 s") || !slices.Contains(texts, "−0.300 s") {
			t.Errorf("%s has %q", what, texts)
		}
	}
}

func TestFiguresOfCardsStandApart(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	for _, d := range wrongs {
		a.read()
		a.wronged(d)
		eachLanguage(t, a, func(name string) {
			for _, width := range []float32{240, 256, 280, 340, 400} {
				for _, height := range []float32{99, 167, 286} {
					at := panel.NewRect(0, 0, width, height)
					var k Card
					for _, fault := range crowding(heard(a, func(c *draw.Canvas) { k.Draw(c, &a.Frame, a.Tips, 1, at) }), at) {
						t.Errorf("%s, %v × %v, wrong by %v: %s", name, width, height, d, fault)
					}
				}
				at := panel.NewRect(0, 0, width, HostCardHeight(3))
				var k Card
				for _, fault := range crowding(heard(a, func(c *draw.Canvas) { k.DrawHost(c, &a.Frame, a.Tips, []int{0, 1, 2, 3}, at) }), at) {
					t.Errorf("%s, the host's %v wide, wrong by %v: %s", name, width, d, fault)
				}
			}
		})
	}
}

// In the smallest window an offset of −7.000 s was −7.0 s, and a tick of five digits 12.3k.
func TestTheNarrowestCardHasTheUsualFiguresWhole(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	a.read()
	f := &a.Frame.Held[0]
	f.Status.Synchronised, f.Status.Offset, f.Offset, f.HostTick = true, -7*time.Second, -7*time.Second-100*time.Microsecond, 12345
	f.OWDUp, f.OWDDown = 94400*time.Microsecond, 57200*time.Microsecond
	var k Card
	said := writes(a, func(c *draw.Canvas) { k.Draw(c, &a.Frame, a.Tips, 1, panel.NewRect(0, 0, 240, 300)) })
	for _, want := range []string{"−7.000 s", "94.4 ms", "+0.1 ms", "12345", "151.6 ms"} {
		if !slices.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
}
