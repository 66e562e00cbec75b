package cli

import (
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionSaysModuleRevisionGoAndSystem(t *testing.T) {
	here := " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "487e5c0"}
	clean, changed := debug.BuildSetting{Key: "vcs.modified", Value: "false"}, debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	release := debug.Module{Path: "driftlab", Version: "v1.2.3"}
	for want, info := range map[string]*debug.BuildInfo{
		"driftlab (devel)":                               {Main: debug.Module{Path: "driftlab"}},
		"driftlab v1.2.3":                                {Main: release},
		"driftlab v1.2.3 revision 487e5c0":               {Main: release, Settings: []debug.BuildSetting{revision, clean}},
		"driftlab (devel) revision 487e5c0 with changes": {Settings: []debug.BuildSetting{revision, changed}},
	} {
		if got := version(info); got != want+here {
			t.Errorf("got %q, want %q", got, want+here)
		}
	}
	if got := version(nil); got != "driftlab (devel)"+here {
		t.Errorf("without what it was built from: %q", got)
	}
	file := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("abc")), nil }
	none := func() (io.ReadCloser, error) { return nil, errors.ErrUnsupported }
	for want, got := range map[string]string{
		"driftlab v1.2.3 revision 487e5c0":                                     program(&debug.BuildInfo{Main: release, Settings: []debug.BuildSetting{revision, clean}}, file),
		"driftlab (devel), SHA-256 ba7816bf8f01":                               program(nil, file),
		"driftlab (devel) revision 487e5c0 with changes, SHA-256 ba7816bf8f01": program(&debug.BuildInfo{Settings: []debug.BuildSetting{revision, changed}}, file),
		"driftlab (devel)": program(nil, none),
	} {
		if got != want {
			t.Errorf("the build is %q, want %q", got, want)
		}
	}
	built := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.time", Value: "2026-11-26T22:00:00Z"}}, Deps: []*debug.Module{{Path: "example.org/m", Version: "v1.0.0"}}}
	if got := strings.Join(details(built), "\n"); got != "committed 2026-11-26T22:00:00Z\nmodule example.org/m v1.0.0" || details(nil) != nil {
		t.Errorf("the further lines are %q", got)
	}
	var out strings.Builder
	if err := Version(nil, env(&out)); err != nil || !strings.HasPrefix(out.String(), "driftlab ") || !strings.Contains(out.String(), here+"\n") {
		t.Errorf("got %q, %v", out.String(), err)
	}
	var usage Usage
	if err := Version([]string{"now"}, env(&out)); !errors.As(err, &usage) || err.Error() != `unexpected argument "now"` {
		t.Errorf("got %v", err)
	}
}
