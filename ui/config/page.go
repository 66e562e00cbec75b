package config

import (
	"driftlab/game/scenario"
	"driftlab/netsim"
)

// What a page may ask of its window.
const (
	AskPlay  = "play"
	AskPause = "pause"
	AskSeek  = "seek"  // to Ask.At
	AskStep  = "step"  // to the start of the step Ask.Step of the present lesson
	AskSet   = "set"   // Ask.Set takes effect
	AskLeave = "leave" // the keyboard has gone elsewhere
	AskPaste = "paste" // Ask.Text, of the clipboard
	AskEnter = "enter" // the Enter key of a keyboard that the system shows
	AskLost  = "lost"  // Ask.Text, the name of a file, was not saved: the person doesn't have it
)

// An Ask is one of those.
type Ask struct {
	Do   string
	At   netsim.Time
	Step int // from 1
	Set  []scenario.Assignment
	Text string
}

// A Told is what the window reports to its page.
type Told struct {
	At       netsim.Time // 0 where the truth is hidden
	Playing  bool
	Scenario string // its name
	Lesson   int    // the present lesson's number, −1 for none
	Step     int    // of the lesson, from 1; 0 for none
	Sentence string // the text under the picture, and in another line a notice above that
	Failed   bool   // the sentence is what went wrong
	Card     string // the chosen client's card in words, for screen readers; "" before there is one
	Focus    string // the control that has the keyboard, its kind and its value, for screen readers; "" for none
	Language string // of the window
	Asked    string // the lesson's question with its answers, the comment on the last answer, or the help; "" for none
	// Tab and ShiftTab say that the key leads out of the window: after its last control, and before its first.
	Tab, ShiftTab bool
	Typing        bool // a field has been touched and needs the on-screen keyboard
}
