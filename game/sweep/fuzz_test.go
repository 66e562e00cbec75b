package sweep

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

// oneGoodLine fails the test if an error is none that a person can read.
func oneGoodLine(t testing.TB, err error) {
	t.Helper()
	if text := err.Error(); text == "" || strings.ContainsAny(text, "\n\x00\x1b") || len(text) > 2000 {
		t.Errorf("a bad message: %q", text)
	}
}

// FuzzParseAxis reads what stands behind -vary.
func FuzzParseAxis(f *testing.F) {
	for _, text := range []string{"link.jitter=0ms,20ms,5ms", "client2.algorithm=rtt2, slot", "link.preset=4g,dsl-bufferbloat",
		"link.lose=none,1-3", "link.loss=1%,0.01", "client.wander=10ppb@1h,1", "a", "=,", "link.up.rate=0,1Mbit,300kbit"} {
		f.Add(text)
	}
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		a, err := ParseAxis(text)
		if err != nil {
			return // its texts are those of -set
		}
		again, err := ParseAxis(a.Key + "=" + strings.Join(a.Values, ","))
		if err != nil || !reflect.DeepEqual(again, a) {
			t.Errorf("%v is read as %v, %v", a, again, err)
		}
	})
}

// FuzzParseSeeds reads what stands behind -seeds.
func FuzzParseSeeds(f *testing.F) {
	for _, text := range []string{"1..10", "7", "1, 3 .. 5,9223372036854775807", "3..1", "1..500,600..1200", "-1", "1..3,2", ""} {
		f.Add(text)
	}
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		const most = 1000 // a million of them take ten milliseconds to count
		seeds, err := parseSeeds(text, most)
		if err != nil {
			return
		}
		if len(seeds) == 0 || len(seeds) > most {
			t.Errorf("%d seeds", len(seeds))
		}
		if again, err := ParseSeeds(seeds.String()); err != nil || !reflect.DeepEqual(again, seeds) {
			t.Errorf("%v is read as %v, %v", seeds, again, err)
		}
	})
}

// FuzzParseShard reads what stands behind -shard, and what schedulers put into the environment: NAME=VALUE lines.
func FuzzParseShard(f *testing.F) {
	for _, text := range []string{"3/16", "1/1", "0/4", "5/4", "1/100001", "+1/2", "JOB_COMPLETION_INDEX=3\nJOB_COMPLETIONS=16",
		"SLURM_ARRAY_TASK_ID=9\nSLURM_ARRAY_TASK_MIN=1\nSLURM_ARRAY_TASK_COUNT=5\nSLURM_ARRAY_TASK_STEP=2",
		"SLURM_ARRAY_TASK_ID=0\nSLURM_ARRAY_TASK_MIN=-9223372036854775808\nSLURM_ARRAY_TASK_COUNT=1"} {
		f.Add(text)
	}
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		sane := func(s Shard) {
			if s.Number < 1 || s.Number > s.Of || s.Of > MaxShards {
				t.Errorf("shard %v", s)
			}
		}
		if s, err := ParseShard(text); err == nil {
			sane(s)
			if again, err := ParseShard(s.String()); err != nil || again != s {
				t.Errorf("%v is read as %v, %v", s, again, err)
			}
		}
		env := func(name string) string {
			for line := range strings.SplitSeq(text, "\n") {
				if value, ok := strings.CutPrefix(line, name+"="); ok {
					return value
				}
			}
			return ""
		}
		for _, shards := range []int{0, 16} {
			if s, _, err := ClusterShard(shards, env); err == nil {
				sane(s)
			}
		}
	})
}

// FuzzParseGrid reads the grid.json of a folder.
func FuzzParseGrid(f *testing.F) {
	plain := measured(f, "plain", "")
	f.Add(grid(f, nil, "1..3", plain).Text())
	f.Add(grid(f, []string{"link.jitter=0ms,20ms"}, "3,9", plain).Text())
	f.Add(smallGrid(f).Text())
	f.Add(`{"format":2,"algorithms":["x"],"scenarios":[{"name":"a","text":"format = 3\n"}],"axes":[{"key":"link.loss","values":[]}],"seeds":"1..9"}`)
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		g, err := ParseGrid(text)
		if err != nil {
			oneGoodLine(t, err)
			return
		}
		last := g.Cells() - 1
		if sc, err := g.scenario(g.Cell(last)); err != nil || sc.Validate() != nil {
			t.Errorf("cell %d cannot run: %v", last, err)
		}
		again, err := ParseGrid(g.Text())
		if err != nil || g.Difference(again) != "" {
			t.Errorf("it comes back as another: %v", err)
		}
	})
}

// FuzzCells reads files of cells and what tables and plots are made of. In a damaged log no checksum would be
// right, so each line of the input stands in it as it is, and as a cell with its checksum too.
func FuzzCells(f *testing.F) {
	folder, err := CreateFolder(files.Disk{}, f.TempDir(), grid(f, []string{"link.jitter=0ms"}, "3,9", measured(f, "plain", "")))
	if err != nil {
		f.Fatal(err)
	}
	folder.Grid.Algorithms = []string{"rtt2", "slot"} // more would be more of the same
	trace := (&trace{0: gap, 3: 12345}).pack()
	whole := Result{Traces: [][][]byte{{trace, trace}}, Steps: [][]int{{0, 2}}, Clients: []session.ClientSummary{{Client: 1, Algorithms: []session.AlgorithmSummary{
		{Algorithm: "rtt2", ErrorMS: &session.ErrorMS{RMS: 1.5, P99: 9}}, {Algorithm: "slot"}}}}}
	text, err := json.Marshal(whole)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(append([]byte("0 "), text...))
	f.Add(append(append(append([]byte("1 "), text...), "\n0 "...), text...))
	f.Add(folder.line(0, text))
	f.Add([]byte("0 {}\n1 {\"clients\":[{}],\"traces\":[[]]}"))
	folder.files = []string{"cells.log"}
	path := filepath.Join(folder.dir, folder.files[0])
	testkit.FuzzDamaged(f, func(t testing.TB, in []byte) {
		var log []byte
		for line := range bytes.SplitSeq(in, []byte("\n")) {
			log = append(append(log, line...), '\n')
			number, result, _ := bytes.Cut(line, []byte(" "))
			cell, _ := strconv.Atoi(string(number))
			log = append(log, folder.line(cell, result)...)
		}
		clear(folder.cells)
		check(t, folder.scan(bufio.NewReader(bytes.NewReader(log)), 0))
		for _, p := range folder.cells {
			if p.length == 0 {
				return
			}
			_, text, _ := folder.parse(log[p.offset:][:p.length])
			if _, err := folder.Grid.result(text); err != nil {
				oneGoodLine(t, err)
				return
			}
		}
		filetest.Write(t, path, log)
		_, err := folder.figures(0)
		for _, err := range []error{err, folder.rows(io.Discard)} {
			if err != nil {
				oneGoodLine(t, err)
			}
		}
	})
}
