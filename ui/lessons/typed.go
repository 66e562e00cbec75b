package lessons

import (
	"strconv"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/lesson"
)

// A typedNumber is what a person types of a number that is asked for.
type typedNumber struct {
	text  string
	value float64 // that the text came to: if another one is chosen by hand, the next digit replaces the text
}

// mostTyped is how long a typed number may be.
const mostTyped = 12

// typeNumber acts on the keys of a number, and reports whether one went down.
func (k *player) typeNumber(q *lesson.Question, down func(ebiten.Key) bool) bool {
	text := k.typed.text
	if k.value != k.typed.value {
		text = ""
	}
	felt := false
	add := func(sign string, keys ...ebiten.Key) {
		for _, key := range keys {
			if down(key) {
				text, felt = text+sign, true
			}
		}
	}
	for i := range 10 {
		add(strconv.Itoa(i), ebiten.KeyDigit0+ebiten.Key(i), ebiten.KeyNumpad0+ebiten.Key(i))
	}
	add(".", ebiten.KeyPeriod, ebiten.KeyComma, ebiten.KeyNumpadDecimal)
	add("-", ebiten.KeyMinus, ebiten.KeyNumpadSubtract, ebiten.KeySlash) // − on German keyboards
	if down(ebiten.KeyBackspace) {
		text, felt = text[:max(len(text)-1, 0)], true
	}
	if !felt || len(text) > mostTyped {
		return felt
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		k.value, k.touched = min(max(v, q.Least), q.Most), true
	}
	k.typed = typedNumber{text, k.value}
	return true
}
