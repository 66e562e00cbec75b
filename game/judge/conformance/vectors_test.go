//go:build !js

package conformance

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

var update = flag.Bool("update", false, "write the vectors again")

// vectorsDir has a tape of each clock's halves, for tests elsewhere that can start no process.
const vectorsDir = "vectors"

// vectorEvents keeps the vectors in the repository small: the first twenty seconds of a clock that hears every datagram.
const vectorEvents = 1200

func TestTheVectorsAreWhatTheClocksReply(t *testing.T) {
	sc := scenariotest.Load(t, "judge-bursts")
	sc.Name = "bursts"
	files := 0
	for _, a := range registry.Algorithms() {
		tapes := recorded(t, sc, a, vectorEvents)
		for i := range tapes {
			files++
			checkVectors(t, &tapes[i])
		}
	}
	if there, _ := filepath.Glob(vectorsDir + "/*"); len(there) != files {
		t.Errorf("%d files, and %d tapes", len(there), files)
	}
}

// checkVectors holds a file against a tape, or writes it.
func checkVectors(t *testing.T, tape *Tape) {
	t.Helper()
	path := filepath.Join(vectorsDir, tape.Name()+".jsonl.gz")
	var packed, want bytes.Buffer
	if err := tape.WritePacked(&packed); err != nil {
		t.Fatal(err)
	}
	if err := tape.Write(&want); err != nil {
		t.Fatal(err)
	}
	if packed.Len() > 100_000 {
		t.Errorf("%s has %d bytes", path, packed.Len())
	}
	if *update {
		filetest.Write(t, path, packed.Bytes())
	}
	f, err := os.Open(path)
	if err != nil {
		t.Errorf("%v\nwritten by: go test ./game/judge/conformance -run TestTheVectors -update", err)
		return
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not what the clock replies, %v", path, err)
	}
}

func TestTheEventsThatAreLeftShowItAndNoneCanBeSpared(t *testing.T) {
	a := named(t, "simpson")
	values := make([]int64, len(a.Constants))
	for i := range a.Constants {
		values[i] = a.Constants[i].Default
	}
	values[2] = 2e6 // that answers are cut off at two deviations and not at one is a port's fault
	pair := &Pair{Clock: a, Port: a.With(values), Failed: func() error { return nil }}
	tapes := recorded(t, rough(t), a, MaxEvents)
	events := tapes[0].Events
	d, err := pair.Compare(guest.Client, events)
	if err != nil || d == nil {
		t.Fatal(d, err)
	}
	fewest, last, minimal, err := pair.Minimise(guest.Client, events, d)
	if err != nil || !minimal || len(fewest) < 3 || len(fewest) >= d.Index {
		t.Fatalf("%d of %d events, minimal: %v, %v", len(fewest), d.Index+1, minimal, err)
	}
	if last.Index != len(fewest)-1 {
		t.Errorf("they differ at event %d of %d", last.Index+1, len(fewest))
	}
	for i := range fewest {
		without := append(append([]guest.Event(nil), fewest[:i]...), fewest[i+1:]...)
		if found, err := pair.Compare(guest.Client, without); found != nil || err != nil {
			t.Errorf("without event %d they differ as well: %v, %v", i+1, found, err)
		}
	}
}

// A counter is a port that asks once more after a number of wake-ups, so none of them can be left out.
type counter struct {
	guest.Exchanger
	plays, told, most int
}

func (c *counter) Exchange(ev *guest.Event) (guest.Reply, error) {
	if ev.Kind == guest.Reset {
		c.plays, c.told = c.plays+1, 0
	}
	r, err := c.Exchanger.Exchange(ev)
	if ev.Kind == guest.Wake {
		c.told++
	}
	if ev.Kind == guest.Wake && c.told > c.most {
		r.Send = []guest.Send{{Seq: 7}}
	}
	return r, err
}

func TestCuttingDownEndsAfterItsTries(t *testing.T) {
	a := named(t, "quake3")
	port := &counter{most: 2 * MaxTries}
	clock := guest.NewClock(guest.Declare(a), func(r guest.Role) (_ guest.Exchanger, err error) {
		port.Exchanger, err = guest.NewResponder(a, r)
		return port, err
	})
	as, err := clock.As(a)
	if err != nil {
		t.Fatal(err)
	}
	events := make([]guest.Event, 3*MaxTries)
	for i := range events {
		events[i] = guest.Event{N: int64(i + 1), Kind: guest.Wake, Now: int64(i) * 1e9}
	}
	pair := &Pair{Clock: a, Port: as, Failed: clock.Err}
	d, err := pair.Compare(guest.Client, events)
	if err != nil || d == nil {
		t.Fatal(d, err)
	}
	fewest, _, minimal, err := pair.Minimise(guest.Client, events, d)
	if err != nil || minimal || len(fewest) != d.Index+1 || port.plays != MaxTries {
		t.Errorf("%d of %d events after %d tries, minimal: %v, %v", len(fewest), d.Index+1, port.plays, minimal, err)
	}
}

func TestWhatBothStateOfTheirErrorIsCompared(t *testing.T) {
	a := named(t, "sntp")
	surer := a.With([]int64{16e9, 8, 2e9, 8, 16e9, 10_000}) // how far the client's rate may be off is in nothing else
	tapes := recorded(t, rough(t), a, MaxEvents)
	pair := &Pair{Clock: a, Port: surer, Failed: func() error { return nil }}
	d, err := pair.Compare(guest.Client, tapes[0].Events)
	if err != nil || d == nil || !strings.HasPrefix(d.What, "it may be off by ") {
		t.Errorf("%v, %v", d, err)
	}
}

func TestReadingsWithinTheToleranceAreTheSame(t *testing.T) {
	a := named(t, "mirror")
	values := make([]int64, len(a.Constants))
	for i := range a.Constants {
		values[i] = a.Constants[i].Default
	}
	values[2]++ // the average of the offsets is of eleven
	tapes := recorded(t, rough(t), a, MaxEvents)
	pair := &Pair{Clock: a, Port: a.With(values), Failed: func() error { return nil }}
	if d, err := pair.Compare(guest.Client, tapes[0].Events); d == nil || err != nil {
		t.Errorf("they do not differ, %v", err)
	}
	pair.Tolerance = 1e9
	if d, err := pair.Compare(guest.Client, tapes[0].Events); d != nil || err != nil {
		t.Errorf("they differ by more than a second: %v, %v", d, err)
	}
}

func TestAPortIsNotBlamedForAnEventThatItWasNotTold(t *testing.T) {
	a := named(t, "rtt2")
	deaf := guest.Declare(a)
	deaf.Hears &^= guest.Answers
	clock := guest.NewClock(deaf, func(r guest.Role) (guest.Exchanger, error) { return guest.NewResponder(a, r) })
	as, err := clock.As(a)
	if err != nil {
		t.Fatal(err)
	}
	pair := &Pair{Clock: a, Port: as, Failed: clock.Err, Hears: clock.Hears}
	d, err := pair.Compare(guest.Client, []guest.Event{{N: 1, Kind: guest.Wake, Now: 1e9}, {N: 2, Kind: guest.Answer, Seq: 1, T1: 1e9, T2: 5, T3: 5, T4: 1e9 + 10}})
	if err != nil || d == nil || !strings.HasPrefix(d.What, `it was not told of this, since its first line lacks "answers" in "hears": it knows no time`) {
		t.Errorf("%v, %v", d, err)
	}
}
