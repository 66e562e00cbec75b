package diagram

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/internal/testkit"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// tableOf returns a rig with some clients after 12 s, and a table of them that has been drawn.
func tableOf(t *testing.T, clients int, r panel.Rect) (*rig, *Numbers, func() []string) {
	sc := scenariotest.Load(t, "first")
	sc.Resize(clients)
	a := rigOf(t, sc, 1600, 900, 1)
	a.advance(12 * time.Second)
	a.Paused = true
	a.read()
	k, rows := &Numbers{}, []NumbersRow{}
	for machine := range clients + 1 {
		rows = append(rows, NumbersRow{View: &a.View, Machine: machine})
	}
	draw := func() []string { return writes(a, func(c *draw.Canvas) { k.Draw(c, rows, r) }) }
	draw()
	return a, k, draw
}

// machines are those of a table's rows, from the top.
func (k *Numbers) machines() (all []int) {
	for _, i := range k.order {
		all = append(all, k.rows[i].Machine)
	}
	return all
}

func TestAWideTableOfClientsHasAllColumnsAndOneThatIsNarrowSaysHowManyItHasNot(t *testing.T) {
	for _, c := range []struct {
		width float32
		said  string
	}{{856, ""}, {1200, ""}, {632, "+4 columns"}, {348, "+12 columns"}} {
		a, _, said := tableOf(t, 3, panel.NewRect(0, 0, c.width, NumbersHigh(4)))
		texts := said()
		if i := slices.IndexFunc(texts, func(s string) bool { return strings.Contains(s, "column") }); i < 0 && c.said != "" || i >= 0 && texts[i] != c.said {
			t.Errorf("%v wide it says %q, want %q", c.width, texts, c.said)
		}
		f := &a.Frame.Held[1]
		for _, want := range []string{"Client 2", string(new(panel.Pen).Start(a.Words).Signed(inMillis(f.Error), 1).Buf), string(new(panel.Pen).Start(a.Words).Signed(f.Offset.Seconds(), 3).Buf)} {
			if !slices.Contains(texts, want) {
				t.Errorf("%v wide there is no %q: %q", c.width, want, texts)
			}
		}
	}
}

func TestEveryColumnComesByClicksInTheCornerOfANarrowTable(t *testing.T) {
	a, k, said := tableOf(t, 3, panel.NewRect(0, 0, 348, NumbersHigh(4)))
	all := ""
	for range numbersRanks {
		all += strings.Join(said(), "|") + "|"
		pressIn(&a.at, k.corner)
		k.Update(&a.at)
	}
	for _, head := range []string{"Offset, s", "↑", "↓", "RTT", "Jitter", "host", "server", "pred"} {
		if !strings.Contains(all, head) {
			t.Errorf("%q does not come", head)
		}
	}
}

func TestUpToEightClientsStandByTheirNumbersAndMoreTheWorstFirst(t *testing.T) {
	_, k, _ := tableOf(t, 8, panel.NewRect(0, 0, 856, NumbersHigh(5)))
	if got := k.machines(); !slices.Equal(got, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("8 clients stand in the order %v", got)
	}
	a, k, said := tableOf(t, 24, panel.NewRect(0, 0, 856, NumbersHigh(5)))
	got := k.machines()
	for i := 2; i < len(got); i++ {
		if wrong(&a.Frame.Held[got[i]-1]).Round(100*time.Microsecond) > wrong(&a.Frame.Held[got[i-1]-1]).Round(100*time.Microsecond) {
			t.Errorf("client %d, wrong by %v, stands under client %d, wrong by %v", got[i], wrong(&a.Frame.Held[got[i]-1]), got[i-1], wrong(&a.Frame.Held[got[i-1]-1]))
		}
	}
	if texts := said(); got[0] != 0 || !slices.Contains(texts, "+21 more") || !strings.Contains(strings.Join(texts, "|"), "Worst first. Median") {
		t.Errorf("machine %d comes first, and it says %q", got[0], texts)
	}
}

func TestTheWheelScrollsTheTableAndADigitFindsAClient(t *testing.T) {
	a, k, said := tableOf(t, 24, panel.NewRect(0, 0, 856, NumbersHigh(5)))
	before := said()
	k.Update(&panel.Pointer{X: 300, Y: 80, Wheel: -4})
	if after := said(); slices.Equal(before, after) || !slices.Contains(after, "Host") {
		t.Errorf("after the wheel it says %q", after)
	}
	for _, digit := range []int{1, 7} {
		k.Typed(digit)
	}
	if said := said(); a.Frame.Selected != 17 || !slices.Contains(said, "Client 17") {
		t.Errorf("1 and 7 choose client %d: %q", a.Frame.Selected, said)
	}
	for range typedFor + 1 {
		k.Update(&panel.Pointer{})
	}
	if k.Typed(4); a.Frame.Selected != 4 {
		t.Errorf("a second later 4 chooses client %d", a.Frame.Selected)
	}
}

func TestOfAClientThatHasLeftOrIsNotSynchronisedTheTableHasDashes(t *testing.T) {
	a, k, said := tableOf(t, 3, panel.NewRect(0, 0, 856, NumbersHigh(4)))
	a.Frame.Held[1].State = game.Away
	a.Frame.Held[2].Status.Synchronised = false
	k.of = panel.Hold{}
	texts := said()
	i, j := slices.IndexFunc(texts, func(s string) bool { return strings.HasPrefix(s, "Client 2") }), slices.IndexFunc(texts, func(s string) bool { return strings.HasPrefix(s, "Client 3") })
	if i < 0 || j < 0 {
		t.Fatal(texts)
	}
	if n := count(texts, "–"); n < numbersColumns-1+2 {
		t.Errorf("there are %d dashes: %q", n, texts)
	}
}

func count(texts []string, of string) (n int) {
	for _, text := range texts {
		if text == of {
			n++
		}
	}
	return n
}

func TestATableOfClientsAllocatesNothingThatGrowsWithThem(t *testing.T) {
	of := func(clients int) float64 {
		a, k, _ := tableOf(t, clients, panel.NewRect(0, 0, 856, NumbersHigh(5)))
		rows := k.rows
		return testkit.AllocsPerRun(20, func() {
			a.canvas.Reset()
			k.Draw(a.canvas, rows, panel.NewRect(0, 0, 856, NumbersHigh(5)))
		})
	}
	if few, many := of(9), of(64); many > few || many > 30 {
		t.Errorf("a frame of 9 clients allocates %v times, and one of 64 %v times", few, many)
	}
}

// It came and went with the frame in which numbers are read, and took the title's room in all others.
func TestWhileTimePassesTheTableNamesItsInstantInEveryFrame(t *testing.T) {
	a, k, said := tableOf(t, 3, panel.NewRect(0, 0, 632, NumbersHigh(4)))
	if at := string(k.pen.Start(a.Words).At(a.Frame.Reading.At()).Buf); slices.Contains(said(), at) {
		t.Errorf("while time stands still it says %q", at)
	}
	a.Paused = false
	a.next()
	for range 60 {
		a.next()
		if at := string(new(panel.Pen).Start(a.Words).At(a.Frame.Reading.At()).Buf); !slices.Contains(said(), at) {
			t.Fatalf("at %v it does not say %q: %q", a.Session.Now(), at, said())
		}
	}
}

func TestAClickOnTheTitleShowsWhatPlayersNoticeOfTheGameAndAnotherTheClocks(t *testing.T) {
	a, k, said := tableOf(t, 3, panel.NewRect(0, 0, 1000, NumbersHigh(4)))
	clocks := said()
	pressIn(&a.at, k.title)
	k.Update(&a.at)
	texts := said()
	for f := range session.MainGameFigures {
		for client := range 3 {
			want := a.Frame.Games[client].Text(f)
			if want = strings.NewReplacer("—", "–", "0.00", "0").Replace(want); !slices.Contains(texts, want) {
				t.Errorf("%s of client %d, %s, is missing: %q", session.GameFigureKinds[f].Name, client+1, want, texts)
			}
		}
	}
	if !slices.Contains(texts, a.Words.T("numbers.game")) {
		t.Errorf("it has no title: %q", texts)
	}
	pressIn(&a.at, k.title)
	if k.Update(&a.at); !slices.Equal(said(), clocks) {
		t.Errorf("back it says %q", said())
	}
}
