package scenario

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"driftlab/internal/param"
	"driftlab/netsim"
)

// A value is what a key is set to: a kept integer, or a text with what has been read from it.
type value struct {
	number int64
	text   *textValue // nil for none, and for keys of another kind
}

// readValue reads a value as people write it, of a setting whose name is the one that they gave. A file that it
// names is read by [dataFiles].
func readValue(p *param.Param, s *dataFiles, text string) (value, error) {
	if v, ok := openValue(p, text); ok {
		return v, nil
	}
	if p.Text == nil {
		n, err := p.Parse(text)
		return value{number: n}, err
	}
	text = strings.TrimSpace(text)
	if text == "" || text == param.None {
		return value{}, nil
	}
	v, err := readText(p.Text, s, text)
	if err != nil {
		return value{}, fmt.Errorf("%s: %w", p.Name, err)
	}
	return value{text: v}, nil
}

// write writes a value as readValue reads it.
func (k *Key) write(v value) string {
	if v.text != nil {
		return v.text.text
	}
	return k.Format(v.number)
}

// A valueTable is every setting: by client (0 is the world) and key.
type valueTable [][]value

func newValueTable(clients int) valueTable {
	t := make(valueTable, clients+1)
	for i := range t {
		t[i] = make([]value, len(keys))
		for k := range keys {
			t[i][k].number = keys[k].Default
		}
	}
	return t
}

// store keeps values without applying them.
func (t valueTable) store(set []Assignment) {
	for client := range t {
		t.storeOf(client, set)
	}
}

// storeOf is store for one client.
func (t valueTable) storeOf(client int, set []Assignment) {
	for _, a := range set {
		if a.Concerns(client) {
			t[client][a.key] = value{a.Value, a.text}
		}
	}
}

// A textValue is the value of a key that is written as a text, with what has been read from it. It
// never changes, so many settings may share one.
type textValue struct {
	text     string // as a log writes it: a list, or the absolute path of a file
	checksum string // of the file's content; "" for a list
	private  bool   // a text of someone else's had it read, without telling its content: Share leaves it out

	content [Directions]any // for each way of a link
}

// readText reads the text of a value, which is not empty.
func readText(t *param.Text, s *dataFiles, text string) (*textValue, error) {
	if t.Parse == nil {
		return s.value(t, text)
	}
	list, err := t.Parse(text)
	return &textValue{text: list.String(), content: [Directions]any{list, list}}, err
}

// checksums are those of the files that settings name, by path.
type checksums map[string]string

// add notes the files of settings. It refuses one whose content has changed since it was noted, since a
// log could not say both.
func (c checksums) add(set []Assignment) error {
	for _, a := range set {
		if a.text == nil || a.text.checksum == "" {
			continue
		}
		if sum, ok := c[a.text.text]; ok && sum != a.text.checksum {
			return invalidf("set."+a.Name(), "%s: %q has changed since it was first read: a log of both could not be played again",
				a.Name(), a.text.text)
		}
		c[a.text.text] = a.text.checksum
	}
	return nil
}

// knownTexts holds one value for each text of a key, so that a link sees by the object whether it is
// the same.
type knownTexts map[knownText]*textValue

type knownText struct {
	key  int
	text string
}

// replace puts those that are known into settings.
func (k knownTexts) replace(set []Assignment) []Assignment {
	for i, a := range set {
		if a.text == nil {
			continue
		}
		id := knownText{a.key, a.text.text}
		if _, ok := k[id]; !ok {
			k[id] = a.text
		}
		set[i].text = k[id]
	}
	return set
}

// A ValueError says why a text is no value of a setting: [ParseAssignment] and [Assign] return it, so that a window can
// say it in its own words. Its Param is the one of the table of keys.
type ValueError struct {
	*param.ValueError
	Client int // for which it was to be; 0 for all
}

func (e *ValueError) Error() string { return oneLine(e.ValueError.Error()) }

// A NotFoundError says that there is no such scenario.
type NotFoundError struct {
	Name string // what was looked for, at most some hundred characters of it
	Path bool   // it can only be a path, and no scenario of the program
	like string // the scenarios of the program that have a like name
}

func (e *NotFoundError) Error() string {
	if e.Path {
		return fmt.Sprintf("scenario %q: no such file", e.Name)
	}
	return fmt.Sprintf("scenario %q: no such file, and no scenario of the program has this name (%s)", e.Name, e.like)
}

// minAveraging is the shortest averaging time of an Allan deviation: a clock's wander has a step a second.
const minAveraging = time.Second

// parseAllan reads a wander that is written as an Allan deviation and its averaging time, such as
// 10ppb@1h, and returns it in ppb per √hour; ok is false for what is none.
func parseAllan(text string) (perRootHour int64, ok bool, err error) {
	deviation, averaging, ok := strings.Cut(text, "@")
	if !ok {
		return 0, false, nil
	}
	averaging = strings.TrimSpace(averaging)
	exact, err := param.ExactDuration(averaging)
	if err != nil {
		return 0, true, fmt.Errorf("%q has no averaging time with its unit, such as 10ppb@1h (range %v..%v)", shortened(text), minAveraging, MaxDuration)
	}
	if !param.Within(exact, int64(minAveraging), int64(MaxDuration)) {
		return 0, true, fmt.Errorf("averaging time: %s is outside %v..%v", averaging, minAveraging, MaxDuration)
	}
	tau, _ := time.ParseDuration(averaging)
	most := netsim.AllanDeviation(netsim.MaxWander, tau)
	span := fmt.Sprintf("0ppb..%dppb at %v", int64(most), tau)
	deviation = strings.TrimSpace(deviation)
	digits, scale := strings.TrimSuffix(deviation, "ppb"), 1.0
	if digits == deviation {
		digits, scale = strings.TrimSuffix(deviation, "ppm"), 1000
	}
	ppb, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if err != nil || digits == deviation {
		return 0, true, fmt.Errorf("%q is not an Allan deviation in ppb or ppm, such as 10ppb@1h (range %s)", shortened(text), span)
	}
	if ppb *= scale; !(ppb >= 0 && ppb <= most) { // so written, it refuses NaN
		return 0, true, fmt.Errorf("%s is outside %s", oneLine(shortened(text)), span)
	}
	return netsim.WanderFromAllan(ppb, tau), true, nil
}
