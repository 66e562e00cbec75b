package texts

import (
	"strings"
	"testing"
)

func TestWhatSteersTheTextAroundItIsABlank(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a\u202eb\u2066c\u200fd":   "a b c d", // turns
		"a\u2028b\u2029c":          "a b c",   // begins a line
		"\x1b[31mred\a\x7f\u009b":  " [31mred   ",
		"\ufeffa\u200bb\U000e0041": " a b ", // is not seen
		"a\r\n\tb":                 "a \n\tb",
		"a\xffb":                   "a�b",
		"grüß dich, \u4f60\u597d":  "grüß dich, 你好",
		"می\u200cخواهم 👨\u200d👩":   "می\u200cخواهم 👨\u200d👩",
	} {
		if got := Text(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := Line("a\n\tb"); got != "a  b" {
		t.Errorf("a line of two is %q", got)
	}
}

func TestAWriterCleansWhatComesInPieces(t *testing.T) {
	t.Parallel()
	text := "name\u202e \u4f60\u2028\x1b ü\n"
	for size := range len(text) {
		var out strings.Builder
		w := NewWriter(&out)
		for rest := text; rest != ""; {
			n := min(size+1, len(rest))
			if written, err := w.Write([]byte(rest[:n])); written != n || err != nil {
				t.Fatal(written, err)
			}
			rest = rest[n:]
		}
		if out.String() != Text(text) {
			t.Errorf("in pieces of %d: %q", size+1, out.String())
		}
	}
}
