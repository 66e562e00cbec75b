package main

import (
	"bytes"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

const committed = "../../docs/fidelity"

// Should netsim draw other delays, losses or copies than when the table was made, this fails: then make
// it again with "go run ./scripts/fidelity compare docs/fidelity", which says whether all is still within
// its bounds.
func TestDriftlabsHalfIsTheCommittedOne(t *testing.T) {
	text := filetest.Read(t, committed+"/driftlab.csv")
	for _, c := range cases() {
		t.Run(c.name, func(t *testing.T) {
			if c.table.name != "" {
				if _, err := findTable(c.table.name); err != nil {
					t.Skip(err)
				}
			}
			s, err := simulate(c)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := (results{Cases: []result{{c.name, s}}}).write(&out); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(out.String(), "\n")
			if line := lines[2]; !strings.Contains(string(text), "\n"+line+"\n") {
				t.Errorf("driftlab.csv has no line\n%s", line)
			}
		})
	}
}

func TestTheCommittedTableIsThatOfTheCommittedResults(t *testing.T) {
	netem, err := readFile(committed + "/netem.csv")
	if err != nil {
		t.Fatal(err)
	}
	driftlab, err := readFile(committed + "/driftlab.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := compareAll(netem, driftlab)
	if err != nil {
		t.Fatal(err)
	}
	if names := surprising(rows); len(names) > 0 {
		t.Errorf("outside their bounds, or within them where they are said to differ: %v", names)
	}
	var want strings.Builder
	writeTables(&want, netem.Where, rows)
	document := filetest.Read(t, committed+"/README.md")
	if _, got, _ := strings.Cut(string(document), mark+"\n"); got != want.String() {
		t.Error("README.md is not what fidelity compare writes")
	}
}

func TestACaseOutsideItsBoundsIsASurprise(t *testing.T) {
	netem, err := readFile(committed + "/netem.csv")
	if err != nil {
		t.Fatal(err)
	}
	wrong := results{Cases: append([]result(nil), netem.Cases...)}
	for i := range wrong.Cases {
		if wrong.Cases[i].Name == "constant" {
			wrong.Cases[i].Delay[95] += 2 * ms
		}
	}
	rows, err := compareAll(netem, wrong)
	if err != nil {
		t.Fatal(err)
	}
	names := surprising(rows)
	var known int // those said to differ are surprises here, since netem is compared with itself
	for _, c := range cases() {
		if c.differs != "" {
			known++
		}
	}
	if len(names) != 1+known || names[0] != "constant" {
		t.Errorf("surprises are %q", names)
	}
}

func TestResultsSurviveTheirFile(t *testing.T) {
	s := measured()
	s.SendLate = 70_000
	var first, second bytes.Buffer
	if err := (results{"a kernel", []result{{"a, b", s}}}).write(&first); err != nil {
		t.Fatal(err)
	}
	got, err := readResults("x.csv", bytes.NewReader(first.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if got.Where != "a kernel" || got.Cases[0].Name != "a, b" || got.Cases[0].summary != s {
		t.Errorf("read %+v", got)
	}
	if err := got.write(&second); err != nil || first.String() != second.String() {
		t.Errorf("written again: %v\n%s", err, second.String())
	}
}

func TestResultsThatAreNotWholeAreRefused(t *testing.T) {
	var whole bytes.Buffer
	if err := (results{"a kernel", []result{{"constant", measured()}}}).write(&whole); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"",
		"# only where\n",
		strings.Replace(whole.String(), "p7_us", "p7_ms", 1),
		strings.Replace(whole.String(), "50000", "many", 1),
		whole.String()[:whole.Len()-20],
	} {
		if _, err := readResults("x.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), `"x.csv"`) {
			t.Errorf("the error is %v, for\n%s", err, text)
		}
	}
	if _, err := (results{}).find("constant"); err == nil {
		t.Error("a case is found that is not there")
	}
}
