package config

import (
	"driftlab/game/scenario"
	"driftlab/netsim"
)

// What a page may ask of the window on it.
const (
	AskPlay  = "play"
	AskPause = "pause"
	AskSeek  = "seek"  // to Ask.At
	AskStep  = "step"  // to the begin of the step Ask.Step of the lesson that is shown
	AskSet   = "set"   // Ask.Set holds from now on
	AskLeave = "leave" // the keyboard has gone elsewhere
	AskPaste = "paste" // Ask.Text, of the clipboard
	AskEnter = "enter" // the Enter key of a keyboard that the system shows
	AskLost  = "lost"  // Ask.Text, the name of a file, was not saved: a person would not have it
)

// An Ask is one of those.
type Ask struct {
	Do   string
	At   netsim.Time
	Step int // from 1
	Set  []scenario.Assignment
	Text string
}

// A Told is what the window tells the page that it is on.
type Told struct {
	At       netsim.Time // 0 where the truth is hidden
	Playing  bool
	Scenario string // its name
	Lesson   int    // the number of the lesson that is shown, −1 for none
	Step     int    // of it, from 1; 0 for none
	Sentence string // what stands under the picture, and in a line of its own a notice above that
	Failed   bool   // the sentence is what went wrong
	Card     string // the chosen client's card in words, for who does not see it; "" before there is one
	Focus    string // the control that has the keyboard, its kind and its value, for who does not see it; "" for none
	Language string // of the window
	Asked    string // the lesson's question with its answers, what is told of the last answer, or the help; "" for none
	// Tab and ShiftTab say that the key leads out of the window: from the last of its controls, and from the first.
	Tab, ShiftTab bool
	Typing        bool // a finger has chosen a field, which needs the keyboard of the system
}
