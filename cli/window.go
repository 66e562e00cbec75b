package cli

import (
	"io"
	"time"

	"driftlab/netsim"
	"driftlab/session"
)

// Window is what the window's command line asks for.
type Window struct {
	Scenario   *session.Scenario
	NewCarrier func() (netsim.Carrier, error)
	End        time.Duration // 0 for none
	Screenshot string
	After      time.Duration
	Log        string
}

// ParseWindow reads the window's flags.
func ParseWindow(args []string, out io.Writer) (*Window, error) {
	f := NewFlags("driftlab")
	w := &Window{NewCarrier: f.NewCarrier}
	f.set.StringVar(&w.Screenshot, "screenshot", "", "write what is on screen into `FILE` (PNG) and exit")
	f.set.DurationVar(&w.After, "after", 5*time.Second, "virtual `TIME` of the screenshot")
	f.set.StringVar(&w.Log, "log", "session.toml", "`FILE` that Save log writes")
	err := f.Parse(args, out, "driftlab: the window (driftlab run has none; driftlab keys lists the settings)")
	if err != nil {
		return nil, err
	}
	if f.given("after") && w.Screenshot == "" {
		return nil, usagef("-after: there is no -screenshot")
	}
	if w.After < 0 || w.After > session.MaxDuration {
		return nil, usagef("-after: %v is outside 0s..%v", w.After, session.MaxDuration)
	}
	if w.Scenario, err = f.Scenario(); err != nil {
		return nil, err
	}
	if f.HasDuration() {
		w.End = w.Scenario.Duration
	}
	carrier, err := f.NewCarrier() // a bad name is told before a window opens
	if err != nil {
		return nil, err
	}
	return w, carrier.Close()
}
