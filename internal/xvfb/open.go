package xvfb

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// NoWindow says in one line why there is no window and what to do.
func NoWindow(err error) error { return noWindow(runtime.GOOS, Needed(), err) }

// noWindow is NoWindow on a system: nobody is told what only another one has.
func noWindow(system string, needed bool, err error) error {
	reason, _, _ := strings.Cut(err.Error(), "\n")
	advice := "driftlab run needs none"
	switch {
	case system == "linux":
		advice = "it needs a display that DISPLAY names, libX11 and libGL (on Debian and Ubuntu apt-get install libx11-6 libgl1); " +
			"without a display put xvfb-run in front, or use driftlab run"
	case needed:
		advice = "it needs a display that DISPLAY names, libX11 and libGL; without a display put xvfb-run in front, or use driftlab run"
	}
	return fmt.Errorf("no window could be opened (%s): %s", strings.TrimRight(reason, ": "), advice)
}

// Open starts an X server of the program's own where windows need one and none answers, with a screen of
// so many pixels, and returns what ends it.
func Open(width, height int) (end func(), err error) {
	if !Needed() || Answers(os.Getenv("DISPLAY")) {
		return func() {}, nil
	}
	return own(width, height)
}

// OpenAside is Open for what nobody is to see: it starts a server of the program's own beside one that answers too, and
// does with that one where none can be started.
func OpenAside(width, height int) (end func(), err error) {
	if !Needed() {
		return func() {}, nil
	}
	if end, err = own(width, height); err != nil && Answers(os.Getenv("DISPLAY")) {
		return func() {}, nil
	}
	return end, err
}

func own(width, height int) (end func(), err error) {
	server, err := Start(width, height)
	if err != nil {
		return nil, fmt.Errorf("no display answers, and none can be made: %w", err)
	}
	if err := os.Setenv("DISPLAY", server.Display()); err != nil {
		server.Stop()
		return nil, err
	}
	return server.Stop, nil
}

// Needed says whether windows on this system come from an X server.
func Needed() bool { return needed }

// needed is a constant: the compiler leaves out of the page's program all that starts X servers, a fortieth of it.
const needed = runtime.GOOS != "windows" && runtime.GOOS != "darwin" && runtime.GOOS != "js" && runtime.GOOS != "android" && runtime.GOOS != "ios"
