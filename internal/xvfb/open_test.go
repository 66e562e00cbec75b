package xvfb

import (
	"errors"
	"strings"
	"testing"
)

func TestAdviceForAWindowIsOfTheSystemOnWhichItFailed(t *testing.T) {
	t.Parallel()
	failed := errors.New("glfw: no libX11: \nand more")
	for system, want := range map[string]string{
		"linux": "no window could be opened (glfw: no libX11): it needs a display that DISPLAY names, libX11 and libGL " +
			"(on Debian and Ubuntu apt-get install libx11-6 libgl1); without a display put xvfb-run in front, or use driftlab run",
		"windows": "no window could be opened (glfw: no libX11): driftlab run needs none",
		"darwin":  "no window could be opened (glfw: no libX11): driftlab run needs none",
	} {
		if got := noWindow(system, system == "linux", failed).Error(); got != want {
			t.Errorf("%s: %s", system, got)
		}
	}
	if got := noWindow("freebsd", true, failed).Error(); !strings.Contains(got, "DISPLAY") || strings.Contains(got, "apt-get") {
		t.Errorf("freebsd: %s", got)
	}
}
