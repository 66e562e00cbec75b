package profile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// The samples irtt-*.json are of real runs of irtt 0.9.0 on one machine, shortened. Between client and
// server of the first three stood a proxy that delayed by 20 ms and 4 ms on average up, 12 ms and 2 ms
// down (exponentially), lost in bursts of 2.5 and duplicated 2 % each way.

func mustOpen(t *testing.T, from string) *Profile {
	t.Helper()
	p, err := Open(from, nil, 0, Part{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func sample(name string) string { return filepath.Join("testdata", name) }

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

func TestIrttsDelaysBecomeTheTwoDirections(t *testing.T) {
	t.Parallel()
	p := mustOpen(t, sample("irtt-lossy.json"))
	for _, d := range []struct {
		name          string
		s             netsim.Settings
		delay, jitter time.Duration
	}{{"up", p.Up, 20 * time.Millisecond, 4 * time.Millisecond}, {"down", p.Down, 12 * time.Millisecond, 2 * time.Millisecond}} {
		if !near(float64(d.s.Delay), float64(d.delay), 5e5) || !near(float64(d.s.Jitter), float64(d.jitter), 6e5) {
			t.Errorf("%s: got %v and %v, not %v and %v", d.name, d.s.Delay, d.s.Jitter, d.delay, d.jitter)
		}
		if d.s.Distribution != (netsim.Exponential{}) {
			t.Errorf("%s: got %s", d.name, d.s.Distribution.Name())
		}
		if d.s.Duplicate != 0.020492 { // 5 of 122, half each way
			t.Errorf("%s: duplicates %v", d.name, d.s.Duplicate)
		}
	}
	// 23 of 150 up in 8 bursts; 5 of the 127 that arrived down, in 3.
	// 15.3 % of the packets up, 2.88 in a row on average.
	if share := float64(p.Up.EpisodeFor) / float64(p.Up.EpisodeEvery); p.Up.Loss > 0.01 || share < 0.14 || share > 0.16 || p.Down.Loss != 0.03937 || p.Down.EpisodeFor != 0 {
		t.Errorf("losses: up %v, %v every %v; down %v, %v", p.Up.Loss, p.Up.EpisodeFor, p.Up.EpisodeEvery, p.Down.Loss, p.Down.EpisodeFor)
	}
	if len(p.Samples) != 122 || p.Samples[0].Sent != 0 {
		t.Errorf("%d samples, the first at %v", len(p.Samples), p.Samples[0].Sent)
	}
}

func TestIrttsFileMayBePacked(t *testing.T) {
	t.Parallel()
	p := mustOpen(t, sample("irtt-loopback.json.gz"))
	if len(p.Samples) != 29 || p.Up.Delay != 59*time.Microsecond || p.Down.Delay != 20*time.Microsecond || len(p.Notes) != 0 {
		t.Errorf("got %d samples, %+v, %q", len(p.Samples), p, p.Notes)
	}
}

func TestWithoutOneWayDelaysRoundTripsAreSplitEvenly(t *testing.T) {
	t.Parallel()
	p := mustOpen(t, sample("irtt-monotonic.json"))
	if p.Up.Delay != p.Down.Delay || p.Up.Jitter != p.Down.Jitter || p.Up.Delay < 16*time.Millisecond {
		t.Errorf("got %v %v up and %v %v down", p.Up.Delay, p.Up.Jitter, p.Down.Delay, p.Down.Jitter)
	}
	if len(p.Notes) == 0 || !strings.Contains(p.Notes[0].String(), "split evenly") {
		t.Errorf("it says %q", p.Notes)
	}
}

func TestWhatWasLostNobodyKnowsWhereIsTakenToBeLostAsOftenEachWay(t *testing.T) {
	t.Parallel()
	p := mustOpen(t, sample("irtt-where-unknown.json"))
	if p.Up.Loss != p.Down.Loss || !near(1-(1-p.Up.Loss)*(1-p.Down.Loss), 0.05, 1e-5) {
		t.Errorf("got %v up and %v down", p.Up.Loss, p.Down.Loss)
	}
}

var oneWay = regexp.MustCompile(`"(receive|send)":(\d+)([,}])`)

// offset returns a file of irtt's as it would be if the server's clock were ahead.
func offset(t *testing.T, name string, by func(i int) time.Duration) []byte {
	t.Helper()
	data := filetest.Read(t, sample(name))
	lines := bytes.SplitAfter(data, []byte("\n"))
	for i, line := range lines {
		lines[i] = oneWay.ReplaceAllFunc(line, func(m []byte) []byte {
			part := oneWay.FindSubmatch(m)
			ns, _ := strconv.ParseInt(string(part[2]), 10, 64)
			if string(part[1]) == "send" {
				ns += int64(by(i))
			} else {
				ns -= int64(by(i))
			}
			return fmt.Appendf(nil, `"%s":%d%s`, part[1], ns, part[3])
		})
	}
	return bytes.Join(lines, nil)
}

func TestAClockOffsetIsSeenSaidAndTakenOut(t *testing.T) {
	t.Parallel()
	want := mustOpen(t, sample("irtt-lossy.json"))
	half := (want.Up.Delay + want.Down.Delay) / 2
	for _, by := range []time.Duration{3 * time.Second, -3 * time.Second, 12 * time.Millisecond, -1000 * time.Hour} {
		p := mustReadAs(t, "irtt", "x", bytes.NewReader(offset(t, "irtt-lossy.json", func(int) time.Duration { return by })))
		if (p.Up.Delay-half).Abs() > time.Microsecond || (p.Down.Delay-half).Abs() > time.Microsecond {
			t.Errorf("%v: got %v up and %v down, not %v", by, p.Up.Delay, p.Down.Delay, half)
		}
		if (p.Up.Jitter-want.Up.Jitter).Abs() > time.Microsecond || (p.Down.Jitter-want.Down.Jitter).Abs() > time.Microsecond {
			t.Errorf("%v: the jitter is %v up and %v down", by, p.Up.Jitter, p.Down.Jitter)
		}
		if !strings.Contains(p.Notes[0].String(), "The clocks of client and server differ") {
			t.Errorf("%v: it says %q", by, p.Notes)
		}
	}
}

func TestAClockThatIsSetMeanwhileMakesEveryRoundTripSplitEvenly(t *testing.T) {
	t.Parallel()
	p := mustReadAs(t, "irtt", "x", bytes.NewReader(offset(t, "irtt-lossy.json", func(i int) time.Duration {
		return time.Duration(i) * 50 * time.Millisecond
	})))
	if (p.Up.Jitter-p.Down.Jitter).Abs() > time.Microsecond || p.Up.Jitter > 5*time.Millisecond || !strings.Contains(p.Notes.Join(" "), "The difference changes over time") {
		t.Errorf("got %v, %v and %q", p.Up.Jitter, p.Down.Jitter, p.Notes)
	}
}

func TestABadFileOfIrttGetsOneLineThatNamesItsPlace(t *testing.T) {
	t.Parallel()
	trip := func(body string) string { return "{\n\"round_trips\": [\n{" + body + "}\n]}" }
	for text, want := range map[string]string{
		"":                          `"f.json" is empty`,
		"{":                         `"f.json", line 1: the JSON ends in the middle`,
		"{\n\"round_trips\": [\n{":  `"f.json", line 3: the JSON ends in the middle`,
		"\x00\x01\x02":              `"f.json", line 1: it is not JSON: `,
		"{\"a\":\n\x7f}":            `"f.json", line 2: it is not JSON: `,
		"[]":                        `"f.json", line 1: "{" is expected`,
		"{}":                        `"f.json": round_trips is missing: it is not the JSON of irtt's client`,
		"{\"round_trips\": 3}":      `"f.json", line 1: "[" is expected`,
		"{\"round_trips\": []}":     `"f.json": no round trip in it can be read`,
		"{\"round_trips\": []}\n{}": `"f.json", line 2: there is something after the end of the JSON`,
		trip(`"lost":"maybe"`):      `"f.json", line 3: lost: "maybe" is unknown (allowed: false, true, true_up, true_down)`,
		trip(`"lost":false`):        `"f.json", line 3: round_trips.lost: a bool is not a text`,
		trip(`"lost":"true"`):       `"f.json": none of 1 packets came back, so there is no delay`,
		trip(`"lost":"false"`):      `"f.json", line 3: delay.rtt is missing`,
		trip(`"lost":"false","delay":{"rtt":1.5}`):                `"f.json", line 3: round_trips.delay.rtt: a number 1.5 is not a whole number`,
		trip(`"lost":"false","delay":{"rtt":1e400}`):              `"f.json", line 3: round_trips.delay.rtt: a number 1e400 is not a whole number`,
		strings.Repeat("9", 1000):                                 `"f.json", line 1: "{" is expected`,
		trip(`"lost":` + strings.Repeat("9", 1000)):               `"f.json", line 3: round_trips.lost: a number is not a text`,
		trip(`"delay":{"rtt":` + strings.Repeat("9", 1000) + `}`): `"f.json", line 3: round_trips.delay.rtt: a number ` + strings.Repeat("9", 33) + ` is not a whole number`,
		"\x1f\x8bjunk": `"f.json": it is not whole gzip: `,
	} {
		_, err := readAs("irtt", "f.json", strings.NewReader(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestABlankOrEndlessValueIsRefusedUnpackedOrNot(t *testing.T) {
	t.Parallel()
	blank := bytes.Repeat([]byte(" "), 2*maxValue)
	digits := append([]byte(`{"stats": `), bytes.Repeat([]byte("1"), 2*maxValue)...)
	for _, text := range [][]byte{blank, digits} {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		w.Write(text)
		w.Close()
		for _, data := range [][]byte{packed.Bytes(), text} {
			_, err := readAs("irtt", "big", bytes.NewReader(data))
			if err == nil || err.Error() != `"big", line 1: a value of more than 4194304 bytes is outside 0..4194304` {
				t.Errorf("got %v", err)
			}
		}
	}
}

// repeated gives a text, then another as often as n says, then a third.
type repeated struct {
	head, body, tail string
	n                int
	rest             string
}

func (r *repeated) Read(p []byte) (int, error) {
	for r.rest == "" {
		switch {
		case r.head != "":
			r.rest, r.head = r.head, ""
		case r.n > 0:
			r.rest, r.n = r.body, r.n-1
		case r.tail != "":
			r.rest, r.tail = r.tail, ""
		default:
			return 0, io.EOF
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestAJSONOfAnyLengthIsRead(t *testing.T) {
	t.Parallel()
	const n = 2000
	trip := `{"lost":"false","timestamps":{"client":{"send":{"monotonic":5}}},"delay":{"rtt":40000000,"send":20000000,"receive":20000000},"pad":"` + strings.Repeat("x", 50_000) + "\"}"
	p, err := Read("long", &repeated{head: `{"round_trips":[` + trip, body: ",\n" + trip, tail: "]}", n: n - 1}, Part{})
	if err != nil || len(p.Samples) != n || n*len(trip) <= MaxInput {
		t.Fatalf("got %v of %d bytes", err, n*len(trip))
	}
}

func TestOneOddRoundTripOfIrttRefusesNoFile(t *testing.T) {
	t.Parallel()
	const good = `{"lost":"false","timestamps":{"client":{"send":{"monotonic":1000}}},"delay":{"rtt":40000000,"send":20000000,"receive":20000000}}`
	for odd, note := range map[string]string{
		`{"lost":"false","delay":{"rtt":-1}`:                                                                                              "negative (1, the first in line 2)",
		`{"lost":"false","delay":{"rtt":60000000001,"send":1,"receive":60000000000}`:                                                      "Round trips above 1m0s (1)",
		`{"lost":"false","delay":{"rtt":5,"send":4000000000000000000,"receive":1}`:                                                        "negative (1, the first in line 2)",
		`{"lost":"false","timestamps":{"client":{"send":{"monotonic":-9000000}}},"delay":{"rtt":40000000,"send":1000,"receive":39999000}`: "was set meanwhile",
	} {
		p := readText(t, `{"round_trips":[`+good+",\n"+odd+"},"+good+"]}")
		checkProfile(t, p, nil)
		if notes := p.Notes.Join(" "); !strings.Contains(notes, note) || thereAndBack(p) != 0 {
			t.Errorf("%s: it says %q, loses %v", odd, notes, thereAndBack(p))
		}
	}
}

// checkProfile holds what is true of everything that an importer accepts.
func checkProfile(t testing.TB, p *Profile, err error) {
	if err != nil {
		if strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 500 {
			t.Errorf("the error is no short line: %q", err)
		}
		return
	}
	for _, s := range []netsim.Settings{p.Up, p.Down} {
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
	}
	for _, target := range Targets() {
		text, err := p.Export(target.Name)
		if target.Name == "csv" && len(p.Samples) == 0 { // a tally
			continue
		}
		if target.Name == "csv" && err == nil {
			_, _, err = netsim.ReadRecordings("csv", strings.NewReader(text))
		}
		if err != nil {
			t.Error(err)
		}
	}
}

func TestMeasuredDelaysCanBeReplayed(t *testing.T) {
	t.Parallel()
	p := mustOpen(t, sample("irtt-lossy.json"))
	checkProfile(t, p, nil)
}

func FuzzReadIRTT(f *testing.F) {
	for _, name := range []string{"irtt-lossy.json", "irtt-monotonic.json", "irtt-where-unknown.json"} {
		data, err := os.ReadFile(sample(name))
		if err != nil {
			f.Fatal(err)
		}
		if head, trips, ok := bytes.Cut(data, []byte("[\n")); ok { // the first three round trips, whole and cut off
			three := bytes.Join(bytes.SplitN(trips, []byte(",\n"), 4)[:3], []byte(",\n"))
			whole := slices.Concat(head, []byte("[\n"), three, []byte("]}"))
			f.Add(whole)
			f.Add(whole[:len(whole)-40])
		}
	}
	f.Add([]byte(`{"round_trips":[{"lost":"false","delay":{"rtt":5,"send":-9000000000,"receive":9000000003}},{"lost":"true_up"}]}`))
	f.Add([]byte(`{"stats":{"duplicates":9},"round_trips":[{"lost":"false","delay":{"rtt":20000000000}}]}`))
	testkit.FuzzDamaged(f, func(t testing.TB, data []byte) {
		p, err := readAs("irtt", "f", bytes.NewReader(data))
		checkProfile(t, p, err)
	})
}

// reordered returns a file of irtt's of n packets; every up-th was lost on its way there and every down-th
// of the others on its way back. Some came out of order, so irtt's word on each lost one is wrong half of the time.
func reordered(n, up, down int) string {
	var b strings.Builder
	arrived := 0
	for i := range n {
		lost := "false"
		switch {
		case i%up == up-1:
			lost = "true_up"
		default:
			if arrived++; arrived%down == 0 {
				lost = "true_up"
			}
		}
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"lost":%q,"timestamps":{"client":{"send":{"monotonic":%d}}},"delay":{"rtt":40000000,"send":20000000,"receive":20000000}}`, lost, i*10_000_000)
	}
	return fmt.Sprintf(`{"stats":{"late_packets":40,"server_packets_received":%d},"round_trips":[%s]}`, arrived, b.String())
}

func TestLossesEachWayGoByTheServersCountWherePacketsReorder(t *testing.T) {
	t.Parallel()
	p := mustReadAs(t, "irtt", "reordered", strings.NewReader(reordered(4000, 32, 28)))
	if !near(p.Up.Loss, 1.0/32, 1e-3) || !near(p.Down.Loss, 1.0/28, 1e-3) {
		t.Errorf("got %v up and %v down, want %v and %v", p.Up.Loss, p.Down.Loss, 1.0/32, 1.0/28)
	}
	if p.Up.EpisodeFor != 0 || p.Down.EpisodeFor != 0 {
		t.Errorf("bursts of %v up and %v down are claimed", p.Up.EpisodeFor, p.Down.EpisodeFor)
	}
}

func TestNoBurstIsClaimedForADirectionWherePacketsReorder(t *testing.T) {
	t.Parallel()
	text := strings.Replace(reordered(4000, 32, 28), `"server_packets_received":`, `"unknown":`, 1)
	text = strings.ReplaceAll(text, `"true_up"`, `"true_down"`)
	p := mustReadAs(t, "irtt", "reordered", strings.NewReader(text))
	if p.Up.EpisodeFor != 0 || p.Down.EpisodeFor != 0 {
		t.Errorf("bursts of %v up and %v down are claimed", p.Up.EpisodeFor, p.Down.EpisodeFor)
	}
}
