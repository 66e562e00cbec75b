package film

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"driftlab/internal/files"
	"driftlab/internal/testkit"
)

const srt = "\ufeff1\r\n00:00:00,000 --> 00:00:04,000\r\nRTT < 100 ms\r\ntwo lines\r\n\r\n" +
	"2\n00:00:04.500 --> 01:00:06.250 X1:40 Y1:20\nein <i>Uhrenfehler</i>\n\n\n3\n01:00:07,000 --> 01:00:08,000\n\n"

func TestCaptionsAreReadAsTheyStand(t *testing.T) {
	t.Parallel()
	want := []Cue{
		{0, 4 * time.Second, "RTT < 100 ms\ntwo lines"},
		{4500 * time.Millisecond, time.Hour + 6250*time.Millisecond, "ein Uhrenfehler"},
		{time.Hour + 7*time.Second, time.Hour + 8*time.Second, ""},
	}
	got, err := ParseSRT(srt)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got %q, %v", got, err)
	}
	for at, text := range map[time.Duration]string{0: want[0].Text, 4*time.Second - 1: want[0].Text, 4 * time.Second: "",
		5 * time.Second: want[1].Text, time.Hour + 7*time.Second: "", 2 * time.Hour: ""} {
		if got := CueAt(want, at); got != text {
			t.Errorf("at %v: %q, want %q", at, got, text)
		}
	}
}

func TestOnlyTagsOfLettersAreLeftOutOfCaptions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`<b>bold</B> <I>italic</i> <u>under</u>`: "bold italic under",
		`<font color="#ff0000">red</font>`:       "red",
		`a <b c> d, x<i and i>y`:                 "a <b c> d, x<i and i>y",
		`<br> <fontaine> </ i>`:                  "<br> <fontaine> </ i>",
		`<i> alone </i>`:                         "alone",
		"one\n<i></i>\ntwo\n<b> </b>":            "one\ntwo",
		`<<i>i>in each other<</b>/FONT<u>>`:      "in each other",
		`<i<b c>>`:                               "<i<b c>>",
	} {
		cues, err := ParseSRT("1\n00:00:01,000 --> 00:00:03,000\n" + text + "\n")
		if err != nil || len(cues) != 1 || cues[0].Text != want {
			t.Errorf("%s: got %q, %v", text, cues, err)
		}
	}
}

func TestWrongCaptionsAreToldWithTheirLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"hello":                               `line 1: "hello" is not the number of a caption`,
		"1":                                   "line 1: the times of the caption are missing",
		"1\nhello":                            `line 2: "hello" is not FROM --> TO`,
		"1\n00:00:01,000 -->":                 `line 2: "00:00:01,000 -->" has no end`,
		"1\n00:00:01 --> 00:00:02,000":        `line 2: "00:00:01" is not a time such as 00:01:02,345`,
		"1\n00:61:00,000 --> 00:62:0,0":       `line 2: "00:61:00,000" is not a time such as 00:01:02,345`,
		"1\n00:00:02,000 --> 00:00:02,000\nx": "line 2: the caption ends at 00:00:02,000, not after its start at 00:00:02,000",
		"1\n00:00:01,000 --> 00:00:03,000\nx\n\n2\n00:00:02,000 --> 00:00:04,000\ny":    "line 6: the caption begins before the end of the one above it",
		"1\n00:00:01,000 --> 00:00:03,000\nx\n\nnext\n00:00:03,000 --> 00:00:04,000\ny": `line 5: "next" is not the number of a caption`,
		"1\n00:00:01,000 --> 00:00:03,000\n" + strings.Repeat("x", 1001):                "line 3: the caption has 1001 bytes, which is outside 0..1000",
		"1\n00:00:01,000 --> 00:00:03,000\nfine\n\n\xff\xfe":                            "line 5: it is not UTF-8",
		"\x89PNG\r\n\x1a\n": "line 1: it is not UTF-8",
	} {
		if _, err := ParseSRT(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// Nested tags were searched from the start of the line for each of them.
func TestAMegabyteOfTagsInEachOtherIsReadOnce(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("<", 1<<18) + strings.Repeat("i>", 1<<18) + strings.Repeat(">", 1<<18)
	if got := untagged(deep); got != strings.Repeat(">", 1<<18) {
		t.Errorf("%d bytes are left", len(got))
	}
}

func TestACaptionFileThatCannotBeReadIsOneLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bad.srt"), []byte("1\nnow"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, gone := os.Open(filepath.Join(dir, "nowhere.srt"))
	for name, want := range map[string]string{
		"nowhere.srt": `nowhere.srt": ` + files.Reason(gone).Error(),
		"bad.srt":     `bad.srt", line 2: "now" is not FROM --> TO`,
		".":           "not a file",
	} {
		_, err := ReadSRT(filepath.Join(dir, name))
		if err == nil || !strings.HasPrefix(err.Error(), `captions "`) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// FuzzParseSRT checks that no text makes it panic, and that what it reads stays the same when written and read again.
func TestCaptionsHaveNoCharactersThatSteerTheirText(t *testing.T) {
	t.Parallel()
	text := SRT([]Cue{{Text: "one\u202e\u2028two\n\u2066three", To: time.Second}})
	if want := "1\n00:00:00,000 --> 00:00:01,000\none  two\nthree\n\n"; text != want {
		t.Errorf("they are written as %q", text)
	}
	cues, err := ParseSRT("1\n00:00:00,000 --> 00:00:01,000\none\u202e\u2028two\n\u2066three\n")
	if err != nil || SRT(cues) != text {
		t.Errorf("%q, %v", cues, err)
	}
}

func FuzzParseSRT(f *testing.F) {
	f.Add(srt)
	f.Add("1\n00:00:01,000 -->")
	f.Add("1\n00:00:01,000 --> 00:00:03,000\nx\n\n")
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		cues, err := ParseSRT(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q is not one line", err)
			}
			return
		}
		var shown []Cue
		for _, c := range cues {
			if c.Text != "" {
				shown = append(shown, c)
			}
		}
		again, err := ParseSRT(SRT(cues))
		if err != nil || !reflect.DeepEqual(again, shown) {
			t.Fatalf("%q comes back as %q, %v", shown, again, err)
		}
	})
}
