package guest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"driftlab/internal/texts"
)

// A shape is the fields that an object of the protocol may have, in the order in which errors list them.
type shape []shaped

// A shaped is one of them, with the fields of the object, or of each object of the list, that it is.
type shaped struct {
	name  string
	inner shape
}

// The lines that are read, and the clock within a reply.
var (
	welcomeShape = shapeOf(reflect.TypeFor[welcomeLine]())
	eventShape   = shapeOf(reflect.TypeFor[eventLine]())
	lineShape    = shapeOf(reflect.TypeFor[lineFields]())
	replyShape   = shapeOf(reflect.TypeFor[replyLine]())
)

// shapeOf returns the shape of a struct by its tags, nil of what has no fields.
func shapeOf(t reflect.Type) (s shape) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		s = append(s, shaped{name, shapeOf(t.Field(i).Type)})
	}
	return s
}

// check reads one value of valid JSON and returns what is behind it. It reports a field that its object does not have, or that is
// there twice: encoding/json takes both, and a field in other letters too. in is what the error begins with. Below a shape of nothing
// anything may stand.
func (s shape) check(text []byte, in string) (rest []byte, err error) {
	text = blanks(text)
	begins := text[0]
	if begins == '"' {
		_, rest = quoted(text)
		return rest, nil
	}
	if begins != '{' && begins != '[' {
		return text[len(text)-len(bytes.TrimLeft(text, "+-.0123456789Eaeflnrstu")):], nil // a number, true, false or null
	}
	seen := make([]bool, len(s))
	for text = blanks(text[1:]); text[0] != begins+2; text = blanks(text) { // ] and } are 2 behind [ and {
		if text[0] == ',' {
			text = blanks(text[1:])
		}
		inner, within := s, in
		if begins == '{' {
			name, behind := quoted(text)
			if s != nil {
				i := slices.IndexFunc(s, func(f shaped) bool { return f.name == string(name) })
				if i < 0 {
					return nil, fmt.Errorf("%s\"%s\" is unknown (%s)", in, Shown(name), texts.Allowed(string(name), texts.Names(s, func(f shaped) string { return f.name })))
				}
				if seen[i] {
					return nil, fmt.Errorf("%s%q is there twice", in, name)
				}
				seen[i], inner, within = true, s[i].inner, s[i].name+": "
			}
			text = blanks(behind)[1:] // the colon
		}
		if text, err = inner.check(text, within); err != nil {
			return nil, err
		}
	}
	return text[1:], nil
}

// blanks leaves out white space.
func blanks(text []byte) []byte { return bytes.TrimLeft(text, " \t\r\n") }

// quoted returns the text between quotation marks, as it is written, and the rest.
func quoted(text []byte) (inside, rest []byte) {
	end := 1
	for ; text[end] != '"'; end++ {
		if text[end] == '\\' {
			end++
		}
	}
	return text[1:end], text[end+1:]
}

// decode reads one line of JSON, or the object in a field of it, that has just the fields of a shape. Its errors name that field.
func decode(line []byte, v any, s shape, field string) error {
	in := ""
	if field != "" {
		in = field + ": "
	}
	d := json.NewDecoder(bytes.NewReader(line))
	err := d.Decode(v)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return wrongType(wrong, line, field)
	}
	if err != nil {
		return fmt.Errorf("%sit is not a line of the protocol: %w: %s%s", in, err, Shown(line), forReplies(line))
	}
	if len(blanks(line[d.InputOffset():])) > 0 {
		return fmt.Errorf("%sit is more than one value: %s", in, Shown(line))
	}
	_, err = s.check(line, in)
	return err
}

// forReplies says where a text that is no object belongs.
func forReplies(line []byte) string {
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) {
		return ""
	}
	return " (standard output is for replies: print anything else to standard error)"
}

// wrongType says what a field holds, and what it must hold.
func wrongType(e *json.UnmarshalTypeError, line []byte, field string) error {
	switch {
	case e.Field == "" && field == "":
		return fmt.Errorf("it is not a JSON object: %s%s", Shown(line), forReplies(line))
	case e.Field != "" && field != "":
		field += "." + e.Field
	case e.Field != "":
		field = e.Field
	}
	if number, is := strings.CutPrefix(e.Value, "number "); is {
		return notWhole(field, number, kindOf(e.Type))
	}
	names := map[string]string{"number": "a number", "string": aText, "object": "an object", "array": "a list", "bool": aTruth}
	return fmt.Errorf("%s: it is %s, and has to be %s", field, names[e.Value], kindOf(e.Type))
}

// notWhole refuses a number.
func notWhole(field, number, allowed string) error {
	hint := ""
	if strings.ContainsAny(number, ".eE") {
		hint = " (write it without a decimal point and without an exponent)"
	}
	return fmt.Errorf("%s: %s is not %s%s", field, Shown([]byte(number)), allowed, hint)
}

// What stands in a field, or has to.
const (
	aText  = "text in quotation marks"
	aTruth = "true or false"
	aWhole = "a whole number within ±(2⁵³−1)"
)

// kindOf says what has to stand where something else stood.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return aText
	case reflect.Slice:
		return "a list"
	case reflect.Struct:
		return "an object"
	case reflect.Bool:
		return aTruth
	case reflect.Uint16:
		return "a whole number in 0..65535"
	case reflect.Uint32:
		return "a whole number in 0..2²⁴−1"
	case reflect.Uint64:
		return "a whole number in 0..2⁵³−1"
	}
	return aWhole
}
