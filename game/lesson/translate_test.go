package lesson

import (
	"strings"
	"testing"

	"driftlab/assets"
	"driftlab/game/scenario"
)

func TestTitlesAndCaptionsOfWorldsAreTranslated(t *testing.T) {
	t.Parallel()
	said := 0
	for _, name := range assets.ScenarioNames() {
		text, err := assets.Scenario(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text, ".de =") {
			continue
		}
		worlds, err := scenario.ParseWorlds(name, name+".toml", text)
		if err != nil {
			t.Fatal(err)
		}
		for _, sc := range worlds {
			words := []string{sc.Title}
			for _, ev := range sc.Events {
				words = append(words, ev.Caption)
			}
			for _, w := range words {
				for _, language := range assets.Languages() {
					if w != "" && language != English && Translate(w, language) == w {
						t.Errorf("%s: %q is missing in %q", sc.Name, w, language)
					}
				}
				said++
			}
		}
	}
	if said < 10 {
		t.Errorf("only %d texts were looked at", said)
	}
}
