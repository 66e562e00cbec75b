package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/internal/files"
	"driftlab/internal/texts"
	"driftlab/netsim"
)

// Opening is the name of the scenario that the program opens where nothing else is asked for.
const Opening = "first"

// Load reads a scenario: one that comes with the program by its name, any other by its path. Of a file
// with several worlds it is the first, or of the program's own that of NAME/WORLD. A file may have others read
// that lie in its folder or below, and any by its absolute path. Errors name the file and, where one is at fault,
// the line and the key with what it allows.
func Load(nameOrPath string) (*Scenario, error) {
	asked, world, _ := strings.Cut(nameOrPath, "/")
	if name, file, src, err := assets.Named(asked); err == nil {
		worlds, err := ParseWorlds(name, file, src)
		if err != nil {
			return nil, err
		}
		// The world that is asked for, the first if none is.
		var all []string
		for _, sc := range worlds {
			all = append(all, strings.TrimPrefix(sc.Name, name+"/"))
			if world == "" || sc.Name == name+"/"+world {
				return sc, nil
			}
		}
		return nil, fmt.Errorf("scenario %q has no world %q (%s)", name, shortened(world), texts.Allowed(world, all))
	}
	if IsShared(nameOrPath) {
		return nil, fmt.Errorf("scenario: %w", errShared)
	}
	src, err := files.Read(nameOrPath, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &NotFoundError{shortened(nameOrPath), isPath(nameOrPath),
			texts.Allowed(asked, slices.Concat(assets.ScenarioNames(), assets.LessonNames(), assets.SymptomNames()))}
	}
	if err != nil {
		return nil, fmt.Errorf("scenario %q: %w", shortened(nameOrPath), err)
	}
	if IsShared(string(src)) && !formatLine.Match(src) {
		return nil, fmt.Errorf("scenario %q: %w", shortened(nameOrPath), errShared)
	}
	return parseFile(nameOrPath, string(src), ofThePerson)
}

// errShared says that what was given as a scenario is what [Open] reads.
var errShared = errors.New("it is a shared session, which -open takes")

// parseFile reads the text of a scenario's file, the first of its worlds.
func parseFile(path, src string, trust trust) (*Scenario, error) {
	abs, err := filepath.Abs(path)
	if err == nil {
		err = files.Whole(files.Disk{}, path)
	}
	if err != nil {
		return nil, fmt.Errorf("scenario %q: %w", path, err)
	}
	base := filepath.Base(path)
	worlds, err := parseWorlds(strings.TrimSuffix(base, filepath.Ext(base)), path, src, newDataFiles(trust, filepath.Dir(abs)))
	if err != nil {
		return nil, err
	}
	worlds[0].read = append(worlds[0].read, path)
	return worlds[0], nil
}

// isPath says whether a text can only be meant as a file's path: no scenario of the program has such a name.
func isPath(text string) bool {
	return filepath.Ext(text) != "" || filepath.IsAbs(text) || strings.Contains(text, `\`)
}

// shortened returns what somebody took for a name or a path, cut where it is too long to be told back.
func shortened(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// Parse reads the text of a scenario file, the first of its worlds. Errors name its path. Anyone may have
// written it: it has no files read but those that lie in its own folder or below, where the path is absolute,
// and those whose SHA-256 it tells.
func Parse(path, src string) (*Scenario, error) {
	worlds, err := ParseWorlds("", path, src)
	if err != nil {
		return nil, err
	}
	return worlds[0], nil
}

// decode reads the TOML of a file.
func decode(path, src string, s *dataFiles) (*parser, map[string]any, error) {
	if strings.IndexByte(src, 0) >= 0 {
		return nil, nil, fmt.Errorf("scenario %q: it is not text; scenarios, logs and shared sessions are", path)
	}
	lines, line, err := keyLines(src)
	if err != nil { // before the decoder, which would do all of it
		return nil, nil, fmt.Errorf("scenario %q, line %d: %w", path, line, err)
	}
	var file map[string]any
	_, err = toml.Decode(src, &file)
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		where := ""
		if syntax.LastKey != "" {
			where = syntax.LastKey + ": "
		}
		return nil, nil, fmt.Errorf("scenario %q, line %d: %s", path, syntax.Position.Line, oneLine(where+syntax.Message))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("scenario %q: %s", path, oneLine(strings.TrimPrefix(err.Error(), "toml: ")))
	}
	return &parser{path: path, lines: lines, files: s}, file, nil
}

// parser turns a decoded file into a scenario and finds the lines of faults.
type parser struct {
	path   string
	lines  map[string]int
	files  *dataFiles
	format int
}

// firstOf returns the first key that the file has, or the first of all.
func (p *parser) firstOf(keys []string) string {
	for _, key := range keys {
		if _, ok := p.lines[key]; ok {
			return key
		}
	}
	return keys[0]
}

// fault says where in the file the value of a key stands.
func (p *parser) fault(key string, err error) error {
	at := key
	for range maxNesting {
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

// maxLine bounds, in characters, what an error repeats from the file.
const maxLine = 200

// oneLine shows the control characters of a text, and of a long one its two ends: what is wrong and
// what is allowed.
func oneLine(text string) string {
	if strings.ContainsFunc(text, texts.Hidden) {
		q := strconv.Quote(text)
		text = strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
	}
	if r := []rune(text); len(r) > maxLine {
		text = string(r[:maxLine/2]) + " … " + string(r[len(r)-maxLine/2:])
	}
	return text
}

func (p *parser) scenario(file map[string]any) (*Scenario, error) {
	sc := &Scenario{Seed: 1, Clients: 3, Duration: time.Minute}
	t := table{parser: p, values: file}
	t.only("format", "name", "title", "seed", "clients", "duration", "clocks", "files", "clock", "guest", "set", "keyframes", "event", "watch", "world", "lesson", "step", "why")
	format := t.number("format", 0, oldestFormat, Format)
	if format == 0 {
		t.fail("format", "is missing (allowed: %d..%d)", oldestFormat, Format)
	}
	sc.Earlier, p.format = format < luckFormat, int(format)
	sc.Name = t.line("name")
	sc.Title = t.words("title")
	sc.Seed = uint64(t.number("seed", int64(sc.Seed), 0, math.MaxInt64))
	sc.Clients = int(t.number("clients", int64(sc.Clients), 1, MaxClients))
	sc.Duration = t.duration("duration", sc.Duration.String(), "60s")
	p.files.told = t.fileChecks()
	sc.ClockList = t.clockList()
	sc.Clocks = t.variants()
	sc.Guests = t.guests()
	sc.Set = t.assignments()
	sc.Keyframes, sc.Events = t.happenings()
	sc.Watch = t.watches()
	t.steps(sc)
	return sc, t.err
}

// happenings reads what goes on while the session runs.
func (t *table) happenings() (moves []Keyframes, events []Event) {
	moved := t.tables("keyframes")
	for i := 0; i < len(moved) && t.err == nil; i++ {
		moves = append(moves, moved[i].keyframes()...)
		t.err = moved[i].err
	}
	all := t.tables("event")
	for i := 0; i < len(all) && t.err == nil; i++ {
		all[i].only(eventKeys...)
		events = append(events, all[i].eventAt(netsim.Time(all[i].duration("at", "", "4s"))))
		t.err = all[i].err
	}
	return moves, events
}

// assignments reads the table of settings.
func (t *table) assignments() (set []Assignment) {
	switch v := t.values["set"].(type) {
	case nil:
	case map[string]any:
		var err error
		if set, err = t.parser.assignments(t.at+"set", v); err != nil && t.err == nil {
			t.err = err
		}
	default:
		t.fail("set", "%s is not a table", shown(v))
	}
	return set
}

// assignments reads a table of settings. A wider key comes before a narrower one, whatever the
// order in the file: all clients before one, and for each a preset before its keys, both directions
// before one.
func (p *parser) assignments(table string, values map[string]any) ([]Assignment, error) {
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
		if _, twice := flat[current(name)]; twice && current(name) != name {
			err = fmt.Errorf("%s: is set twice, as %s too", name, current(name))
		}
		if err != nil {
			return nil, p.fault(table+"."+name, err)
		}
		set, err := p.files.assignment(name, text)
		if err == nil {
			err = p.files.spent.addSettings(len(set))
		}
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
		w = 3
	}
	switch {
	case plain == presetKey:
	case len(spread(plain)) > 1:
		w++
	default:
		w += 2
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
	return "", fmt.Errorf("%s: %s is neither a text nor a number", name, shown(v))
}
