package panel

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"driftlab/game/scenario"
	"driftlab/internal/param"
	"driftlab/ui/words"
)

// SettingName returns a setting's name in a sentence, such as "up delay" for link.up.delay.
func SettingName(lang *words.Language, key string) string {
	k := scenario.Find(key)
	if k == nil { // not a setting, but something else in a scenario
		return lang.Or("setting-names."+key, "")
	}
	name := lang.Or("settings."+k.BothWays()+"-name", k.Called)
	for _, way := range []string{"up", "down"} {
		if strings.HasPrefix(key, "link."+way+".") {
			return lang.F("setting-names."+way, name)
		}
	}
	return name
}

var numberBeforeUnit = regexp.MustCompile(`([0-9])([a-zµ°])`)

// SettingValue returns a setting's value as people read it, with its unit.
func SettingValue(lang *words.Language, key, value string) string {
	k := scenario.Find(key)
	if k == nil {
		return value
	}
	if len(k.Choices) > 0 || k.Text != nil {
		if key == "client.algorithm" {
			return AlgorithmTitle(lang, value)
		}
		return value[strings.LastIndexAny(value, `/\`)+1:] // of a path the file's name
	}
	if text := inWholeUnits(lang, k.Unit.Name, value); text != "" {
		return text
	}
	return numberBeforeUnit.ReplaceAllString(WithUnit(lang, k, value), "$1 $2")
}

// A larger unit is a multiple of a setting's own.
type larger struct {
	name string
	of   float64
}

// largerUnits are for settings that would have many zeros without them, the largest unit first.
var largerUnits = map[string][]larger{
	param.BitRate.Name:  {{"Gbit/s", 1e9}, {"Mbit/s", 1e6}, {"kbit/s", 1e3}},
	param.Bytes.Name:    {{"MB", 1e6}, {"kB", 1e3}},
	param.ByteRate.Name: {{"MB/s", 1e6}, {"kB/s", 1e3}},
}

// inWholeUnits returns a number in the largest unit that doesn't exceed it, or a count as people write it;
// "" for anything else.
func inWholeUnits(lang *words.Language, unit, value string) string {
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return ""
	}
	for _, u := range largerUnits[unit] {
		if v >= u.of {
			return lang.Decimal(strconv.FormatFloat(v/u.of, 'f', -1, 64)) + " " + u.name
		}
	}
	switch {
	case unit == param.Packets.Name && v == 1:
		return lang.T("setting-names.one-packet")
	case unit == param.Packets.Name:
		return lang.F("setting-names.packets", lang.Decimal(value))
	case unit == param.Ticks.Name && v == 1:
		return lang.T("setting-names.one-tick")
	case unit == param.Ticks.Name:
		return lang.F("setting-names.ticks", lang.Decimal(value))
	}
	return ""
}

// UnitBehind returns the unit that is written after a setting's number.
func UnitBehind(k *param.Param) string {
	switch k.Unit.Name {
	case param.Factor.Name:
		return "x"
	case param.Duration.Name, param.Count.Name: // it has its unit already, or none
		return ""
	}
	return " " + k.Unit.Name
}

// WithUnit puts its unit behind a value that has none yet, and writes it as the language does, so that ui.asTyped
// still reads it as the same.
func WithUnit(lang *words.Language, k *scenario.Key, text string) string {
	if text == k.Word {
		return text
	}
	switch k.Unit.Name {
	case param.Path.Name, param.List.Name:
		if text == k.Standard() {
			return "" // the field's hint says that there is none
		}
		return text
	case param.Share.Name:
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			text = strconv.FormatFloat(math.Round(v*1e9)/1e7, 'f', -1, 64) + " %"
		}
	case param.Ticks.Name, param.Packets.Name:
		unit := UnitBehind(&k.Param)
		if text == "1" {
			unit = strings.TrimSuffix(unit, "s")
		}
		text += unit
	default:
		text += UnitBehind(&k.Param)
	}
	return lang.Decimal(text)
}
