package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// maxFile bounds a settings file, in bytes, read and written. An ordinary one has some hundred; the lists that the
// program writes take 12,000 at most.
const maxFile = 1 << 16

// parse reads a settings file's text. What it does not say has its default, and so has a setting whose value this
// program does not know. The faults are told in the order of their lines; nothing of the text is lost by them.
func parse(text string) (Settings, *document, []error) {
	s := Defaults()
	d, faults := readDocument(text)
	for _, k := range s.all() {
		there := false
		for _, i := range d.named(k.name) {
			p := &d.pieces[i]
			v, err := p.value()
			switch {
			case there && !p.table:
				err = p.damaged(fmt.Errorf("%s appears twice", k.name))
			case err != nil:
				err = p.damaged(err)
			default:
				there, err = true, k.take(v)
			}
			if err != nil {
				faults = append(faults, fault{p.line, err})
			}
		}
	}
	slices.SortStableFunc(faults, func(a, b fault) int { return cmp.Compare(a.line, b.line) })
	var wrong []error
	for _, f := range faults {
		wrong = append(wrong, f.err)
	}
	return s, &d, wrong
}

// damaged makes a piece a comment, and says why.
func (p *piece) damaged(why error) error {
	*p = piece{text: commentOn(p.text), line: p.line}
	return fmt.Errorf("line %d: %w", p.line, why)
}

// aTable stands for a value that no setting has.
type aTable struct{}

func (aTable) String() string { return "a table" }

// value reads what a piece says. Tables are not read: the decoder's time grows with the square of how deep they are.
func (p *piece) value() (any, error) {
	if p.table || !p.plain {
		return aTable{}, nil
	}
	all := map[string]any{}
	if _, err := toml.Decode(p.text, &all); err != nil {
		return nil, decodeError(err)
	}
	return all[p.name], nil
}

// decodeError returns what the decoder says as one line, without its picture of the place.
func decodeError(err error) error {
	text := strings.TrimPrefix(err.Error(), "toml: ")
	var p toml.ParseError
	if errors.As(err, &p) && p.Message != "" {
		text = p.Message
	}
	text, _, _ = strings.Cut(text, "\n")
	return errors.New(text)
}

// take takes what a file says. What is wrong with that is an error, and of a list all else is taken.
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
		if n, was := v.(int64); was { // lessons had numbers for names
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

// said returns what the file is to say: nil for what is zero, and so was never chosen.
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

// turn has a document, which says one thing, say another where they differ.
func (d *document) turn(from, to Settings) error {
	old, now := from.all(), to.all()
	for i := range now {
		if k := &now[i]; k.text != nil && *k.text == *old[i].text || k.number != nil && *k.number == *old[i].number {
			continue
		}
		if err := d.set(now[i].name, now[i].said()); err != nil {
			return err
		}
	}
	if n := len(d.text()); n > maxFile {
		return fmt.Errorf("%d bytes is outside 0..%d", n, maxFile)
	}
	return nil
}
