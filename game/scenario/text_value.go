package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"driftlab/internal/param"
)

// A textValue is the value of a key that is written as a text, with what has been read from it. It
// never changes, so many settings may share one.
type textValue struct {
	text     string // as a log writes it: a list, or the absolute path of a file
	checksum string // of the file's content; "" for a list
	private  bool   // a text of someone else's had it read, without telling its content: Share leaves it out

	content [Directions]any // for each way of a link
}

// readText reads the text of a value, which is not empty.
func readText(t *param.Text, s *shelf, text string) (*textValue, error) {
	if t.Parse == nil {
		return s.value(t, text)
	}
	list, err := t.Parse(text)
	return &textValue{text: list.String(), content: [Directions]any{list, list}}, err
}

// checksums are those of the files that settings name, by path.
type checksums map[string]string

// add notes the files of settings. It refuses one whose content has changed since it was noted, since a
// log could not say both.
func (c checksums) add(set []Assignment) error {
	for _, a := range set {
		if a.text == nil || a.text.checksum == "" {
			continue
		}
		if sum, ok := c[a.text.text]; ok && sum != a.text.checksum {
			return invalidf("set."+a.Name(), "%s: %q has changed since it was first read: a log of both could not be played again",
				a.Name(), a.text.text)
		}
		c[a.text.text] = a.text.checksum
	}
	return nil
}

// write writes the table of files, if there are any.
func (c checksums) write(b *strings.Builder) {
	if len(c) > 0 {
		b.WriteString("\n[files]\n")
	}
	for _, path := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(b, "%s = %q\n", quote(path), c[path])
	}
}

// knownTexts holds one value for each text of a key, so that a link sees by the object whether it is
// the same.
type knownTexts map[knownText]*textValue

type knownText struct {
	key  int
	text string
}

// replace puts those that are known into settings.
func (k knownTexts) replace(set []Assignment) []Assignment {
	for i, a := range set {
		if a.text == nil {
			continue
		}
		id := knownText{a.key, a.text.text}
		if _, ok := k[id]; !ok {
			k[id] = a.text
		}
		set[i].text = k[id]
	}
	return set
}
