package film

import (
	"flag"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestAFilmHasItsLengthTimesFPSFrames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		length time.Duration
		fps    int
		want   int
	}{
		{20 * time.Second, 60, 1200},
		{time.Second / 2, 24, 12},
		{10 * time.Second, 120, 1200},
		{MaxLength, 120, 24 * 3600 * 120},
		{1, 60, 1},                             // the first frame is before its end
		{time.Second + 1, 30, 31},              // the 31st is at 1 s, which is before 1 s and a nanosecond
		{time.Second / 60, 60, 1},              // 16666666 ns
		{1234567890 * time.Nanosecond, 50, 62}, // 61.7
	} {
		if got := Frames(test.length, test.fps); got != test.want {
			t.Errorf("%v at %d: %d frames, want %d", test.length, test.fps, got, test.want)
		}
	}
}

func TestFrameKIsAtKOverFPSWithoutDrift(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		fps := rapid.IntRange(MinFPS, MaxFPS).Draw(t, "fps")
		k := rapid.IntRange(0, int(MaxLength/time.Second)*fps).Draw(t, "k")
		from := time.Duration(rapid.Int64Range(0, int64(MaxLength)).Draw(t, "from"))
		at := At(from, k, fps) - from
		// at − 1 ns < k/fps ≤ at
		if int64(at)*int64(fps) < int64(k)*1e9 || (int64(at)-1)*int64(fps) >= int64(k)*1e9 {
			t.Fatalf("frame %d at %d a second is at %d ns", k, fps, at)
		}
		if whole := At(0, fps*7, fps); whole != 7*time.Second {
			t.Fatalf("7 s at %d a second end at %v", fps, whole)
		}
	})
}

// parse reads a command line of film flags.
func parse(compared bool, args ...string) (o Options, err error) {
	set := flag.NewFlagSet("test", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	o.Flags(set)
	set.DurationVar(&o.Length, "duration", 0, "")
	if err := set.Parse(args); err != nil {
		return o, err
	}
	return o, o.Parse(set, compared)
}

func TestWrongFlagsAreToldWithTheirRange(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-size", "big"}, `-size: "big" is not WIDTHxHEIGHT, such as 1920x1080`},
		{[]string{"-size", "1920x"}, `-size: "1920x" is not WIDTHxHEIGHT, such as 1920x1080`},
		{[]string{"-size", "1281x720"}, "-size: 1281x720 is not even in both"},
		{[]string{"-size", "3842x2160"}, "-size: 3842x2160 is outside 160x90..3840x2160"},
		{[]string{"-size", "-2x90"}, "-size: -2x90 is outside 160x90..3840x2160"},
		{[]string{"-fps", "0"}, "-fps: 0 is outside 1..120"},
		{[]string{"-fps", "121"}, "-fps: 121 is outside 1..120"},
		{[]string{"-from", "-1s"}, "-from: -1s is outside 0s..24h0m0s"},
		{[]string{"-camera", "client-0"}, `-camera: "client-0" is unknown (allowed: all, diagram, host, client-1 and so on)`},
		{[]string{"-tab", "graph"}, `-tab: "graph" is unknown (nearest: race, error, beats)`},
		{[]string{"-wipe"}, "-wipe: there are no -a and -b to compare"},
		{[]string{"-split"}, "-split: there are no -a and -b to compare"},
		{[]string{"-title", " "}, "-title: it is empty; -title-seconds 0s leaves the card out"},
		{[]string{"-title", strings.Repeat("x", 121)}, "-title: 121 characters is outside 1..120"},
		{[]string{"-title-seconds", "61s"}, "-title-seconds: 1m1s is outside 0s..1m0s"},
		{[]string{"-progress", "loud"}, `-progress: "loud" is unknown (allowed: auto, json, off)`},
		{[]string{"-view", "all"}, `-view: "all" is unknown (allowed: watch, lab, diagram)`},
		{[]string{"-view", "watch", "-camera", "host"}, "-camera: cannot be combined with -view watch"},
		{[]string{"-view", "watch", "-tab", "ticks"}, "-tab: cannot be combined with -view watch"},
		{[]string{"-view", "lab", "-numbers"}, "-numbers: cannot be combined with -view lab"},
		{[]string{"-view", "diagram", "-camera", "host"}, "-camera: cannot be combined with -view diagram"},
		{[]string{"-sidecars", "some"}, `-sidecars: "some" is unknown (allowed: on, off)`},
		{[]string{"-client", "-1"}, "-client: there is no client -1"},
		{[]string{"-o", ""}, "-o: it is empty"},
	} {
		if _, err := parse(false, test.args...); err == nil || err.Error() != test.want {
			t.Errorf("%q: got %v, want %s", test.args, err, test.want)
		}
	}
	if _, err := parse(true, "-wipe", "-split"); err == nil || err.Error() != "-wipe: cannot be combined with -split" {
		t.Errorf("got %v", err)
	}
}

func TestArgsAskForTheSameFilm(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		nil,
		{"-size", "1920x1080", "-fps", "24", "-from", "5s", "-duration", "20s", "-camera", "client-3", "-client", "2", "-tab", "ticks",
			"-captions", "x.srt", "-title", "A title", "-hashes", "h", "-progress", "json", "-sidecars", "off", "-o", "a b.webm"},
		{"-view", "watch", "-client", "2"},
		{"-numbers"},
		{"-view", "diagram", "-tab", "ticks"},
		{"-camera", "diagram", "-title-seconds", "4s", "-encoder", "gif"},
	} {
		for _, compared := range []bool{false, true} {
			want, err := parse(compared, args...)
			if err != nil {
				t.Fatal(err)
			}
			got, err := parse(compared, want.Args()...)
			for _, o := range []*Options{&want, &got} { // what the flags were
				o.typed = typed{}
			}
			if err != nil || got != want {
				t.Errorf("%q: again it is\n%+v, want\n%+v, %v", args, got, want, err)
			}
		}
	}
}

func TestATitleCardIsInComparisonsAndWhereItIsAskedFor(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		compared bool
		args     []string
		want     time.Duration
	}{
		{false, nil, 0}, {true, nil, TitleLength}, {false, []string{"-title", "x"}, TitleLength},
		{false, []string{"-title-seconds", "1s"}, time.Second}, {true, []string{"-title-seconds", "0s"}, 0},
	} {
		if o, err := parse(test.compared, test.args...); err != nil || o.TitleLength != test.want {
			t.Errorf("%v %q: %v, %v, want %v", test.compared, test.args, o.TitleLength, err, test.want)
		}
	}
}

func TestATitleCardOfAShortFilmHasWholeMilliseconds(t *testing.T) {
	t.Parallel()
	for length, want := range map[time.Duration]time.Duration{5 * time.Second: 1666 * time.Millisecond, 3 * time.Second: time.Second, time.Minute: TitleLength, 0: 0} {
		if got := TitleOf(length); got != want {
			t.Errorf("of a film of %v it stays %v, want %v", length, got, want)
		}
	}
}

// A verdict takes as long to read after a film of 5 s as after a longer one; unlike the title card it covers nothing.
func TestTheEndPictureStaysForTwoSecondsButOfTheShortestFilms(t *testing.T) {
	t.Parallel()
	for length, want := range map[time.Duration]time.Duration{5 * time.Second: EndLength, 4 * time.Second: EndLength, 3 * time.Second: 1500 * time.Millisecond, time.Minute: EndLength, 0: 0} {
		if got := EndOf(length); got != want {
			t.Errorf("of a film of %v it stays %v, want %v", length, got, want)
		}
	}
}

func TestSidecarsAreNamedAfterTheFilm(t *testing.T) {
	t.Parallel()
	for out, want := range map[string]string{
		"a/out.mp4":     "a/out.session.toml a/out.clock.csv a/out.srt a/out.card.png",
		"out-%06d.png":  "out.session.toml out.clock.csv out.srt out.card.png",
		"100%.film.gif": "100%.film.session.toml 100%.film.clock.csv 100%.film.srt 100%.film.card.png",
	} {
		s := SidecarsOf(out, false)
		if got := strings.Join(s.All(), " "); got != want {
			t.Errorf("%s: got %s, want %s", out, got, want)
		}
	}
	both := SidecarsOf("x.mp4", true)
	if got := strings.Join(both.Sessions, " ") + " " + strings.Join(both.Clocks, " "); got != "x.a.session.toml x.b.session.toml x.a.clock.csv x.b.clock.csv" {
		t.Errorf("got %s", got)
	}
}

func TestACommandIsQuotedInOneLine(t *testing.T) {
	t.Parallel()
	got := Quote([]string{"driftlab", "-title", "It's\nso", "-set", "link.delay=80ms", "-o", "", "$HOME"})
	if want := `driftlab -title 'It'\''s so' -set link.delay=80ms -o '' '$HOME'`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
