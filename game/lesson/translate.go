package lesson

import (
	"maps"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
)

// Translate returns a title or a caption of one of the program's scenarios or lessons in a language; what it
// does not know as it is.
func Translate(text, language string) string {
	if language == English {
		return text // as it is known by: all files need not be read
	}
	if words, ok := translations()[text]; ok {
		return words.In(language)
	}
	return text
}

// translations are all titles and captions that are there in several languages, by the English.
var translations = sync.OnceValue(func() map[string]Words {
	known := map[string]Words{}
	for _, l := range All() {
		known[l.Title[English]] = l.Title
		maps.Copy(known, l.captions)
	}
	for _, name := range assets.ScenarioNames() {
		text, err := assets.Scenario(name)
		if err != nil || !strings.Contains(text, ".en =") {
			continue
		}
		var c contents
		if _, err := toml.Decode(text, &c); err != nil {
			panic(err) // it is embedded, and a test reads it
		}
		known[c.Title[English]] = c.Title
		events := c.Event
		for _, w := range c.World {
			known[w.Title[English]] = w.Title
			events = append(events, w.Event...)
		}
		for _, ev := range events {
			known[ev.Caption[English]] = ev.Caption
		}
	}
	return known
})
