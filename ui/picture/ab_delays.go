package picture

import (
	"time"

	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// delays says by how much packets take longer: each way where that is the same both ways, else of each. A delay is the least that a
// packet takes: where jitter differs too, the fastest packets alone are so much slower. It returns "" where nothing can be said in
// a sentence, or too little differs to be rounded.
func (t *topic) delays(lang *words.Language, jitter bool) string {
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
	slow, fast := "B", "A"
	if up < 0 || up == 0 && down < 0 {
		slow, fast, up, down = "A", "B", -up, -down
	}
	if max(up, down, -down) < leastDelay/2 {
		return ""
	}
	packets := lang.T("film.packets")
	if jitter {
		packets = lang.T("film.packets-fastest")
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
		return lang.F("film.slower-turned", slow, packets, roundedDelay(lang, up), roundedDelay(lang, -down))
	default:
		return lang.F("film.slower-ways", slow, packets, roundedDelay(lang, up), roundedDelay(lang, down))
	}
	switch longer := roundedDelay(lang, up); {
	case t.client > 0:
		return lang.F("film.slower-client"+way, slow, t.client, longer)
	case way != "": // said after all have reconnected, it would be of what A had before
		return lang.F("film.slower"+way, slow, packets, longer, fast)
	default:
		return lang.F("film.slower", slow, packets, longer)
	}
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
