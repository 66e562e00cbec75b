package session

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// A respondingStarter is a clock of the registry as a guest's program.
type respondingStarter struct {
	registry.Algorithm
	started *int // halves that have been started and have not ended
}

// Start implements guest.Starter.
func (w respondingStarter) Start(h guest.Hello) (guest.Running, guest.Welcome, error) {
	p, err := guest.NewResponder(w.Algorithm, h.Role)
	*w.started++
	return &respondingHalf{p, w.started}, guest.Declare(w.Algorithm), err
}

type respondingHalf struct {
	guest.Exchanger
	started *int
}

func (r *respondingHalf) End() { *r.started-- }

// guestOf returns a clock of the registry as a guest.
func guestOf(t testing.TB, name, clock string, started *int) guest.Guest {
	t.Helper()
	a, err := registry.Lookup(clock)
	if err != nil {
		t.Fatal(err)
	}
	return guest.Guest{Name: name, Says: guest.Declare(a), Program: respondingStarter{a, started}}
}

const guestWorld = `format = 3
clients = 2
duration = "14s"
[set]
link.delay = "30ms"
link.jitter = "8ms"
link.loss = "3%"
client.offset = "7s"
client2.skew = "80ppm"
[[event]]
at = "6s"
set = { host.dilation = 0.5 }
[[event]]
at = "9s"
rejoin = "all"
`

// readWorld reads a whole file, such as a log.
func readWorld(t testing.TB, text string) *scenario.Scenario {
	t.Helper()
	return scenariotest.Parse(t, "world", text)
}

// raced plays a scenario and returns its clock.csv, its summary and its log.
func raced(t testing.TB, sc *scenario.Scenario) (csv, summary, log string) {
	t.Helper()
	var out bytes.Buffer
	s := newSession(t, sc, observe.NewClockLog(&out, sc.Algorithms()))
	defer s.Close()
	advance(t, s, sc.Duration, time.Second)
	return out.String(), summaryText(t, s), s.Log().Text()
}

func TestALogOfGuestsIsPlayedBackByteForByteWithoutTheirPrograms(t *testing.T) {
	t.Parallel()
	started := 0
	sc := readWorld(t, guestWorld)
	// A plain one, one with a half on the host and piggybacks' like, and one that is read at each tick.
	sc.Guests = []guest.Guest{guestOf(t, "mine", "sntp", &started), guestOf(t, "second", "timesync", &started), guestOf(t, "third", "unity", &started), guestOf(t, "fourth", "slot", &started)}
	sc.Pin(scenariotest.Set("client2.algorithm=second"))
	csv, summary, log := raced(t, sc)
	if started != 0 {
		t.Errorf("%d halves of programs are left running", started)
	}
	for _, name := range []string{"mine", "second", "third", "fourth"} {
		if n := strings.Count(csv, ","+name+","); n < 500 {
			t.Errorf("%s has %d rows", name, n)
		}
	}
	if strings.Contains(log, "PROGRAM") || !strings.Contains(summary, `"driving":"second"`) {
		t.Error(summary)
	}
	again := readWorld(t, log)
	for _, g := range again.Guests {
		if g.Program != nil || g.Answers.Bytes() == 0 {
			t.Errorf("%s has a program, or no answers", g.Name)
		}
	}
	csvAgain, summaryAgain, logAgain := raced(t, again)
	if csvAgain != csv || summaryAgain != summary || logAgain != log {
		t.Errorf("played back it differs: clock.csv %v, summary %v, log %v", csvAgain != csv, summaryAgain != summary, logAgain != log)
	}
}

func TestAGuestMovesNoOtherClock(t *testing.T) {
	t.Parallel()
	started := 0
	with, without := readWorld(t, guestWorld), readWorld(t, guestWorld)
	with.Guests = []guest.Guest{guestOf(t, "mine", "sntp", &started), guestOf(t, "second", "timesync", &started)}
	csv, _, _ := raced(t, with)
	var others strings.Builder
	for line := range strings.Lines(csv) {
		if !strings.Contains(line, ",mine,") && !strings.Contains(line, ",second,") {
			others.WriteString(line)
		}
	}
	if want, _, _ := raced(t, without); others.String() != want {
		t.Error("the clocks beside a guest read otherwise than without it")
	}
}

func TestAPlaybackThatNeedsMoreThanTheLogHasSaysSoInOneLine(t *testing.T) {
	t.Parallel()
	started := 0
	sc := readWorld(t, guestWorld)
	sc.Guests = []guest.Guest{guestOf(t, "mine", "sntp", &started)}
	_, _, log := raced(t, sc)
	longer, other := readWorld(t, log), readWorld(t, log)
	longer.Duration += 20 * time.Second
	other.Pin(scenariotest.Set("link.delay=31ms"))
	for sc, want := range map[*scenario.Scenario]string{
		longer: "the log's answers end before it; -guest mine=PROGRAM asks the program itself",
		other:  "the log has no answer to it, because the session has been played differently since; -guest mine=PROGRAM asks the program itself",
	} {
		s := newSession(t, sc, nil)
		var err error
		for err == nil && s.Now() < netsim.Time(sc.Duration) {
			err = s.Advance(time.Second)
		}
		var fault *guest.Fault
		if !errors.As(err, &fault) || !fault.Ours || !strings.HasPrefix(err.Error(), "mine, client ") || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if now := s.Now(); now == 0 || now >= netsim.Time(sc.Duration) {
			t.Errorf("it ends at %v", now)
		}
		s.Close()
	}
}

func TestACopyOfALogWithGuestsGoesOnAsTheLogDoes(t *testing.T) {
	t.Parallel()
	started := 0
	live := readWorld(t, guestWorld)
	live.Guests = []guest.Guest{guestOf(t, "mine", "timesync", &started), guestOf(t, "second", "unity", &started)}
	_, _, log := raced(t, live)
	sc := readWorld(t, log)
	for _, at := range []time.Duration{0, 20 * time.Millisecond, 5 * time.Second, 9 * time.Second} { // before all have joined, and before they join again
		h, straight := &traceHash{}, &traceHash{}
		s, u := newSession(t, sc, h), newSession(t, sc, straight)
		advance(t, s, at, time.Second)
		c, hc := cloneOf(t, s, h, netsim.NewDirect())
		advance(t, s, sc.Duration-at, time.Second) // first, so that what both had in common would be seen
		advance(t, c, sc.Duration-at, time.Second)
		advance(t, u, sc.Duration, time.Second)
		mustBeAlike(t, "clone and straight run", c, u, hc, straight)
		mustBeAlike(t, "original and straight run", s, u, h, straight)
	}
}

func TestWhoLooksOnChangesNothingThatAGuestIsTold(t *testing.T) {
	t.Parallel()
	started := 0
	sc := readWorld(t, guestWorld)
	sc.Guests = []guest.Guest{guestOf(t, "mine", "unity", &started), guestOf(t, "second", "slot", &started)}
	_, _, log := raced(t, sc)
	s := newSession(t, sc, nil)
	defer s.Close()
	look := newLook(s)
	for s.Now() < netsim.Time(sc.Duration) {
		look()
		for id := 1; id <= s.Clients(); id++ {
			for i := range s.Algorithms() {
				s.Clock(id, i).Status()
				s.ClockError(id, i)
			}
		}
		advance(t, s, min(7777777, time.Duration(netsim.Time(sc.Duration)-s.Now())), time.Second)
	}
	if s.Log().Text() != log {
		t.Error("a session that is looked at has another log")
	}
}

func TestACopyOfASessionWithProgramsGoesOnAsTheOriginal(t *testing.T) {
	t.Parallel()
	started := 0
	sc := readWorld(t, guestWorld)
	sc.Guests = []guest.Guest{guestOf(t, "mine", "timesync", &started), guestOf(t, "second", "unity", &started)}
	straight := &traceHash{}
	u := newSession(t, sc, straight)
	advance(t, u, sc.Duration, time.Second)
	for _, at := range []time.Duration{0, 20 * time.Millisecond, 5 * time.Second, 9 * time.Second} {
		h := &traceHash{}
		s := newSession(t, sc, h)
		advance(t, s, at, time.Second)
		c, hc := cloneOf(t, s, h, netsim.NewDirect())
		again, ha := cloneOf(t, s, h, netsim.NewDirect())
		advance(t, s, (sc.Duration-at)/2, time.Second) // the copy overtakes it on the way
		advance(t, c, sc.Duration-at, time.Second)
		advance(t, s, sc.Duration-at-(sc.Duration-at)/2, time.Second)
		advance(t, again, sc.Duration-at, time.Second)
		mustBeAlike(t, "copy and straight run", c, u, hc, straight)
		mustBeAlike(t, "original and straight run", s, u, h, straight)
		mustBeAlike(t, "another copy and straight run", again, u, ha, straight)
		if n := 2*2 + 2; started != 2*n {
			t.Errorf("%d halves of programs run, want %d for each of two sessions", started, n)
		}
		s.Guests().End()
	}
	u.Close()
	if started != 0 {
		t.Errorf("%d halves of programs are left running", started)
	}
}

// slow has a client's way be slower from now on.
func slow(t testing.TB, s *Session) {
	t.Helper()
	set(t, s, "link.delay", "60ms")
}

func TestACopyThatGoesAnotherWayHasItsProgramsToldAllThatWasBefore(t *testing.T) {
	t.Parallel()
	started := 0
	sc := readWorld(t, guestWorld)
	sc.Guests = []guest.Guest{guestOf(t, "mine", "timesync", &started), guestOf(t, "second", "mirror", &started)}
	want, got, first := &traceHash{}, &traceHash{}, &traceHash{}
	u, s := newSession(t, sc, want), newSession(t, sc, got)
	defer u.Close()
	defer s.Guests().End()
	advance(t, u, 5*time.Second, time.Second)
	slow(t, u)
	advance(t, u, 9*time.Second, time.Second)

	advance(t, s, 5*time.Second, time.Second)
	c, hc := cloneOf(t, s, got, netsim.NewDirect())
	advance(t, s, 9*time.Second, time.Second) // its programs know what will be
	slow(t, c)
	advance(t, c, 9*time.Second, time.Second)
	mustBeAlike(t, "other way and straight run", c, u, hc, want)

	v := newSession(t, sc, first)
	defer v.Close()
	advance(t, v, 14*time.Second, time.Second)
	mustBeAlike(t, "first way and straight run", s, v, got, first)
	advance(t, s, 5*time.Second, time.Second) // and it goes on with programs of its own
	advance(t, v, 5*time.Second, time.Second)
	mustBeAlike(t, "first way, farther on", s, v, got, first)
}

// fickle is a program that answers otherwise each time that it is started.
type fickle struct{ times int64 }

func (f *fickle) Start(guest.Hello) (guest.Running, guest.Welcome, error) {
	f.times++
	return &fickleHalf{f.times}, guest.Welcome{Name: "fickle"}, nil
}

type fickleHalf struct{ time int64 }

func (*fickleHalf) End() {}

func (f *fickleHalf) Exchange(ev *guest.Event) (guest.Reply, error) {
	return guest.Reply{N: ev.N, HasWake: true, Wake: ev.Now + 1e9, HasClock: true, Clock: &guest.Line{Time: f.time}}, nil
}

func TestAProgramThatAnswersOtherwiseTheSecondTimeIsToldSoByNameAndEvent(t *testing.T) {
	t.Parallel()
	sc := readWorld(t, guestWorld)
	sc.Resize(1)
	sc.Guests = []guest.Guest{{Name: "mine", Says: guest.Welcome{Name: "fickle"}, Program: &fickle{}}}
	s := newSession(t, sc, nil)
	advance(t, s, 2*time.Second, time.Second)
	c := mustClone(t, s, Options{Carrier: netsim.NewDirect()})
	advance(t, s, 2*time.Second, time.Second)
	set(t, c, "client.offset", "8s")
	err := c.Advance(3 * time.Second)
	if want := `mine, client 1: event 1 (wake): restarted and told the same, it answers {"n":1,`; err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, want %s", err, want)
	}
}

// wild is a program that states times as far from the truth as the protocol lets it.
type wild struct{ said int64 }

func (w *wild) Start(guest.Hello) (guest.Running, guest.Welcome, error) {
	return w, guest.Welcome{Name: "wild", Hears: guest.Answers}, nil
}

func (w *wild) End() {}

func (w *wild) Exchange(ev *guest.Event) (guest.Reply, error) {
	r := guest.Reply{N: ev.N}
	if ev.Kind == guest.Wake {
		w.said++
		times := [...]int64{guest.MaxNumber, -guest.MaxNumber, 0, ev.Now, ev.Now + 1e12}
		r.HasWake, r.Wake, r.HasClock = true, ev.Now+3e8, true
		r.Clock = &guest.Line{At: ev.Now, Time: times[w.said%int64(len(times))], PPB: 1_000_000_000}
	}
	return r, nil
}

func TestAGuestThatStatesAnyTimeCanDriveAClient(t *testing.T) {
	t.Parallel()
	for _, provider := range []string{"direct", "unity"} {
		sc := readWorld(t, guestWorld)
		w := &wild{}
		sc.Guests = []guest.Guest{{Name: "mine", Says: guest.Welcome{Name: "wild", Hears: guest.Answers}, Program: w}}
		for key, value := range map[string]string{"client1.algorithm": "mine", "time.provider": provider} {
			sc.Pin(scenariotest.Set(key + "=" + value))
		}
		raced(t, sc)
		if w.said < 40 {
			t.Errorf("it was asked %d times", w.said)
		}
	}
}
