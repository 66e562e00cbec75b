package lessons

import (
	"strings"

	"driftlab/game/lesson"
	"driftlab/ui/widgets"
)

// Spoken says for somebody who does not see it what the step draws under its caption: the question that waits, with its answers,
// how far the goal is reached, the verdict on the last answer, or the list of all answers.
func (rm *Room) Spoken() string {
	if !rm.Telling() {
		return ""
	}
	k, words := &rm.player, rm.picture.Words
	var said []string
	switch q, _ := rm.Asks(); {
	case k.summary:
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
	switch k := &rm.player; {
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
