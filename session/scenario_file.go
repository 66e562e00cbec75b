package session

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/game"
	"driftlab/netsim"
)

// file is a scenario as TOML has it.
type file struct {
	Format   int            `toml:"format"`
	Name     string         `toml:"name"`
	Title    string         `toml:"title"`
	Seed     *int64         `toml:"seed"`
	Clients  *int           `toml:"clients"`
	Duration string         `toml:"duration"`
	Set      map[string]any `toml:"set"`
	Event    []fileEvent    `toml:"event"`
}

type fileEvent struct {
	At      string         `toml:"at"`
	Caption string         `toml:"caption"`
	Set     map[string]any `toml:"set"`
	Rejoin  string         `toml:"rejoin"`
	Player  *int           `toml:"player"`
	Hold    *string        `toml:"hold"`
	Release bool           `toml:"release"`
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
	return Parse(nameOrPath, string(src))
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
		return nil, fmt.Errorf("scenario %q, line %d: %s%s", path, syntax.Position.Line, where, syntax.Message)
	}
	if err != nil {
		return nil, fmt.Errorf("scenario %q: %w", path, err)
	}
	for _, k := range meta.Undecoded() {
		settings := k[0] == "set" || k[0] == "event" && len(k) > 1 && k[1] == "set"
		if !settings {
			return nil, p.fault(k.String(), fmt.Errorf("unknown key %q", k.String()))
		}
	}
	sc, err := p.scenario(&f)
	if err != nil {
		return nil, err
	}
	if err := sc.Validate(); err != nil {
		return nil, fmt.Errorf("scenario %q: %w", path, err)
	}
	return sc, nil
}

// parser turns a decoded file into a scenario and finds the lines of faults.
type parser struct {
	path  string
	lines map[string]int
}

// fault says where in the file the value of a key stands.
func (p *parser) fault(key string, err error) error {
	for at := key; at != ""; {
		if n, ok := p.lines[at]; ok {
			return fmt.Errorf("scenario %q, line %d: %w", p.path, n, err)
		}
		cut := strings.LastIndexByte(at, '.')
		if cut < 0 {
			break
		}
		at = at[:cut]
	}
	return fmt.Errorf("scenario %q: %w", p.path, err)
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
	if f.Duration != "" {
		if sc.Duration, err = time.ParseDuration(f.Duration); err != nil {
			return nil, p.fault("duration", fmt.Errorf("duration: %q is not a duration with its unit, such as 60s", f.Duration))
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
func (p *parser) assignments(table string, values map[string]any) ([]Assignment, error) {
	flat := map[string]any{}
	flatten("", values, flat)
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

// flatten turns nested tables into dotted keys.
func flatten(prefix string, from, to map[string]any) {
	for k, v := range from {
		if sub, ok := v.(map[string]any); ok {
			flatten(prefix+k+".", sub, to)
			continue
		}
		to[prefix+k] = v
	}
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
