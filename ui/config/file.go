package config

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"
)

// maxFile is how many bytes a settings file may have. An ordinary one has some hundred; the lists in it take 12,000 at most.
const maxFile = 1 << 14

// firstLine is the file's first line.
const firstLine = "# What was chosen in Driftlab's window.\n"

// parse reads a settings file's text, and returns everything in it by name. Missing settings have their defaults, and so do
// settings with a value that this program doesn't know: wrong is the first of these, with how many more there are. If the text is
// not TOML, nothing is read, and all is nil.
func parse(text string) (s Settings, all map[string]any, wrong error) {
	s = Defaults()
	text = strings.TrimPrefix(text, "\ufeff") // as editors on Windows write it
	if deep(text) {
		return s, nil, errors.New("it is nested too deep")
	}
	all = map[string]any{}
	if _, err := toml.Decode(text, &all); err != nil {
		return s, nil, decodeError(err)
	}
	more := 0
	for _, k := range s.all() {
		v, there := all[k.name]
		if !there {
			continue
		}
		if err := k.take(v); err != nil && wrong != nil {
			more++
		} else if err != nil {
			wrong = err
		}
	}
	if more > 0 {
		wrong = fmt.Errorf("%w (and %d more)", wrong, more)
	}
	return s, all, wrong
}

// maxDeep limits how deep tables are nested: the decoder's time grows with the square of that.
const maxDeep = 100

var inQuotes = regexp.MustCompile(`"(?:\\.|[^"\\\n])*"|'[^'\n]*'`)

// deep reports whether a text may be nested too deep. Text in quotes doesn't count.
func deep(text string) bool {
	bare := inQuotes.ReplaceAllString(text, "")
	for line := range strings.Lines(bare) {
		if strings.Count(line, ".") > maxDeep {
			return true
		}
	}
	return strings.Count(bare, "{")+strings.Count(bare, "[[") > maxDeep
}

// decodeError returns the decoder's error as one line, without its picture of the place.
func decodeError(err error) error {
	text := strings.TrimPrefix(err.Error(), "toml: ")
	var p toml.ParseError
	if errors.As(err, &p) && p.Message != "" {
		text = fmt.Sprintf("line %d: %s", p.Position.Line, p.Message)
	}
	text, _, _ = strings.Cut(text, "\n")
	return errors.New(text)
}

// shown returns a value of the file for an error: unchanged, or quoted and cut if it is not one short line.
func shown(v any) string {
	if _, table := v.(map[string]any); table {
		return "a table"
	}
	text := fmt.Sprint(v)
	if most := 60; len(text) > most || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Sprintf("%q", text[:min(len(text), most)])
	}
	return text
}

// take applies a value from the file. An error says what is wrong; the rest of a list is applied.
func (k *setting) take(v any) (err error) {
	if k.number != nil {
		whole, ok := v.(int64)
		if !ok {
			return fmt.Errorf("%s: %s is not a whole number", k.name, shown(v))
		}
		if whole < int64(k.min) || whole > int64(k.max) {
			return fmt.Errorf("%s: %d is outside %d..%d", k.name, whole, k.min, k.max)
		}
		*k.number = int(whole)
		return nil
	}
	text := ""
	switch k.name {
	case keyRecent:
		text, err = recentsOf(v)
	case keyDone:
		if text, err = textOf(k.name, v); len(text) > maxDone {
			text = latest(strings.Fields(text))
		}
	case keyLesson:
		if n, was := v.(int64); was { // lessons had numbers instead of names
			v = fmt.Sprintf("lesson-%02d", n)
		}
		fallthrough
	default:
		if text, err = textOf(k.name, v); err != nil {
			return err
		}
	}
	was := *k.text
	*k.text = text
	if wrong := k.check(); wrong != nil {
		*k.text, err = was, wrong
	}
	return err
}

func textOf(name string, v any) (string, error) {
	text, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("%s: %s is not a text in quotes", name, shown(v))
	}
	return text, nil
}

// said returns a setting's value for the file: nil for zero, which nobody has chosen.
func (k *setting) said() any {
	switch {
	case k.number != nil && *k.number != 0:
		return *k.number
	case k.number != nil || *k.text == "":
		return nil
	case k.name == keyRecent:
		return strings.Split(*k.text, "\n")
	}
	return *k.text
}

// turn returns the file's text after settings have changed. all is what stands in the file.
func turn(all map[string]any, from, to Settings) (string, error) {
	old, now := from.all(), to.all()
	for i := range now {
		if k := &now[i]; k.text != nil && *k.text == *old[i].text || k.number != nil && *k.number == *old[i].number {
			continue
		}
		if all[now[i].name] = now[i].said(); all[now[i].name] == nil {
			delete(all, now[i].name)
		}
	}
	var b strings.Builder
	b.WriteString(firstLine)
	if err := toml.NewEncoder(&b).Encode(all); err != nil {
		return "", decodeError(err)
	}
	if b.Len() > maxFile {
		return "", fmt.Errorf("%d bytes is outside 0..%d", b.Len(), maxFile)
	}
	return b.String(), nil
}
