package render

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/ranking"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

func TestAFilmEndsWithAPictureOfItsVerdict(t *testing.T) {
	opt := filmOf(t, "first", "first", func(o *config.Film) {
		far, err := scenario.ParseAssignment("link.down.delay", "300ms")
		check(t, err)
		o.Scenario.Pin(far)
		o.Names = [2]string{"Near", "Far"}
		o.Watch, o.FPS, o.From, o.Length, o.EndLength = true, 5, 3*time.Second, time.Second, 400*time.Millisecond
	})
	var last [][]byte
	j := render(t, opt, &testSink{size: 4 * opt.Width * opt.Height, frame: func(k int, pix []byte) { last = append(last, pix) }})
	if len(last) != 7 || string(last[5]) == string(last[4]) || string(last[6]) != string(last[5]) {
		t.Fatalf("%d frames, or the last two are no picture of their own", len(last))
	}
	lines := j.picture.verdict()
	if len(lines) != 2 || lines[0].name != "Near · client\u00a01, Unreal push" || !lines[0].known || !lines[1].known || lines[0].rms >= lines[1].rms {
		t.Errorf("it has %+v", lines)
	}
	if text := j.picture.verdictText(lines); text != "The film is too short to show which clock is closer." {
		t.Errorf("of a second it says %q", text)
	}
}

// worlds are the opening and, as B, the same with slow packets downwards.
func worlds(o *config.Film) {
	far, err := scenario.ParseAssignment("link.down.delay", "300ms")
	if err != nil {
		panic(err)
	}
	sc := *o.Scenario
	o.Scenario = &sc
	o.Scenario.Pin(far)
	o.Names = [2]string{"Near", "Far"}
	o.Watch, o.Width, o.Height, o.FPS, o.Length, o.EndLength = true, 160, 90, 2, 8*time.Second, time.Second/2
}

// errorsIn records one clock's errors on one client.
type errorsIn struct {
	client, clock int
	squares       float64
	count         int
}

func (e *errorsIn) Record(entry observe.Entry) {
	if c, is := entry.(*observe.ClockSample); is && c.Client == e.client && c.Algorithm == e.clock {
		e.squares, e.count = e.squares+c.Error().Seconds()*c.Error().Seconds(), e.count+1
	}
}

// The opening switches to client 3 at 6 s. Until then each frame has shown client 1; so do the rest, and so does the end picture.
func TestAFilmOfTwoWorldsIsAboutOneClientToItsEnd(t *testing.T) {
	opt := filmOf(t, "first", "first", worlds)
	j := render(t, opt, &testSink{size: 4 * opt.Width * opt.Height})
	if main := j.picture.Regions.Watch.Plan.Main; main != 1 || !strings.HasPrefix(j.picture.filmTitle(), "Client 1 in A: Near ") {
		t.Errorf("it ends with client %d and is called %q", main, j.picture.filmTitle())
	}
	lines := j.picture.verdict()
	if len(lines) != 2 {
		t.Fatalf("it has %+v", lines)
	}
	for i, sc := range []*scenario.Scenario{opt.Beside, opt.Scenario} {
		told := errorsIn{client: 1, clock: panel.PlaceOf(sc.Algorithms(), "unreal")}
		s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: &told})
		if err == nil {
			err = s.Advance(7500 * time.Millisecond) // its last frame
		}
		check(t, err)
		s.Close()
		want := time.Duration(math.Sqrt(told.squares/float64(told.count)) * 1e9)
		if got := lines[i]; (got.rms-want).Abs() > time.Microsecond || got.name != opt.Names[i]+" · client\u00a01, Unreal push" {
			t.Errorf("it says %v of %q, and the log %v", got.rms, got.name, want)
		}
	}
	if text := j.picture.verdictText(lines); !strings.HasPrefix(text, "Near is closer: ") {
		t.Errorf("it says %q", text)
	}
}

func TestAFilmOfTwoWorldsIsAboutTheClientThatItIsAskedForOrThatTheCutsShowLongest(t *testing.T) {
	for _, c := range []struct {
		asked    int
		from, to time.Duration
		want     int
	}{{2, 0, 8 * time.Second, 2}, {0, 5 * time.Second, 10 * time.Second, 3}, {0, 5 * time.Second, 60 * time.Second, 1}, {9, 0, time.Second, 3}} {
		opt := filmOf(t, "first", "first", func(o *config.Film) {
			worlds(o)
			o.Client, o.From, o.Length = c.asked, c.from, c.to-c.from
		})
		f, err := newFilmPicture(opt)
		check(t, err)
		f.Session.Close()
		if got := f.filmClient(); got != c.want || f.Watch.Only != got {
			t.Errorf("%+v: client %d, and the cuts may not turn from %d", c, got, f.Watch.Only)
		}
	}
}

func TestTheEndPictureHasEachClockThatDroveAndSaysOfOneWithoutTheTimeThatItHasNone(t *testing.T) {
	opt := filmOf(t, "first", "", func(o *config.Film) {
		sc, err := scenario.Parse("changed", `format = 2
clients = 3
[set]
client1.algorithm = "unreal"
client2.algorithm = "rtt2"
client2.link.loss = 1
[[event]]
at = "1s"
[event.set]
client1.algorithm = "rtt2"
`)
		check(t, err)
		o.Scenario = sc
		o.Watch, o.Width, o.Height, o.FPS, o.Length = true, 1280, 720, 2, 3*time.Second
	})
	f := render(t, opt, &testSink{size: 4 * opt.Width * opt.Height}).picture
	lines := f.verdict()
	var told []string
	for _, l := range lines {
		told = append(told, fmt.Sprintf("%s %v", l.name, l.known))
	}
	slices.Sort(told)
	if want := []string{"Client 1, RTT/2 true", "Client 1, Unreal push true", "Client 2, RTT/2 false", "Client 3, TimeSync true"}; !slices.Equal(told, want) {
		t.Errorf("it has %q, want %q", told, want)
	}
	card := f.verdictCard(f.big.Fonts())
	if row := card.rows[2]; row.name.Lines[0] != "Client 2, RTT/2" || row.value.Lines[0] != "never knew the time" {
		t.Errorf("of client 2, of which nothing arrives, it says %+v", row)
	}
}

func TestTheEndPictureHasRoomForItsRows(t *testing.T) {
	for _, c := range []struct{ w, h, scale, clients int }{{640, 360, 200, 64}, {1280, 720, 100, 3}, {320, 180, 100, 12}, {1080, 1920, 150, 12}} {
		f := watchFilm(t, c.w, c.h, "", func(o *config.Film) {
			o.Portrait = c.h > c.w
			check(t, o.Config.Override(func(s *config.Settings) { s.Scale = c.scale }))
			sc := *o.Scenario
			sc.Clients = c.clients
			o.Scenario = &sc
		})
		f.shown = nil
		for n := 1; n <= c.clients; n++ {
			f.shown = append(f.shown, shownClient{client: n, clock: "timesync", large: n})
		}
		card := f.verdictCard(f.big.Fonts())
		room := card.room
		if card.high > room.H || len(card.rows) == 0 || c.clients == 3 && len(card.rows) != 3 {
			t.Errorf("%+v: %d rows are %v high, and there is room for %v", c, len(card.rows), card.high, room.H)
		}
		if more := fmt.Sprintf("and %d more", c.clients-len(card.rows)); len(card.rows) < c.clients && card.said.Lines[0] != more {
			t.Errorf("%+v: %d rows, and it says %q", c, len(card.rows), card.said.Lines)
		}
		last := card.rows[len(card.rows)-1].name.Lines
		if want := fmt.Sprintf("Client %d, TimeSync", c.clients); strings.Join(last, " ") != want {
			t.Errorf("%+v: the last row is %q, want %q, who was shown longest", c, last, want)
		}
	}
}

func TestTheVerdictNamesAWinnerOnlyWhereItIsMoreThanLuck(t *testing.T) {
	var f filmPicture
	lang, err := words.In("en")
	check(t, err)
	f.Words = lang
	for _, c := range []struct {
		seconds [][]float64
		want    string
	}{
		{[][]float64{{9, 9, 9, 9, 9}}, ""},
		{[][]float64{{9, 9, 9}, {1, 1, 1}}, "The film is too short to show which clock is closer."},
		{[][]float64{{9, 9, 9, 9, 9}, {1, 1, 1, 1, 1}}, "Client 2 is closer: 1.00 ms against 9.00 ms."},
		{[][]float64{{50, 50, 50, 50, 50}, {31.7, 31.7, 31.7, 31.7, 31.7}, {32, 32, 32, 32, 32}}, "Client 2 and client 3 are equally close: 31.7 and 32.0 ms."},
		{[][]float64{{31, 31, 31, 31, 31}, {31.7, 31.7, 31.7, 31.7, 31.7}, {32, 32, 32, 32, 32}}, "3 clocks are equally close: 31.0 to 32.0 ms."},
		{[][]float64{{50, 50, 50, 50, 50}, {3, 3, 3, 3, 3}, {1, 1, 1, 1, 1}}, "Client 3 is closest: 1.00 ms. The next is client 2: 3.00 ms."},
		{[][]float64{{1, 1, 1, 1, 1, 1, 1, 90, 1, 1}, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9}}, "Whether client 2 or client 1 is closer is luck here: 9.00 and 28.5 ms."},
	} {
		record := ranking.NewRecord(len(c.seconds))
		var lines []verdictLine
		for i, seconds := range c.seconds {
			squares := 0.0
			for k, ms := range seconds {
				record.Add(i, time.Duration(k)*time.Second, ms)
				squares += ms * ms
			}
			rms := time.Duration(math.Sqrt(squares/float64(len(seconds))) * 1e6)
			lines = append(lines, verdictLine{short: fmt.Sprint("Client ", i+1), inner: fmt.Sprint("client ", i+1), rms: rms, known: true})
		}
		for i := range lines {
			lines[i].errors = record.Errors(i)
		}
		if got := f.verdictText(lines); got != c.want {
			t.Errorf("of %v it says %q, want %q", c.seconds, got, c.want)
		}
	}
}

func TestAFilmTellsItsLegendForThreeSeconds(t *testing.T) {
	for _, c := range []struct {
		length time.Duration
		quiet  bool
	}{{time.Second, false}, {3500 * time.Millisecond, true}} {
		a := watchFilm(t, 320, 180, "", func(o *config.Film) { o.Length, o.FPS = c.length, 4 })
		if a.Deck.Quiet != c.quiet {
			t.Errorf("after %v: quiet %v", c.length, a.Deck.Quiet)
		}
	}
}

func TestAPortraitsCaptionsAreClearOfAPhonesButtons(t *testing.T) {
	for _, beside := range []string{"", "lesson-07"} {
		a := watchFilm(t, 1080, 1920, beside, func(o *config.Film) { o.Portrait, o.Numbers = true, true })
		safe := panel.NewRect(0, a.Height*portraitTop-1, a.Width*(1-portraitRight)+1, a.Height*(1-portraitTop-portraitLow)+2)
		for what, r := range map[string]panel.Rect{"the caption": a.parts.caption, "the errors": a.Regions.Watch.Errors, "the numbers": a.Regions.Watch.Strip} {
			if !r.Within(safe) && r.H > 0 {
				t.Errorf("beside %q: %s, %v, leaves %v", beside, what, r, safe)
			}
		}
		strip := a.Regions.Watch.Strip
		if rows := a.Regions.Watch.Plan.Numbers; strip.H < diagram.NumbersHigh(rows)-0.1 {
			t.Errorf("beside %q: the numbers have %v for %d rows", beside, strip, rows)
		}
		if last := a.Regions.Watch.Panes[a.Regions.Watch.Shown-1]; beside != "" && a.Regions.Watch.Second.X+a.Regions.Watch.Second.W < a.Width-10 || last.X+last.W > a.Width {
			t.Errorf("beside %q: the worlds have %v and %v", beside, last, a.Regions.Watch.Second)
		}
		if a.parts.caption.H == 0 || a.parts.top.Y < a.Height*portraitTop-1 {
			t.Errorf("beside %q: the caption has %v, the title %v", beside, a.parts.caption, a.parts.top)
		}
	}
}

func TestATitleCardBreaksBeforeTheWordBetweenItsSessions(t *testing.T) {
	for language, want := range map[string][]string{"en": {"Client 1 in A: Wired LAN", "against B: Mobile 3G"}, "de": {"Client 1 in A: Wired LAN", "gegen B: Mobile 3G"}} {
		a := watchFilm(t, 1080, 1920, "lesson-07", func(o *config.Film) {
			o.Portrait, o.Names = true, [2]string{"Wired LAN", "Mobile 3G"}
			check(t, o.Config.Override(func(s *config.Settings) { s.Language = language }))
		})
		got := a.titleLines(a.big.Fonts(), a.Width*titleShare)
		if !slices.Equal(got.Lines, want) {
			t.Errorf("in %s it says %q, want %q", language, got.Lines, want)
		}
		sides, fair := a.titleSides(a.big.Fonts())
		high := got.H + sides.H + fair.H
		if room, _ := a.cardRooms(); high == 0 || high > room.H {
			t.Errorf("in %s what is under the title needs %v of %v", language, high, room)
		}
		if got := a.titleLines(a.big.Fonts(), 1e6); len(got.Lines) != 1 {
			t.Errorf("in %s, with room for all, it says %q", language, got.Lines)
		}
	}
}
