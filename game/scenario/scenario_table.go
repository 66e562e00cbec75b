package scenario

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/internal/param"
	"driftlab/internal/texts"
)

// A table is one of a scenario file's. Its methods read a key each and keep the first fault, so that
// a reader looks for one at the end.
type table struct {
	parser *parser
	at     string // before the keys' names, to find their lines
	values map[string]any
	err    error
}

func (t *table) fault(key string, err error) {
	if t.err == nil {
		t.err = t.parser.fault(t.at+key, err)
	}
}

func (t *table) fail(key, format string, args ...any) {
	t.fault(key, fmt.Errorf(key+": "+format, args...))
}

// only refuses all other keys.
func (t *table) only(names ...string) {
	for _, name := range slices.Sorted(maps.Keys(t.values)) {
		if !slices.Contains(names, name) {
			kind, rest, _ := strings.Cut(t.at, "[") // of an event, whichever it is
			_, rest, _ = strings.Cut(rest, "]")
			t.fault(name, fmt.Errorf("unknown key %q (%s)", kind+rest+name, texts.Allowed(name, names)))
		}
	}
}

// text reads a text, "" if there is none.
func (t *table) text(key string) string {
	v, ok := t.values[key]
	s, isText := v.(string)
	if ok && !isText {
		t.fail(key, "%s is not a text", shown(v))
	}
	return s
}

// line reads a text for people, as [plain.Text] makes it.
func (t *table) line(key string) string {
	text := texts.Text(t.text(key))
	if err := validateWords(key, text); err != nil {
		t.fault(key, err)
	}
	return text
}

// words reads a text for people: one, or a table with one for each language, and returns the
// English. The others are for package lesson.
func (t *table) words(key string) string {
	if _, ok := t.values[key].(map[string]any); !ok {
		return t.line(key)
	}
	languages, _ := t.sub(key)
	for name := range languages.values {
		languages.line(name)
	}
	english := languages.line("en")
	if english == "" {
		languages.fault("en", fmt.Errorf("%s.en: is missing", key))
	}
	t.err = languages.err
	return english
}

// number reads an integer.
func (t *table) number(key string, standard, lo, hi int64) int64 {
	v, ok := t.values[key]
	if !ok {
		return standard
	}
	n, ok := v.(int64)
	if !ok {
		t.fail(key, "%s is not a whole number (range %d..%d)", shown(v), lo, hi)
	} else if n < lo || n > hi {
		t.fail(key, "%d is outside %d..%d", n, lo, hi)
	}
	return n
}

// truth reads true or false, which is what stands for nothing.
func (t *table) truth(key string) bool {
	v, ok := t.values[key]
	b, isTruth := v.(bool)
	if ok && !isTruth {
		t.fail(key, "%s is neither true nor false", shown(v))
	}
	return b
}

// duration reads a length of time, which has its unit.
func (t *table) duration(key, standard, example string) time.Duration {
	v, ok := t.values[key]
	if !ok {
		v = standard
	}
	text, _ := v.(string)
	d, err := time.ParseDuration(text)
	x, inexact := param.ExactDuration(text)
	if err != nil || inexact != nil {
		t.fail(key, "%s is not a duration with its unit, such as %s", shown(v), example)
		return 0
	}
	if d == MaxDuration && !x.IsInt() {
		d++ // longer by less than a nanosecond, and longer all the same
	}
	return d
}

// sub reads a table in the table, ok is false if there is none.
func (t *table) sub(key string) (sub table, ok bool) {
	v, ok := t.values[key]
	values, isTable := v.(map[string]any)
	if ok && !isTable {
		t.fail(key, "%s is not a table", shown(v))
	}
	return table{parser: t.parser, at: t.at + key + ".", values: values, err: t.err}, ok
}

// length returns how many elements an array has, before they are read.
func (t *table) length(key string) int {
	switch v := t.values[key].(type) {
	case []map[string]any:
		return len(v)
	case []any:
		return len(v)
	}
	return 0
}

// tables reads an array of tables, written in either way.
func (t *table) tables(key string) (out []table) {
	add := func(values map[string]any) {
		at := t.at + key + "[" + strconv.Itoa(len(out)+1) + "]."
		out = append(out, table{parser: t.parser, at: at, values: values})
	}
	switch v := t.values[key].(type) {
	case nil:
	case []map[string]any:
		for _, values := range v {
			add(values)
		}
	case []any:
		for i, element := range v {
			values, ok := element.(map[string]any)
			if !ok {
				t.fault(fmt.Sprintf("%s[%d]", key, i+1), fmt.Errorf("%s: %s is not a table", key, shown(element)))
			}
			add(values)
		}
	default:
		t.fail(key, "%s is not an array of tables", shown(v))
	}
	return out
}

// shown is a value as an error repeats it. A float keeps the point by which it is none of the integers.
func shown(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if v == math.Trunc(v) && !strings.ContainsAny(text, "eI") {
			text += ".0"
		}
		return text
	case map[string]any:
		return "a table"
	case []any, []map[string]any:
		return "an array"
	}
	return fmt.Sprint(v)
}
