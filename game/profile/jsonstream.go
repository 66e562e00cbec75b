package profile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// maxValue is the longest single value in a JSON that is read, in bytes. A list is none: its elements are.
const maxValue = 4 << 20

// maxDepth is how many brackets may be open.
const maxDepth = 1000

// A jsonStream reads JSON value by value, in bounded memory at any length, and knows the lines.
type jsonStream struct {
	name     string
	dec      *json.Decoder
	src      io.Reader
	got      int64   // bytes read from src
	ends     []int64 // offsets of the ends of lines among those that are not passed yet
	passed   int64   // bytes
	newlines int     // among them
	at       int     // line of the value that was read last
}

var errLongValue = fmt.Errorf("a value of more than %d bytes", maxValue)

func newJSONStream(name string, r io.Reader) *jsonStream {
	s := &jsonStream{name: name, src: r}
	s.dec = json.NewDecoder(s)
	return s
}

// Read is the decoder's.
func (s *jsonStream) Read(p []byte) (int, error) {
	s.pass(s.dec.InputOffset())
	if s.got-s.passed > maxValue {
		return 0, errLongValue
	}
	n, err := s.src.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			s.ends = append(s.ends, s.got+int64(i))
		}
	}
	s.got += int64(n)
	return n, err
}

// pass counts the lines up to an offset.
func (s *jsonStream) pass(offset int64) {
	n, _ := slices.BinarySearch(s.ends, offset)
	s.newlines += n
	s.ends = slices.Delete(s.ends, 0, n)
	s.passed = max(s.passed, offset)
}

// fault says in which line something is wrong: that of what is next.
func (s *jsonStream) fault(format string, args ...any) error {
	s.pass(s.dec.InputOffset())
	s.at = 1 + s.newlines
	return s.faultAt(format, args...)
}

// faultAt says in which line something is wrong: that of the value that was read last.
func (s *jsonStream) faultAt(format string, args ...any) error {
	return fmt.Errorf("%q, line %d: %s", s.name, s.at, fmt.Sprintf(format, args...))
}

// syntax says what is wrong with the JSON.
func (s *jsonStream) syntax(err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		s.pass(s.got)
		s.at = 1 + s.newlines
		return s.faultAt("the JSON ends in the middle")
	case errors.Is(err, errLongValue):
		return s.fault("%v is outside 0..%d", err, maxValue)
	}
	return s.fault("it is not JSON: %s", err)
}

// jsonKind names what is expected in the words of JSON.
func jsonKind(kind string) string {
	switch kind {
	case "int", "int64":
		return "a whole number"
	case "float64":
		return "a number"
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	}
	return "an object"
}

// object reads an object key by key. each reads the value of a key, and reports false for one that it leaves to be
// passed over.
func (s *jsonStream) object(each func(key string) (bool, error)) error {
	if err := s.open('{'); err != nil {
		return err
	}
	for s.dec.More() {
		t, err := s.dec.Token()
		if err != nil {
			return s.syntax(err)
		}
		key, _ := t.(string)
		taken, err := each(key)
		if err == nil && !taken {
			err = s.skip()
		}
		if err != nil {
			return err
		}
	}
	return s.close()
}

// list reads a list element by element.
func (s *jsonStream) list(each func() error) error {
	if err := s.open('['); err != nil {
		return err
	}
	for s.dec.More() {
		if err := each(); err != nil {
			return err
		}
	}
	return s.close()
}

func (s *jsonStream) open(want json.Delim) error {
	t, err := s.dec.Token()
	var number *json.UnmarshalTypeError // one that does not fit
	if err != nil && !errors.As(err, &number) {
		return s.syntax(err)
	}
	if t != want {
		return s.fault("%q is expected", want.String())
	}
	return nil
}

// close reads the bracket at the end, which the decoder knows to be the right one.
func (s *jsonStream) close() error {
	if _, err := s.dec.Token(); err != nil {
		return s.syntax(err)
	}
	return nil
}

// value reads the next value into v; what is it in an error.
func (s *jsonStream) value(what string, v any) error {
	var raw json.RawMessage
	if err := s.dec.Decode(&raw); err != nil {
		return s.syntax(err)
	}
	s.pass(s.dec.InputOffset() - int64(len(raw)))
	s.at = 1 + s.newlines
	err := json.Unmarshal(raw, v)
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		if err != nil {
			return s.faultAt("%s: %s", what, err)
		}
		return nil
	}
	s.at += bytes.Count(raw[:min(max(wrong.Offset, 0), int64(len(raw)))], []byte("\n"))
	if wrong.Field != "" {
		what += "." + wrong.Field
	}
	return s.faultAt("%s: a %.40s is not %s", what, wrong.Value, jsonKind(wrong.Type.Kind().String()))
}

// skip passes over the next value, however long it is.
func (s *jsonStream) skip() error {
	for depth := 0; ; {
		t, err := s.dec.Token()
		if err != nil {
			return s.syntax(err)
		}
		if d, ok := t.(json.Delim); ok && (d == '{' || d == '[') {
			if depth++; depth > maxDepth {
				return s.fault("more than %d brackets in each other", maxDepth)
			}
		} else if ok {
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// end sees to it that nothing follows.
func (s *jsonStream) end() error {
	if _, err := s.dec.Token(); err != io.EOF {
		return s.fault("there is something after the end of the JSON")
	}
	return nil
}
