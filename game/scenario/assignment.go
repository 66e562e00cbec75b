package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"driftlab/assets"
	"driftlab/game"
	"driftlab/internal/param"
	"driftlab/internal/texts"
)

// An Assignment gives a key a value, for one client or for all.
type Assignment struct {
	Client int // 0 means all clients, or the session where the key is the world's
	key    int
	Value  int64 // the kept integer; 0 where the value is a text
	text   *textValue
}

// Key returns the key that is set.
func (a Assignment) Key() *Key { return &keys[a.key] }

// Name returns the key as it is written, with the client it is for.
func (a Assignment) Name() string {
	name := a.Key().Name
	if a.Client == 0 {
		return name
	}
	if rest, ok := strings.CutPrefix(name, "client."); ok {
		name = rest
	}
	return fmt.Sprintf("client%d.%s", a.Client, name)
}

// named returns the setting under the name that the assignment has, for errors.
func (a Assignment) named() *param.Param {
	p := a.Key().Param
	p.Name = a.Name()
	return &p
}

// ValueText returns the value as it is written.
func (a Assignment) ValueText() string { return a.Key().write(value{a.Value, a.text}) }

// String returns the assignment as the command line takes it.
func (a Assignment) String() string { return a.Name() + "=" + a.ValueText() }

// Same says whether both give the same key the same value for the same clients. A file's value is its
// content under its path.
func (a Assignment) Same(b Assignment) bool {
	return a.Client == b.Client && a.key == b.key && a.sameValue(b)
}

func (a Assignment) sameValue(b Assignment) bool {
	return a.Value == b.Value && (a.text == nil) == (b.text == nil) &&
		(a.text == nil || a.text.text == b.text.text && a.text.checksum == b.text.checksum)
}

// ParseAssignment reads a key, which may name one client ("client2.skew"), both directions of the link
// ("link.delay") or all of the link ("link.preset"), and a value with its unit. A relative path begins
// at the working folder.
func ParseAssignment(name, value string) ([]Assignment, error) {
	return newDataFiles(typed, ".").assignment(name, value)
}

// assignment is ParseAssignment for a text whose files and presets s has.
func (s *dataFiles) assignment(name, text string) ([]Assignment, error) {
	client, plain, err := splitClient(name)
	if err != nil {
		return nil, err
	}
	if plain == presetKey {
		set, err := s.preset(strings.TrimSpace(text))
		set = slices.Clone(set)
		for i := range set {
			set[i].Client = client
		}
		return set, err
	}
	return assign(client, name, plain, func(p *param.Param) (value, error) { return readValue(p, s, text) })
}

// Assign gives a key a kept integer, for one client or, with 0, for all, as [ParseAssignment] does for one that is written:
// "link.delay" stands for both directions, and what is out of range gets the same error. Of a key that is the session's the
// client does not count.
func Assign(client int, key string, v int64) ([]Assignment, error) {
	if client < 0 || client >= game.MaxPlayers {
		return nil, noClient(key, strconv.Itoa(client))
	}
	if k := Find(key); k != nil && k.world {
		client = 0
	}
	return assign(client, key, key, func(p *param.Param) (value, error) { return value{number: v}, p.Check(v) })
}

// assign gives each key that a name stands for what read returns for it. given is the name with its client, for errors.
func assign(client int, given, name string, read func(*param.Param) (value, error)) (set []Assignment, err error) {
	for _, full := range spread(name) {
		i := indexOf(full)
		if i < 0 {
			return nil, unknownKey(given, name)
		}
		k := &keys[i]
		if k.world && client > 0 {
			return nil, fmt.Errorf("%s: there is one for the session, not one per client", given)
		}
		a := Assignment{Client: client, key: i}
		v, err := read(a.named())
		if bad, ok := err.(*param.ValueError); ok {
			bad.Param = &k.Param
			err = &ValueError{bad, client}
		}
		if err != nil {
			return nil, err
		}
		a.Value, a.text = v.number, v.text
		set = append(set, a)
	}
	return set, nil
}

// unknownKey says that there is no key of a name, and which are nearest to it without its client.
func unknownKey(name, plain string) error {
	all := []string{presetKey}
	for i := range keys {
		all = append(all, keys[i].Name)
		if rest, ok := strings.CutPrefix(keys[i].Name, Links[Up].prefix); ok {
			all = append(all, "link."+rest)
		}
	}
	return fmt.Errorf("unknown key %q (%s; driftlab keys lists them)", shortened(name), texts.Allowed(plain, all))
}

// splitClient takes the client's number out of a key's name.
func splitClient(name string) (client int, key string, err error) {
	first, rest, ok := strings.Cut(name, ".")
	digits, isClient := strings.CutPrefix(first, "client")
	if !ok || !isClient || digits == "" {
		return 0, name, nil
	}
	client, err = strconv.Atoi(digits)
	if err != nil || client < 1 || client >= game.MaxPlayers {
		return 0, "", noClient(name, digits)
	}
	if indexOf("client."+rest) >= 0 {
		return client, "client." + rest, nil
	}
	return client, rest, nil
}

// noClient says that there can be no client of a number.
func noClient(name, number string) error {
	return fmt.Errorf("%s: client: %q is outside 1..%d", oneLine(shortened(name)), shortened(number), game.MaxPlayers-1)
}

// spread turns "link.delay" into the keys of both directions, with its name of now.
func spread(name string) []string {
	if now, ok := formerNames[name]; ok {
		name = now
	}
	rest, ok := strings.CutPrefix(name, "link.")
	if !ok || strings.HasPrefix(name, Links[Up].prefix) || strings.HasPrefix(name, Links[Down].prefix) {
		return []string{name}
	}
	return []string{Links[Up].prefix + rest, Links[Down].prefix + rest}
}

// Concerns says whether a setting holds for a client; 0 is the world.
func (a Assignment) Concerns(client int) bool { return a.Client == 0 || a.Client == client }

// presetKey is a key that stands for all keys of a link: its value names a preset of the program.
const presetKey = "link.preset"

// presetAssignments returns what a preset sets for all clients: all keys of a link, those that it does not mention to
// their defaults, so that one preset can follow another.
func presetAssignments(name string) ([]Assignment, error) {
	src, err := assets.Preset(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %q is unknown (%s)", presetKey, name, texts.Allowed(name, assets.PresetNames()))
	}
	p, file, err := decode(name+".toml", src, newDataFiles(fromOutside, ""))
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
