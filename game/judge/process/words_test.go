package process

import (
	"slices"
	"testing"
)

func TestACommandLineIsSplitAtBlanksOutsideQuotes(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][]string{
		"./mine":                     {"./mine"},
		"  python3\trtt2.py  -x ":    {"python3", "rtt2.py", "-x"},
		`"C:\My clocks\mine.exe" -v`: {`C:\My clocks\mine.exe`, "-v"},
		`sh -c 'exec "./a b" $1' ''`: {"sh", "-c", `exec "./a b" $1`, ""},
		`a"b c"d`:                    {"ab cd"},
	} {
		if got, err := Words(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
	for _, line := range []string{"", "  ", `python3 "rtt2.py`, `'' x`} {
		if got, err := Words(line); err == nil {
			t.Errorf("%q is %q", line, got)
		}
	}
}
