package stage

import (
	"image"
	"path/filepath"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game"
	"driftlab/internal/palette"
	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

const sheetTime = netsync.World(100 * time.Second)

// poses are what one can be seen at, as an object of a scene at [sheetTime].
var poses = []struct {
	name string
	with func(o *game.Object)
}{
	{"stand", func(o *game.Object) {}},
	{"walk", func(o *game.Object) { o.Vel.X, o.Pose.Walked = 6*game.Metre, 2*game.Metre }},
	{"turn", func(o *game.Object) {
		o.Vel.X, o.Facing, o.Pose.Walked, o.Pose.Turned = -6*game.Metre, -1, game.Metre/3, sheetTime-netsync.World(20*time.Millisecond)
	}},
	{"rise", func(o *game.Object) {
		o.Ride, o.Vel = game.Airborne, game.Point{X: 3 * game.Metre, Y: 9 * game.Metre}
		o.Pos.Y += game.Metre / 4
	}},
	{"land", func(o *game.Object) { o.Pose.Landed, o.Pose.Impact = sheetTime, 10*game.MetreASecond }},
	{"cheer", func(o *game.Object) { o.Pose.Cheered = sheetTime - netsync.World(75*time.Millisecond) }},
	{"hit", func(o *game.Object) { o.Pose.Hit = sheetTime - netsync.World(60*time.Millisecond) }},
	{"refused", func(o *game.Object) { o.Pose.Refused = sheetTime - netsync.World(100*time.Millisecond) }},
}

// sheetViewport shows an eighth of a picture 1600 × 900 for each pose, and for the host, the robot and six clients.
func sheetViewport() *Viewport {
	l := *game.DefaultLevel()
	l.Width, l.Height = 16*game.Metre, 18*game.Metre
	v := &Viewport{}
	v.Level, v.Metre, v.Picture = &l, 52, panel.NewRect(0, 0, 16*52, 18*52)
	v.Area = v.Picture
	v.Labels.start(v.Picture, 0)
	return v
}

// drawSheet draws each figure in each pose, and where the host has it.
func drawSheet(c *draw.Canvas, v *Viewport) {
	var s game.Scene
	for row := range 8 {
		for col, pose := range poses {
			o := game.Object{ID: row, Facing: 1, Ride: game.Solid, Time: sheetTime,
				Pos: game.Point{X: game.Length(2*col+1) * game.Metre, Y: game.Length(2*(7-row))*game.Metre + game.Metre/2}}
			pose.with(&o)
			s.Players = append(s.Players[:0], o)
			if row == 7 {
				o.ID = 0
				s.Players, s.Character = s.Players[:0], o
				v.character(c, &s)
			} else {
				s.Character = game.Object{}
				v.player(c, &s.Players[0], &s)
			}
			if pose.name == "refused" {
				o.Pos.X += game.Metre / 3
				v.outline(c, &o, row == 7)
			}
		}
	}
	v.writeNumbers(c)
}

func TestFiguresLookAsTheyDid(t *testing.T) {
	uitest.NeedLoop(t)
	fonts := mustFonts(t, 1)
	for name, theme := range map[string]*palette.Theme{"dark": palette.Dark(), "light": palette.Light()} {
		c, v := draw.NewCanvas(fonts, theme, english), sheetViewport()
		img := ebiten.NewImage(int(v.Picture.W), int(v.Picture.H))
		img.Fill(theme.SkyMiddle)
		drawSheet(c, v)
		c.Flush(img)
		got := image.NewRGBA(img.Bounds())
		img.ReadPixels(got.Pix)
		img.Deallocate()
		path := filepath.Join("testdata", "golden", "figures-"+name+".png")
		if *uitest.Update {
			uitest.WritePNG(t, path, uitest.Golden(got))
			continue
		}
		if marked, err := uitest.Differs(uitest.ReadPNG(t, path), got); err != nil {
			where := filepath.Join(t.TempDir(), "differs.png")
			uitest.WritePNG(t, where, marked)
			t.Errorf("%s: %v: %s marks where", name, err, where)
		}
	}
}

// A figure depends on its object alone: on what it did, and when it is shown.
func TestAFigureIsAFunctionOfItsObject(t *testing.T) {
	theme, still := palette.Dark(), game.Object{ID: 1, Facing: 1, Ride: game.Solid, Time: sheetTime}
	stand := newFigure(theme, &still, false)
	for _, pose := range poses {
		o := still
		pose.with(&o)
		g := newFigure(theme, &o, false)
		if again := newFigure(theme, &o, false); again != g {
			t.Errorf("%s: a second look shows another figure", pose.name)
		}
		if pose.name != "stand" && g == stand {
			t.Errorf("%s: it stands", pose.name)
		}
		// What is yet to come in the time in which one is shown has not happened.
		o.Time = sheetTime - netsync.World(10*time.Second)
		o.Vel, o.Ride, o.Facing, o.Pose.Walked = game.Point{}, game.Solid, 1, 0
		early, then := newFigure(theme, &o, false), still
		if then.Time = o.Time; early != newFigure(theme, &then, false) {
			t.Errorf("%s: it shows before it happens", pose.name)
		}
	}
}

func TestEyesFollowAShotThenTheNearestOther(t *testing.T) {
	me := game.Object{ID: 1, Pos: game.Point{X: 10 * game.Metre}, Facing: 1, Time: sheetTime}
	at := func(x game.Length) game.Object {
		return game.Object{ID: 2, Pos: game.Point{X: x * game.Metre}, Time: sheetTime}
	}
	look := func(s *game.Scene) (x float32) {
		g := newFigure(palette.Dark(), &me, false)
		g.look(&me, s)
		return g.gazeX
	}
	if x := look(&game.Scene{Players: []game.Object{me, at(20)}}); x != 1 {
		t.Errorf("with nobody near it looks %v", x)
	}
	if x := look(&game.Scene{Players: []game.Object{me, at(7), at(14)}}); x != -1 {
		t.Errorf("with one 3 m behind it looks %v", x)
	}
	shot := at(13)
	shot.Pos.Y = 900 * game.Metre / 1000
	if x := look(&game.Scene{Players: []game.Object{me, at(7)}, Shots: []game.Object{shot}}); x < 0.99 {
		t.Errorf("with a shot 3 m ahead it looks %v", x)
	}
}

func TestEyesShutForAMomentEveryFewSeconds(t *testing.T) {
	shut := 0
	for ms := range 31_000 {
		o := game.Object{ID: 3, Facing: 1, Time: netsync.World(time.Duration(ms) * time.Millisecond)}
		if g := newFigure(palette.Dark(), &o, false); g.shut {
			shut++
		}
	}
	if shut < 1000 || shut > 1150 {
		t.Errorf("shut for %d ms of 31 s, want ten times 110", shut)
	}
}

// crowdedScene has eight figures, four projectiles and a hit.
func crowdedScene() *game.Scene {
	s := &game.Scene{OK: true, Character: game.Object{Pos: game.Point{X: 8 * game.Metre, Y: 4 * game.Metre}, Facing: 1, Time: sheetTime}}
	for id := range 7 {
		o := game.Object{ID: id, Pos: game.Point{X: game.Length(2*id+1) * game.Metre}, Facing: 1, Ride: game.Solid, Time: sheetTime}
		poses[id].with(&o)
		s.Players = append(s.Players, o)
	}
	for i := range 4 {
		s.Shots = append(s.Shots, game.Object{ID: i + 1, Pos: game.Point{X: game.Length(3*i+2) * game.Metre, Y: game.Metre}, Facing: 1,
			Time: sheetTime, Pose: game.Pose{Walked: game.Metre}})
	}
	s.Strikes = append(s.Strikes, game.Strike{Shot: 9, Pos: game.Point{X: 9 * game.Metre, Y: game.Metre}, At: sheetTime - netsync.World(100*time.Millisecond),
		Now: sheetTime, Victim: 3, Rewound: game.Point{X: 8 * game.Metre}, Back: time.Second})
	return s
}

func drawCrowd(c *draw.Canvas, v *Viewport, s *game.Scene) {
	c.Reset()
	v.Labels.start(v.Picture, 0)
	for i := range s.Players {
		v.player(c, &s.Players[i], s)
	}
	v.character(c, s)
	v.writeNumbers(c)
	v.strikes(c, s)
	for _, o := range s.Shots {
		v.shot(c, o, 60)
	}
}

func TestFiguresCostNoAllocations(t *testing.T) {
	uitest.NeedLoop(t)
	fonts := mustFonts(t, 1)
	c, v, s := draw.NewCanvas(fonts, palette.Dark(), english), sheetViewport(), crowdedScene()
	drawCrowd(c, v, s)
	if n := testkit.AllocsPerRun(100, func() { drawCrowd(c, v, s) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// BenchmarkFigures is a world of eight figures with four projectiles and a hit.
func BenchmarkFigures(b *testing.B) {
	fonts := mustFonts(b, 1)
	c, v, s := draw.NewCanvas(fonts, palette.Dark(), english), sheetViewport(), crowdedScene()
	b.ReportAllocs()
	for b.Loop() {
		drawCrowd(c, v, s)
	}
}

// nightOf draws onto the night and returns the picture.
func nightOf(t *testing.T, v *Viewport, paint func(c *draw.Canvas)) *image.RGBA {
	t.Helper()
	uitest.NeedLoop(t)
	fonts := mustFonts(t, 1)
	c := draw.NewCanvas(fonts, palette.Dark(), english)
	v.Labels.start(v.Picture, 0)
	img := ebiten.NewImage(int(v.Picture.W), int(v.Picture.H))
	img.Fill(c.Theme.SkyMiddle)
	paint(c)
	c.Flush(img)
	got := image.NewRGBA(img.Bounds())
	img.ReadPixels(got.Pix)
	img.Deallocate()
	return got
}

// A player behind a column is half visible, the machine's own player better, and one beside it fully.
func TestWhoIsBehindAColumnShowsThroughIt(t *testing.T) {
	v, theme := sheetViewport(), palette.Dark()
	l := *v.Level
	l.Covers = []game.Cover{{Left: 3 * game.Metre, Right: 5 * game.Metre, Top: 2 * game.Metre}}
	v.Level = &l
	red := func(x game.Length, own bool) float64 {
		s := &game.Scene{Players: []game.Object{{ID: 1, Pos: game.Point{X: x}, Facing: 1, Ride: game.Solid, Time: sheetTime}}}
		if v.Machine = 2; own {
			v.Machine = 1
		}
		img := nightOf(t, v, func(c *draw.Canvas) {
			v.columns(c, 1)
			if own := v.behind(c, s); !v.Level.Covered(s.Players[0].Pos) {
				v.player(c, &s.Players[0], s)
			} else if own != nil && own.ID != 1 {
				t.Error("another player is taken for the own one")
			}
		})
		px, py := v.At(game.Point{X: x, Y: game.Metre * 62 / 100}) // its belly
		return float64(img.RGBAAt(int(px), int(py)).R) / 255
	}
	whole, column := red(8*game.Metre, false), float64(theme.Column.R)
	share := func(seen float64) float64 { return (seen - column) / (whole - column) }
	if k := share(red(4*game.Metre, false)); k < 0.35 || k > 0.65 {
		t.Errorf("of one behind a column %.2f is seen, want about half", k)
	}
	if k := share(red(4*game.Metre, true)); k < 0.5 || k > 0.75 {
		t.Errorf("of the own one %.2f is seen, want 0.62", k)
	}
}

// A hit that the host refuses bursts first, holds, and breaks in the colour of error.
func TestARefusedHitBreaksInTheColourOfCorrections(t *testing.T) {
	v := sheetViewport()
	wrong := func(k game.Strike) (n int) {
		img := nightOf(t, v, func(c *draw.Canvas) { v.strikes(c, &game.Scene{Strikes: []game.Strike{k}}) })
		err := palette.Dark().Correction
		for i := 0; i < len(img.Pix); i += 4 {
			if abs8(img.Pix[i], err.R) < 20 && abs8(img.Pix[i+1], err.G) < 20 && abs8(img.Pix[i+2], err.B) < 20 {
				n++
			}
		}
		return n
	}
	ms := func(n int) netsync.World { return netsync.World(time.Duration(n) * time.Millisecond) }
	k := game.Strike{Shot: 4, Pos: game.Point{X: 8 * game.Metre, Y: 5 * game.Metre}, At: sheetTime, Now: sheetTime + ms(250), Victim: -1}
	if n := wrong(k); n > 0 {
		t.Errorf("a hit has %d pixels in the colour of corrections", n)
	}
	if k.Denied = sheetTime + ms(200); wrong(k) > 0 {
		t.Error("it breaks at once")
	}
	if k.Now = sheetTime + ms(350); wrong(k) < 50 {
		t.Errorf("refused, it has %d pixels in the colour of corrections", wrong(k))
	}
	if k.Now = sheetTime + ms(900); wrong(k) > 0 {
		t.Error("the pieces stay")
	}
}

func abs8(a uint8, b float32) int {
	d := int(a) - int(b*255)
	return max(d, -d)
}

func TestABodyHidesTheNumberOfTheOneBehindIt(t *testing.T) {
	var l game.Level
	v := &Viewport{}
	v.Level, v.Metre = &l, 52
	fonts := mustFonts(t, 1)
	c := draw.NewCanvas(fonts, palette.Dark(), english)
	for i, x := range []float32{100, 104, 300} {
		v.number(c, &figure{number: 7 + i, sx: 1, sy: 1}, x, 200)
	}
	v.number(c, &figure{sx: 1, sy: 1}, 300, 200) // has no number itself
	if len(v.numbers) != 1 || v.numbers[0].number != 8 {
		t.Errorf("to be seen are %v, want 8 alone", v.numbers)
	}
}
