package param

import (
	"testing"
	"time"
)

var worded = []Field[thing]{
	Int(Param{Name: "size", Unit: Rate, Min: 1, Max: 100, Word: "game", Default: Worded}, func(t *thing) *int { return &t.size }),
	Int(Param{Name: "wait", Unit: Duration, Max: int64(time.Second), Word: "game"}, func(t *thing) *time.Duration { return &t.wait }),
}

func TestANumberMayHaveAWordBesideItsRange(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"game": Worded, " game ": Worded, "30": 30, "30 Hz": 30} {
		if got, err := worded[0].Parse(text); err != nil || got != want {
			t.Errorf("%q is %d, %v, want %d", text, got, err, want)
		}
	}
	x := Defaults(worded)
	if x.size != Worded || worded[0].Standard() != "game" || worded[0].Format(Worded) != "game" || Validate(worded, &x) != nil {
		t.Errorf("the default is %d, %s", x.size, worded[0].Standard())
	}
}

func TestWhatIsNeitherTheWordNorInTheRangeIsRefusedWithBoth(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"-1":    "size: -1 is outside game|1..100",
		"0":     "size: 0 is outside game|1..100",
		"games": `size: "games" is not a number (range game|1..100)`,
		"Game":  `size: "Game" is not a number (range game|1..100)`,
	} {
		if _, err := worded[0].Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	if _, err := worded[1].Parse("-1ns"); err == nil || err.Error() != "wait: -1ns is outside game|0s..1s" {
		t.Errorf("what the word is kept as may be written: %v", err)
	}
	x := Defaults(worded)
	x.size = -2
	if err := Validate(worded, &x); err == nil || err.Error() != "size: -2 is outside game|1..100" {
		t.Errorf("got %v", err)
	}
	if _, err := things[1].Parse("game"); err == nil {
		t.Error("a number without a word takes one")
	}
}
