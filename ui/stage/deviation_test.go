package stage

import (
	"math"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/netsync"
	"driftlab/netsync/unity"
	"driftlab/ui/draw"
)

// A bracket says how far it is from one end to the other, as figures of lessons and summaries do.
func TestABracketTellsHowFarItIsStraight(t *testing.T) {
	v := sheetViewport()
	shown := game.Object{Pos: game.Point{X: 2 * game.Metre, Y: game.Metre}}
	truth := game.Object{Pos: game.Point{X: 5 * game.Metre, Y: 5 * game.Metre}}
	if v.deviate(shown, truth, 0, 1); len(v.Errors) != 1 || v.Errors[0].Metres != 5 {
		t.Fatalf("3 m along and 4 m up are told as %+v", v.Errors)
	}
}

// On a link that is shorter than the round trip that Unity's predicted time starts with, that takes seconds to come back.
func TestABracketTellsThatATimeIsStillSettling(t *testing.T) {
	for _, c := range []struct {
		space    game.TimeSpace
		settling unity.Settling
		starved  bool
		want     string
	}{
		{game.PredictedTime, unity.Settling{Predicted: true}, true, "180 ms ahead, still settling"},
		{game.PredictedTime, unity.Settling{Server: true}, true, "180 ms ahead, by design"},
		{game.ServerTime, unity.Settling{Server: true}, false, "180 ms ahead, still settling"},
		{game.ServerTime, unity.Settling{Server: true}, true, "180 ms ahead, nothing newer is here"},
	} {
		v := sheetViewport()
		v.settling, v.starved = c.settling, c.starved
		v.deviate(game.Object{Time: netsync.World(180 * time.Millisecond), Space: c.space}, game.Object{Pos: game.Point{X: game.Metre}}, 0, 1)
		v.bracketLabel(english, &v.Errors[0])
		if got := string(v.pen.Buf); got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
}

// The bell does not move: that it is "0.8 m ahead" would be said of nothing that one sees.
func TestABracketAtTheBellTellsHowEarlyItRang(t *testing.T) {
	for _, c := range []struct {
		early  netsync.World // than in the host's world
		design bool
		want   string
	}{
		{netsync.World(40 * time.Millisecond), false, "rang 40 ms early"},
		{netsync.World(-60 * time.Millisecond), false, "rang 60 ms late"},
		{netsync.World(-93 * time.Millisecond), true, "rang 93 ms late, by design"},
	} {
		v := sheetViewport()
		if !c.design {
			v.apart = session.Apart{Clock: time.Duration(c.early), Follows: true}
		}
		const at = netsync.World(5 * time.Second)
		k := game.Strike{On: game.StruckBell, Shot: 3, Now: at, At: at}
		v.holdApart(&k, game.Object{Time: at, Space: game.ServerTime}, game.Object{Time: at - c.early, Pos: game.Point{X: game.Metre}, Space: game.ServerTime})
		if len(v.Errors) != 1 {
			t.Fatalf("there are %d brackets", len(v.Errors))
		}
		v.bracketLabel(english, &v.Errors[0])
		if got := string(v.pen.Buf); got != c.want {
			t.Errorf("%v early: %q, want %q", c.early, got, c.want)
		}
	}
}

// The legend has a hatching, and a bracket that ran neither level nor upright was a line of dots.
func TestABracketIsHatchedHoweverItRuns(t *testing.T) {
	a := newRig(t, "first", true)
	const scale = 3
	fonts, err := draw.NewFonts(scale)
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range [][2]float32{{260, 20}, {20, 260}, {220, 180}} {
		pix := a.paintedIn(fonts, func(c *draw.Canvas) {
			bracket(c, &Deviation{X0: 20. / scale, y0: 20. / scale, X1: to[0] / scale, y1: to[1] / scale}, a.theme.ServerTime)
		})
		l := float32(math.Hypot(float64(to[0]-20), float64(to[1]-20)))
		dx, dy := (to[0]-20)/l, (to[1]-20)/l
		for _, beside := range []float32{-4, 0, 4} { // of 12 pixels
			full, all := 0, 0
			for along := float32(40); along < l-40; along++ {
				x, y := int(20+dx*along-dy*beside), int(20+dy*along+dx*beside)
				if all++; pix[4*(y*a.width+x)+3] >= 0x80 {
					full++
				}
			}
			if full < all/3 || full > all*2/3 {
				t.Errorf("to %v, %v pixels beside the middle: %d of %d pixels are covered, which isn't half of them", to, beside, full, all)
			}
		}
	}
}

// A dead-reckoned figure is where its extrapolation, a wrong clock and error smoothing together put it: all of that was orange once the
// clock was wrong by more than 5 ms, and blue before.
func TestABracketOfADeadReckonedFigureTellsWhatEachCauseMakesOfIt(t *testing.T) {
	const cm = game.Metre / 100
	for _, c := range []struct {
		clock     time.Duration
		eased, at game.Length // how far to the right of its course it is eased, and of the host's place it is shown
		want      string
		ends      []game.Length // of the parts, right of the host's place
		colour    func(*palette.Theme) palette.Color
	}{
		{0, 30 * cm, 30 * cm, "0.30 m off, correction", []game.Length{0}, func(t *palette.Theme) palette.Color { return t.CorrectionText }},
		{60 * time.Millisecond, 0, 36 * cm, "0.36 m ahead", []game.Length{0}, func(t *palette.Theme) palette.Color { return t.ErrorText }},
		{0, 0, 50 * cm, "0.50 m off", []game.Length{0}, func(t *palette.Theme) palette.Color { return t.ServerText }},
		{60 * time.Millisecond, -10 * cm, 40 * cm, "0.40 m off: correction, clock, as sent", []game.Length{50 * cm, 14 * cm, 0}, func(t *palette.Theme) palette.Color { return t.Text }},
	} {
		v := sheetViewport()
		v.apart = session.Apart{Clock: c.clock}
		o := game.Object{ID: 2, Ride: -1, Time: netsync.World(c.clock), Vel: game.Point{X: 6 * game.Metre}, Pos: game.Point{X: 5*game.Metre + c.at}, Eased: game.Point{X: c.eased}}
		v.deviate(o, game.Object{ID: 2, Pos: game.Point{X: 5 * game.Metre}}, 0, 2)
		d := &v.Errors[0]
		v.bracketLabel(english, d)
		if _, col := d.colours(palette.Dark()); string(v.pen.Buf) != c.want || col != c.colour(palette.Dark()) {
			t.Errorf("%q in %v, want %q", v.pen.Buf, col, c.want)
		}
		x := d.X0
		for i, end := range c.ends {
			k := d.shares[i]
			if want, _ := v.At(game.Point{X: 5*game.Metre + end}); i >= d.causes || k.x0 != x || max(k.x1-want, want-k.x1) > 0.5 {
				t.Errorf("%q: part %d goes from %v to %v, and should from %v to %v", c.want, i+1, k.x0, k.x1, x, want)
			}
			x = k.x1
		}
	}
}

// A lift that is three seconds behind is where it was a while ago, and one that has just turned round is on the far side: "0.19 m
// behind" stood beside one that was higher than the host's, which rose.
func TestAPlatformThatHasTurnedSinceIsToldInTime(t *testing.T) {
	const now = 500 * time.Millisecond // it goes a metre a second, to and fro over a metre
	for behind, want := range map[time.Duration]string{300 * time.Millisecond: "0.30 m behind", 600 * time.Millisecond: "600 ms behind", 3300 * time.Millisecond: "3300 ms behind"} {
		v := sheetViewport()
		v.Level = &game.Level{Platforms: []game.Platform{{B: game.Point{X: game.Metre}, Speed: game.Speed(game.Metre)}}}
		v.apart = session.Apart{Clock: -behind}
		v.deviate(game.Object{Time: netsync.World(now - behind), Space: game.SharedTime}, game.Object{Time: netsync.World(now), Pos: game.Point{X: 3 * game.Metre / 10}}, 0, platformKey)
		v.bracketLabel(english, &v.Errors[0])
		if got := string(v.pen.Buf); got != want {
			t.Errorf("%v behind: %q, want %q", behind, got, want)
		}
	}
}

// Unity's clock is 4 ms ahead, and what others do is shown 70 ms behind: "0.27 m behind" in the clock's colour was the opposite of
// the number beside it.
func TestABracketOfSeveralCausesTellsEachAndTheirSum(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		apart   session.Apart
		space   game.TimeSpace
		ahead   time.Duration
		dilated bool
		want    string
		colour  func(*palette.Theme) palette.Color
	}{
		{session.Apart{Clock: 4 * ms}, game.ServerTime, -66 * ms, false, "66 ms behind, by design", func(t *palette.Theme) palette.Color { return t.ServerText }},
		{session.Apart{Clock: 4 * ms, Follows: true}, game.ServerTime, -66 * ms, false, "66 ms behind: clock +4, by design −70", func(t *palette.Theme) palette.Color { return t.Text }},
		{session.Apart{Clock: 2 * ms, Follows: true}, game.ServerTime, -66 * ms, false, "66 ms behind, by design", func(t *palette.Theme) palette.Color { return t.ServerText }},
		{session.Apart{Clock: -82 * ms}, game.SharedTime, -82 * ms, false, "1.00 m behind", func(t *palette.Theme) palette.Color { return t.ErrorText }},
		{session.Apart{Clock: 4 * ms, Dilation: 500 * ms}, game.SharedTime, 504 * ms, false, "504 ms ahead: clock +4, dilation +500", func(t *palette.Theme) palette.Color { return t.Text }},
		{session.Apart{Dilation: 80 * ms}, game.SharedTime, 80 * ms, true, "80 ms of world time ahead, dilation", func(t *palette.Theme) palette.Color { return t.DilationText }},
		{session.Apart{}, game.SharedTime, -80 * ms, false, "80 ms behind, as sent", func(t *palette.Theme) palette.Color { return t.ServerText }},
	} {
		v := sheetViewport()
		v.apart, v.dilated = c.apart, c.dilated
		v.deviate(game.Object{Time: netsync.World(c.ahead), Space: c.space}, game.Object{Pos: game.Point{X: game.Metre}}, 0, ShotKey)
		d := &v.Errors[0]
		v.bracketLabel(english, d)
		if _, col := d.colours(palette.Dark()); string(v.pen.Buf) != c.want || col != c.colour(palette.Dark()) {
			t.Errorf("%+v: %q in %v, want %q", c.apart, v.pen.Buf, col, c.want)
		}
		sum, x := time.Duration(0), d.X0
		for _, k := range d.shares[:d.causes] {
			if k.x0 != x {
				t.Errorf("%+v: a part begins at %v, the one before ends at %v", c.apart, k.x0, x)
			}
			sum, x = sum+k.ahead, k.x1
		}
		if sum != c.ahead || x != d.X1 {
			t.Errorf("%+v: the parts are %v and end at %v, and the whole is %v and ends at %v", c.apart, sum, x, c.ahead, d.X1)
		}
	}
}
