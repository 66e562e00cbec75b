package texts

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNothingInANameMeansAnythingToMarkdown(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"accuracy-jitter-5, 20 Hz": "accuracy-jitter-5, 20 Hz", "größe": "größe",
		"a|b":             `a\|b`,
		"<img src=x>":     `\<img src=x\>`,
		"&lt;":            `\&lt;`,
		"[x](http://y)":   `\[x\](http://y)`,
		"*a* _b_ `c` ~d~": "\\*a\\* \\_b\\_ \\`c\\` \\~d\\~",
		"\\|":             `\\\|`,
		"a\n# b":          `a \# b`,
	} {
		if got := Markdown(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestANameIsWhatItWasWithoutItsBackslashes reads a name as Markdown's readers do: a backslash takes the meaning of the next.
func TestANameIsWhatItWasWithoutItsBackslashes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := Line(rapid.StringOf(rapid.RuneFrom([]rune("ab |<>&*_`[]\\~#\n"))).Draw(t, "name"))
		var read strings.Builder
		escaped := Markdown(name)
		for i := 0; i < len(escaped); i++ {
			if strings.IndexByte("|<>&*_`[]~#", escaped[i]) >= 0 {
				t.Fatalf("%q has a bare %q", escaped, escaped[i])
			}
			if escaped[i] == '\\' {
				i++
			}
			read.WriteByte(escaped[i])
		}
		if read.String() != name {
			t.Fatalf("%q is read as %q", name, read.String())
		}
	})
}
