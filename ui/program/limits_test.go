package program

import (
	"strings"
	"testing"
)

func TestWhatNothingWorksBelowIsRefused(t *testing.T) {
	for _, test := range []struct {
		files, memory int64
		want          string
	}{
		{-1, -1, ""}, {leastFiles, leastMemory, ""}, {1 << 20, -1, ""},
		{leastFiles - 1, -1, "open 63 files at once, and it needs 64"},
		{0, 0, "open 0 files"},
		{-1, leastMemory - 1, "address 4095 MB of memory, and it needs 4096: ulimit -v 4194304 or more"},
	} {
		err := checkLimits(test.files, test.memory)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d files, %d bytes: got %v", test.files, test.memory, err)
		}
	}
	if err := checkLimits(limits()); err != nil {
		t.Error(err)
	}
}
