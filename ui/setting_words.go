package ui

import (
	"regexp"
	"strings"

	"driftlab/session"
	"driftlab/ui/words"
)

// settingName returns what a setting is called, such as "up delay" for link.up.delay.
func settingName(key string) string {
	way, rest := "", key
	for _, w := range []string{"up", "down"} {
		if r, ok := strings.CutPrefix(key, "link."+w+"."); ok {
			way, rest = w, r
		}
	}
	rest = strings.TrimPrefix(rest, "link.") // both ways
	id := strings.ReplaceAll(rest, ".", "-")
	name := words.T("setting-names." + id)
	switch way {
	case "up":
		return words.F("setting-names.up", name)
	case "down":
		return words.F("setting-names.down", name)
	}
	return name
}

var numberBeforeUnit = regexp.MustCompile(`([0-9])([a-zµ°])`)

// settingValue returns a setting's value as people read it, with its unit.
func settingValue(key, value string) string {
	k := session.Find(key)
	if name, ok := strings.CutPrefix(key, "link."); ok && k == nil { // both ways
		k = session.Find("link.up." + name)
	}
	if k == nil {
		return value
	}
	if len(k.Choices()) > 0 || k.Text() {
		if key == "client.algorithm" {
			return algorithmTitle(value)
		}
		return value[strings.LastIndexAny(value, `/\`)+1:] // of a path the file's name
	}
	return numberBeforeUnit.ReplaceAllString(withUnit(k, value), "$1 $2")
}
