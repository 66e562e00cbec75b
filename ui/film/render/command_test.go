package render

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/film"
)

func TestAPageReadsTheCommandThatTheWindowWouldGiveToAnotherProcess(t *testing.T) {
	sc, err := scenario.Load("first")
	check(t, err)
	folder := t.TempDir()
	var sessions []string
	for _, name := range []string{"a", "b"} {
		path := filepath.Join(folder, name+".session.toml")
		check(t, os.WriteFile(path, []byte(sc.Text()), 0o644))
		sessions = append(sessions, path)
	}
	captions := filepath.Join(folder, "x.srt")
	check(t, os.WriteFile(captions, []byte(film.SRT([]film.Cue{{From: 0, To: time.Second, Text: "hello"}})), 0o644))
	asked := film.Defaults()
	asked.Out, asked.FPS, asked.From, asked.Length = filepath.Join(folder, "x.webm"), 25, time.Second, 3*time.Second
	asked.Width, asked.Height, asked.Client, asked.Captions = 1080, 1920, 2, captions
	asked.Progress, asked.Watched, asked.Wipe = film.ProgressJSON, true, true
	asked.TitleLength = film.TitleOf(asked.Length)
	got, err := ReadCommand(asked.RecordArgs(sessions, "light", "de", 125))
	check(t, err)
	look := got.Config.Settings()
	if look.Theme != "light" || look.Language != "de" || look.Scale != 125 {
		t.Errorf("it looks as %+v", look)
	}
	if got.Beside == nil || got.Scenario == nil || len(got.Cues) != 1 || got.Cues[0].Text != "hello" {
		t.Errorf("it is of %v and %v, with the captions %v", got.Beside, got.Scenario, got.Cues)
	}
	if one, other := asked.Args(), got.Args(); !slices.Equal(one, other) {
		t.Errorf("it has the options %q and not %q", other, one)
	}
}
