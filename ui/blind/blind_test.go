package blind

import (
	"os"
	"strings"
	"testing"
	"time"

	"driftlab/ui/roomtest"
	"driftlab/ui/uitest"
	"driftlab/ui/widgets"
)

func TestMain(m *testing.M) { os.Exit(uitest.Main(m)) }

// rig is the room with what it is given, and its window.
type rig struct {
	*roomtest.Rig
	room *Room
	root *widgets.Root
}

func (r *rig) Choose(client int)   { r.Picture.Deck.Chosen = client }
func (r *rig) Root() *widgets.Root { return r.root }
func (r *rig) ShowControls()       {}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{Rig: roomtest.New(t, "first")}
	r.room = New(r.Picture, r.Lines, r.Travel, r)
	return r
}

func TestRevealTellsHowFarTheGuessWasOff(t *testing.T) {
	a := newRig(t)
	a.room.Toggle()
	if a.room.Reveal(); a.room.revealed || !strings.Contains(a.room.told, "isn't synchronised yet") {
		t.Errorf("before the first synchronisation: %q", a.room.told)
	}
	a.Travel.Advance(8 * time.Second)
	a.Picture.Deck.Chosen = 3
	a.room.Guess = 10
	a.room.Reveal()
	if !strings.Contains(a.room.told, "The clock of client 3 was wrong by +40.") || !strings.Contains(a.room.told, "Your guess was +10.0 ms: 30.") {
		t.Errorf("told %q", a.room.told)
	}
	a.room.what = guessAsymmetry
	if a.room.HideAgain(); !a.room.Hides() {
		t.Error("it is not hidden again")
	}
	if a.room.Reveal(); !strings.Contains(a.room.told, "takes +40.0 ms longer") || a.room.Hides() {
		t.Errorf("told %q", a.room.told)
	}
	if a.room.Toggle(); a.room.On() || a.Picture.Frame.Blind {
		t.Error("blind mode goes on")
	}
}

func TestTheGuessThatIsShownIsTheOneThatIsToldAbout(t *testing.T) {
	uitest.NeedLoop(t)
	a := newRig(t)
	theme, err := widgets.New(1, a.Picture.Theme, a.Picture.Words)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.room.Build(theme); err != nil {
		t.Fatal(err)
	}
	a.root = theme.Root()
	a.room.Toggle()
	a.room.Refresh()
	a.room.Guess = 25
	a.room.Refresh()
	if got := a.room.card.guess.Value(); got != 25 {
		t.Errorf("the guess is 25 ms, the slider shows %v", got)
	}
	a.room.Toggle()
	a.room.Toggle()
	a.room.Refresh()
	if got := a.room.card.guess.Value(); a.room.Guess != got {
		t.Errorf("the next guess begins at %v ms, the slider shows %v", a.room.Guess, got)
	}
}
