package profile

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"driftlab/netsim"
)

func TestATraceOfRatesBecomesATraceOfDeliveries(t *testing.T) {
	t.Parallel()
	p := readText(t, pensieve)
	// The rate of a row is that since the row before it, as env.py of Pensieve has it.
	bits := 0.810000181198*2.76248188976 + (1.28000020981-0.810000181198)*2.863104 + (1.95000004768-1.28000020981)*2.80824699828 + (2.58000016212-1.95000004768)*2.47775517891 + (3.5-2.58000016212)*2.2950757764
	text, err := p.Export("trace")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(text, "\n") - strings.Count(text, "# "); got != int(bits*1e6/12000) {
		t.Errorf("%d packets are carried, want %v", got, bits*1e6/12000)
	}
	trace, err := netsim.ReadTrace("t", strings.NewReader(text))
	if err != nil || trace.Period() > 3500*time.Millisecond || trace.Period() < 3490*time.Millisecond {
		t.Errorf("%v, %v", trace.Period(), err)
	}
	if p.Down.Trace == nil || p.Up.Trace != nil {
		t.Error("the trace is not the way down's")
	}
	if _, err := mustOpen(t, "4g").Export("trace"); err == nil || err.Error() != `trace: "4g" has no bandwidth over time; Pensieve's traces have` {
		t.Errorf("got %v", err)
	}
}

func TestATraceOfTheGreatestRateIsALink(t *testing.T) {
	t.Parallel()
	for _, rate := range []string{"10000.0", "9999.9", "9990.5"} {
		p := readText(t, strings.ReplaceAll("0.0 R\n0.3337 R\n0.7 R\n1.0001 R\n", "R", rate))
		if is := p.Down.Trace.Rate(); is > netsim.MaxRate || is < 9_980_000_000 {
			t.Errorf("%s Mbit/s: it carries %d bit/s", rate, is)
		}
	}
	p := readText(t, "0.0 2.5\n1.0 2.5\n2.0 10000.5\n")
	if notes := p.Notes.Join(" "); !strings.Contains(notes, "outside 0..10000 Mbit/s (1, the first in line 3)") {
		t.Errorf("it says %q", notes)
	}
}

func TestATraceOfRatesIsReadNoFurtherThanADeliveryTraceReaches(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ row, note string }{
		{"%d.5 12\n", "12 Mbit/s on average in 1s."},               // full in its first second
		{"%d0000.5 0.001\n", "0.001 Mbit/s on average in 1h0m0s."}, // over in its first hour
	} {
		var text strings.Builder
		for i := range 20_000 {
			fmt.Fprintf(&text, test.row, i)
		}
		s, err := newStream("f", io.MultiReader(strings.NewReader(text.String()), iotest.ErrReader(errors.New("it is read on"))))
		if err != nil {
			t.Fatal(err)
		}
		m, err := readSomeRates(s, Part{}, 500)
		if err != nil {
			t.Fatal(err)
		}
		if notes := m.ready.Notes.Join(" "); !strings.Contains(notes, test.note) || !strings.Contains(notes, "Only its first") {
			t.Errorf("it says %q", notes)
		}
	}
}
