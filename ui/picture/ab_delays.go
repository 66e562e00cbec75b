package picture

import (
	"time"

	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// delays says by how much packets take longer: each way where that is the same both ways, else of each. jitter is the session with
// the larger jitter: a delay is the least that a packet takes, and where that of the slower session varies more, the least by
// which it is slower. It returns "" where nothing can be said in a sentence: the jitter is larger the other way round each way, or
// too little differs to be rounded.
func (t *topic) delays(lang *words.Language, jitter string) string {
	var by [2]time.Duration // how much longer B's take, up and down
	for i := range t.all {
		d := &t.all[i]
		longer, ok := between(d)
		switch {
		case !ok:
			return ""
		case d.Name == "link.up.delay":
			by[0] = longer
		case d.Name == "link.down.delay":
			by[1] = longer
		default:
			by = [2]time.Duration{longer, longer}
		}
	}
	up, down := by[0], by[1]
	slow, less := "B", "a"
	if up < 0 || up == 0 && down < 0 {
		slow, less, up, down = "A", "b", -up, -down
	}
	if jitter == "both" || max(up, down, -down) < leastDelay/2 {
		return ""
	}
	bound := map[string]string{"": "", less: "-most"}
	suffix, known := bound[jitter]
	if !known {
		suffix = "-least"
	}
	way := ""
	switch {
	case up == down:
	case up == 0:
		way, up = "-down", down
	case down == 0:
		way = "-up"
	case t.client > 0:
		return ""
	case down < 0:
		return lang.F("film.slower-turned", slow, roundedDelay(lang, up), roundedDelay(lang, -down))
	case suffix != "":
		return lang.F("film.slower-round"+suffix, slow, roundedDelay(lang, up+down))
	default:
		return lang.F("film.slower-ways", slow, roundedDelay(lang, up), roundedDelay(lang, down))
	}
	if t.client > 0 {
		return lang.F("film.slower-client"+way, slow, t.client, roundedDelay(lang, up))
	}
	return lang.F("film.slower"+way+suffix, slow, roundedDelay(lang, up))
}

// leastDelay is what delays are rounded to.
const leastDelay = 100 * time.Microsecond

// roundedDelay writes a delay without decimals that nobody remembers.
func roundedDelay(lang *words.Language, d time.Duration) string {
	unit := leastDelay
	if d >= 10*time.Millisecond {
		unit = time.Millisecond
	}
	return panel.SettingValue(lang, "link.up.delay", d.Round(unit).String())
}
