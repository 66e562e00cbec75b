package ui

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// written returns the texts that are written in a drawing, in order.
func written(t testing.TB, a *App, drawing func(c *draw.Canvas)) []string {
	t.Helper()
	c := draw.NewCanvas(a.Canvas.Fonts(), a.Theme, a.Words)
	c.Listen()
	drawing(c)
	var texts []string
	for _, text := range c.Texts() {
		texts = append(texts, text.Said)
	}
	return texts
}

// writtenTable returns the figures of the table of clients, without the instant that its head names while it is not the frame's.
func writtenTable(t testing.TB, a *App) string {
	texts := written(t, a, a.DrawClients)
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return strings.HasPrefix(s, a.Words.T("time.at")) }), " | ")
}

// jittery is a window of a lesson in which what its strip measures changes in every frame.
func jittery(t *testing.T, lesson int) *App {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.lessons.Start(lesson, 0)
	a.showView(config.LabView) // whose cards and strip are read
	a.controls.set(0, "link.jitter", "30ms")
	a.controls.set(1, "client.skew", "400ppm")
	after(t, a, 15*time.Second, 1)
	return a
}

func TestATablesNumbersStandForHalfASecondOfVirtualTime(t *testing.T) {
	a := jittery(t, 8)
	at, changes := netsim.Time(0), 0
	before := writtenTable(t, a)
	for range 150 {
		nextFrame(t, a)
		now := writtenTable(t, a)
		if now == before {
			continue
		}
		if changes++; changes > 1 && a.Session.Now().Sub(at) < panel.HoldFor-time.Second/60 {
			t.Fatalf("at %v it is %s, %v after the change to %s", a.Session.Now(), now, a.Session.Now().Sub(at), before)
		}
		before, at = now, a.Session.Now()
	}
	if changes < 4 {
		t.Errorf("it changed %d times in 2.5 s", changes)
	}
}

func TestNumbersStandForHalfASecondOfWhoLooks(t *testing.T) {
	a := jittery(t, 8)
	for speed, want := range map[float64]int{0.25: 2, 1: 2, 4: 2} {
		a.Speed = speed
		nextFrame(t, a)
		fresh := 0
		for range 60 {
			if nextFrame(t, a); a.Frame.Fresh {
				fresh++
			}
		}
		if fresh != want {
			t.Errorf("at %v× they were read %d times in a second, want %d", speed, fresh, want)
		}
	}
}

func TestNumbersAreOfThisInstantWhileTimeStandsStill(t *testing.T) {
	a := jittery(t, 8)
	a.Paused = true
	for range 40 {
		a.Step(1)
		nextFrame(t, a)
		if want := a.Session.Facts(1); a.Frame.Held[0].Error != want.Error || a.Frame.Held[0].HostTick != want.HostTick {
			t.Fatalf("at %v the card has an error of %v and tick %d, and the session %v and %d", a.Session.Now(),
				a.Frame.Held[0].Error, a.Frame.Held[0].HostTick, want.Error, want.HostTick)
		}
	}
	a.Paused = false
	nextFrame(t, a)
	a.Seek(netsim.Time(3210 * time.Millisecond))
	for a.Line.Busy() {
		nextFrame(t, a)
	}
	if want := a.Session.Facts(1).HostTick; a.Frame.Held[0].HostTick > want || want-a.Frame.Held[0].HostTick > 30 {
		t.Errorf("after a leap to tick %d the card has %d", want, a.Frame.Held[0].HostTick)
	}
}

func TestWhatAPersonDoesIsInTheNumbersAtOnce(t *testing.T) {
	a := jittery(t, 8)
	for !a.Frame.Fresh {
		nextFrame(t, a)
	}
	nextFrames(t, a, 2)
	a.controls.set(1, "client.algorithm", "unreal")
	if nextFrame(t, a); a.Frame.Held[0].Driving != "unreal" {
		t.Error("the table is of another clock than the one that drives")
	}
}

// In one frame all tables, a lesson's figures and its caption have one value, that of the instant which the tables' heads name, their
// ticks included; what stands over a world is of the frame itself.
func TestTablesAreOfTheInstantThatTheyNameAndTitlesOfTheFrame(t *testing.T) {
	a := jittery(t, 8) // its first figure is the error of client 1's clock
	pen := new(panel.Pen)
	value := func(f *session.Facts) string {
		return string(pen.Start(a.Words).Signed(f.Error.Seconds()*1000, 1).Text(" ms").Buf)
	}
	for !a.Frame.Fresh {
		nextFrame(t, a)
	}
	read, behind := a.Session.Facts(1), 0 // when tables were read
	for range 100 {
		nextFrame(t, a)
		now := a.Session.Facts(1)
		if a.Frame.Fresh {
			read = now
		}
		at := string(pen.Start(a.Words).At(a.Frame.Reading.At()).Buf)
		named := at // in tables whose heads name no instant that is the frame's
		if !a.Frame.Dated {
			named = ""
		}
		if value(&read) != value(&now) {
			behind++
		}
		tick := strconv.Itoa(int(read.HostTick))
		for what, c := range map[string]struct {
			want    []string
			drawing func(c *draw.Canvas)
		}{
			"the clients": {[]string{named, strings.TrimSuffix(value(&read), " ms"), tick}, a.DrawClients},
			"the numbers": {[]string{named, tick}, func(c *draw.Canvas) {
				var numbers diagram.Numbers
				numbers.Draw(c, []diagram.NumbersRow{{View: &a.View}, {View: &a.View, Machine: 1}}, panel.NewRect(0, 0, 1268, 100))
			}},
			"the race":     {[]string{at}, func(c *draw.Canvas) { a.Race.Draw(&a.View, c, panel.NewRect(0, 0, 500, 400)) }},
			"the viewport": {[]string{value(&now)}, func(c *draw.Canvas) { a.Deck.DrawPane(&a.View, c, &a.Deck.Panes[1], a.Deck.Panes[1].Rect) }},
			"the strip":    {[]string{at, value(&read)}, func(c *draw.Canvas) { a.lessons.DrawStrip(c) }},
		} {
			texts := strings.Split(strings.ReplaceAll(strings.Join(written(t, a, c.drawing), "|"), "\u00a0", " "), "|")
			for _, want := range c.want {
				if !slices.ContainsFunc(texts, func(s string) bool {
					return strings.HasSuffix(s, want) || what == "the race" && strings.Contains(s, want)
				}) {
					t.Fatalf("at %v %s has no %q: %s", a.Session.Now(), what, want, texts)
				}
			}
		}
		if text := strings.ReplaceAll(a.CaptionText(), "\u00a0", " "); !strings.Contains(text, value(&read)) {
			t.Fatalf("at %v the caption has no %s: %s", a.Session.Now(), value(&read), text)
		}
	}
	if behind < 10 {
		t.Errorf("the value changed between two readings in %d frames", behind)
	}
}

// What is asked is of the instant at which time waits for the answer, as what is said of the answer is.
func TestNumbersAreOfTheInstantAtWhichAStepOfALessonWaits(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.lessons.Start(2, 0)
	strip := func() string {
		return strings.Join(written(t, a, func(c *draw.Canvas) {
			a.lessons.BeginDraw()
			a.lessons.DrawStrip(c)
			a.lessons.DrawStep(c, a.Regions.Watch.Caption)
		}), " | ")
	}
	for waited := 0; waited < 2; {
		if nextFrame(t, a); !a.lessons.AtEnd() {
			continue
		}
		nextFrame(t, a)
		waited++
		read := strip()
		a.Read(true)
		if now := strip(); read != now {
			t.Errorf("step %d waits at %v with %q, and of that instant is %q", waited, a.Session.Now(), read, now)
		}
		if a.lessons.Asking() {
			a.lessons.Commit(1)
			nextFrame(t, a)
		}
		a.lessons.NextStep()
	}
}
