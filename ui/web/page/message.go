package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/texts"
	"driftlab/netsim"
	"driftlab/ui/config"
)

// The limits of a message.
const (
	MaxBytes = 10_000
	maxSet   = 100 // settings at once
)

// asked is the form of a message: {"driftlab": "seek", "seconds": 12.5}.
type asked struct {
	Do      string            `json:"driftlab"`
	Seconds *float64          `json:"seconds"`
	Step    *int              `json:"step"`
	Set     map[string]string `json:"set"`
}

// ParseMessage reads a message. The error is a line that says what is wrong with it.
func ParseMessage(text string) (ask config.Ask, err error) {
	if ask, err = parse(text); err != nil {
		return config.Ask{}, fmt.Errorf("message: %w", err)
	}
	return ask, nil
}

func parse(text string) (ask config.Ask, err error) {
	if len(text) > MaxBytes {
		return ask, fmt.Errorf("%d bytes is outside 0..%d", len(text), MaxBytes)
	}
	var m asked
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(&m) != nil {
		return ask, errors.New(`it is not {"driftlab": …} with seconds, step or set`)
	}
	kinds := []string{config.AskPlay, config.AskPause, config.AskSeek, config.AskStep, config.AskSet}
	if !slices.Contains(kinds, m.Do) {
		return ask, fmt.Errorf("driftlab: %.30q is unknown (%s)", m.Do, texts.Allowed(m.Do, kinds))
	}
	for _, part := range []struct {
		name, of string
		there    bool
	}{{"seconds", config.AskSeek, m.Seconds != nil}, {"step", config.AskStep, m.Step != nil}, {"set", config.AskSet, m.Set != nil}} {
		if is := m.Do == part.of; is && !part.there {
			return ask, fmt.Errorf("%s: is missing", part.name)
		} else if !is && part.there {
			return ask, fmt.Errorf("%s: is of %s alone", part.name, part.of)
		}
	}
	ask.Do = m.Do
	switch m.Do {
	case config.AskSeek:
		most := scenario.MaxDuration.Seconds()
		if !(*m.Seconds >= 0 && *m.Seconds <= most) {
			return ask, fmt.Errorf("seconds: %g is outside 0..%.0f", *m.Seconds, most)
		}
		ask.At = netsim.Time(*m.Seconds * float64(time.Second))
	case config.AskStep:
		if ask.Step = *m.Step; ask.Step < 1 || ask.Step > scenario.MaxSteps {
			return ask, fmt.Errorf("step: %d is outside 1..%d", ask.Step, scenario.MaxSteps)
		}
	case config.AskSet:
		ask.Set, err = settings(m.Set)
	}
	return ask, err
}

// settings reads names and values, as in a scenario, in the order of their names.
func settings(given map[string]string) (set []scenario.Assignment, err error) {
	if len(given) < 1 || len(given) > maxSet {
		return nil, fmt.Errorf("set: %d settings is outside 1..%d", len(given), maxSet)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		one, err := scenario.ParseAssignment(name, given[name])
		if err != nil {
			return nil, fmt.Errorf("set: %s", strings.ReplaceAll(err.Error(), "\n", " "))
		}
		set = append(set, one...)
	}
	return set, nil
}

// told is the form of what the page around gets.
type told struct {
	Driftlab string  `json:"driftlab"`
	Seconds  float64 `json:"seconds"`
	Playing  bool    `json:"playing"`
	Scenario string  `json:"scenario"`
	Lesson   int     `json:"lesson"`
	Step     int     `json:"step"`
	Sentence string  `json:"sentence"`
	Failed   bool    `json:"failed"`
}

// State writes the window's report.
func State(t config.Told) string {
	return written(told{"state", time.Duration(t.At).Seconds(), t.Playing, t.Scenario, t.Lesson, t.Step, t.Sentence, t.Failed})
}

// Fault writes what is wrong with a message.
func Fault(err error) string {
	return written(map[string]string{"driftlab": "error", "text": err.Error()})
}

func written(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "{}" // there is no number in it that has no text
	}
	return string(text)
}
