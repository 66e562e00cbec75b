package desktop

import (
	"cmp"
	"slices"
	"strings"
)

// A registry is a person's part of Windows' own: keys below Software\Classes, each with values by name, "" for its default.
type registry interface {
	set(key, name, text string) error // makes the key, and those above it
	unset(key, name string) error     // none is no error
	tidy(key string) error            // removes a key in which nothing is; none is no error
}

// A value is one of a registry's.
type value struct{ key, name, text string }

// progID is the key by which Windows knows what opens a session (Microsoft, "Programmatic Identifiers").
const progID = "Driftlab.Session"

// values are those by which Windows lists the program under "Open with" of TOML files, and has it open addresses of its own. What
// stands behind -- is opened and can be no flag, since an address comes from whatever page a person looks at.
func values(program string) []value {
	picture, command := `"`+program+`",0`, `"`+program+`" -- "%1"`
	return []value{
		{progID, "", shown},
		{progID + `\DefaultIcon`, "", picture},
		{progID + `\shell\open\command`, "", command},
		{`.toml\OpenWithProgids`, progID, ""},
		{Scheme, "", "URL:" + shown},
		{Scheme, "URL Protocol", ""},
		{Scheme + `\DefaultIcon`, "", picture},
		{Scheme + `\shell\open\command`, "", command},
	}
}

// enter writes the program's values, all or none.
func enter(r registry, program string) error {
	for _, v := range values(program) {
		if err := r.set(v.key, v.name, v.text); err != nil {
			erase(r) // as far as that goes: the fault is told
			return err
		}
	}
	return nil
}

// erase removes the program's values, and the keys that are empty then. Where one cannot be removed the others are all the same.
func erase(r registry) error {
	var wrong error
	var keys []string
	for _, v := range values("") {
		wrong = cmp.Or(wrong, r.unset(v.key, v.name))
		for key := v.key; key != ""; key = above(key) {
			keys = append(keys, key)
		}
	}
	slices.SortStableFunc(keys, func(a, b string) int { return len(b) - len(a) }) // inner ones first
	for _, key := range slices.Compact(keys) {
		wrong = cmp.Or(wrong, r.tidy(key))
	}
	return wrong
}

// above returns the key that a key is in, "" for none.
func above(key string) string { return key[:max(strings.LastIndex(key, `\`), 0)] }
