package cli

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/film"
)

// filmOf reads a film's flags in an empty folder.
func filmOf(t *testing.T, args ...string) (*config.Film, error) {
	t.Helper()
	return ParseFilm(append([]string{"-o", filepath.Join(t.TempDir(), "x.mp4")}, args...), env(io.Discard))
}

func TestWrongFlagsOfAFilmAreUsageErrors(t *testing.T) {
	log := writeFile(t, "format = 3\nseed = 3\nclients = 2\nduration = \"8s\"\n")
	bad := writeFile(t, "format = 3\nclients = 99\n")
	srt := filepath.Join(t.TempDir(), "captions.gif")
	filetest.Write(t, srt, "1\n00:00:00,000 --> 00:00:01,000\nx\n")
	captions := writeFile(t, "1\nnow --> then\n")
	_, gone := os.Open("nowhere.srt")
	for _, test := range []typing{
		{[]string{"-size", "1x1"}, "-size: 1x1 is outside 160x90..3840x2160"},
		{[]string{"-fps", "1000"}, "-fps: 1000 is outside 1..120"},
		{[]string{"-fps", "29.97"}, `-fps: "29.97" is not a whole number`},
		{[]string{"-duration", "10"}, `-duration: "10" is not a time with its unit, such as 10s or 250ms`},
		{[]string{"-seed", "-1"}, `-seed: "-1" is not a whole number of 0 or more`},
		{[]string{"-duration", "0s"}, "-duration: 0s is outside 1ns..24h0m0s"},
		{[]string{"-duration", "25h"}, "-duration: 25h0m0s is outside 1ns..24h0m0s"},
		{[]string{"-from", "60s"}, "-from: 1m0s is not before the end of the session, at 1m0s; -duration makes it longer"},
		{[]string{"-replay", "nowhere.toml"}, `-replay: scenario "nowhere.toml": no such file`},
		{[]string{"-replay", ""}, "-replay: it is empty"},
		{[]string{"-open", ""}, "-open: it is empty"},
		{[]string{"-captions", ""}, "-captions: it is empty"},
		{[]string{"-hashes", ""}, "-hashes: it is empty"},
		{[]string{"-client", "0"}, "-client: 0 is outside 1..3"},
		{[]string{"-o", ".mp4"}, "-o: .mp4: there is no name before the ending"},
		{[]string{"-title", "two\nlines"}, `-title: "two\nlines" is not one line of UTF-8`},
		{[]string{"-title", "a\xff"}, `-title: "a\xff" is not one line of UTF-8`},
		{[]string{"-a", log, "-b", log, "-name-b", "a\tb"}, `-name-b: "a\tb" is not one line of UTF-8`},
		{[]string{"-replay", bad}, "clients: 99 is outside 1..64"},
		{[]string{"-replay", log, "-seed", "3"}, "-seed cannot be combined with -replay"},
		{[]string{"-replay", log, "-camera", "client-3"}, "-camera: client 3 is outside 1..2"},
		{[]string{"-client", "4"}, "-client: 4 is outside 1..3"},
		{[]string{"-a", log}, "-b: is missing: -a and -b are two sessions side by side"},
		{[]string{"-b", log}, "-a: is missing"},
		{[]string{"-a", log, "-b", "nowhere"}, `-b: scenario "nowhere": no such file`},
		{[]string{"-a", log, "-b", bad}, "-b: "},
		{[]string{"-a", log, "-b", log, "-replay", log}, "-a, -b: cannot be combined with -replay"},
		{[]string{"-a", log, "-b", log, "-scenario", "first"}, "-scenario: with -a and -b"},
		{[]string{"-captions", captions}, `.toml", line 2: "now" is not a time such as 00:01:02,345`},
		{[]string{"-captions", "nowhere.srt"}, `-captions: captions "nowhere.srt": ` + files.Reason(gone).Error()},
		{[]string{"-o", "nowhere/x.mp4"}, "-o: nowhere/x.mp4: there is no folder nowhere"},
		{[]string{"-o", "x.avi"}, "-o: x.avi: a film's name ends in .mp4, .webm, .gif, .png"},
		{[]string{"-encoder", "cinepak"}, `-o: no encoder "cinepak" for .mp4: there are `},
		{[]string{"-hashes", "nowhere/x"}, `-hashes: folder "nowhere" cannot be written to: `},
		{[]string{"-captions", srt, "-o", srt}, "-o: the film would replace a file that it is made from"},
		{[]string{"-carrier", "pigeon"}, `-carrier: "pigeon" is unknown`},
		{[]string{"-theme", "pink"}, "-theme"},
		{[]string{"-screenshot", "x.png"}, "flag provided but not defined: -screenshot"},
	} {
		_, err := filmOf(t, test.args...)
		wantUsage(t, test.args, err, test.want)
	}
}

func TestAnUnwritableFolderIsToldBeforeTheFilm(t *testing.T) {
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("no folder is closed to this user")
	}
	dir := t.TempDir()
	check(t, os.Chmod(dir, 0o555))
	_, err := ParseFilm([]string{"-o", filepath.Join(dir, "x.mp4")}, env(io.Discard))
	var usage Usage
	if !errors.As(err, &usage) || !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), " cannot be written to: ") {
		t.Errorf("got %v", err)
	}
}

// In the opening the clients reconnect when the link becomes asymmetric. Under two presets it doesn't, and nothing said why both
// worlds went blank.
func TestAFilmOfTwoPresetsHasNobodyJoinAgainForAChangeThatTheyPin(t *testing.T) {
	own := writeFile(t, "format = 3\nduration = \"8s\"\n[[event]]\nat = \"1s\"\nrejoin = \"all\"\n[[event]]\nat = \"2s\"\nrejoin = \"all\"\n[event.set]\nlink.delay = \"3ms\"\n"+
		"[[event]]\nat = \"3s\"\nrejoin = \"all\"\n[event.set]\nlink.delay = \"4ms\"\nclient1.skew = 3\n")
	for _, test := range []struct {
		args []string
		want []time.Duration // when clients reconnect, in both sessions
	}{
		{[]string{"-a", "wired-lan", "-b", "3g"}, nil},
		{[]string{"-a", "wired-lan", "-b", "3g", "-scenario", own}, []time.Duration{time.Second, 3 * time.Second}},
		{[]string{"-a", "first", "-b", "3g"}, []time.Duration{4 * time.Second}}, // as in A
	} {
		r, err := filmOf(t, test.args...)
		check(t, err)
		all := []*scenario.Scenario{r.Beside, r.Scenario}
		if !slices.Contains(test.args, "-scenario") {
			w, err := ParseWindow(test.args, env(io.Discard))
			check(t, err)
			all = append(all, w.Beside, w.Scenario)
		}
		for side, sc := range all {
			var got []time.Duration
			for _, ev := range sc.Events {
				if ev.Rejoin != 0 {
					got = append(got, time.Duration(ev.At))
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%q, %d: clients join again at %v, want %v", test.args, side, got, test.want)
			}
		}
	}
}

func TestAFilmIsAsLongAsItsSessionOrAsAsked(t *testing.T) {
	log := writeFile(t, "format = 3\nseed = 3\nduration = \"8s\"\n")
	for _, test := range []struct {
		args             []string
		length, duration time.Duration
	}{
		{[]string{"-replay", log}, 8 * time.Second, 8 * time.Second},
		{[]string{"-replay", log, "-from", "5s"}, 3 * time.Second, 8 * time.Second},
		{[]string{"-replay", log, "-from", "5s", "-duration", "20s"}, 20 * time.Second, 25 * time.Second},
		{[]string{"-replay", log, "-duration", "2s"}, 2 * time.Second, 8 * time.Second}, // the log stays complete
		{[]string{"-scenario", log, "-duration", "9s"}, 9 * time.Second, 9 * time.Second},
	} {
		r, err := filmOf(t, test.args...)
		if err != nil || r.Length != test.length || r.Scenario.Duration != test.duration {
			t.Errorf("%v: %+v, %v", test.args, r, err)
		}
	}
}

const ownLesson = `format = 3
title.en = "Mine"
duration = "20s"
[lesson]
source = "me"
teaches.en = "Told."
[[lesson.figure]]
name = "behind"
measure = "error"
client = 1
algorithm = "unreal"
least = -100
most = 100
label.en = "error"
[[step]]
until = "2s"
caption.en = "First."
[[step]]
caption.en = "Second."
`

func TestAPersonsOwnLessonIsOpenedPlayedAndFilmed(t *testing.T) {
	path := writeFile(t, ownLesson)
	w, err := ParseWindow([]string{"-lesson", path, "-watch-file", "-step", "2"}, env(io.Discard))
	if err != nil || w.LessonFile != path || !w.WatchFile || w.Begin != netsim.Time(2*time.Second) || w.Scenario.Name != "own" {
		t.Errorf("the window gets %+v, %v", w, err)
	}
	r, err := filmOf(t, "-lesson", path, "-step", "1")
	if err != nil || r.LessonFile != path || r.Length != 2*time.Second || !r.Watch {
		t.Errorf("the film gets %+v, %v", r, err)
	}
	var out bytes.Buffer
	if err := Lessons([]string{"-lesson", path}, env(&out)); err != nil || !strings.Contains(out.String(), "Mine") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if _, err := ParseWindow([]string{"-watch-file"}, env(io.Discard)); err == nil || err.Error() != "-watch-file: there is no file for -lesson" {
		t.Error(err)
	}
}

func TestAStepOfALessonIsFilmedAsItIsTold(t *testing.T) {
	for _, l := range lesson.All() {
		for i := range l.Steps {
			s := &l.Steps[i]
			r, err := filmOf(t, "-lesson", l.Name, "-step", strconv.Itoa(i+1))
			if err != nil {
				t.Fatalf("%s, step %d: %v", l.Name, i+1, err)
			}
			until := time.Duration(s.Until)
			if until == 0 {
				until = time.Duration(s.At) + openStep
			}
			if r.From != time.Duration(s.At) || r.From+r.Length != until || !r.Watch || (r.Beside != nil) != s.Beside {
				t.Errorf("%s, step %d: from %v for %v, in Watch: %t, beside another: %t", l.Name, i+1, r.From, r.Length, r.Watch, r.Beside != nil)
			}
			if s.Beside && r.Names != [2]string{l.Worlds[0].Title["en"], l.Worlds[1].Title["en"]} {
				t.Errorf("%s, step %d: the worlds are called %q", l.Name, i+1, r.Names)
			}
		}
	}
	for _, test := range []struct{ args, want string }{
		{"-lesson 13 -step 9", "-step: 9 is outside 1..4"},
		{"-step 1", "-step: there is no -lesson"},
		{"-lesson 13 -step 1 -from 2s", "-step: cannot be combined with -from"},
		{"-lesson 13 -a cable -b 3g", "-lesson: cannot be combined with -a"},
	} {
		if _, err := filmOf(t, strings.Fields(test.args)...); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v", test.args, err)
		}
	}
}

func TestPresetsAreComparedOnOneScenario(t *testing.T) {
	if r, err := filmOf(t, "-a", "cable", "-b", "3g", "-duration", "3s"); err != nil || r.TitleLength != time.Second {
		t.Errorf("the title card of a short film has %v, %v", r.TitleLength, err)
	}
	r, err := filmOf(t, "-a", "wired-lan", "-b", "3g", "-scenario", "lesson-07", "-seed", "5", "-set", "client2.skew=9ppm")
	check(t, err)
	if r.Names != [2]string{"Wired LAN", "Mobile 3G"} || r.Beside.Seed != 5 || r.Scenario.Seed != 5 || r.TitleLength != film.TitleLength {
		t.Errorf("got %+v", r)
	}
	a, b := r.Beside.Text(), r.Scenario.Text()
	if !strings.Contains(a, `"link.up.delay" = "150µs"`) || !strings.Contains(b, `"link.up.delay" = "120ms"`) ||
		!strings.Contains(a, `"client2.skew" = "9"`) || !strings.Contains(b, `"client2.skew" = "9"`) {
		t.Errorf("got\n%s\nand\n%s", a, b)
	}
	dir := t.TempDir()
	both := []string{filepath.Join(dir, "x.a.session.toml"), filepath.Join(dir, "x.b.session.toml")}
	for _, path := range both {
		filetest.Write(t, path, "format = 3\n")
	}
	if r, err := filmOf(t, "-a", both[0], "-b", both[1]); err != nil || r.Names != [2]string{} {
		t.Errorf("sessions of an earlier film are called %q, %v", r.Names, err)
	}
	log := writeFile(t, "format = 3\nseed = 3\n")
	if r, err := filmOf(t, "-a", log, "-b", "first"); err != nil || r.Names != [2]string{"own", "The first ten seconds"} {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestHelpOfAFilmListsItsFlags(t *testing.T) {
	var out strings.Builder
	if _, err := ParseFilm([]string{"-h"}, env(&out)); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("got %v", err)
	}
	for _, name := range []string{"a", "b", "scenario", "replay", "set", "seed", "theme", "language", "scale", "size", "fps", "o", "captions", "wipe", "hashes", "carrier"} {
		if !strings.Contains(out.String(), "  -"+name+" ") && !strings.Contains(out.String(), "  -"+name+"\n") {
			t.Errorf("-%s is not in\n%s", name, out.String())
		}
	}
	if !strings.Contains(out.String(), `default "direct"`) {
		t.Error("the carrier's default is not told")
	}
	for _, not := range []string{"-1ns", "as chosen in the window"} {
		if strings.Contains(out.String(), not) {
			t.Errorf("%q is in\n%s", not, out.String())
		}
	}
}

func TestHashesTakeThePlaceOfNoOtherFile(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{"keep.toml": "format = 3\n", "f.srt": "1\n00:00:00,000 --> 00:00:01,000\nx\n"} {
		filetest.Write(t, in(name), text)
	}
	if err := os.Symlink(dir, in("link")); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{
		{"-replay", in("keep.toml"), "-hashes", in("keep.toml")},
		{"-scenario", in("keep.toml"), "-hashes", in("link/keep.toml")},
		{"-captions", in("f.srt"), "-hashes", in("f.srt")},
		{"-hashes", in("x.mp4")},
		{"-hashes", in("link/x.mp4")},
		{"-hashes", in("x.part.mp4")},
		{"-hashes", in("./x.session.toml")},
		{"-hashes", in("x.card.png")},
		{"-o", in("p.png"), "-hashes", in("p-000003.png")},
	} {
		_, err := ParseFilm(append([]string{"-o", in("x.mp4")}, args...), env(io.Discard))
		var usage Usage
		if !errors.As(err, &usage) || !strings.HasPrefix(err.Error(), "-hashes: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: got %v", args, err)
		}
	}
	if _, err := ParseFilm([]string{"-o", in("x.mp4"), "-hashes", in("x.txt")}, env(io.Discard)); err != nil {
		t.Error(err)
	}
}

func TestWhatCannotBeMadeIsToldBeforeAnythingIsWritten(t *testing.T) {
	t.Setenv("PATH", "")
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, folder := range []string{"n.part.mp4", "v.part"} {
		check(t, os.Mkdir(in(folder), 0o777))
	}
	filetest.Write(t, in("v.part/mine.txt"), "")
	for _, test := range []typing{
		{[]string{"-o", in("y%d_%s.png")}, "use % only for the frame"},
		{[]string{"-o", in("z%.png")}, "use % only for the frame"},
		{[]string{"-o", in("n.mp4")}, "is a folder"},
		{[]string{"-o", in("v.png")}, "contains mine.txt"},
		{[]string{"-o", in("e.mp4"), "-encoder", "ffmpeg"}, "ffmpeg: "},
		{[]string{"-o", in("s.mp4"), "-captions", os.DevNull}, "not a file"},
	} {
		_, err := ParseFilm(test.args, env(io.Discard))
		wantUsage(t, test.args, err, test.want)
	}
	if left, _ := filepath.Glob(in("*")); len(left) != 2 {
		t.Errorf("there is now %v", left)
	}
}
