package process

import (
	"errors"
	"strings"
	"unicode"
)

// Words splits a command line at its blanks. What stands between two ' or two " is taken as it is, with its blanks. Nothing else is
// special: a backslash is a character as any other, since paths of Windows have it.
func Words(line string) (words []string, err error) {
	var word strings.Builder
	var quote rune
	begun := false
	end := func() {
		if begun {
			words = append(words, word.String())
			word.Reset()
		}
		begun = false
	}
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, begun = r, true
		case unicode.IsSpace(r):
			end()
		default:
			begun = true
			word.WriteRune(r)
		}
	}
	end()
	switch {
	case quote != 0:
		return nil, errors.New("a quotation mark has no second one")
	case len(words) == 0 || words[0] == "":
		return nil, errors.New("the program is missing")
	}
	return words, nil
}
