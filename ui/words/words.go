// Package words has every text that the window shows, in the language that the person has chosen.
//
// The texts are in assets/text/LANGUAGE/PANEL.toml. English is the one that all others are translated
// from; what a translation lacks is shown in English.
package words

import (
	"fmt"
	"sync/atomic"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
)

// English is the language that is there from the start.
const English = "en"

// A language's texts by their keys, such as "tabs.error".
type texts map[string]string

var (
	english = mustLoad(English)
	current atomic.Pointer[texts] // nil is English
)

func mustLoad(language string) texts {
	t, err := load(language)
	if err != nil {
		panic(err) // the files are embedded, and a test reads them all
	}
	return t
}

func load(language string) (texts, error) {
	files, err := assets.Texts(language)
	if err != nil {
		return nil, fmt.Errorf("language: %q is unknown (allowed: %v)", language, Languages())
	}
	all := texts{}
	for panel, text := range files {
		var keys map[string]string
		if _, err := toml.Decode(text, &keys); err != nil {
			return nil, fmt.Errorf("text/%s/%s.toml: %w", language, panel, err)
		}
		for key, text := range keys {
			all[panel+"."+key] = text
		}
	}
	return all, nil
}

// Languages lists the languages that can be used, as ISO 639 names them.
func Languages() []string { return assets.Languages() }

// Use changes the language of all texts from now on. An unknown one is an error and changes nothing.
func Use(language string) error {
	t, err := load(language)
	if err != nil {
		return err
	}
	current.Store(&t)
	useNumbers(language)
	return nil
}

// T returns the text of a key, such as "tabs.error": PANEL.KEY. It allocates nothing. A key that is
// nowhere is returned as it is.
func T(key string) string {
	if t := current.Load(); t != nil {
		if text, ok := (*t)[key]; ok {
			return text
		}
	}
	if text, ok := english[key]; ok {
		return text
	}
	return key
}

// Or returns the text of a key, or where there is none what English has for it: what is declared with its English
// has no text in English.
func Or(key, english string) string {
	if text := T(key); text != key {
		return text
	}
	return english
}

// F returns the text of a key with its verbs filled in as by [fmt.Sprintf], numbers as [Decimal] has them.
func F(key string, args ...any) string { return fmt.Sprintf(T(key), decimals(args)...) }
