package clocks

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"driftlab/netsync/internal/clocktest"
)

// A vectorFile is any of testdata/timesync: README.md there says where they come from.
type vectorFile struct {
	Cases     []vectorRow      `json:"cases"`
	ByteCases []vectorRow      `json:"byte_cases"`
	Rows      []vectorRow      `json:"rows"`
	Delays    [][]any          `json:"delay_lists"`
	Sequences []vectorSequence `json:"sequences"`
}

// A vectorSequence is what the windowed minimum was given, and what it kept.
type vectorSequence struct {
	Name   string      `json:"name"`
	Window int64       `json:"window"`
	Rows   []vectorRow `json:"rows"`
}

// cases joins the cases of several tables.
func cases(tables []vectorFile) (all []vectorRow) {
	for _, v := range tables {
		all = append(all, v.Cases...)
	}
	return all
}

// A vectorRow is one line of a table. Wide integers are strings there.
type vectorRow []any

func (r vectorRow) int(t *testing.T, column int) int64 {
	t.Helper()
	switch v := r[column].(type) {
	case float64:
		return int64(v)
	case string:
		if n, err := strconv.ParseUint(v, 10, 64); err == nil {
			return int64(n)
		}
	}
	t.Fatalf("column %d of %v is no integer", column, r)
	return 0
}

// ints returns the columns from the first on as integers.
func (r vectorRow) ints(t *testing.T, first int) []int64 {
	t.Helper()
	out := make([]int64, 0, len(r)-first)
	for i := first; i < len(r); i++ {
		out = append(out, r.int(t, i))
	}
	return out
}

// timesyncFiles returns the peer library's tables of one kind: all that [vectorFiles] finds, or those
// that are committed where there is no folder to look in.
func timesyncFiles(t *testing.T, kind string) []string {
	t.Helper()
	if _, err := os.Stat(clocktest.VectorRoot()); err == nil || os.Getenv("CI") == "true" {
		return clocktest.VectorFiles(t, "timesync", kind+".json")
	}
	files, err := filepath.Glob(filepath.Join("testdata", "timesync", kind+".json.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no table %s is committed: %v", kind, err)
	}
	return files
}

// readTables reads all tables of one kind.
func readTables(t *testing.T, kind string) (all []vectorFile) {
	t.Helper()
	for _, name := range timesyncFiles(t, kind) {
		all = append(all, readTable(t, name))
	}
	return all
}

func readTable(t *testing.T, name string) (v vectorFile) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := io.Reader(f)
	if filepath.Ext(name) == ".gz" {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if err := json.NewDecoder(in).Decode(&v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}
