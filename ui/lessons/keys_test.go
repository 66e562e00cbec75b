package lessons

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/lesson"
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
	k := &r.room.player
	right := func(key ebiten.Key) bool { return key == ebiten.KeyArrowRight }
	if !r.room.arrows(q, right) || !r.room.arrows(q, right) || k.value != 1 || !k.touched {
		t.Errorf("after two arrows option %v is chosen", k.value)
	}
	if r.room.arrows(q, func(ebiten.Key) bool { return false }) {
		t.Error("an arrow is felt that nobody has pressed")
	}
}
