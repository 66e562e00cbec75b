package scenario

import (
	"fmt"
	"strings"

	"driftlab/internal/param"
)

// A value is what a key is set to: a kept integer, or a text with what has been read from it.
type value struct {
	number int64
	text   *textValue // nil for none, and for keys of another kind
}

// readValue reads a value as people write it, of a setting whose name is the one that they gave. A file that it
// names is read by way of a shelf.
func readValue(p *param.Param, s *shelf, text string) (value, error) {
	if v, ok := openValue(p, text); ok {
		return v, nil
	}
	if p.Text == nil {
		n, err := p.Parse(text)
		return value{number: n}, err
	}
	text = strings.TrimSpace(text)
	if text == "" || text == param.None {
		return value{}, nil
	}
	v, err := readText(p.Text, s, text)
	if err != nil {
		return value{}, fmt.Errorf("%s: %w", p.Name, err)
	}
	return value{text: v}, nil
}

// write writes a value as readValue reads it.
func (k *Key) write(v value) string {
	if v.text != nil {
		return v.text.text
	}
	return k.Format(v.number)
}
