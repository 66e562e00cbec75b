package ui

import (
	"driftlab/param"
	"driftlab/session"
	"driftlab/ui/words"
)

// inWords says in the window's language what is wrong with a value that was typed and with a name that was
// asked for, and calls settings as the window does. All other errors, those within files above all, are as
// the command line has them, in English.
func inWords(err error) string {
	switch e := err.(type) { // not as a part of another error, which tells where it is
	case *session.ValueError:
		return valueErrorText(e)
	case *session.NotFoundError:
		if e.Path {
			return words.F("errors.no-file", e.Name)
		}
		return words.F("errors.no-scenario", e.Name)
	}
	return err.Error()
}

func valueErrorText(e *session.ValueError) string {
	name, text, allowed := settingName(e.Param.Name), words.Decimal(e.Text), rangeText(e.Param)
	if e.Client > 0 {
		name = words.F("ab.client", e.Client) + name
	}
	switch e.Fault {
	case param.NotADuration:
		return words.F("errors.duration", name, text, allowed)
	case param.NotANumber:
		return words.F("errors.number", name, text, allowed)
	case param.UnknownUnit:
		return words.F("errors.unit", name, text, e.Units(), allowed)
	case param.NotWhole:
		return words.F("errors.whole", name, text, allowed)
	}
	return words.F("errors.outside", name, text, allowed)
}

// rangeText returns which values a number's setting may have, with their unit.
func rangeText(k *param.Param) string {
	unit := unitBehind(k)
	if k.Unit.Name == "share" {
		unit = " (1 = 100 %)"
	}
	return words.Decimal(k.Range() + unit)
}
