// Package page reads the address of Driftlab's page, which names an experiment and options of the window, and messages from the
// page around it, and writes the answers. Addresses and messages come from outside: an address can only choose among what the
// program has, and a message can do no more than a person at the window.
package page

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/assets"
	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/texts"
	"driftlab/netsim"
	"driftlab/ui/config"
)

// The limits of an address.
const (
	maxQuery = 1000                  // bytes of all parameters
	maxHash  = scenario.MaxShareText // bytes of a shared text
)

// An Address is what the page's address asks for. The zero value asks for nothing.
type Address struct {
	Scenario string        // one of [assets.ScenarioNames] or [assets.LessonNames], or a world of it, as NAME/WORLD; "" for [scenario.Opening]
	At       time.Duration // the instant at which it starts; 0 for its start
	Why      string        // a symptom, as [lesson.FindSymptom] names it, in place of Scenario; "" for none
	Step     int           // of the lesson that Scenario is, from 1, at which it starts; 0 for its start
	Seed     uint64        // in place of the scenario's own, 1 to 2⁶³ − 1; 0 for that
	View     string        // one of [config.Views], "" for the latest choice; the same for the next two
	Theme    string        // one of [config.Themes]
	Language string        // one of [config.Languages]
	Scale    int           // percent, [config.MinScale] to [config.MaxScale]; 0 for the latest choice
	Paused   bool
	Bare     bool   // the scene alone, without bars and controls
	Autoplay string // "1" and "0", for the page that fetches the program; the program ignores it; "" for neither
	Origin   string // the origin of the page around, which may talk with this one, as https://HOST:PORT; "" for none
	Shared   string // a shared text, in place of Scenario, which then only has the poster; "" for none
}

// Load returns the scenario that the address names. It writes what a shared text contains into a folder.
func (a *Address) Load(folder string) (sc *scenario.Scenario, err error) {
	switch {
	case a.Shared != "":
		sc, err = scenario.ParseShared(a.Shared, folder)
	case a.Why != "":
		return a.world(lesson.Mend)
	default:
		sc, err = scenario.Load(cmp.Or(a.Scenario, scenario.Opening))
	}
	if err == nil && a.Seed != 0 {
		sc.Seed = a.Seed
	}
	return sc, err
}

// Beside returns the scenario that the address opens beside the other one, as A: a symptom's fault. It is nil for none.
func (a *Address) Beside() (*scenario.Scenario, error) {
	if a.Why == "" || a.Shared != "" {
		return nil, nil
	}
	return a.world(lesson.Fault)
}

// world returns one of the symptom's two worlds.
func (a *Address) world(i int) (*scenario.Scenario, error) {
	l, err := lesson.FindSymptom(a.Why)
	if err != nil {
		return nil, err
	}
	sc, err := scenario.Load(l.Worlds[i].Scenario.Name)
	if err == nil && a.Seed != 0 {
		sc.Seed = a.Seed
	}
	return sc, err
}

// Begin returns the instant of sc, from Load, at which the address starts.
func (a *Address) Begin(sc *scenario.Scenario) (netsim.Time, error) {
	switch {
	case a.At > 0 && a.Step > 0:
		return 0, errors.New("address: at: cannot be combined with step")
	case a.Step == 0 && a.At == 0 && a.Why != "" && a.Shared == "":
		if l, _ := lesson.Of(sc, nil); l != nil {
			return l.Why.From, nil
		}
		return 0, nil
	case a.Step == 0:
		return netsim.Time(a.At), nil
	}
	if a.Shared != "" {
		return 0, errors.New("address: step: cannot be combined with a shared text")
	}
	l, _ := lesson.Of(sc, nil)
	switch {
	case l == nil:
		return 0, errors.New("address: step: there is no lesson")
	case a.Step > len(l.Steps):
		return 0, fmt.Errorf("address: step: %d is outside 1..%d", a.Step, len(l.Steps))
	}
	return l.Steps[a.Step-1].At, nil
}

// Choose applies the address's options of the window to the settings.
func (a *Address) Choose(s *config.Settings) {
	s.View, s.Theme, s.Language = cmp.Or(a.View, s.View), cmp.Or(a.Theme, s.Theme), cmp.Or(a.Language, s.Language)
	s.Scale = cmp.Or(a.Scale, s.Scale)
}

// A parameter is one of an address.
type parameter struct {
	name  string
	given func(a *Address, value string) error
}

// parameters lists them; others mean nothing.
func parameters() []parameter {
	return []parameter{
		{"scenario", func(a *Address, v string) error {
			name, world, _ := strings.Cut(v, "/")
			err := among(&name, name, append(assets.ScenarioNames(), assets.LessonNames()...))
			if err == nil {
				a.Scenario = name
				if world != "" {
					a.Scenario = v
				}
			}
			return err
		}},
		{"lesson", func(a *Address, v string) error {
			l, err := lesson.Find(shortened(v))
			if err != nil {
				return err
			}
			if a.Scenario != "" {
				return errors.New("cannot be combined with scenario")
			}
			a.Scenario = l.Name
			return nil
		}},
		{"at", func(a *Address, v string) error {
			at, err := time.ParseDuration(v + "s")
			if err != nil || strings.Trim(v, "0123456789.") != "" || at > scenario.MaxDuration {
				return fmt.Errorf("%s is outside 0..%.0f", quoted(v), scenario.MaxDuration.Seconds())
			}
			a.At = at
			return nil
		}},
		{"step", func(a *Address, v string) (err error) {
			if a.Step, err = strconv.Atoi(v); err != nil || a.Step < 1 || a.Step > scenario.MaxSteps {
				a.Step = 0
				return fmt.Errorf("%s is outside 1..%d", quoted(v), scenario.MaxSteps)
			}
			return nil
		}},
		{"seed", func(a *Address, v string) (err error) {
			if a.Seed, err = strconv.ParseUint(v, 10, 63); err != nil || a.Seed == 0 {
				a.Seed = 0
				return fmt.Errorf("%s is not a whole number in 1..%d", quoted(v), uint64(1)<<63-1)
			}
			return nil
		}},
		{"view", func(a *Address, v string) error { return among(&a.View, v, config.Views()) }},
		{"theme", func(a *Address, v string) error { return among(&a.Theme, v, config.Themes()) }},
		{"language", func(a *Address, v string) error { return among(&a.Language, v, config.Languages()) }},
		{"scale", func(a *Address, v string) error {
			n, err := strconv.Atoi(v)
			if err != nil || n < config.MinScale || n > config.MaxScale {
				return fmt.Errorf("%s is outside %d..%d", quoted(v), config.MinScale, config.MaxScale)
			}
			a.Scale = n
			return nil
		}},
		{"paused", func(a *Address, v string) error { return set(&a.Paused, v, "1") }},
		{"controls", func(a *Address, v string) error { return set(&a.Bare, v, "0") }},
		{"autoplay", func(a *Address, v string) error { return among(&a.Autoplay, v, switches) }},
		{"origin", func(a *Address, v string) error {
			u, err := url.Parse(v)
			if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || v != u.Scheme+"://"+u.Host {
				return fmt.Errorf("%s is not of the form https://HOST", quoted(v))
			}
			a.Origin = v
			return nil
		}},
		{"why", func(a *Address, v string) error {
			l, err := lesson.FindSymptom(shortened(v))
			if err != nil {
				return err
			}
			if a.Scenario != "" {
				return errors.New("cannot be combined with scenario or lesson")
			}
			a.Why = l.Symptom()
			return nil
		}},
	}
}

// ParseAddress reads the parts of an address after its question mark and after its hash. Wrong parameters are ignored, and the
// error lists them in a line; the rest applies.
func ParseAddress(query, hash string) (a Address, wrong error) {
	query, hash = strings.TrimPrefix(query, "?"), strings.TrimPrefix(hash, "#")
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if len(query) > maxQuery {
		fault("%d bytes of parameters is outside 0..%d", len(query), maxQuery)
		query = ""
	}
	given, err := url.ParseQuery(query)
	if err != nil {
		fault("its parameters cannot be read")
	}
	var known []string
	for _, p := range parameters() {
		known = append(known, p.name)
		if values := given[p.name]; len(values) > 1 {
			fault("%s: is there %d times", p.name, len(values))
		} else if len(values) == 1 {
			if err := p.given(&a, values[0]); err != nil {
				fault("%s: %v", p.name, err)
			}
		}
		delete(given, p.name)
	}
	for name := range given {
		faults = append(faults, quoted(name)+" is unknown ("+texts.Allowed(name, known)+")")
	}
	slices.Sort(faults)
	switch {
	case len(hash) > maxHash:
		fault("%d characters of a shared text is outside 0..%d", len(hash), maxHash)
	case scenario.IsShared(hash):
		a.Shared = hash
	case hash != "":
		fault("what stands behind # is no shared text")
	}
	if len(faults) > 0 {
		return a, fmt.Errorf("address: %s", strings.Join(faults[:min(len(faults), 3)], "; "))
	}
	return a, nil
}

// String returns the address from its question mark on. A shared text contains its seed.
func (a Address) String() string {
	q := url.Values{}
	put := func(name, value string) {
		if value != "" {
			q.Set(name, value)
		}
	}
	put("scenario", a.Scenario)
	put("why", a.Why)
	if a.Seed != 0 && a.Shared == "" {
		put("seed", strconv.FormatUint(a.Seed, 10))
	}
	if a.Step != 0 && a.Shared == "" {
		put("step", strconv.Itoa(a.Step))
	}
	if a.At != 0 {
		put("at", strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%09d", a.At/time.Second, a.At%time.Second), "0"), "."))
	}
	put("view", a.View)
	put("theme", a.Theme)
	put("language", a.Language)
	if a.Scale != 0 {
		put("scale", strconv.Itoa(a.Scale))
	}
	if a.Paused {
		put("paused", "1")
	}
	if a.Bare {
		put("controls", "0")
	}
	put("autoplay", a.Autoplay)
	put("origin", a.Origin)
	text := ""
	if len(q) > 0 {
		text = "?" + q.Encode()
	}
	if a.Shared != "" {
		text += "#" + a.Shared
	}
	return text
}

// switches are the values of a parameter that is on or off.
var switches = []string{"0", "1"}

// set reads such a value, and whether it is the one that asks something of the window.
func set(to *bool, value, means string) error {
	var text string
	err := among(&text, value, switches)
	*to = text == means
	return err
}

// among reads a value that must be one of those allowed.
func among(to *string, value string, allowed []string) error {
	if !slices.Contains(allowed, value) {
		return fmt.Errorf("%s is unknown (%s)", quoted(value), texts.Allowed(value, allowed))
	}
	*to = value
	return nil
}

// shortened returns a text from outside, cut for an error.
func shortened(text string) string {
	if r := []rune(text); len(r) > 30 {
		return string(r[:30]) + "…"
	}
	return text
}

// quoted returns a text from outside, quoted and cut to fit into a line.
func quoted(text string) string { return strconv.Quote(shortened(text)) }
