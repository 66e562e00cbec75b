package lessons

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/lesson"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

func TestEnterBeforeAnAnswerIsChosenSaysWhatToDo(t *testing.T) {
	r := newRig(t, "lesson-asymmetric")
	for kind, want := range map[string]string{lesson.Choice: "player.choose-first", lesson.Slider: "player.move-first"} {
		r.Lines.Notice = ""
		r.room.commitTurned(&lesson.Question{Kind: kind, Options: make([]lesson.Option, 2), Most: 10})
		if got := r.Lines.Notice; got != r.Picture.Words.T(want) {
			t.Errorf("%s: it says %q", kind, got)
		}
	}
}

func TestArrowsMoveTheSliderOfAQuestion(t *testing.T) {
	r := newRig(t, "lesson-asymmetric")
	q := &lesson.Question{Kind: lesson.Choice, Options: make([]lesson.Option, 3)}
	k := &r.room.Player
	right := func(key ebiten.Key) bool { return key == ebiten.KeyArrowRight }
	for i := range 2 {
		if !r.room.arrows(q, right) {
			t.Errorf("arrow %d is not felt", i+1)
		}
	}
	if k.value != 1 || !k.touched {
		t.Errorf("after two arrows option %v is chosen", k.value)
	}
	if r.room.arrows(q, func(ebiten.Key) bool { return false }) {
		t.Error("an arrow is felt that nobody has pressed")
	}
}

func TestADigitAtAQuestionIsAnAnswerAndOpensNoLesson(t *testing.T) {
	r := newRig(t, "lesson-lift-server-time")
	r.ask(t, 0)
	all := r.Picture.Taught.Lesson.Steps
	press := func(keys ...ebiten.Key) {
		t.Helper()
		for _, key := range keys {
			if !r.room.answerKeys(func(k ebiten.Key) bool { return k == key }) {
				t.Errorf("%v is left to the shortcuts", key)
			}
		}
	}
	press(ebiten.KeyDigit7, ebiten.KeyDigit0, ebiten.KeyNumpad5)
	if _, answered := r.room.Answer(0); answered || r.Lines.Notice != r.Picture.Words.T("player.choose-first") {
		t.Errorf("a digit that is no option answers, or says %q", r.Lines.Notice)
	}
	press(ebiten.KeyDigit3)
	if g, _ := r.room.Answer(0); g.Value != all[0].Question.Options[2].Value {
		t.Errorf("3 answers %v", g)
	}
	r.ask(t, 1)
	for _, c := range []struct {
		keys []ebiten.Key
		want float64
	}{
		{[]ebiten.Key{ebiten.KeyDigit1, ebiten.KeyDigit5, ebiten.KeyDigit0}, 150},
		{[]ebiten.Key{ebiten.KeyBackspace}, 15},
		{[]ebiten.Key{ebiten.KeyComma, ebiten.KeyNumpad5}, 15.5},
		{[]ebiten.Key{ebiten.KeyArrowRight, ebiten.KeyDigit9}, 9},
		{[]ebiten.Key{ebiten.KeyArrowRight, ebiten.KeyPeriod, ebiten.KeyDigit5}, 0.5},
		{[]ebiten.Key{ebiten.KeyArrowRight, ebiten.KeyDigit9}, 9},
		{[]ebiten.Key{ebiten.KeyDigit9, ebiten.KeyDigit9}, 400},
		{[]ebiten.Key{ebiten.KeyBackspace, ebiten.KeyBackspace, ebiten.KeyBackspace, ebiten.KeyMinus, ebiten.KeyDigit8}, 0},
		{[]ebiten.Key{ebiten.KeyArrowRight, ebiten.KeySlash, ebiten.KeyDigit8}, 0}, // − on German keyboards
	} {
		if press(c.keys...); r.room.Player.value != c.want {
			t.Errorf("after %v it is %v, want %v", c.keys, r.room.Player.value, c.want)
		}
	}
	press(ebiten.KeyDigit1, ebiten.KeyEnter)
	if _, answered := r.room.Answer(1); !answered {
		t.Error("Enter after a typed number does not answer")
	}
}

// Under a sentence that had less room than its line is high stood the question, over it.
func TestASentenceHasNoRoomInLessThanItsLine(t *testing.T) {
	fonts, err := draw.NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	c := draw.NewCanvas(fonts, palette.Dark(), uitest.Language(t, "de"))
	high := fonts.LineHeight(draw.Small)
	for h, want := range map[float32]bool{high - 1: false, 1: false, high: true, 0: true} {
		if got := fits(c, "one line", draw.Small, 200, h); got != want {
			t.Errorf("in %v points of height: %v", h, got)
		}
	}
}

// At 200 % the German word for "Answer" ran out of its button at both sides.
func TestAButtonsWordStaysInTheButton(t *testing.T) {
	fonts, err := draw.NewFonts(1)
	check(t, err)
	german := uitest.Language(t, "de")
	for _, key := range []string{"player.answer", "player.next"} {
		c := draw.NewCanvas(fonts, palette.Dark(), german)
		c.Listen()
		r := panel.NewRect(50, 10, 82, 40)
		new(player).button(c, r, german.T(key), false, nil)
		if said := c.Texts()[0]; said.X0 < r.X+3 || said.X1 > r.X+r.W-3 {
			t.Errorf("%q goes from %v to %v, and its button is %v", said.Said, said.X0, said.X1, r)
		}
	}
}
