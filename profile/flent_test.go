package profile

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestFlentsDataFileTellsItsPackets(t *testing.T) {
	t.Parallel()
	p := mustOpen(t, sample("flent-ping.flent.gz"))
	if len(p.Samples) != 12 || p.Samples[0] != (Sample{0, 67358, 29748}) || !strings.Contains(p.Title, "Ping (ms) UDP") {
		t.Errorf("got %d, %v, %q", len(p.Samples), p.Samples[:1], p.Title)
	}
	checkProfile(t, p, nil)
	p, err := Open(sample("flent-ping.flent.gz"), 0, Part{Of: "Ping (ms) ICMP"})
	if err != nil {
		t.Fatal(err)
	}
	if got := roundTrips(p); len(got) != 12 || got[0] != 33*time.Microsecond {
		t.Errorf("got %v", got)
	}
}

func TestFlentsLossesAreThoseThatItSaysOrLeavesOut(t *testing.T) {
	t.Parallel()
	p := readText(t, flentFile)
	if !near(p.Up.Loss, 0.25, 1e-6) || !near(p.Down.Loss, 1.0/3, 1e-6) {
		t.Errorf("loses %v up, %v down", p.Up.Loss, p.Down.Loss)
	}
	p = readText(t, `{"raw_values": {"Ping (ms) ICMP": [{"seq": 1, "t": 100.02, "val": 20}, {"seq": 4, "t": 100.62, "val": 20}]}}`)
	if !near(thereAndBack(p), 0.5, 1e-5) || p.Samples[1].Sent != 600*time.Millisecond {
		t.Errorf("loses %v, %v", thereAndBack(p), p.Samples)
	}
	p = readText(t, `{"results": {"Ping (ms) ICMP": [20, null, 22]}, "x_values": [0.0, 0.2, 0.4]}`)
	if thereAndBack(p) != 0 || len(p.Samples) != 2 || p.Samples[1].Sent != 400*time.Millisecond {
		t.Errorf("loses %v, %v", thereAndBack(p), p.Samples)
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
