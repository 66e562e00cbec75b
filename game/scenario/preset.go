package scenario

import (
	"fmt"

	"driftlab/assets"
	"driftlab/internal/texts"
)

// presetKey is a key that stands for all keys of a link: its value names a preset of the program.
const presetKey = "link.preset"

// presetAssignments returns what a preset sets for all clients: all keys of a link, those that it does not mention to
// their defaults, so that one preset can follow another.
func presetAssignments(name string) ([]Assignment, error) {
	src, err := assets.Preset(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %q is unknown (%s)", presetKey, name, texts.Allowed(name, assets.PresetNames()))
	}
	p, file, err := decode(name+".toml", src, newShelf(fromOutside, ""))
	if err != nil {
		return nil, err
	}
	t := table{parser: p, values: file}
	own := t.assignments()
	if t.err != nil {
		return nil, t.err
	}
	set := make([]Assignment, linkKeys)
	for k := range set {
		set[k] = Assignment{key: k, Value: keys[k].Default}
	}
	for _, a := range own {
		if a.key >= len(set) || a.Client > 0 {
			return nil, fmt.Errorf("%s: %s of %q is not of a link", presetKey, a.Name(), name)
		}
		set[a.key].Value, set[a.key].text = a.Value, a.text
	}
	return set, nil
}
