package film

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestAFilmForAPlaceHasItsSizeAndKeepsItsLimits(t *testing.T) {
	for _, p := range Places() {
		o, err := parse(true, "-for", p.Name, "-o", "x"+p.Ending)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		longest, most := o.Limit()
		if o.Width != p.Width || o.Height != p.Height || o.FPS != p.FPS || longest != p.Longest || most != p.Most || o.Portrait != (p.Height > p.Width) {
			t.Errorf("%s: got %+v", p.Name, o)
		}
		if o.Length = p.Longest - o.EndLength; p.Longest > 0 && o.Check() != nil {
			t.Errorf("%s: as long as may be: %v", p.Name, o.Check())
		}
		if o.Length++; p.Longest > 0 && (o.Check() == nil || !strings.HasPrefix(o.Check().Error(), "-duration: ")) {
			t.Errorf("%s: longer than may be: %v", p.Name, o.Check())
		}
	}
	for _, c := range []struct{ args, want string }{
		{"-for myspace", `-for: "myspace" is unknown (allowed: github, discord, x, shorts)`},
		{"-for x -o x.gif", `-for: x takes .mp4, and -o ends in ".gif"`},
		{"-for shorts -size 1280x720", "-for: shorts takes films that are higher than wide, and -size is 1280x720"},
		{"-end-seconds 1s -view lab", "-end-seconds: only films of -view watch have an end picture"},
		{"-end-seconds 2h", "-end-seconds: 2h0m0s is outside 0s..1m0s"},
	} {
		if _, err := parse(true, strings.Fields(c.args)...); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v", c.args, err)
		}
	}
}

func TestAFilmIsOfWatchWithSoundAndAnEndPictureUnlessSomethingElseIsAskedFor(t *testing.T) {
	for _, c := range []struct {
		args         string
		watch, sound bool
		end          time.Duration
		width        int
	}{
		{"", true, true, 2 * time.Second, 1280},
		{"-o x.gif", true, false, 2 * time.Second, 1280},
		{"-sound=false", true, false, 2 * time.Second, 1280},
		{"-view lab", false, false, 0, 1280},
		{"-camera client-1", false, false, 0, 1280},
		{"-tab ticks -sound", false, true, 0, 1280},
		{"-portrait", true, true, 2 * time.Second, PortraitWidth},
	} {
		o, err := parse(true, strings.Fields(c.args)...)
		if err != nil || o.Watch != c.watch || o.Sound != c.sound || o.EndLength != c.end || o.Width != c.width {
			t.Errorf("%q: %+v, %v", c.args, o, err)
			continue
		}
		again, err := parse(true, o.Args()...)
		if err != nil || again.Watch != o.Watch || again.Sound != o.Sound || again.EndLength != o.EndLength || again.Portrait != o.Portrait {
			t.Errorf("%q: said again as %q it is %+v, %v", c.args, o.Args(), again, err)
		}
	}
}

func TestAFilmOfTwoSessionsHasTheNumbersUnlessTheyAreSwitchedOff(t *testing.T) {
	for _, c := range []struct {
		args           string
		compared, want bool
	}{
		{"", true, true},
		{"", false, false},
		{"-numbers", false, true},
		{"-numbers=false", true, false},
		{"-view lab", true, false},
	} {
		if o, err := parse(c.compared, strings.Fields(c.args)...); err != nil || o.Numbers != c.want {
			t.Errorf("%q, of two: %v: numbers %v (%v)", c.args, c.compared, o.Numbers, err)
		}
	}
}

func TestThePageOfRecordingHasWhatEachPlaceTakes(t *testing.T) {
	page, err := os.ReadFile("../../docs/recording.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Places() {
		var most []string
		if p.Longest > 0 {
			most = append(most, fmt.Sprintf("%.0f s", p.Longest.Seconds()))
		}
		if p.Most > 0 {
			most = append(most, fmt.Sprintf("%d MB", p.Most/Megabyte))
		}
		row := fmt.Sprintf("| `%s` | %d×%d, %d a second | %s |\n", p.Name, p.Width, p.Height, p.FPS, strings.Join(most, ", "))
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/recording.md lacks %q", row)
		}
	}
}
