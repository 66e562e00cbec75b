package netsim

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
)

func mustRecordings(t testing.TB, text string) (up, down *Recording) {
	t.Helper()
	up, down, err := ReadRecordings("lab/r.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return up, down
}

func TestRecordingsOfBothDirectionsAreRead(t *testing.T) {
	t.Parallel()
	up, down := mustRecordings(t, "\ufeff# irtt\r\nt_ms, up_ms, down_ms\r\n\r\n5,20.5,30\r\n7.000001,0.123456789,30000\r\n")
	if want := fmt.Sprint([]recordedDelay{{5_000_000, 20_500_000}, {7_000_001, 123_456}}); fmt.Sprint(up.rows) != want {
		t.Errorf("up is %v, want %v", up.rows, want)
	}
	if want := fmt.Sprint([]recordedDelay{{5_000_000, 30_000_000}, {7_000_001, MaxDelay}}); fmt.Sprint(down.rows) != want {
		t.Errorf("down is %v, want %v", down.rows, want)
	}
	if up.Name() != "r.csv" || up.Period() != 9_000_002 {
		t.Errorf("%s begins again after %v", up.Name(), up.Period())
	}
}

func TestARecordingOfOneDirectionIsForBoth(t *testing.T) {
	t.Parallel()
	if up, down := mustRecordings(t, "t_ms,delay_ms\n0,-0\n.5,1."); up != down || up.rows[1] != (recordedDelay{500_000, time.Millisecond}) {
		t.Errorf("up is %v, down is %v", up, down)
	}
}

func TestRecordedDelaysAreThoseOfTheLatestRow(t *testing.T) {
	t.Parallel()
	r, _ := mustRecordings(t, "t_ms,delay_ms\n10,1\n20,2\n50,3\n")
	for _, c := range []struct {
		now        Time
		loop, hold time.Duration
	}{
		{0, 1, 1}, {10, 1, 1}, {20, 2, 2}, {49, 2, 2}, {50, 3, 3}, {79, 3, 3},
		{80, 1, 3}, {99, 1, 3}, {100, 2, 3}, {130, 3, 3}, {160, 1, 3}, {8e9 + 20, 2, 3},
	} {
		for _, hold := range []bool{false, true} {
			l := mustLink(t, 1, 1, Settings{Delay: 40 * time.Millisecond, Jitter: time.Second, Recording: r, HoldLast: hold})
			want := c.loop
			if hold {
				want = c.hold
			}
			if got, _ := l.Fate(c.now*ms, 0); got != (40+want)*time.Millisecond {
				t.Errorf("at %d ms, held %v: %v, want 40 ms and %d", c.now, hold, got, want)
			}
		}
	}
}

func TestARecordingOfOneRowStays(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"t_ms,delay_ms\n0,7", "t_ms,delay_ms\n60,7"} {
		r, _ := mustRecordings(t, text)
		row := 0
		for _, now := range []Time{0, 1, 59 * ms, 60 * ms, 1e15} {
			if got := r.at(now, false, &row); got != 7*time.Millisecond {
				t.Errorf("at %v it is %v", now, got)
			}
		}
	}
}

func TestWhereAReaderWasDoesNotChangeWhatItFinds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		text.WriteString("t_ms,delay_ms\n")
		at := 0
		for i := range rapid.IntRange(1, 20).Draw(t, "rows") {
			at += rapid.IntRange(1, 10).Draw(t, "interval")
			fmt.Fprintf(&text, "%d,%d\n", at, i)
		}
		r, _, err := ReadRecordings("r", strings.NewReader(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		hold := rapid.Bool().Draw(t, "hold")
		row := rapid.IntRange(0, 40).Draw(t, "row")
		for range 20 {
			now := Time(rapid.IntRange(0, 3*at).Draw(t, "now")) * ms
			fresh := 0
			if got, want := r.at(now, hold, &row), r.at(now, hold, &fresh); got != want {
				t.Fatalf("at %v: %v, want %v", now, got, want)
			}
		}
	})
}

func TestRecordingsThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	const header = "t_ms,delay_ms\n"
	for _, c := range []struct{ text, want string }{
		{"", `"r.csv": rows: 0 is outside 1..1000000`},
		{header + "# nothing\n", `"r.csv": rows: 0 is outside 1..1000000`},
		{"1,2\n", `"r.csv", line 1: header: "1,2" is not t_ms,delay_ms or t_ms,up_ms,down_ms`},
		{"\n\n" + strings.Repeat(",", 100), `"r.csv", line 3: header: ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,…" is not t_ms,delay_ms or t_ms,up_ms,down_ms`},
		{header + "1,2\n3", `"r.csv", line 3: fields: 1 is not 2 (t_ms,delay_ms)`},
		{header + "1,2,3", `"r.csv", line 2: fields: 3 is not 2 (t_ms,delay_ms)`},
		{header + strings.Repeat(",", 1_000_000), `"r.csv", line 2: fields: 1000001 is not 2 (t_ms,delay_ms)`},
		{header + "1,", `"r.csv", line 2: delay_ms: nothing is not a decimal number in 0..30000`},
		{header + "1,.", `"r.csv", line 2: delay_ms: . is not a decimal number in 0..30000`},
		{header + "-1,2", `"r.csv", line 2: t_ms: -1 is outside 0..2592000000`},
		{header + "2592000000.000001,2", `"r.csv", line 2: t_ms: 2592000000.000001 is outside 0..2592000000`},
		{header + "1,-0.5", `"r.csv", line 2: delay_ms: -0.5 is outside 0..30000`},
		{header + "1,30000.1", `"r.csv", line 2: delay_ms: 30000.1 is outside 0..30000`},
		{header + "1,NaN", `"r.csv", line 2: delay_ms: "NaN" is not a decimal number in 0..30000`},
		{header + "1,+Inf", `"r.csv", line 2: delay_ms: "+Inf" is not a decimal number in 0..30000`},
		{header + "1,1e3", `"r.csv", line 2: delay_ms: "1e3" is not a decimal number in 0..30000`},
		{"t_ms,up_ms,down_ms\n1,2,x", `"r.csv", line 2: down_ms: "x" is not a decimal number in 0..30000`},
		{header + "1," + strings.Repeat("9", 99), `"r.csv", line 2: delay_ms: 9999999999999999999999999999999999999999… is outside 0..30000`},
		{header + "2,1\n1,1", `"r.csv", line 3: t_ms: 1 is outside 2.000001..2592000000`},
		{header + "2,1\n2.0000001,1", `"r.csv", line 3: t_ms: 2.0000001 is outside 2.000001..2592000000`},
		{"\x7fELF\x00", `"r.csv": it is not a text file`},
		{"\xff\xfet", `"r.csv": it is not a text file`},
		{strings.Repeat("#", MaxRecordingBytes+1), `"r.csv": it is longer than 67108864 bytes`},
	} {
		if _, _, err := ReadRecordings("r.csv", strings.NewReader(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("the error is %v, want %s", err, c.want)
		}
	}
}

func TestRecordingsOfTooManyRowsAreRefused(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	var text strings.Builder
	text.WriteString("t_ms,delay_ms\n")
	for i := range MaxRecordingRows {
		fmt.Fprintf(&text, "%d,1\n", i)
	}
	mustRecordings(t, text.String())
	text.WriteString("1000000,1\n")
	_, _, err := ReadRecordings("r", strings.NewReader(text.String()))
	if want := `"r", line 1000002: rows: 1000001 is outside 1..1000000`; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

func FuzzReadRecordings(f *testing.F) {
	f.Add("t_ms,delay_ms\n0,1\n2.5,3.25\n")
	f.Add("t_ms,up_ms,down_ms\n# both\n0,1,2\n1,10000,0\n")
	f.Add("")
	f.Add("t_ms,delay_ms\n1,NaN\n")
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		up, down, err := ReadRecordings("a\nname", strings.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || len(err.Error()) > 300 {
				t.Errorf("the error is %q", err)
			}
			return
		}
		for _, r := range []*Recording{up, down} {
			row := 0
			for _, now := range []Time{0, 1, r.rows[len(r.rows)-1].at, Time(r.period), 1e18} {
				if d := r.at(now, false, &row); d < 0 || d > MaxDelay {
					t.Errorf("at %v it is %v", now, d)
				}
			}
		}
	})
}

func TestARecordingLosesWhatIsSentWhereItHasALoss(t *testing.T) {
	t.Parallel()
	up, _ := mustRecordings(t, "t_ms,delay_ms\n0,3\n10,lost\n20,lost\n30,4")
	l := mustLink(t, 1, 1, Settings{Recording: up})
	for _, want := range []struct {
		at    time.Duration
		delay time.Duration
		lost  bool
	}{{0, 3, false}, {9, 3, false}, {10, 3, true}, {29, 3, true}, {30, 4, false}, {40, 3, false}, {50, 3, true}} {
		wantFate(t, l, Time(want.at*time.Millisecond), 0, want.delay*time.Millisecond, want.lost)
	}
	if p := l.pass(Time(55*time.Millisecond), 0, 0); p.cause != Recorded || p.cause.String() != "recording" {
		t.Errorf("lost by %q", p.cause)
	}
}
