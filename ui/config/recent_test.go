package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/files"
)

func TestWhatWasOpenedLastIsRememberedOnceAndOnlySoMuch(t *testing.T) {
	s, path := at(t, "later = 3\n")
	for i := range MaxRecent + 3 {
		check(t, s.Remember(fmt.Sprintf("/a b/%d \"ü\".toml", i)))
	}
	check(t, s.Remember("/a b/5 \"ü\".toml"))
	for _, bad := range []string{"", "/two\nlines", "/nul\x00", "/no\xffutf8", strings.Repeat("x", 5000)} {
		if err := s.Remember(bad); err != nil {
			t.Errorf("%.20q: %v", bad, err)
		}
	}
	again := Open(files.Disk{}, path)
	got := again.Settings().Recents()
	if again.Err() != nil || len(got) != MaxRecent || got[0] != "/a b/5 \"ü\".toml" || got[1] != fmt.Sprintf("/a b/%d \"ü\".toml", MaxRecent+2) ||
		slices.Contains(got[1:], got[0]) || !strings.Contains(content(t, path), "later = 3") {
		t.Errorf("%q, %v", got, again.Err())
	}
	for i := range 4 { // the longest paths allowed, with which the file can still be read
		check(t, again.Remember(strings.Repeat("\"", 1400)+fmt.Sprint(i)))
	}
	if s := Open(files.Disk{}, path); s.Err() != nil || len(s.Settings().Recents()) != 1 {
		t.Errorf("of long ones there are %d, %v", len(s.Settings().Recents()), s.Err())
	}
	if err := again.Forget(); err != nil || len(again.Settings().Recents()) != 0 || strings.Contains(content(t, path), "recent") {
		t.Errorf("after forgetting the file is %q, %v", content(t, path), err)
	}
}

func TestAWrongListOfWhatWasOpenedLastIsToldInOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"recent = 3\n":   "recent: 3 is not a list of texts",
		"recent = [3]\n": "recent: 3 is not a text in quotes",
	} {
		s, _ := at(t, text)
		if s.Err() == nil || !strings.Contains(s.Err().Error(), want) || strings.Contains(s.Err().Error(), "\n") {
			t.Errorf("%.30q: %v, want %q", text, s.Err(), want)
		}
	}
}

func TestOfAListThatIsTooLongOrPartlyWrongAllElseIsTaken(t *testing.T) {
	for text, want := range map[string]string{
		"recent = [" + strings.Repeat(`"x",`, 9) + "]\n":                   strings.Repeat("x\n", 7) + "x",
		"recent = [\"a\", \"" + strings.Repeat("x", 1501) + "\", \"b\"]\n": "a\nb",
		"recent = [\"a\", 3, \"b\\nc\", \"d\"]\n":                          "a\nd",
	} {
		if s, _ := at(t, text); s.Settings().Recent != want {
			t.Errorf("%.30q: %q, want %q", text, s.Settings().Recent, want)
		}
	}
}
