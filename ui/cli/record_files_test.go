package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/ui/film"
)

// TestAFilmIsRefusedThatWouldLoseItsSession gives a film the name of the film whose session it is made from.
func TestAFilmIsRefusedThatWouldLoseItsSession(t *testing.T) {
	dir := t.TempDir()
	out, log := filepath.Join(dir, "x.mp4"), filepath.Join(dir, "x.session.toml")
	r, err := ParseFilm([]string{"-seed", "7", "-duration", "2s", "-o", out}, env(io.Discard))
	check(t, err)
	p := r.Config.Settings()
	command := r.Command(film.SidecarsOf(out, false), p.Theme, p.Language, p.Scale)
	filetest.Write(t, log, film.SessionText(r.Scenario.Text(), command))
	same := append([]string{"-replay", log}, command[4:len(command)-2]...)
	for _, args := range [][]string{same, append(same, "-hashes", filepath.Join(dir, "h"), "-progress", "off"), append(same, "-sidecars", "off")} {
		if _, err := ParseFilm(append(args, "-o", out), env(io.Discard)); err != nil {
			t.Errorf("%q: the film is not made again: %v", args, err)
		}
	}
	for _, args := range [][]string{
		{"-open", log, "-seed", "9"},
		{"-scenario", log, "-set", "link.delay=9ms"},
		{"-replay", log, "-duration", "3s"},
		append(same, "-theme", "light"),
	} {
		_, err := ParseFilm(append(args, "-o", out), env(io.Discard))
		var usage Usage
		if !errors.As(err, &usage) || !strings.HasSuffix(err.Error(), "and would write other content to a file of that name: choose another name") {
			t.Errorf("%q: got %v", args, err)
		}
	}
}

func TestTwoSessionsKeepTheirNames(t *testing.T) {
	r, err := filmOf(t, "-a", "wired-lan", "-b", "3g")
	check(t, err)
	again, err := filmOf(t, append([]string{"-a", "first", "-b", "lesson-07"}, r.Args()...)...)
	if err != nil || again.Names != r.Names || again.Names != [2]string{"Wired LAN", "Mobile 3G"} {
		t.Errorf("they are called %q, then %q, %v", r.Names, again.Names, err)
	}
	if _, err := filmOf(t, "-name-a", "x"); err == nil || err.Error() != "-name-a: there are no -a and -b to compare" {
		t.Errorf("got %v", err)
	}
}

func TestAFilmForAPlaceThatLimitsItIsAsLongAsItIsAskedFor(t *testing.T) {
	for _, c := range []struct {
		length, place string
		whole, end    time.Duration
	}{
		{"140s", "x", 140 * time.Second, 2 * time.Second},
		{"3s", "shorts", 3 * time.Second, 1500 * time.Millisecond},
		{"10s", "github", 12 * time.Second, 2 * time.Second},
	} {
		r, err := ParseFilm([]string{"-for", c.place, "-duration", c.length, "-o", filepath.Join(t.TempDir(), "x.mp4")}, env(io.Discard))
		if err != nil || r.Whole() != c.whole || r.EndLength != c.end {
			t.Fatalf("%s for %s: %+v, %v", c.length, c.place, r, err)
		}
		again, err := ParseFilm(r.Args(), env(io.Discard))
		if err != nil || again.Length != r.Length || again.EndLength != r.EndLength {
			t.Errorf("by its own flags it is %v and %v: %v", again.Length, again.EndLength, err)
		}
	}
	if _, err := filmOf(t, "-for", "x", "-duration", "5s", "-end-seconds", "5s"); err == nil || err.Error() != "-end-seconds: 5s leaves nothing of the film's 5s" {
		t.Errorf("got %v", err)
	}
}

func TestAFilmOfAnotherFormatKeepsTheSessionOfTheFirst(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.mp4")
	text := film.SessionText("format = 3\n", []string{"driftlab", "record", "-o", "x.mp4"})
	beside := film.SidecarsOf(out, false)
	set := files.NewSet(files.Disk{})
	folder, err := set.Folder(filepath.Split(beside.Manifest))
	check(t, err)
	log, err := folder.Create(filepath.Base(beside.Sessions[0]))
	check(t, err)
	log.WriteString(text)
	check(t, errors.Join(set.Commit(), os.WriteFile(out, nil, 0o666)))
	gif := strings.TrimSuffix(out, ".mp4") + ".gif"
	_, err = ParseFilm([]string{"-o", gif}, env(io.Discard))
	var usage Usage
	if !errors.As(err, &usage) || !strings.HasSuffix(err.Error(), `x.mp4": choose another name, or -sidecars off`) {
		t.Errorf("got %v", err)
	}
	for _, args := range [][]string{{"-o", gif, "-sidecars", "off"}, {"-o", out}} {
		if _, err := ParseFilm(args, env(io.Discard)); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// TestNoFileBesideAFilmIsReplacedThatNoFilmHasWritten puts files beside a film that someone else has written or changed.
func TestNoFileBesideAFilmIsReplacedThatNoFilmHasWritten(t *testing.T) {
	for _, name := range []string{"x.session.toml", "x.srt", "x.clock.csv", "x.card.png", "x.sha256", "x.part.session.toml", "x.part.srt", "x.part.clock.csv", "x.part.sha256"} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		filetest.Write(t, path, "mine")
		args := []string{"-duration", "1s", "-o", filepath.Join(dir, "x.mp4")}
		_, err := ParseFilm(args, env(io.Discard))
		wantUsage(t, name, err, name)
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("%s: now there is %v", name, left)
		}
		if _, err := ParseFilm(append(args, "-sidecars", "off"), env(io.Discard)); err != nil {
			t.Errorf("%s: without files beside: %v", name, err)
		}
	}
}

func TestEditedCaptionsBesideAFilmAreAnInput(t *testing.T) {
	dir := t.TempDir()
	srt := filepath.Join(dir, "x.srt")
	filetest.Write(t, srt, "1\n00:00:00,000 --> 00:00:01,000\nmine\n")
	args := []string{"-duration", "1s", "-o", filepath.Join(dir, "x.mp4")}
	if _, err := ParseFilm(append(args, "-captions", srt), env(io.Discard)); err != nil {
		t.Error(err)
	}
	if _, err := ParseFilm(args, env(io.Discard)); err == nil {
		t.Error("edited captions would be replaced")
	}
}
