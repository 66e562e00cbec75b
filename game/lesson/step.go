package lesson

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

// A Step is one picture of a lesson and its sentence. What happens in it and how it is looked at is among its
// scenario's events and cuts.
type Step struct {
	At, Until netsim.Time // the last has no end, and an Until of 0
	// Waits says that time stands still at the step's end until a person continues; else the next one follows by itself.
	Waits    bool
	Speed    float64 // virtual seconds a second
	Beside   bool    // the lesson's first two worlds are compared
	View     string  // "watch" or [DiagramView]
	Diagram  string  // one of [Diagrams], in the view Diagram; "" for none
	Clocks   []int   // that the diagram is about, in registry.Algorithms; none for those that drive
	Points   []string
	Caption  Words // "" where the one before it stays
	Figure   int   // in Lesson.Figures: the one that is written large; −1 for none
	Covered  bool  // what its question covers is so from its start on
	Heard    bool  // it is about sound: a person who has it off gets a hint
	Question *Question
	Goal     *Goal
}

// Questions returns the steps that ask, in their order.
func (l *Lesson) Questions() (all []int) {
	for i := range l.Steps {
		if l.Steps[i].Question != nil {
			all = append(all, i)
		}
	}
	return all
}

// StepAt returns the place of the step of an instant, −1 of a lesson without steps.
func (l *Lesson) StepAt(at netsim.Time) int {
	for i := len(l.Steps) - 1; i >= 0; i-- {
		if l.Steps[i].At <= at {
			return i
		}
	}
	return -1
}

// Last returns the last instant of the step, at which time stands still: what happens at the end belongs to the next.
func (s *Step) Last() netsim.Time { return s.Until - 1 }

// MaxCaption is how many characters a caption or a question has at most, a figure being as long as shownFigure.
const (
	MaxCaption  = 140
	shownFigure = "+888.8 ms"
)

// plainLength returns how long a text is with its figures.
func plainLength(text string) int {
	n := 0
	for {
		before, rest, found := strings.Cut(text, "{")
		n += len([]rune(before))
		_, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			return n
		}
		n += len(shownFigure)
		text = after
	}
}

// WordsASecond is how fast captions may change by themselves.
const WordsASecond = 3

// ReadingTime returns how long a text takes at [WordsASecond].
func ReadingTime(text string) time.Duration {
	return (time.Duration(len(strings.Fields(text)))*time.Second + WordsASecond - 1) / WordsASecond
}

// A Question is asked at the end of its step: time stands still, and what it asks for is covered until it is answered.
type Question struct {
	Kind      string // [Choice], [Slider] or [Drag]
	Ask       Words
	Options   []Option
	Key       int         // in Lesson.Figures: what it comes to is the right answer
	At        netsim.Time // when the key is measured
	Tolerance float64     // in the key's unit: how far from the key is right
	Of        string      // what is dragged: "shot", by metres along its way, or "error", by milliseconds on its chart
	// Least and Most are the ends of a slider or of what can be dragged, and Log says that it goes by powers.
	Least, Most float64
	Log         bool
	Hides       []string // what of "controls", "caption" and "lanes" is covered beside the truth, which always is
}

// An Option stands for a value: the right one is the nearest to the key. Of a slider it is what a wrong guess near it
// comes from.
type Option struct {
	Text  Words
	Value float64
	Says  Words // the mistake behind this option; empty for the right one
}

// The kinds of questions: one of some options, a number on a slider, and a thing that is dragged to where it is thought
// to be.
const (
	Choice = "choice"
	Slider = "slider"
	Drag   = "drag"
)

// DiagramView is the view of a step in which its diagram has the place of the worlds.
const DiagramView = "diagram"

// About returns the diagram that a scenario is about, since it sets what only that shows; "" for none.
func About(sc *scenario.Scenario) string {
	for _, name := range []string{"punch", "bulk"} {
		any := func(set []scenario.Assignment) bool {
			return slices.ContainsFunc(set, func(a scenario.Assignment) bool { return strings.HasPrefix(a.Key().Name, name+".") })
		}
		if any(sc.Set) || slices.ContainsFunc(sc.Events, func(ev scenario.Event) bool { return any(ev.Set) }) {
			return name
		}
	}
	return ""
}

// Diagrams lists the diagrams of the window, which a step may show in the view [DiagramView] and a film beside its worlds:
// those that have a title among the texts of the tabs.
func Diagrams() []string { return slices.Clone(diagrams()) }

var diagrams = sync.OnceValue(func() (names []string) {
	texts, err := assets.Texts("en")
	var titles map[string]string
	meta, decodeErr := toml.Decode(texts["tabs"], &titles)
	if err := cmp.Or(err, decodeErr); err != nil {
		panic(err) // a test would have found it: they are built in
	}
	for _, key := range meta.Keys() {
		if name := key.String(); !strings.HasSuffix(name, "-tip") {
			names = append(names, name)
		}
	}
	return names
})

// distance returns how far two values are apart on the question's scale.
func (q *Question) distance(a, b float64) float64 {
	if q.Log {
		return math.Abs(math.Log(max(a, q.Least)) - math.Log(max(b, q.Least)))
	}
	return math.Abs(a - b)
}

// Nearest returns the option whose value is nearest to one, −1 if there is none.
func (q *Question) Nearest(v float64) int {
	best := -1
	for i := range q.Options {
		if best < 0 || q.distance(q.Options[i].Value, v) < q.distance(q.Options[best].Value, v) {
			best = i
		}
	}
	return best
}

// Within reports whether a value is the key within the tolerance: of a scale by powers that is a factor.
func (q *Question) Within(v, key float64) bool {
	if q.Log {
		return q.distance(v, key) <= math.Log(q.Tolerance)
	}
	return math.Abs(v-key) <= q.Tolerance
}

// Judge reports whether a guess is right where the key came to a value, and the option that stands for the guess, −1
// for none.
func (q *Question) Judge(guess, key float64) (right bool, option int) {
	option = q.Nearest(guess)
	if q.Kind == Choice {
		return option == q.Nearest(key), option
	}
	if q.Within(guess, key) {
		return true, -1
	}
	return false, option
}

// Sound says what is wrong with the question once its key has a value: the answer that is true must be the right one.
func (q *Question) Sound(key float64) bool {
	if q.Kind != Choice {
		return key >= q.Least && key <= q.Most
	}
	right := q.Nearest(key)
	return q.Within(q.Options[right].Value, key)
}

// A Goal is what a person is to reach by the controls of the last step.
type Goal struct {
	Needs []Need
	// Solution reaches it, in a test.
	Solution []scenario.Event
}

// A Need is a figure and the range in which it must be.
type Need struct {
	Figure      int // in Lesson.Figures
	Least, Most float64
}

// GoalHolds is how long all needs must be met, in virtual time.
const GoalHolds = time.Second

// Met reports whether all figures are in their ranges.
func (g *Goal) Met(readings []Reading) bool {
	for _, n := range g.Needs {
		if r := readings[n.Figure]; !r.OK || r.Value < n.Least || r.Value > n.Most {
			return false
		}
	}
	return true
}

// At01 returns the value at a share of the slider, which is cut to 0..1.
func (q *Question) At01(share float64) float64 {
	share = min(max(share, 0), 1)
	if q.Log {
		return q.Least * math.Pow(q.Most/q.Least, share)
	}
	return q.Least + share*(q.Most-q.Least)
}

// To01 returns the share of the slider that a value is at.
func (q *Question) To01(v float64) float64 {
	if q.Log {
		return math.Log(max(v, q.Least)/q.Least) / math.Log(q.Most/q.Least)
	}
	return (v - q.Least) / (q.Most - q.Least)
}
