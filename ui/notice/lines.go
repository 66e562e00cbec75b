// Package notice holds the two lines of text with which the window answers a person: what was done last, and what is
// wrong. It does not know where they are drawn.
package notice

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/param"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// How long a notice stays, of real time: on a slow machine updates are rare.
const (
	For     = 8 * time.Second
	forLong = 20 * time.Second // the path of a finished film

	perByte = 60 * time.Millisecond // what a long notice takes to be read
)

// Lines are the two lines: the notice of what was done last, and the newest of the errors that stand.
type Lines struct {
	Notice   string     // what was done last; "" for nothing
	NoticeAt panel.Rect // where it was drawn beside the caption; none where it is the caption
	faults

	view  *panel.View // its language is that of errors
	shown string      // the notice that is seen
	since time.Time   // from when on
	long  string      // a notice that stays for longer
}

// New returns lines in which nothing stands yet.
func New(view *panel.View) *Lines { return &Lines{view: view} }

// ShowNotice shows what was done.
func (l *Lines) ShowNotice(text string) { l.Notice = text }

// ShowLonger shows what was done for longer than other notices stay.
func (l *Lines) ShowLonger(said string, err error) {
	l.ShowOutcome(said, err)
	l.long = l.Notice
}

// ShowOutcome shows what has become of something, or why nothing. What was done before goes, even for "".
func (l *Lines) ShowOutcome(said string, err error) {
	if l.Notice = said; err != nil {
		l.Notice = ""
		text := InWords(l.view.Words, err)
		l.Mend(text)
		if l.Fault != "" {
			l.earlier = append(l.earlier, l.Fault)
			l.earlier = l.earlier[max(len(l.earlier)-mostFaults+1, 0):]
		}
		l.Fault = text
	}
}

// ShowError shows what went wrong, where that is all there is to say: nil changes nothing.
func (l *Lines) ShowError(err error) {
	if err != nil {
		l.ShowOutcome("", err)
	}
}

// ShowFault shows why something that a person wants cannot be done.
func (l *Lines) ShowFault(why string) { l.ShowOutcome("", errors.New(why)) }

// ShowTyped shows what is wrong with what a person has typed. It takes away the error of what was typed before, since
// that is mended.
func (l *Lines) ShowTyped(err error) {
	l.Mend(l.typed)
	if l.ShowOutcome("", err); err != nil {
		l.typed = l.Fault
	}
}

// ClearOnSuccess takes the notice away where what a person did to the session has worked, and returns its error. What was
// done may say something of its own afterwards.
func (l *Lines) ClearOnSuccess(err error) error {
	if err == nil {
		l.Notice = ""
	}
	return err
}

// Expire takes a notice away that has been there for long enough. One that is hidden has not been seen yet.
func (l *Lines) Expire(now time.Time, hidden bool) {
	if l.Notice != l.shown || hidden || now.Before(l.since) { // it has not been seen yet, or the clock was set
		l.shown, l.since = l.Notice, now
	}
	stays := max(For, time.Duration(len(l.Notice))*perByte)
	if l.Notice == l.long {
		stays = forLong
	}
	if now.Sub(l.since) >= stays {
		l.Notice = ""
	}
}

// Reason returns the first line of an error, shortened for one line of the window.
func Reason(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Sprintf("%.60s", line)
}

// faults are the errors that are shown. Each stands until it is closed, by a click or by Escape, or until what was wrong
// is mended; nothing else takes its place but one that is newer, and the older one comes back when that is closed.
type faults struct {
	Fault   string     // the newest, which is shown; "" for none
	earlier []string   // the others, the oldest first
	typed   string     // the one about what was typed last
	FaultAt panel.Rect // where the newest was drawn
}

// mostFaults bounds how many are to be closed one by one.
const mostFaults = 8

// CloseFault takes the newest away.
func (f *faults) CloseFault() {
	f.Fault = ""
	if last := len(f.earlier) - 1; last >= 0 {
		f.Fault, f.earlier = f.earlier[last], f.earlier[:last]
	}
}

// Mend takes an error away, which need not stand any more.
func (f *faults) Mend(text string) {
	if f.earlier = slices.DeleteFunc(f.earlier, func(e string) bool { return e == text }); f.Fault == text {
		f.CloseFault()
	}
}

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
