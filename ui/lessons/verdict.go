package lessons

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/widgets"
)

// verdictTold is the text about the latest guess, empty if there is none.
type verdictTold struct {
	first, second string
	right         bool
}

// color returns the colour of its first sentence.
func (t *verdictTold) color(c *draw.Canvas) palette.Color {
	if t.right {
		return c.Theme.InSyncText
	}
	return c.Theme.Text
}

// measuredChoice says what was measured where one of some options was right: its words, and the figure, which without a unit
// is a code that means nothing to people. The guessed words are not repeated.
func measuredChoice(f *lesson.Figure, option, figure string, right bool) string {
	switch coded := f.Measure.Unit == ""; {
	case coded && right:
		return ""
	case coded:
		return option
	case right:
		return figure
	}
	return option + " (" + figure + ")"
}

// answerText writes an answer: of a choice in its option's words.
func (rm *Room) answerText(q *lesson.Question, v float64) string {
	if q.Kind == lesson.Choice {
		return rm.filled(q.Options[q.Nearest(v)].Text)
	}
	return rm.picture.Words.Decimal(rm.picture.Taught.Lesson.Figures[q.Key].Text(v))
}

// measuredText writes what was measured for a question, which was guessed or not.
func (rm *Room) measuredText(q *lesson.Question, v float64, right bool) string {
	f := &rm.picture.Taught.Lesson.Figures[q.Key]
	figure := rm.picture.Words.Decimal(f.Text(v))
	if q.Kind == lesson.Choice {
		return measuredChoice(f, rm.answerText(q, v), figure, right)
	}
	return figure
}

// VerdictText says whether a guess was right and what a wrong one comes from, and how far off it was as soon as that is measured.
func (rm *Room) VerdictText(step int) (first, second string, right bool) {
	k, l, language := &rm.Player, rm.picture.Taught.Lesson, rm.picture.Words.Name()
	q, guess, key := l.Steps[step].Question, k.answer(step).Value, k.keys[step].Value
	if !k.keys[step].OK {
		return k.expected(rm, step)
	}
	right, option := q.Judge(guess, key)
	said, measured := rm.answerText(q, guess), rm.measuredText(q, key, right)
	switch {
	case right && measured == "":
		first = rm.picture.Words.F("player.right-alone", said)
	case right:
		first = rm.picture.Words.F("player.right", said, measured)
	default:
		first = rm.picture.Words.F("player.wrong", said, measured)
	}
	if !right && l.Figures[q.Key].Measure.Unit == "ms" && q.Kind != lesson.Choice && rm.shoots() {
		metres := math.Abs(guess-key) / 1000 * float64(rm.picture.Session.Value(0, "shot.speed")) / 1e6
		first += " " + rm.picture.Words.F("player.gap", rm.picture.Words.Decimal(strconv.FormatFloat(math.Abs(guess-key), 'f', 1, 64)), rm.picture.Words.Decimal(strconv.FormatFloat(metres, 'f', 2, 64)))
	}
	if !right && option >= 0 {
		second = q.Options[option].Says.In(language)
	}
	return first, second, right
}

// expected says of a guess that nothing is measured for yet whether it is what the lesson's own run came to. In a session that a
// person has changed, and of a number while that run continues, it says no more than the guess.
func (k *player) expected(rm *Room, step int) (first, second string, right bool) {
	l, words := rm.picture.Taught.Lesson, rm.picture.Words
	q, guess, out := l.Steps[step].Question, k.answer(step).Value, rm.picture.Taught.Whole.Outcome()
	said, option := rm.answerText(q, guess), q.Nearest(guess)
	if q.Kind == lesson.Choice {
		right = q.Options[option].Says.In(words.Name()) == ""
	} else if out != nil {
		right, option = q.Judge(guess, out.Keys[step].Value)
	}
	switch {
	case k.changed || out == nil && q.Kind != lesson.Choice:
		return words.F("player.guessed", said), "", false
	case right:
		return words.F("player.right-alone", said), "", true
	case option >= 0:
		second = q.Options[option].Says.In(words.Name())
	}
	return words.F("player.not-right", said), second, false
}

// shoots reports whether the lesson is about shots, whose speed it has chosen: guesses are given in their metres too.
func (rm *Room) shoots() bool {
	return slices.ContainsFunc(rm.picture.Session.Scenario().Set, func(a scenario.Assignment) bool { return a.Name() == "shot.speed" })
}

// Spoken says for somebody who does not see it what the step draws under its caption: the question that waits, with its answers,
// how far the goal is reached, the verdict on the last answer, or the list of all answers.
func (rm *Room) Spoken() string {
	if !rm.Telling() {
		return ""
	}
	k, words := &rm.Player, rm.picture.Words
	var said []string
	switch q, _ := rm.Asks(); {
	case k.Summary:
		said = k.sumLines(rm, rm.Outcomes())
	case q != nil:
		said = append(said, rm.filled(q.Ask))
		for i := range q.Options {
			if q.Kind == lesson.Choice { // those of a number are but what is thought wrongly
				said = append(said, rm.optionText(q, i))
			}
		}
		said = append(said, words.T("player.spoken-keys"))
	case k.goalSaid(rm) != "":
		return k.goalSaid(rm)
	case rm.Verdict() >= 0:
		first, second, _ := rm.VerdictText(rm.Verdict())
		said = append(said, first, second)
	}
	return strings.TrimSpace(strings.Join(said, "\n"))
}

// Turned returns the answer that the arrows have turned to as a control that has the keyboard, the zero value while nothing is asked.
func (rm *Room) Turned() (said widgets.Said) {
	q, _ := rm.Asks()
	switch k := &rm.Player; {
	case q == nil:
	case q.Kind != lesson.Choice:
		said = widgets.Said{Name: rm.filled(q.Ask), Role: "slider", Value: rm.answerText(q, k.value)}
	case k.touched:
		said = widgets.Said{Name: rm.optionText(q, int(k.value)), Role: "chosen"}
	default:
		said = widgets.Said{Name: rm.optionText(q, int(k.value)), Role: "unchosen"}
	}
	return said
}
