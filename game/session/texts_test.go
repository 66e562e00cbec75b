package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

// drawText draws a text of any bytes.
func drawText(t *rapid.T, label string) string {
	return rapid.OneOf(rapid.String(), rapid.Custom(func(t *rapid.T) string {
		return string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
	}), rapid.StringOf(rapid.SampledFrom([]rune("\x00\x01\x1b\r\n\t\x7f\u0085\u2028\u202e\ufeff\ufffd\"'\\#=[]{} é")))).Draw(t, label)
}

// escaped writes a text as TOML's escapes, which can have any character but those that are none.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "") {
		fmt.Fprintf(&b, "\\U%08X", r)
	}
	return `"` + b.String() + `"`
}

// summaryOf returns what the summary of a session says, and all captions that it had.
func summaryOf(t rapid.TB, s *Session) string {
	text := summaryText(t, s)
	for _, ev := range s.Log().Events {
		text += ev.Caption + "\n"
	}
	return text
}

func TestAReplayHasTheSameTextsWhateverTheyWere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := "format = 3\nclients = 1\nduration = '1s'\ntitle = " + escaped(drawText(t, "title")) +
			"\n[[event]]\nat = '0s'\ncaption = " + escaped(drawText(t, "caption")) + "\n"
		if rapid.Bool().Draw(t, "named") {
			text = strings.Replace(text, "\n", "\nname = "+escaped(drawText(t, "name"))+"\n", 1)
		}
		file := strings.NewReplacer("/", "", "\x00", "").Replace(drawText(t, "file"))
		path := filepath.Join(dir, "x"+file[:min(len(file), 100)]+".toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Skip(err) // a name that the file system does not take
		}
		defer os.Remove(path)
		sc := scenariotest.Load(t, path)
		if same, err := scenario.Parse("log", sc.Text()); err != nil || same.Name != sc.Name || same.Title != sc.Title || same.Events[0].Caption != sc.Events[0].Caption {
			t.Fatalf("written and read it is\n%+v\nand was\n%+v\n%v", same, sc, err)
		}
		s := newSession(t, sc, nil)
		defer s.Close()
		do(t, s, scenario.Event{Caption: drawText(t, "event")})
		s.Do(scenario.Event{Say: &scenario.Say{Text: drawText(t, "say")}}) // which may be refused
		s.Set("link.trace", drawText(t, "path"))
		s.Set(drawText(t, "key"), drawText(t, "value"))
		run(t, s, 100*time.Millisecond)
		log := s.Log().Text()
		if !utf8.ValidString(log) {
			t.Fatalf("the log is no UTF-8: %q", log)
		}
		again, err := scenario.Parse("log", log)
		if err != nil {
			t.Fatalf("%v\n%s", err, log)
		}
		if again.Text() != log {
			t.Fatalf("read again it is\n%q\nand was\n%q", again.Text(), log)
		}
		replay := newSession(t, again, nil)
		defer replay.Close()
		run(t, replay, 100*time.Millisecond)
		if a, b := summaryOf(t, s), summaryOf(t, replay); a != b {
			t.Fatalf("the replay tells\n%q\nand the session told\n%q", b, a)
		}
	})
}
