package main

import (
	"strings"
	"testing"
)

const samples = `File: x
Type: cpu
-----------+-------------------------------------------------------
      30ms   driftlab/game.(*Client).Receive
             driftlab/session.(*Session).run (inline)
             driftlab/session.BenchmarkX
             testing.(*B).runN
-----------+-------------------------------------------------------
      10ms   slices.insert[go.shape.int]
             driftlab/session.(*Session).run
             driftlab/session.BenchmarkX
-----------+-------------------------------------------------------
      60ms   runtime.gcBgMarkWorker
`

func TestTheTimeOfEachFunctionIsThatOfWhatItCallsToo(t *testing.T) {
	root, err := read(strings.NewReader(samples), "BenchmarkX")
	if err != nil {
		t.Fatal(err)
	}
	run := root.calls["driftlab/session.(*Session).run"]
	if root.time != 40e6 || len(root.calls) != 1 || run.time != 40e6 || run.calls["driftlab/game.(*Client).Receive"].time != 30e6 {
		t.Errorf("root %+v, run %+v", root, run)
	}
	var b strings.Builder
	if err := draw(&b, root); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"<title>session.BenchmarkX: 100.0 %</title>", "<title>game.Client.Receive: 75.0 %</title>", ">slices.insert", `viewBox="0 0 1200 51"`} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("%s is not in\n%s", part, b.String())
		}
	}
}

func TestAProfileWithoutTheFunctionIsRefused(t *testing.T) {
	if _, err := read(strings.NewReader(samples), "BenchmarkY"); err == nil {
		t.Error("a drawing of nothing is made")
	}
	if root, err := read(strings.NewReader(samples), ""); err != nil || root.time != 100e6 {
		t.Errorf("all is %+v, %v", root, err)
	}
}
