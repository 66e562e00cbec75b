package given

import (
	"time"

	"driftlab/game/profile"
	"driftlab/ui/words"
)

// Note describes in a language what a measurement says about itself.
func Note(lang *words.Language, n profile.Note) string {
	var args []any
	for _, a := range n.Args {
		switch a := a.(type) {
		case profile.Note:
			args = append(args, Note(lang, a))
		case profile.Notes:
			args = append(args, Notes(lang, a, "; "))
		case time.Duration:
			args = append(args, lang.Decimal(a.String()))
		default:
			args = append(args, a)
		}
	}
	if len(args) == 0 {
		return lang.Or("notes."+n.Format, n.Format)
	}
	return lang.OrF("notes."+n.Format, n.Format, args...)
}

// About says what a file is and how that was recognised, then what became of it, and then what it says about itself.
func About(lang *words.Language, name string, p *profile.Profile, made string) string {
	if p.Known.Format != "" {
		made = name + ": " + Note(lang, p.Known) + ". " + made
	}
	if len(p.Notes) > 0 {
		made += " " + Notes(lang, p.Notes, " ")
	}
	return made
}

// Notes returns several notes with a separator.
func Notes(lang *words.Language, notes profile.Notes, between string) (said string) {
	for i, n := range notes {
		if i > 0 {
			said += between
		}
		said += Note(lang, n)
	}
	return said
}
