package profile

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestATableIsReadAsItWasMeant(t *testing.T) {
	t.Parallel()
	const second = time.Second
	for name, test := range map[string]struct {
		text string
		rtts []time.Duration
		sent []time.Duration // of those that came back
		lost float64
	}{
		"marks of losses":      {mustRead(t, "case-table-loss-marks.txt"), micros(20000, 22000, 21000), []time.Duration{0, second, 5 * second}, 0.5},
		"times of ISO":         {mustRead(t, "case-csv-iso-time.txt"), micros(20000, 22000, 21000), []time.Duration{0, second, 3 * second}, 0.25},
		"of pandas":            {"datetime,rtt_ms\n2026-11-28 10:00:00.500000+00:00,20.5\n2026-11-28 10:00:01.750000+00:00,NaN\n2026-11-28 10:00:02.500000+00:00,21.5\n", micros(20500, 21500), []time.Duration{0, 2 * second}, 1.0 / 3},
		"of a German sheet":    {"Time;RTT (ms)\n28.11.2026 10:00:00;20,5\n28.11.2026 10:00:01;*\n28.11.2026 10:00:02;21,5\n", micros(20500, 21500), []time.Duration{0, 2 * second}, 1.0 / 3},
		"quotes":               {"\"t_ms\",\"rtt_ms\"\n\"0\",\"20,5\"\n\"1000\",\"null\"\n\"2000\",\"21,5\"\n", micros(20500, 21500), []time.Duration{0, 2 * second}, 1.0 / 3},
		"a comma in quotes":    {"t_ms,host,rtt_ms\n0,\"a, b\",20\n1000,\"c\",timed out\n", micros(20000), []time.Duration{0}, 0.5},
		"tabulators":           {"t_s\trtt_us\n0,5\t20500\n1,5\tN/A\n2,5\t21500\n", micros(20500, 21500), []time.Duration{0, 2 * second}, 1.0 / 3},
		"an empty last cell":   {"t_s\trtt_ms\n0\t20\n1\t\n2\t21\n", micros(20000, 21000), []time.Duration{0, 2 * second}, 1.0 / 3},
		"cut off in a row":     {"t_ms,rtt_ms\n0,20\n1000,", micros(20000), []time.Duration{0}, 0},
		"units in the cells":   {"time_s,rtt\n0,20 ms\n1,1.5s\n2,900 µs\n", micros(20000, 1500000, 900), []time.Duration{0, second, 2 * second}, 0},
		"times of day":         {"time,rtt_ms\n23:59:59,20\n00:00:00,21\n00:00:01,lost\n", micros(20000, 21000), []time.Duration{0, second}, 1.0 / 3},
		"seconds since 1970":   {"ts,latency_s\n1795687200.25,0.020\n1795687201.25,0.021\n", micros(20000, 21000), []time.Duration{0, second}, 0},
		"an empty way":         {"t_ms,up_ms,down_ms\n0,10,12\n1000,,\n2000,10,\n3000,,12\n", micros(22000), []time.Duration{0}, 0.75},
		"a round trip by ways": {"t_ms,rtt_ms,up_ms,down_ms\n0,,10,12\n1000,23,,\n", micros(22000, 23000), []time.Duration{0, second}, 0},
		"LENS":                 {lensIRTT, micros(120126, 109976, 100412), []time.Duration{9664, 19840, 29410}, 0.4},
	} {
		p := readText(t, test.text)
		got, sent := roundTrips(p), []time.Duration(nil)
		for i, s := range p.Samples {
			sent = append(sent, s.Sent.Round(time.Millisecond))
			got[i] = got[i].Round(time.Microsecond)
		}
		if name == "LENS" {
			sent = test.sent // to the nanosecond elsewhere
		}
		if !reflect.DeepEqual(got, test.rtts) || !reflect.DeepEqual(sent, test.sent) || !near(thereAndBack(p), test.lost, 1e-4) {
			t.Errorf("%s: %v at %v, %v lost; it says %q", name, got, sent, thereAndBack(p), p.Notes)
		}
	}
}

func TestAColumnWithoutAUnitIsNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		lensPing:                          "Columns without a unit (rtt) are taken as ms: a name such as rtt_us tells one.",
		"time,rtt_ms\n0,20\n1000,21\n":    "The times have no unit: they are taken as seconds.",
		"t_s,up,down\n0,10,11\n1,10,11\n": "Columns without a unit (up, down) are taken as ms",
	} {
		if notes := readText(t, text).Notes.Join("\n"); !strings.Contains(notes, want) {
			t.Errorf("%q: it says %q", text, notes)
		}
	}
	for _, text := range []string{"t_s,rtt_ms\n0,20\n1,21\n", "time,rtt\n2026-11-28T10:00:00Z,20 ms\n"} {
		if notes := readText(t, text).Notes.Join("\n"); strings.Contains(notes, "unit") {
			t.Errorf("%q: it says %q", text, notes)
		}
	}
}

func TestATableThatCannotBeReadSaysWhere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		mustRead(t, "case-csv-ns.txt"):      `"f": column "rtt" has no unit, and its values are too long for ms: a name such as rtt_us or rtt_ns tells one (allowed: s, ms, us, ns)`,
		"time,rtt_ms\nyesterday,20\n":       `"f", line 2: column "time", "yesterday" can't be read (allowed: `,
		"time,rtt_ms\n\n# x\n1,about 20\n":  `"f", line 4: column "rtt_ms", "about 20" can't be read (allowed: `,
		"time,rtt_ms\n2026-13-28T10:00,2\n": `"f", line 2: column "time", "2026-13-28T10:00" can't be read`,
		"time,rtt_ms\n1\n":                  `"f", line 2: column "rtt_ms", "" can't be read`,
		"time,rtt_ms\n":                     `"f": there is no row below the heading`,
		"time,rtt_ms\n1,\n2,NaN\n":          `"f": none of 2 packets came back, so there is no delay`,
	} {
		_, err := Read("f", strings.NewReader(text), Part{})
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v", text, err)
		}
	}
	_, err := Read("f", strings.NewReader("t_s,rtt_ms\n1,20\n2,21\n"), Part{Begin: time.Hour})
	if err == nil || err.Error() != `"f": there is no packet in the part from 1h0m0s on` {
		t.Errorf("got %v", err)
	}
}

func TestTablesOfLENSAreRead(t *testing.T) {
	t.Parallel()
	p := readText(t, lensIRTT)
	if len(p.Samples) != 3 || p.Samples[0].Up != 72439368 || p.Samples[0].Down != 47686750 || p.Samples[0].Sent.Round(time.Microsecond) != 9668*time.Microsecond {
		t.Errorf("got %v", p.Samples)
	}
	if !near(thereAndBack(p), 0.4, 1e-5) || p.Down.Loss <= p.Up.Loss {
		t.Errorf("loses %v up, %v down", p.Up.Loss, p.Down.Loss)
	}
	p = readText(t, lensPing)
	if got := roundTrips(p); !reflect.DeepEqual(got, micros(91800, 96500, 111000)) || p.Samples[2].Sent.Round(time.Microsecond) != 69205*time.Microsecond {
		t.Errorf("got %v, %v", got, p.Samples)
	}
	if !strings.Contains(p.Notes.Join(" "), "losses are not known") {
		t.Errorf("it says %q", p.Notes)
	}
}
