package lesson

import "testing"

func TestAFigureThatStandsForAnOptionIsSaidInItsWords(t *testing.T) {
	l := Named("lesson-ten-seconds")
	figure := l.Steps[l.Questions()[0]].Question.Key
	for _, test := range []struct {
		value    float64
		language string
		want     string
	}{
		{0, English, "nobody"},
		{6, English, "clients 2 and 3"},
		{6, "de", "Client 2 und 3"},
		{5, English, "5"}, // no option stands for clients 1 and 3
	} {
		if got := l.Said(figure, Reading{Value: test.value, OK: true}, test.language); got != test.want {
			t.Errorf("%v in %s is said as %q, want %q", test.value, test.language, got, test.want)
		}
	}
	if got := l.Said(figure, Reading{}, English); got != "nothing" {
		t.Errorf("no reading is said as %q", got)
	}
}
