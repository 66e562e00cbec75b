package ui

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/game"
	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/uitest"
	"driftlab/ui/widgets"
)

// A newcomer does with the window what can be found out without reading: presses what is in sight, drags it, types a value.
type newcomer struct {
	*fingers
	film    *nobody
	actions int
}

// press presses a place, pull drags what is at one to another, and types writes into the field that has the keyboard, with Enter.
// Each is one action.
func (n *newcomer) press(x, y float32) {
	n.actions++
	n.tap(x, y)
	n.arrives()
}

func (n *newcomer) pull(x0, y0, x1, y1 float32) {
	n.actions++
	n.drag(x0, y0, x1, y1)
	n.arrives()
}

func (n *newcomer) types(text string) {
	n.t.Helper()
	n.actions++
	field := n.a.TypedInto()
	if field == nil {
		n.t.Fatal("nothing can be typed into")
	}
	field.SetText(text)
	field.Submit()
	n.frames(3)
}

// arrives lets the window come to where it is to go.
func (n *newcomer) arrives() {
	for n.frames(1); n.a.Underway(); n.frames(1) {
	}
}

// button returns the middle of the button that says a text, as far as it is in sight.
func (n *newcomer) button(text string) (x, y float32) {
	n.t.Helper()
	for _, f := range n.a.root.GetFocusers() {
		b, ok := f.(*widget.Button)
		if !ok || b.Text() == nil || b.Text().Label != text {
			continue
		}
		at := b.GetWidget().Rect
		if l := b.GetWidget().EffectiveInputLayer(); l.RectFunc != nil {
			at = at.Intersect(l.RectFunc())
		}
		if !at.Empty() {
			return centre(layout.OfPixels(at, n.a.scale))
		}
	}
	n.t.Fatalf("no button in sight says %q", text)
	return 0, 0
}

// value returns where a slider's value stands, and track where its track is, from 0 at its left end to 1.
func (n *newcomer) value(name string) (x, y float32) {
	r := n.a.root.At(n.a.controls.homes[name].child)
	return r.X + r.W - 12, r.Y + r.H/2
}

func (n *newcomer) track(name string, share float32) (x, y float32) {
	r := trackOf(n.a, n.a.controls.homes[name].child)
	return r.X + share*r.W, r.Y + r.H/2
}

// trackOf returns where the track of a slider is.
func trackOf(a *App, slider widgets.Child) layout.Rect {
	return a.root.At(slider.(*widgets.Slider).Children()[1])
}

// slide drags a slider's knob from where it is to a share of its track.
func (n *newcomer) slide(name string, from, to float32) {
	x0, y := n.track(name, from)
	x1, _ := n.track(name, to)
	n.pull(x0, y, x1, y)
}

// An errand is what a newcomer wants, in a window of 1600 × 900 that shows the opening's first seconds.
type errand struct {
	wants, how string
	at         time.Duration
	do         func(n *newcomer)
	done       func(n *newcomer) bool
	most       int // actions, where three are too few: how says why
}

// errands are the twelve that the window has to make easy.
func errands() []errand {
	delays := func(n *newcomer) [2]time.Duration {
		return [2]time.Duration{n.a.Session.Base(1, scenario.Up), n.a.Session.Base(1, scenario.Down)}
	}
	const usual = 11 * time.Second
	return []errand{
		{wants: "whose clock is worst, and by how much", how: "look: each picture has its clock's error", at: 9 * time.Second, do: func(*newcomer) {}, done: saysWhoIsWorst},
		{wants: "a latency of 200 ms", how: "press the value beside *Latency*, type `200`", at: 2 * time.Second,
			do:   func(n *newcomer) { n.press(n.value("controls.latency")); n.types("200") },
			done: func(n *newcomer) bool { return delays(n) == [2]time.Duration{2e8, 2e8} }},
		{wants: "150 ms up, 10 ms down", how: "press the same value, type `150/10`", at: usual,
			do:   func(n *newcomer) { n.press(n.value("controls.latency")); n.types("150/10") },
			done: func(n *newcomer) bool { return delays(n) == [2]time.Duration{150e6, 10e6} }},
		{wants: "the game at half speed, by time dilation", how: "press the value beside *Dilation*, type `0.5`", at: usual,
			do:   func(n *newcomer) { n.press(n.value(scenario.DilationSlider)); n.types("0.5") },
			done: func(n *newcomer) bool { return n.a.Value(0, "host.dilation") == 500_000 }},
		{wants: "ticks and one-way delays of client 2", how: "press *123*", at: 3 * time.Second,
			do:   func(n *newcomer) { n.press(middle(n.a, n.a.top.numbers)) },
			done: tellsOfClient2},
		{wants: "Slot's clock for client 2", how: "press *Lab*, client 2 under *Clocks*, and *Slot*", at: usual, do: chooseSlot,
			done: func(n *newcomer) bool {
				return n.a.ValueText(2, "client.algorithm") == "slot" && n.a.ValueText(1, "client.algorithm") != "slot"
			}},
		{wants: "to play, and to jump", how: "press your world, then the button to jump, or its key ↑ at once", at: usual, do: playAndJump,
			done: func(n *newcomer) bool {
				return slices.ContainsFunc(n.a.Session.Script()[:n.a.Session.Done()], func(ev scenario.Event) bool {
					return ev.Play != nil && ev.Play.Player == 1 && ev.Play.Held&game.Jump != 0
				})
			}},
		{wants: "five seconds back, and one change", how: "drag the timeline's knob, drag a slider", at: usual,
			do: func(n *newcomer) {
				s, now := &n.a.scrub, n.a.Session.Now()
				n.pull(s.x(now), s.track.Y+s.track.H/2, s.x(now-5*netsim.Time(time.Second)), s.track.Y+s.track.H/2)
				n.slide("controls.latency", 0.2, 0.5)
			},
			done: func(n *newcomer) bool {
				return n.a.Session.Now() < netsim.Time(8*time.Second) && n.a.Line.BranchCount() == 2 && n.a.Value(1, "link.up.delay") > 150e6
			}},
		{wants: "two settings side by side", how: "press *A/B*, drag a slider", at: usual,
			do: func(n *newcomer) { n.press(middle(n.a, n.a.top.ab)); n.slide("controls.latency", 0.2, 0.5) },
			done: func(n *newcomer) bool {
				return n.a.AB.On && n.a.AB.A.Session.Base(1, scenario.Up) < n.a.Session.Base(1, scenario.Up)
			}},
		{wants: "a film of five seconds", how: "press *Film*, *Start recording*, and five seconds later *REC*", at: usual, do: filmFiveSeconds,
			done: func(n *newcomer) bool {
				if len(n.film.args) != 1 {
					return false
				}
				long, err := time.ParseDuration(flagOf(n.film.args[0], "duration"))
				return err == nil && long >= 5*time.Second && long < 6*time.Second
			}},
		{wants: "the lesson of the lift, whole", how: "press *Lessons* and its name; then it waits for its reader: one press a step, one or two an answer, two for the goal", at: usual,
			do: takeLiftLesson, done: func(n *newcomer) bool { return n.a.lessons.Player.Goal.Reached }, most: 11},
		{wants: "to share it", how: "press *Share*, *Copy as text*", at: usual,
			do: func(n *newcomer) {
				n.t.Setenv("PATH", "") // no clipboard: the text goes into a file beside the log
				n.press(middle(n.a, n.a.share.Under))
				n.press(n.button(english.T("share.copy")))
			}, done: hasSharedText},
	}
}

// saysWhoIsWorst reports whether the errors of all clients stand beside their pictures.
func saysWhoIsWorst(n *newcomer) bool {
	var p panel.Pen
	all := liveNumbers(n.t, n.a)
	for i := range n.a.Frame.Held {
		if want := string(p.Start(english).Signed(n.a.Frame.Held[i].Error.Seconds()*1000, 0).Text(" ms").Buf); count(all, want) == 0 {
			n.t.Errorf("client %d's error, %s, is not in %q", i+1, want, all)
		}
	}
	return len(n.a.Frame.Held) == 3
}

// tellsOfClient2 reports whether the table has client 2's ticks and delays.
func tellsOfClient2(n *newcomer) bool {
	var p panel.Pen
	f, texts := &n.a.Frame.Held[1], inTable(n.t, n.a)
	tick := fmt.Sprint(f.Moment.Server.Tick())
	return count(texts, "Client 2") == 1 && slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(text, tick) }) &&
		count(texts, string(p.Start(english).Fixed(f.OWDUp.Seconds()*1000, 1).Buf)) > 0
}

// chooseSlot takes the clock that drives client 2 from its list in the Lab, which opens below its box.
func chooseSlot(n *newcomer) {
	n.press(n.button(english.T("bars.lab")))
	n.whole = true
	r := n.a.root.At(n.a.controls.marks[1].row)
	x := r.X + r.W - 30
	n.press(x, r.Y+r.H/2)
	clocks := n.a.Session.Algorithms()
	n.press(x, r.Y+r.H+5+26*(float32(panel.PlaceOf(clocks, "slot"))+0.5))
}

func playAndJump(n *newcomer) {
	world := n.largeWorld(1)
	n.press(world.X+world.W*0.3, world.Y+world.H*0.3)
	jump := n.a.buttons.at[2]
	n.press(jump.X+jump.W/2, jump.Y+jump.H/2)
}

// largeWorld returns where a machine's world is large.
func (n *newcomer) largeWorld(machine int) panel.Rect {
	n.t.Helper()
	for _, p := range n.a.Deck.Panes {
		if p.Machine == machine && !p.Thumb {
			return p.Rect
		}
	}
	n.t.Fatalf("machine %d has no large world", machine)
	return panel.Rect{}
}

func filmFiveSeconds(n *newcomer) {
	n.press(middle(n.a, n.a.rec.Under))
	n.press(n.button(english.T("recording.mark")))
	n.a.Advance(5 * time.Second)
	n.frames(2)
	mark, _, _ := n.a.rec.Marks()
	n.press(mark.X+mark.W/2, mark.Y+mark.H/2)
}

// takeLiftLesson goes through lesson 15 by what can be pressed, and reaches its goal.
func takeLiftLesson(n *newcomer) {
	a, l := n.a, lesson.Numbered(15)
	n.press(n.button(english.T("lesson.button")))
	n.press(n.button(english.F("lesson.entry", l.Number, l.Title.In("en"), l.Minutes())))
	<-a.Taught.Whole.Finished
	spot := func(i int) (x, y float32) { // of those in the step's place: what continues is the first
		for _, s := range a.lessons.Player.Spots {
			if s.Within(a.Regions.Watch.Caption) {
				if i--; i < 0 {
					return s.X + s.W/2, s.Y + s.H/2
				}
			}
		}
		n.t.Fatal("there is nothing to press")
		return 0, 0
	}
	for _, now := a.lessons.Steps(); now < len(l.Steps)-1; _, now = a.lessons.Steps() {
		switch q, _ := a.lessons.Asks(); {
		case q == nil:
			n.press(spot(0))
		case q.Kind == lesson.Choice:
			n.press(spot(1))
		default: // the answer's button comes before the slider
			x, y := spot(2)
			n.pull(x, y, x+30, y)
			n.press(spot(1))
		}
		n.arrives()
	}
	n.press(n.value("controls.latency"))
	n.types("8")
	for range 60 * 60 {
		if a.passTime(); a.lessons.Player.Goal.Reached {
			return
		}
	}
}

// hasSharedText reports whether a text that opens the session is there.
func hasSharedText(n *newcomer) bool {
	texts := filepath.Join(filepath.Dir(n.a.opt.Log), "*.txt")
	for giveUp := testkit.Deadline(n.t); time.Now().Before(giveUp); n.frames(1) {
		if files, _ := filepath.Glob(texts); len(files) == 1 {
			text, err := os.ReadFile(files[0])
			if err != nil || !scenario.IsShared(string(text)) {
				return false
			}
			sc, err := scenario.ParseShared(strings.TrimSpace(string(text)), "")
			return err == nil && sc.Seed == n.a.Session.Scenario().Seed
		}
	}
	return false
}

// The page says in how many actions each is done; it is written by the same test.
func TestANewcomerDoesTwelveErrandsInAtMostThreeActionsEach(t *testing.T) {
	uitest.NeedLoop(t) // else nothing is counted
	var page strings.Builder
	page.WriteString("| what one wants | how | actions |\n| --- | --- | ---: |\n")
	for _, e := range errands() {
		t.Run(e.wants, func(t *testing.T) {
			a := scene{at: e.at, size: image.Pt(picture.StandardWidth, picture.StandardHeight), settings: config.Settings{View: config.WatchView}}.shown(t, 0)
			n := &newcomer{fingers: touched(t, a), film: &nobody{}}
			a.rec.Start = n.film.start
			if e.do(n); !e.done(n) {
				t.Errorf("after %d actions it is not done: %q %q", n.actions, a.Notice, a.Fault)
			}
			if most := max(e.most, 3); n.actions > most || e.most > 0 && n.actions <= 3 {
				t.Errorf("it takes %d actions, and may take %d", n.actions, most)
			}
			fmt.Fprintf(&page, "| %s | %s | %d |\n", e.wants, e.how, n.actions)
		})
		uitest.EndFrame(t) // lets go of its pictures
	}
	const of = "../docs/measured.md"
	before := "<!-- The rest is counted: go test ./ui -run Newcomer -update -->\n"
	text := filetest.Read(t, of)
	head, rest, ok := strings.Cut(string(text), before)
	if *uitest.Update && ok {
		filetest.Write(t, of, head+before+page.String())
		return
	}
	if rest != page.String() {
		t.Errorf("%s does not say what was counted:\n%s", of, page.String())
	}
}
