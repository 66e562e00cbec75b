package film

import (
	"reflect"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

// FuzzOptions reads a film's flags, one a line, as a shell passes them.
func FuzzOptions(f *testing.F) {
	for _, args := range []string{"-o\na.mp4", "-size\n1920X1080\n-fps\n120\n-from\n1.5s\n-camera\nclient-2\n-tab\nticks", "-wipe\n-name-a\nwired\n-name-b\n3g",
		"-title\nTwo words\n-title-seconds\n0s\n-sidecars\noff\n-progress\njson\n-hashes\nh\n-captions\nc.srt\n-encoder\nx\n-client\n3", "-size\n1x1\n-split\n-wipe"} {
		f.Add(args)
	}
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		for _, compared := range []bool{false, true} {
			o, err := parse(compared, strings.Split(text, "\n")...)
			if err != nil {
				continue
			}
			again, err := parse(compared, o.Args()...)
			o.typed = again.typed
			if err != nil || !reflect.DeepEqual(again, o) {
				t.Errorf("%q is read as %+v, not %+v: %v", o.Args(), again, o, err)
			}
		}
	})
}

// FuzzSessionCommand reads the command in a film's session file, and checks it against what was written.
func FuzzSessionCommand(f *testing.F) {
	f.Add("driftlab\nrecord\n-title\nit's\n")
	f.Add("a\x00b\n\x1b[2J\n'\n\\")
	f.Add(SessionText("format = 3\n", []string{"driftlab", "record"}))
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		SessionCommand(text)
		command := strings.Split(text, "\n")
		if got := SessionCommand(SessionText("format = 3\n", command)); got != Quote(command) || strings.Contains(got, "\n") {
			t.Errorf("%q, want %q", got, Quote(command))
		}
	})
}
