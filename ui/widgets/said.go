package widgets

import (
	"reflect"
	"strings"
	"unicode"

	"github.com/ebitenui/ebitenui/widget"
)

// Said is what a control tells a screen reader.
type Said struct {
	Name  string
	Role  string // "button", "on" and "off" of what is switched, "open" and "closed" of a section, "chosen" and "unchosen" of an answer, "slider", "list" or "field"
	Value string // of the last three
}

// SaidOf returns what a control that can have the keyboard tells a screen reader, the zero value for nothing.
func SaidOf(f widget.Focuser) Said {
	if says, ok := f.GetWidget().CustomData.(func() Said); ok {
		return says()
	}
	return Said{}
}

// saysButton makes a button tell its text, with its tooltip's first sentence if the text is only a sign.
func saysButton(b *widget.Button, tip string, role func() string) {
	first, _, _ := strings.Cut(tip, ". ")
	b.GetWidget().CustomData = func() Said {
		name := ""
		if text := b.Text(); text != nil {
			name = text.Label
		}
		if strings.IndexFunc(name, unicode.IsLetter) < 0 && first != "" {
			name = strings.TrimSpace(name + " " + first)
		}
		return Said{Name: strings.ReplaceAll(name, "\n", " "), Role: role()}
	}
}

func alwaysButton() string { return "button" }

// switched returns the role of what is on or off.
func switched(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// marked returns the entry of an open list that the keyboard has reached, else the shown one.
func (d *Dropdown) marked() string {
	at := d.selected
	if d.combo.ContentVisible {
		at = int(reflect.ValueOf(d.list.List).Elem().FieldByName("focusIndex").Int()) // the one way to read it
	}
	return d.config.Entries[min(max(at, 0), len(d.config.Entries)-1)]
}
