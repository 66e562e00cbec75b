package notice

import (
	"strings"

	"driftlab/game/scenario"
	"driftlab/internal/param"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// InWords says in the window's language what is wrong with a value that was typed and with a name that was
// asked for, and calls settings as the window does. All other errors, those within files above all, are as
// the command line has them, in English.
func InWords(lang *words.Language, err error) string {
	switch e := err.(type) { // not as a part of another error, which tells where it is
	case *scenario.ValueError:
		name, text, allowed := panel.SettingName(lang, e.Param.Name), lang.Decimal(e.Text), rangeText(lang, e)
		if e.Client > 0 {
			name = lang.F("ab.client", e.Client) + name
		}
		switch e.Fault {
		case param.NotADuration:
			return lang.F("errors.duration", name, text, allowed)
		case param.NotANumber:
			return lang.F("errors.number", name, text, allowed)
		case param.UnknownUnit:
			return lang.F("errors.unit", name, text, e.Units(), allowed)
		case param.NotWhole:
			return lang.F("errors.whole", name, text, allowed)
		}
		return lang.F("errors.outside", name, text, allowed)
	case *scenario.NotFoundError:
		if e.Path {
			return lang.F("errors.no-file", e.Name)
		}
		return lang.F("errors.no-scenario", e.Name)
	}
	return err.Error()
}

// rangeText returns which values a number's setting may have, with their unit: that in which one was typed.
func rangeText(lang *words.Language, e *scenario.ValueError) string {
	k, unit := e.Param, panel.UnitBehind(e.Param)
	if given := e.Range(); given != k.Range() {
		return lang.Decimal(strings.NewReplacer("..", lang.T("errors.to"), "%", " %").Replace(given))
	}
	if k.Unit.Name == param.Share.Name {
		unit = " (1 = 100 %)"
	}
	return lang.Decimal(k.Range() + unit)
}
