package texts

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

var many = []string{"arenas", "bursts", "first", "fists", "link.delay", "link.loss", "mail", "moon", "time", "trace"}

func TestFewNamesAreAllTold(t *testing.T) {
	t.Parallel()
	if got := Allowed("x", many[:few]); got != "allowed: arenas, bursts, first, fists, link.delay, link.loss, mail, moon" {
		t.Error(got)
	}
}

func TestOfManyNamesTheThreeNearestAreTold(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"frist":      "first",      // two swapped
		"FIRST":      "first",      // in other letters
		"delay":      "link.delay", // the rest left out
		"link.dealy": "link.delay",
		"tmie":       "time",
		"":           "arenas", // all are as near to nothing
	} {
		got := Allowed(given, many)
		if !strings.HasPrefix(got, "nearest: "+want+", ") || strings.Count(got, ", ") != nearest-1 {
			t.Errorf("%q: %s, want %s", given, got, want)
		}
	}
	if all := Nearest("x", []string{"b", "a"}); !slices.Equal(all, []string{"b", "a"}) {
		t.Errorf("of two equally near: %v", all)
	}
}

func TestWhatIsToldOfNamesStaysShort(t *testing.T) {
	t.Parallel()
	long := make([]string, 1000)
	for i := range long {
		long[i] = fmt.Sprint(i, strings.Repeat("ä", 10_000))
	}
	if got := Allowed(strings.Repeat("\xff", 100_000), long); len(got) > 3*2*(longest+5)+20 {
		t.Errorf("%d bytes", len(got))
	}
}

func BenchmarkNearest(b *testing.B) {
	all := make([]string, 600)
	for i := range all {
		all[i] = fmt.Sprintf("link.up.%s-%d", many[i%len(many)], i)
	}
	b.ReportAllocs()
	for b.Loop() {
		Nearest("link.dwon.delay", all)
	}
}
