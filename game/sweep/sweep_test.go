package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
)

func TestTheTableDoesNotTellHowManyJobsMadeIt(t *testing.T) {
	t.Parallel()
	g := smallGrid(t)
	want := table(t, sweep(t, t.TempDir(), g, Whole, 1).Folder)
	if got := table(t, sweep(t, t.TempDir(), g, Whole, 5).Folder); got != want {
		t.Errorf("five jobs made another table:\n%s\nwant\n%s", got, want)
	}
	rows := strings.Count(want, "\n")
	if expected := 1 + 24*2*len(g.Algorithms); rows != expected {
		t.Errorf("%d lines, want %d", rows, expected)
	}
	head, rest, _ := strings.Cut(want, "\n")
	first, _, _ := strings.Cut(rest, "\n")
	if !strings.HasSuffix(head, ",key_to_own_ms,key_to_other_ms,frames_without_tick_percent,frames_with_one_tick_percent,frames_with_two_ticks_percent,frames_with_more_ticks_percent") ||
		!strings.HasSuffix(first, ",0,100,0,0") {
		t.Errorf("the game's figures are\n%s\n%s", head, first)
	}
	if !strings.HasPrefix(head, "scenario,link.jitter,projectile.spawn,seed,client,algorithm,first_sync_s,converged_s,mean_ms,rms_ms,") {
		t.Errorf("header %q", head)
	}
	if !strings.HasPrefix(rest, "plain,0ms,naive,3,1,unreal,0.") {
		t.Errorf("first row %.80q", rest)
	}
}

// stopping is the disk, and calls stop once a number of lines have been added to files.
type stopping struct {
	files.Disk
	after int
	stop  func()
}

func (s *stopping) Append(name string) (files.File, error) {
	f, err := s.Disk.Append(name)
	return &stoppingFile{f, s}, err
}

type stoppingFile struct {
	files.File
	of *stopping
}

func (f *stoppingFile) Write(b []byte) (int, error) {
	n, err := f.File.Write(b)
	if f.of.after--; f.of.after == 0 {
		f.of.stop()
	}
	return n, err
}

func TestAnInterruptedSweepGoesOnWithoutLosingFinishedCells(t *testing.T) {
	t.Parallel()
	g := smallGrid(t)
	want := table(t, sweep(t, t.TempDir(), g, Whole, 2).Folder)
	dir := t.TempDir()
	kept := 0
	for range 3 {
		ctx, cancel := context.WithCancel(context.Background())
		s := mustSweep(t, &stopping{after: 4, stop: cancel}, dir, g, Whole)
		if have := g.Cells() - s.Todo(); have != kept {
			t.Fatalf("%d cells are there, want the %d that were finished", have, kept)
		}
		if err := s.Run(ctx, 2); !errors.Is(err, context.Canceled) {
			t.Fatalf("the interrupted sweep returned %v", err)
		}
		kept += s.Done()
	}
	if got := table(t, sweep(t, dir, g, Whole, 3).Folder); got != want {
		t.Error("the table of an interrupted sweep differs")
	}
}

func TestATornLineIsRunAgain(t *testing.T) {
	t.Parallel()
	g := grid(t, []string{"link.jitter=0ms,5ms"}, "1..2", measured(t, "plain", ""))
	dir := t.TempDir()
	want := table(t, sweep(t, dir, g, Whole, 1).Folder)
	path := filepath.Join(dir, "cells.log")
	whole := read(t, path)
	first := strings.IndexByte(whole, '\n') + 1
	second := first + strings.IndexByte(whole[first:], '\n') + 1
	for name, text := range map[string]string{
		"torn at the end":         whole[:len(whole)-10],
		"without its line end":    whole[:len(whole)-1],
		"torn after one byte":     whole[:second+1],
		"torn in the middle":      whole[:first+20] + "\n" + whole[second:],
		"changed in the middle":   whole[:first+200] + "#" + whole[first+201:],
		"with another line ahead": "hello\n" + whole[first:],
	} {
		filetest.Write(t, path, text)
		s := mustSweep(t, files.Disk{}, dir, g, Whole)
		if s.Folder.Damaged != 1 || s.Todo() == 0 {
			t.Errorf("%s: %d damaged lines and %d cells to run", name, s.Folder.Damaged, s.Todo())
		}
		check(t, s.Run(context.Background(), 2))
		if got := table(t, s.Folder); got != want {
			t.Errorf("%s: the table differs", name)
		}
	}
}

func TestAFolderOfAnotherGridIsRefused(t *testing.T) {
	t.Parallel()
	plain := measured(t, "plain", "")
	dir := t.TempDir()
	mustSweep(t, files.Disk{}, dir, grid(t, []string{"link.jitter=0ms,5ms"}, "1..2", plain), Whole)
	longer := *plain
	longer.Duration = time.Minute
	for want, g := range map[string]*Grid{
		"its seeds are 1..2, not 1..3":                        grid(t, []string{"link.jitter=0ms,5ms"}, "1..3", plain),
		"it varies link.jitter=0ms,5ms, not nothing":          grid(t, nil, "1..2", plain),
		"its scenarios are plain, not other":                  grid(t, []string{"link.jitter=0ms,5ms"}, "1..2", measured(t, "other", "")),
		`its scenario "plain" has other settings, clients or`: grid(t, []string{"link.jitter=0ms,5ms"}, "1..2", &longer),
	} {
		_, err := NewSweep(files.Disk{}, dir, g, Whole)
		var bad BadFolder
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "use a new folder") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func TestAProgramWithOtherResultsDoesNotGoOn(t *testing.T) {
	t.Parallel()
	g := grid(t, nil, "1..2", measured(t, "plain", ""))
	dir := t.TempDir()
	f := mustFolder(t, files.Disk{}, dir, g)
	file, err := f.openCells(Whole)
	if err != nil {
		t.Fatal(err)
	}
	check(t, errors.Join(file.add(1, []byte(`{"clients":[],"traces":[]}`)), file.close()))
	s := mustSweep(t, files.Disk{}, dir, g, Whole)
	if err := s.Run(context.Background(), 1); err == nil || !strings.Contains(err.Error(), "this program's result of cell 1 differs") {
		t.Errorf("error %v", err)
	}
}

func TestACellIsTheRunWithItsSettings(t *testing.T) {
	t.Parallel()
	sc := measured(t, "plain", "")
	g := grid(t, []string{"link.jitter=0ms,5ms", "client.skew=0,20"}, "1,77", sc)
	got, err := g.Run(context.Background(), 7)
	if err != nil {
		t.Fatal(err)
	}
	alone := grid(t, []string{"client.skew=20", "link.jitter=5ms"}, "77", sc)
	again, err := alone.Run(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := encode(t, got), encode(t, again); !bytes.Equal(a, b) {
		t.Error("the same settings and seed in another grid came to another result")
	}
	run := measured(t, "plain", "")
	run.Seed = 77
	for _, set := range [][2]string{{"link.jitter", "5ms"}, {"client.skew", "20"}} {
		run.Pin(scenariotest.Set(set[0] + "=" + set[1]))
	}
	s, err := session.New(run, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 12 {
		check(t, s.Advance(time.Second))
	}
	if !reflect.DeepEqual(s.Summary().Clients, got.Clients) {
		t.Errorf("the cell came to %+v, the run to %+v", got.Clients, s.Summary().Clients)
	}
}

func encode(t *testing.T, r *Result) []byte {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func BenchmarkCell(b *testing.B) {
	sc := scenariotest.Load(b, "first")
	g, err := NewGrid([]*scenario.Scenario{sc}, nil, Seeds{1})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := g.Run(context.Background(), 0); err != nil {
			b.Fatal(err)
		}
	}
}
