// Package words has every text that the window shows, in each language, as values: any number of languages can be in use
// at once.
//
// The texts are in assets/text/LANGUAGE/PANEL.toml. English is the one that all others are translated
// from; what a translation lacks is shown in English.
package words

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/internal/texts"
)

// A Language is all texts in one language, and how it writes numbers. It does not change.
type Language struct {
	name  string
	texts map[string]string // by their keys, such as "tabs.error"
	comma bool              // it writes 2,5 where English writes 2.5
}

// English returns the language that all others fall back to.
var English = sync.OnceValue(func() *Language {
	l, err := load("en")
	if err != nil {
		panic(err) // the files are embedded, and a test reads them all
	}
	return l
})

// read has the languages that were asked for, by their names: the window asks again whenever a setting changes.
var read sync.Map

// In returns a language by its name, as ISO 639 has it: the same one each time. An unknown one is an error.
func In(name string) (*Language, error) {
	if name == "en" {
		return English(), nil
	}
	if l, ok := read.Load(name); ok {
		return l.(*Language), nil
	}
	l, err := load(name)
	if err != nil {
		return nil, err
	}
	for key, text := range English().texts {
		if _, ok := l.texts[key]; !ok {
			l.texts[key] = text
		}
	}
	same, _ := read.LoadOrStore(name, l)
	return same.(*Language), nil
}

func load(name string) (*Language, error) {
	files, err := assets.Texts(name)
	if err != nil {
		return nil, fmt.Errorf("language: %q is unknown (%s)", name, texts.Allowed(name, assets.Languages()))
	}
	l := &Language{name: name, texts: map[string]string{}, comma: assets.Comma(name)}
	for panel, text := range files {
		var keys map[string]string
		if _, err := toml.Decode(text, &keys); err != nil {
			return nil, fmt.Errorf("text/%s/%s.toml: %w", name, panel, err)
		}
		for key, text := range keys {
			l.texts[panel+"."+key] = text
		}
	}
	return l, nil
}

// Name returns what ISO 639 calls the language, such as "en".
func (l *Language) Name() string { return l.name }

// T returns the text of a key, such as "tabs.error": PANEL.KEY. It allocates nothing. A key that is
// nowhere is returned as it is.
func (l *Language) T(key string) string {
	if text, ok := l.texts[key]; ok {
		return text
	}
	return key
}

// Or returns the text of a key, or where there is none what English has for it: what is declared with its English
// has no text in English.
func (l *Language) Or(key, english string) string {
	if text := l.T(key); text != key {
		return text
	}
	return english
}

// OrF returns the text of a key, or where there is none what English has for it, with its verbs filled in as F does.
func (l *Language) OrF(key, english string, args ...any) string {
	return fmt.Sprintf(l.Or(key, english), l.decimals(args)...)
}

// F returns the text of a key with its verbs filled in as by [fmt.Sprintf], numbers as [Language.Decimal] has them.
func (l *Language) F(key string, args ...any) string {
	return fmt.Sprintf(l.T(key), l.decimals(args)...)
}

// Point returns what stands before a number's decimals: '.' or ','.
//
// It is for what is shown. What is parsed, copied as text or written into files has a point; fields take
// both, see asTyped in ui.
func (l *Language) Point() byte {
	if l.comma {
		return ','
	}
	return '.'
}

// Decimal returns a text with its numbers as the language writes them: of "0.5..2.5 ms" it makes
// "0,5..2,5 ms" in German. A point is a number's where digits stand on both sides of it.
func (l *Language) Decimal(text string) string {
	if !l.comma {
		return text
	}
	out := []byte(text)
	for i := 1; i+1 < len(out); i++ {
		if out[i] == '.' && digit(out[i-1]) && digit(out[i+1]) {
			out[i] = ','
		}
	}
	return string(out)
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// A decimal is a number that [fmt] writes as a language does.
type decimal struct {
	of float64
	in *Language
}

// Format implements [fmt.Formatter].
func (d decimal) Format(f fmt.State, verb rune) {
	io.WriteString(f, d.in.Decimal(fmt.Sprintf(fmt.FormatString(f, verb), d.of)))
}

// decimals returns the arguments of F with decimals in place of floats.
func (l *Language) decimals(args []any) []any {
	if !l.comma {
		return args
	}
	out := slices.Clone(args)
	for i, arg := range out {
		if v, ok := arg.(float64); ok {
			out[i] = decimal{v, l}
		}
	}
	return out
}
