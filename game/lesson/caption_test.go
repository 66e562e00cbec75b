package lesson

import (
	"regexp"
	"testing"
)

func TestAFigureBetweenBarsIsWrittenWithoutItsSign(t *testing.T) {
	t.Parallel()
	l := Numbered(11)
	readings := make([]Reading, len(l.Figures))
	for i := range l.Figures {
		readings[i] = Reading{Value: -4, OK: l.Figures[i].Name == "naive"}
	}
	const want = "4.00\u00a0m behind, −4.00\u00a0m from it, …"
	if got := l.Filled("{|naive|} behind, {naive} from it, {|once|}", readings); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	readings[0].Value, readings[0].OK = 1.6, true
	if got := l.Filled("{off} {|off|}", readings); got != "+1.60\u00a0m 1.60\u00a0m" {
		t.Errorf("%q", got)
	}
}

// waySaid finds figures behind which a word says which way they are.
var waySaid = regexp.MustCompile(`\{(\w+)\} (behind|ahead|late|early|after|before|fast|slow|voraus|zurück|hinter|vor|nach|spät)\b`)

func TestNoFigureHasASignWhereWordsSayWhichWayItIs(t *testing.T) {
	t.Parallel()
	looked := 0
	for _, l := range All() {
		signed := map[string]bool{}
		for i := range l.Figures {
			signed[l.Figures[i].Name] = l.Figures[i].Measure.signed
		}
		for _, words := range textsOf(l) {
			for _, said := range words {
				looked++
				for _, m := range waySaid.FindAllStringSubmatch(said, -1) {
					if signed[m[1]] {
						t.Errorf("lesson %d: %q has a sign in %q", l.Number, m[1], said)
					}
				}
			}
		}
	}
	if looked < 500 {
		t.Errorf("%d texts were looked at", looked)
	}
}
