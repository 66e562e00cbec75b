package panel

import (
	"testing"

	"driftlab/ui/words"
)

// english is what is spoken unless something else is chosen.
var english = words.English()

func language(t testing.TB, name string) *words.Language {
	t.Helper()
	lang, err := words.In(name)
	if err != nil {
		t.Fatal(err)
	}
	return lang
}
