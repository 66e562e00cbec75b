package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/timeline"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/ui/uitest"
)

// thinking is a program whose halves on client 1 hold back one answer until they are let, or ended.
type thinking struct {
	built
	last  int64 // event that was told
	at    int64 // the event that it thinks about, 0 for none
	think chan struct{}
}

func (k *thinking) Start(h guest.Hello) (guest.Running, guest.Welcome, error) {
	half, says, err := k.built.Start(h)
	if h.Client == 1 && h.Role == guest.Client {
		half = &thinkingHalf{half, k, make(chan struct{})}
	}
	return half, says, err
}

type thinkingHalf struct {
	guest.Running
	of    *thinking
	ended chan struct{}
}

func (h *thinkingHalf) Exchange(ev *guest.Event) (guest.Reply, error) {
	if h.of.last = ev.N; ev.N == h.of.at {
		select {
		case <-h.of.think:
		case <-h.ended:
			h.of.at = 0 // it is mended when it is started next
		}
	}
	return h.Running.Exchange(ev)
}

func (h *thinkingHalf) End() {
	select {
	case <-h.ended:
	default:
		close(h.ended)
	}
}

// thinkingApp has time pass until the program does not answer, and the window says so.
func thinkingApp(t *testing.T) (*App, *thinking) {
	t.Helper()
	k := &thinking{built: built{clock: "sntp"}, think: make(chan struct{})}
	a := guestApp(t, k)
	k.at = k.last + 1
	a.Paused = false
	a.stands(t)
	return a, k
}

func (a *App) stands(t *testing.T) {
	t.Helper()
	for range 1000 {
		if nextFrame(t, a); a.Notice == "Waiting for mine, the program of client 1. Escape ends it." {
			return
		}
	}
	t.Fatalf("at %v nobody is waited for; it says %q and %q", a.Session.Now(), a.Notice, a.Fault)
}

func TestAProgramThatThinksHoldsUpTheSessionAndNotTheWindow(t *testing.T) {
	a, k := thinkingApp(t)
	now := a.Session.Now()
	a.Speed = 2
	a.Do(setting(t, "link.loss", "5%")) // it waits
	a.Paused = true                     // as a click has it
	nextFrames(t, a, 100)
	if a.Session.Now() != now || a.Lag.Text != "" || !a.Underway() || a.Value(1, "link.up.loss") == a.Session.Value(1, "link.up.loss") {
		t.Errorf("from %v to %v; it says %q", now, a.Session.Now(), a.Lag.Text)
	}
	a.Words = uitest.Language(t, "de")
	if nextFrame(t, a); a.Notice != "Warten auf mine, das Programm von Client 1. Escape beendet es." {
		t.Error(a.Notice)
	}
	close(k.think)
	for a.Underway() {
		nextFrame(t, a)
	}
	if later := a.Session.Now(); later < now || later > now.Add(time.Second/60) || a.Notice != "" || a.Fault != "" {
		t.Errorf("from %v to %v, though it was paused; it says %q and %q", now, later, a.Notice, a.Fault)
	}
	a.Paused = false
	nextFrames(t, a, 30)
	// The same without a thought.
	other := a.Line.Log()
	other.Guests = []guest.Guest{{Name: "mine", Says: other.Guests[0].Says, Program: &built{clock: "sntp"}}}
	line, err := timeline.New(timeline.Options{Scenario: other, NewCarrier: a.opt.NewCarrier})
	check(t, err)
	defer line.Close()
	check(t, line.Advance(time.Duration(a.Session.Now())))
	place := len(a.Clocks()) - 1
	is, _ := a.Session.ClockError(1, place)
	if same, _ := line.Session().ClockError(1, place); same != is || line.Log().Guests[0].Answers.Pack() != a.Line.Log().Guests[0].Answers.Pack() {
		t.Errorf("it is wrong by %v, and by %v where it does not think", is, same)
	}
}

func setting(t *testing.T, key, value string) scenario.Event {
	t.Helper()
	return scenario.Event{Set: scenariotest.Set(key + "=" + value)}
}

func TestEscapeEndsAProgramThatIsWaitedForAndItIsStartedAgain(t *testing.T) {
	a, _ := thinkingApp(t)
	now := a.Session.Now()
	if a.escape(false) || !a.escape(true) {
		t.Error("Escape does not end it")
	}
	nextFrame(t, a)
	if !strings.HasPrefix(a.Fault, "mine, client 1: event ") || !strings.HasSuffix(a.Fault, "s, and it was ended. Fix it, then press Shift+F5.") || a.Notice != "" || !a.Paused || a.Underway() {
		t.Fatalf("paused: %v, it says %q and %q", a.Paused, a.Fault, a.Notice)
	}
	a.rerunGuests()
	for nextFrame(t, a); a.Underway(); nextFrame(t, a) {
	}
	if a.Session.Now() < now-netsim.Time(time.Second) || a.Session.Err() != nil {
		t.Errorf("it is at %v, and was at %v: %v", a.Session.Now(), now, a.Session.Err())
	}
}

// The line came back at once, and its tip said "Click to close".
func TestTheLineThatWaitsForAProgramDoesNotSayThatAClickClosesIt(t *testing.T) {
	a, k := thinkingApp(t)
	defer close(k.think)
	said := a.Notice
	a.drawAside(a.Canvas)
	r := a.NoticeAt
	if r.W == 0 {
		t.Fatalf("%q is nowhere", said)
	}
	a.Tips.Text = ""
	a.Tips.At(r.X+r.W/2, r.Y+r.H/2)
	if a.closeAt(r); a.Tips.Text != "" || a.Notice != said || !a.pointer.Pressed {
		t.Errorf("the tip is %q; after a click it says %q", a.Tips.Text, a.Notice)
	}
}

func TestWhatBeginsAnotherSessionDoesNotWaitForAProgram(t *testing.T) {
	for what, do := range map[string]func(a *App){
		"restart": (*App).restart,
		"another": func(a *App) { a.newSeed() },
		"no A":    func(a *App) { a.EndAB() },
	} {
		a, _ := thinkingApp(t)
		if do(a); a.Turn.Stands() {
			t.Errorf("%s: it waits", what)
		}
		nextFrame(t, a)
	}
}
