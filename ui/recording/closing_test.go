package recording

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/naming"
)

func TestClosingTheWindowAsksAboutAFilm(t *testing.T) {
	a, c := newRecordingApp(t)
	if err := a.room.Closing(true); !errors.Is(err, ebiten.Termination) {
		t.Error("without a film the window does not close:", err)
	}
	recordTwoSeconds(t, a)
	first := c.now
	if err := a.room.Closing(true); err != nil || !a.room.ask.IsOpen() {
		t.Fatal("the window closes while a film is made:", err)
	}
	a.frame(t)
	a.room.stay()
	if err := a.room.Closing(false); err != nil || a.room.ask.IsOpen() {
		t.Fatal("the window closes though it was to stay", err)
	}
	a.room.Closing(true)
	a.room.endWith(true)
	if err := a.room.Closing(false); !errors.Is(err, ebiten.Termination) {
		t.Fatal("the window stays:", err)
	}
	said := listener{heard: func() { go first.end(nil) }} // it ends while the program waits for it
	a.room.Finish(english, &said)
	if lines := strings.Split(strings.TrimSpace(said.String()), "\n"); len(lines) != 2 || !strings.Contains(lines[1], "film: ") || first.stopped {
		t.Errorf("after the window: %q", said.String())
	}
}

// A listener keeps what is written, and acts on the first of it.
type listener struct {
	strings.Builder
	heard func()
}

func (l *listener) Write(p []byte) (int, error) {
	if l.Len() == 0 {
		l.heard()
	}
	return l.Builder.Write(p)
}

func TestAFilmIsDroppedWithTheWindow(t *testing.T) {
	a, c := newRecordingApp(t)
	recordTwoSeconds(t, a)
	a.room.Record()
	a.Travel.Advance(time.Second)
	a.room.Closing(true)
	a.room.endWith(false)
	if !c.now.stopped || a.room.on || !errors.Is(a.room.Closing(false), ebiten.Termination) {
		t.Error("the film goes on")
	}
	var said strings.Builder
	a.room.Finish(english, &said)
	if !strings.Contains(said.String(), "cancelled") {
		t.Errorf("said %q", said.String())
	}
}

func TestARecordingThatRunsIsFilmedWhenTheWindowCloses(t *testing.T) {
	a, c := newRecordingApp(t)
	a.room.Record()
	a.Travel.Advance(time.Second)
	if err := a.room.Closing(true); err != nil {
		t.Fatal("the window closes over a recording", err)
	}
	a.room.endWith(true)
	if len(c.args) != 1 || !errors.Is(a.room.Closing(false), ebiten.Termination) {
		t.Errorf("processes %q", c.args)
	}
	c.now.end(nil)
	a.room.Finish(english, io.Discard)
	b, c := newRecordingApp(t)
	b.room.Record()
	b.room.Closing(true)
	b.room.endWith(true)
	if len(c.args) != 0 || !errors.Is(b.room.Closing(false), ebiten.Termination) {
		t.Errorf("a recording without length: processes %q, message %q", c.args, b.Lines.Fault)
	}
}

func TestClosingTheWindowAsksNothingWhereNothingWouldBeLost(t *testing.T) {
	a, c := newRecordingApp(t)
	recordTwoSeconds(t, a)
	c.now.end(nil)
	<-a.room.films[0].ended // and the window has not told of it yet
	if err := a.room.Closing(true); !errors.Is(err, ebiten.Termination) || a.room.ask.IsOpen() {
		t.Error("it asks about a film that is made:", err)
	}
	var said strings.Builder
	if a.room.Finish(english, &said); !strings.Contains(said.String(), "film: ") {
		t.Errorf("nothing tells of the film: %q", said.String())
	}
	b, _ := newRecordingApp(t)
	b.room.Record()
	kept := b.room.safe.files
	if err := b.room.Closing(true); !errors.Is(err, ebiten.Termination) || b.room.on || b.room.ask.IsOpen() {
		t.Error("it asks about a recording without length:", err)
	}
	for _, path := range kept {
		if naming.Exists(path) {
			t.Errorf("%s is left", path)
		}
	}
}
