package profile

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// checkRead holds of everything that is read what takes no time: the settings are valid, and what was measured can be
// replayed.
func checkRead(t testing.TB, p *Profile, err error) {
	if err != nil {
		checkProfile(t, p, err)
		return
	}
	for _, s := range []netsim.Settings{p.Up, p.Down} {
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
	}
	if _, err := p.Export("scenario"); err != nil {
		t.Error(err)
	}
	if len(p.Samples) == 0 {
		return
	}
	text := exportOf(t, p, "csv")
	if _, _, err := netsim.ReadRecordings("csv", strings.NewReader(text)); err != nil {
		t.Error(err)
	}
}

// fuzzReader reads what is made of samples, which are files of testdata and texts, as a prefix forces it.
func fuzzReader(f *testing.F, kind, files string, texts ...string) {
	names, err := filepath.Glob(sample(files))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, text := range texts {
		f.Add([]byte(text))
	}
	testkit.FuzzDamaged(f, func(t testing.TB, data []byte) {
		p, err := readAs(kind, "f", bytes.NewReader(data))
		checkRead(t, p, err)
	})
}

func FuzzReadFping(f *testing.F)    { fuzzReader(f, "fping", "*fping*.txt") }
func FuzzReadIRTTText(f *testing.F) { fuzzReader(f, "irtt-text", "irtt-text*", irttText) }
func FuzzReadMTR(f *testing.F)      { fuzzReader(f, "mtr", "mtr*", mtrReport, winMTR, mtrComma) }
func FuzzReadIperf(f *testing.F)    { fuzzReader(f, "iperf3", "iperf3-*") }
func FuzzReadTable(f *testing.F)    { fuzzReader(f, "table", "none", lensIRTT, lensPing) }

// FuzzRead finds out what a text is before it reads it.
func FuzzRead(f *testing.F) {
	for _, text := range []string{irttText, mtrReport, winMTR, lensIRTT, "a : 1.0 -\n", "PING x\nicmp_seq=1 time=1 ms\n",
		`{"round_trips":[{"lost":"false","delay":{"rtt":5}}]}`, `{"report": {"mtr": {}, "hubs": []}}`, "[1, {\"msm_id\": 5}]",
		inCompose("svc-1", namedPing), woven(inCompose("eu", irttText), inCompose("us", namedPing))} {
		f.Add([]byte(text))
	}
	testkit.FuzzDamaged(f, func(t testing.TB, data []byte) {
		p, err := Read("f", bytes.NewReader(data), Part{})
		checkRead(t, p, err)
	})
}
