package assets

import (
	"embed"
	"path"
	"strings"
)

//go:embed text/*/*.toml
var texts embed.FS

// Languages lists the languages that the window's texts are there in, as ISO 639 names them: "en" is
// the one that the others are translated from.
func Languages() []string { return namesIn(texts, "text") }

// Comma says whether a language writes 2,5 where English writes 2.5.
func Comma(language string) bool { return language == "de" }

// Texts returns the window's text files of a language, by name without ending. There is one a panel.
func Texts(language string) (map[string]string, error) {
	dir := path.Join("text", language)
	entries, err := texts.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, e := range entries {
		b, err := texts.ReadFile(path.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		out[strings.TrimSuffix(e.Name(), ".toml")] = string(b)
	}
	return out, nil
}
