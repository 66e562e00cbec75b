package session

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/game"
	"driftlab/netsim"
)

// file is a scenario as TOML has it.
type file struct {
	Format   int         `toml:"format"`
	Name     string      `toml:"name"`
	Title    string      `toml:"title"`
	Seed     *int64      `toml:"seed"`
	Clients  *int        `toml:"clients"`
	Duration *string     `toml:"duration"`
	Set      any         `toml:"set"` // a table
	Event    []fileEvent `toml:"event"`
}

type fileEvent struct {
	At      string  `toml:"at"`
	Caption string  `toml:"caption"`
	Set     any     `toml:"set"` // a table
	Rejoin  string  `toml:"rejoin"`
	Player  *int    `toml:"player"`
	Hold    *string `toml:"hold"`
	Release bool    `toml:"release"`
}

// maxFile bounds a scenario file in bytes.
const maxFile = 16 << 20

// Load reads a scenario: one that comes with the program by its name, any other by its path. Errors
// name the file and, where one is at fault, the line and the key with what it allows.
func Load(nameOrPath string) (*Scenario, error) {
	if src, err := assets.Scenario(nameOrPath); err == nil {
		return parseNamed(nameOrPath, nameOrPath+".toml", src)
	}
	info, err := os.Stat(nameOrPath)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("scenario %q: no such file, and no scenario of the program has this name (%s)",
			nameOrPath, strings.Join(assets.ScenarioNames(), ", "))
	case err != nil:
		return nil, fmt.Errorf("scenario %q: %w", nameOrPath, errors.Unwrap(err))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("scenario %q: not a file", nameOrPath)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("scenario %q: %d bytes is outside 0..%d", nameOrPath, info.Size(), maxFile)
	}
	src, err := os.ReadFile(nameOrPath)
	if err != nil {
		return nil, fmt.Errorf("scenario %q: %w", nameOrPath, errors.Unwrap(err))
	}
	base := filepath.Base(nameOrPath)
	return parseNamed(strings.TrimSuffix(base, filepath.Ext(base)), nameOrPath, string(src))
}

func parseNamed(name, path, src string) (*Scenario, error) {
	sc, err := Parse(path, src)
	if err == nil && sc.Name == "" {
		sc.Name = name
	}
	return sc, err
}

// Parse reads the text of a scenario file; path is for errors only.
func Parse(path, src string) (*Scenario, error) {
	var f file
	p := parser{path: path, lines: keyLines(src)}
	meta, err := toml.Decode(src, &f)
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		where := ""
		if syntax.LastKey != "" {
			where = syntax.LastKey + ": "
		}
		return nil, fmt.Errorf("scenario %q, line %d: %s", path, syntax.Position.Line, oneLine(where+syntax.Message))
	}
	if err != nil {
		return nil, fmt.Errorf("scenario %q: %s", path, oneLine(strings.TrimPrefix(err.Error(), "toml: ")))
	}
	if err := p.unknown(meta, len(f.Event)); err != nil {
		return nil, err
	}
	sc, err := p.scenario(&f)
	if err != nil {
		return nil, err
	}
	var bad invalid
	if err := sc.Validate(); errors.As(err, &bad) {
		return nil, p.fault(bad.key, err)
	}
	return sc, nil
}

// parser turns a decoded file into a scenario and finds the lines of faults.
type parser struct {
	path  string
	lines map[string]int
}

// unknown reports a key that a scenario does not have. The decoder takes a name in capitals too, and
// one of two spellings at random, so those are unknown as well. Settings are looked at later.
func (p *parser) unknown(meta toml.MetaData, events int) error {
	undecoded := meta.Undecoded()
	for _, k := range meta.Keys() {
		if k[0] == "set" || k[0] == "event" && len(k) > 1 && k[1] == "set" {
			continue
		}
		name := k.String()
		known := strings.ToLower(strings.ToUpper(name)) == name
		if known && !slices.ContainsFunc(undecoded, func(u toml.Key) bool { return slices.Equal(u, k) }) {
			continue
		}
		where := name
		for i := 1; i <= events && k[0] == "event"; i++ {
			if at := fmt.Sprintf("event[%d]%s", i, strings.TrimPrefix(name, "event")); p.lines[at] > 0 {
				where = at
				break
			}
		}
		return p.fault(where, fmt.Errorf("unknown key %q", name))
	}
	return nil
}

// fault says where in the file the value of a key stands.
func (p *parser) fault(key string, err error) error {
	for at := key; at != ""; {
		if n, ok := p.lines[at]; ok {
			return fmt.Errorf("scenario %q, line %d: %s", p.path, n, oneLine(err.Error()))
		}
		cut := strings.LastIndexByte(at, '.')
		if cut < 0 {
			break
		}
		at = at[:cut]
	}
	return fmt.Errorf("scenario %q: %s", p.path, oneLine(err.Error()))
}

// oneLine shows the control characters of what an error repeats from the file.
func oneLine(text string) string {
	if !strings.ContainsFunc(text, unicode.IsControl) {
		return text
	}
	q := strconv.Quote(text)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

func (p *parser) scenario(f *file) (*Scenario, error) {
	if f.Format != Format {
		return nil, p.fault("format", fmt.Errorf("format: %d is not %d", f.Format, Format))
	}
	sc := &Scenario{Name: f.Name, Title: f.Title, Seed: 1, Clients: 3, Duration: time.Minute}
	if f.Seed != nil {
		if *f.Seed < 0 {
			return nil, p.fault("seed", fmt.Errorf("seed: %d is outside 0..%d", *f.Seed, int64(1<<63-1)))
		}
		sc.Seed = uint64(*f.Seed)
	}
	if f.Clients != nil {
		sc.Clients = *f.Clients
	}
	var err error
	if f.Duration != nil {
		if sc.Duration, err = time.ParseDuration(*f.Duration); err != nil {
			return nil, p.fault("duration", fmt.Errorf("duration: %q is not a duration with its unit, such as 60s", *f.Duration))
		}
	}
	if sc.Set, err = p.assignments("set", f.Set); err != nil {
		return nil, err
	}
	for i := range f.Event {
		ev, err := p.event(fmt.Sprintf("event[%d]", i+1), &f.Event[i])
		if err != nil {
			return nil, err
		}
		sc.Events = append(sc.Events, ev)
	}
	return sc, nil
}

func (p *parser) event(table string, f *fileEvent) (ev Event, err error) {
	at, err := time.ParseDuration(f.At)
	if err != nil {
		return ev, p.fault(table+".at", fmt.Errorf("at: %q is not a duration with its unit, such as 4s", f.At))
	}
	ev = Event{At: netsim.Time(at), Caption: f.Caption}
	if ev.Set, err = p.assignments(table+".set", f.Set); err != nil {
		return ev, err
	}
	if f.Rejoin == "all" {
		ev.Rejoin = AllClients
	} else if f.Rejoin != "" {
		digits, ok := strings.CutPrefix(f.Rejoin, "client")
		n, err := strconv.Atoi(digits)
		if !ok || err != nil || n < 1 || n >= game.MaxPlayers {
			return ev, p.fault(table+".rejoin", fmt.Errorf("rejoin: %q is unknown (allowed: all, client1, client2, …)", f.Rejoin))
		}
		ev.Rejoin = n
	}
	if f.Player == nil {
		if f.Hold != nil || f.Release {
			return ev, p.fault(table, errors.New("hold, release: there is no player"))
		}
		return ev, nil
	}
	ev.Play = &Play{Player: *f.Player, Release: f.Release}
	if f.Hold != nil {
		if ev.Play.Held, err = parseButtons(*f.Hold); err != nil {
			return ev, p.fault(table+".hold", err)
		}
	}
	return ev, nil
}

// assignments reads a table of settings. A wider key comes before a narrower one, whatever the
// order in the file: both directions before one, all clients before one.
func (p *parser) assignments(table string, from any) ([]Assignment, error) {
	values, ok := from.(map[string]any)
	if !ok && from != nil {
		return nil, p.fault(table, fmt.Errorf("set: %v is not a table", from))
	}
	flat := map[string]any{}
	if twice := flatten("", values, flat); twice != "" {
		return nil, p.fault(table+"."+twice, fmt.Errorf("%s: is set twice", twice))
	}
	names := slices.SortedFunc(maps.Keys(flat), func(a, b string) int {
		return strings.Compare(width(a)+a, width(b)+b)
	})
	var out []Assignment
	for _, name := range names {
		text, err := settingText(name, flat[name])
		if err != nil {
			return nil, p.fault(table+"."+name, err)
		}
		set, err := ParseAssignment(name, text)
		if err != nil {
			return nil, p.fault(table+"."+name, err)
		}
		out = append(out, set...)
	}
	return out, nil
}

// width orders keys from wide to narrow.
func width(name string) string {
	client, plain, _ := splitClient(name)
	w := 0
	if client > 0 {
		w = 2
	}
	if len(spread(plain)) == 1 {
		w++
	}
	return strconv.Itoa(w)
}

// flatten turns nested tables into dotted keys. It returns a key that is there both ways, "" if none
// is.
func flatten(prefix string, from, to map[string]any) (twice string) {
	for _, k := range slices.Sorted(maps.Keys(from)) {
		name := prefix + k
		if sub, ok := from[k].(map[string]any); ok {
			twice = cmp.Or(twice, flatten(name+".", sub, to))
			continue
		}
		if _, ok := to[name]; ok {
			twice = cmp.Or(twice, name)
		}
		to[name] = from[k]
	}
	return twice
}

func settingText(name string, v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), nil
	}
	return "", fmt.Errorf("%s: %v is neither a text nor a number", name, v)
}

// keyLines finds on which line of a TOML text each key stands, under its dotted name; the tables of
// an array are numbered from 1.
func keyLines(src string) map[string]int {
	lines := map[string]int{}
	table, arrays := "", map[string]int{}
	for i, line := range strings.Split(src, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "[["):
			name := plainKey(strings.Trim(line, "[] \t\r"))
			arrays[name]++
			table = fmt.Sprintf("%s[%d]", name, arrays[name])
			lines[table] = i + 1
			table += "."
		case strings.HasPrefix(line, "["):
			name := plainKey(strings.Trim(line, "[] \t\r"))
			first, rest, nested := strings.Cut(name, ".")
			if n := arrays[first]; n > 0 && nested {
				name = fmt.Sprintf("%s[%d].%s", first, n, rest)
			}
			lines[name] = i + 1
			table = name + "."
		default:
			if key, _, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
				lines[table+plainKey(key)] = i + 1
			}
		}
	}
	return lines
}

func plainKey(key string) string {
	return strings.NewReplacer(`"`, "", "'", "", " ", "", "\t", "").Replace(key)
}
