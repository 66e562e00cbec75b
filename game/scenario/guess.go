package scenario

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Guess is a person's answer to the question of a lesson's step, as the session's log keeps it.
type Guess struct {
	Step  int           // from 1
	Value float64       // in the unit of what is asked for
	Took  time.Duration // how long the person thought, in real time
}

// maxGuess bounds what can be guessed, whatever its unit.
const maxGuess = 1e9

func (g *Guess) validate() error {
	switch {
	case g.Step < 1 || g.Step > MaxSteps:
		return invalidf("guess.step", "guess.step: %d is outside 1..%d", g.Step, MaxSteps)
	case !(math.Abs(g.Value) <= maxGuess): // nor NaN
		return invalidf("guess.value", "guess.value: %v is outside -1e9..1e9", g.Value)
	case g.Took < 0 || g.Took > MaxDuration:
		return invalidf("guess.took", "guess.took: %v is outside 0s..%v", g.Took, MaxDuration)
	}
	return nil
}

// guess reads an answer, nil if there is none.
func (t *table) guess() *Guess {
	g, ok := t.sub("guess")
	if !ok {
		return nil
	}
	g.only("step", "value", "took")
	guess := &Guess{Step: int(g.number("step", 0, 1, MaxSteps)), Took: g.duration("took", "0s", "3s")}
	switch v := g.values["value"].(type) {
	case int64:
		guess.Value = float64(v)
	case float64:
		guess.Value = v
	default:
		g.fail("value", "%s is not a number", shown(v))
	}
	t.err = g.err
	return guess
}

func (g *Guess) write(b *strings.Builder) {
	value := strconv.FormatFloat(g.Value, 'f', -1, 64)
	if !strings.Contains(value, ".") {
		value += ".0"
	}
	fmt.Fprintf(b, "guess = {step = %d, value = %s, took = %q}\n", g.Step, value, g.Took)
}
