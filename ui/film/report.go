package film

// A Report is one line of what -progress json tells on the standard error output: a JSON object.
type Report struct {
	Event   string `json:"event"`             // one of the events below
	Done    int    `json:"done,omitempty"`    // of a frame: how many are done, from 1
	Frames  int    `json:"frames,omitempty"`  // of the begin and a frame: how many the film has
	Encoder string `json:"encoder,omitempty"` // of the begin: what the film is made with
	Text    string `json:"text,omitempty"`    // of a waiting, a warning and a failure: which
}

// The events that are reported.
const (
	EventBegin   = "begin"   // the encoders are tried, and the film is begun
	EventFrame   = "frame"   // frames are done; it is told ten times a second at most
	EventWaiting = "waiting" // a program beside stands still; without a text it goes on
	EventWarning = "warning" // what will not be seen in the film as it is written
	EventFailed  = "failed"  // there is no film; the last report
)
