package profile

import (
	"fmt"
	"strings"
	"testing"
)

// inCompose puts what docker compose has before each line of a service.
func inCompose(service, text string) string {
	return service + "  | " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+service+"  | ") + "\n"
}

// namedPing is a ping whose losses only the summary knows of.
const namedPing = "PING x (192.0.2.1) 56(84) bytes of data.\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=20.4 ms\n" +
	"64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=22.4 ms\n\n--- x ping statistics ---\n8 packets transmitted, 2 received, 75% packet loss, time 1400ms\n"

// woven puts the lines of two texts in turns.
func woven(a, b string) string {
	var out strings.Builder
	as, bs := strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")
	for i := range max(len(as), len(bs)) {
		if i < len(as) {
			out.WriteString(as[i])
		}
		if i < len(bs) {
			out.WriteString(bs[i])
		}
	}
	return out.String()
}

func TestNamesBeforeTheLinesAreLeftOut(t *testing.T) {
	t.Parallel()
	other := strings.NewReplacer("20.4", "40.4", "22.4", "42.4").Replace(namedPing)
	coloured := strings.ReplaceAll(inCompose("svc-1", namedPing), "svc-1  | ", "\x1b[36msvc-1  |\x1b[0m ")
	log := "LOG:  database system is ready\nLOG:  checkpoint starting: time\n"
	for name, test := range map[string]struct {
		text, of string
		least    string
		lost     float64
		note     string
	}{
		"docker compose":             {inCompose("svc-1", namedPing) + "svc-1 exited with code 0\n", "", "20.4ms", 0.75, ""},
		"in colours":                 {coloured, "", "20.4ms", 0.75, ""},
		"colours without names":      {"\x1b[2J" + strings.ReplaceAll(namedPing, "64 bytes", "\x1b[32m64 bytes\x1b[0m"), "", "20.4ms", 0.75, ""},
		"docker compose -t":          {strings.ReplaceAll(inCompose("svc-1", namedPing), "| ", "| 2026-11-26T20:15:00.000000000Z "), "", "20.4ms", 0.75, ""},
		"foreman":                    {strings.ReplaceAll(inCompose("ping.1", namedPing), "ping.1", "20:15:00 ping.1"), "", "20.4ms", 0.75, ""},
		"kubectl logs --prefix":      {strings.ReplaceAll(inCompose("svc", namedPing), "svc  |", "[pod/probe-7d/ping]"), "", "20.4ms", 0.75, ""},
		"two, the first":             {woven(inCompose("eu", namedPing), inCompose("us", other)), "", "20.4ms", 0.75, `Of its 2 programs this is "eu"; the others ("us") are left out, and -of chooses one.`},
		"two, one chosen":            {woven(inCompose("eu", namedPing), inCompose("us", other)), "us", "40.4ms", 0.75, `this is "us"`},
		"two, one chosen by number":  {woven(inCompose("eu", namedPing), inCompose("us", other)), "2", "40.4ms", 0.75, `this is "us"`},
		"beside a log":               {woven(inCompose("db", log), inCompose("us", other)), "", "40.4ms", 0.75, `this is "us"`},
		"of another program":         {inCompose("svc-1", "a : 20.4 - 22.4 -\n"), "", "20.4ms", 0.5, ""},
		"stamps with AM are no name": {strings.ReplaceAll(inCompose("AM", namedPing), "AM", "8:15:00 AM"), "", "20.4ms", 0.75, ""},
	} {
		p, err := Read("f", strings.NewReader(test.text), Part{Of: test.of})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		lost := 1 - throughput(&p.Up)*throughput(&p.Down)
		if least := p.Up.Delay + p.Down.Delay; fmt.Sprint(least) != test.least || !near(lost, test.lost, 0.01) {
			t.Errorf("%s: least %v, %v lost: %q", name, least, lost, p.Notes)
		}
		if !strings.Contains(p.Notes.Join("\n"), test.note) {
			t.Errorf("%s: it says %q", name, p.Notes)
		}
		checkProfile(t, p, nil)
	}
}

func TestLinesKeepTheirNumbersWithoutTheirNames(t *testing.T) {
	t.Parallel()
	text := "Attaching to eu, us\n" + woven(inCompose("eu", strings.Replace(namedPing, "time=22.4", "time=2x.4", 1)), inCompose("us", namedPing))
	p := readText(t, text)
	if notes := p.Notes.Join("\n"); p.Known.String() != "it is the output of ping, by its line 2" || !strings.Contains(notes, "Line 6: an answer's time can't be read") {
		t.Errorf("%s: %s", p.Known, notes)
	}
}

func TestWhereThereIsOneMeasurementThereIsNothingToChoose(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		namedPing: `"f": it has only one measurement, so there is nothing to choose by "us"`,
		woven(inCompose("eu", namedPing), inCompose("uk", namedPing)): `"f": "us" is not one of its programs (allowed: "eu", "uk", or 1..2)`,
	} {
		if _, err := Read("f", strings.NewReader(text), Part{Of: "us"}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
