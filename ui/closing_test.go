package ui

import (
	"driftlab/ui/naming"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

func TestClosingTheWindowAsksAboutAFilm(t *testing.T) {
	a, c := newRecordingApp(t)
	if err := a.closing(true); !errors.Is(err, ebiten.Termination) {
		t.Error("without a film the window does not close:", err)
	}
	recordTwoSeconds(t, a)
	first := c.now
	if err := a.closing(true); err != nil || !a.rec.ask.IsOpen() {
		t.Fatal("the window closes while a film is made:", err)
	}
	nextFrame(t, a)
	a.stay()
	if err := a.closing(false); err != nil || a.rec.ask.IsOpen() {
		t.Fatal("the window closes though it was to stay", err)
	}
	a.closing(true)
	a.endWith(true)
	if err := a.closing(false); !errors.Is(err, ebiten.Termination) {
		t.Fatal("the window stays:", err)
	}
	said := listener{heard: func() { go first.end(nil) }} // it ends while the program waits for it
	a.rec.finish(english, &said)
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
	a.record()
	a.Advance(time.Second)
	a.closing(true)
	a.endWith(false)
	if !c.now.stopped || a.rec.on || !errors.Is(a.closing(false), ebiten.Termination) {
		t.Error("the film goes on")
	}
	var said strings.Builder
	a.rec.finish(english, &said)
	if !strings.Contains(said.String(), "cancelled") {
		t.Errorf("said %q", said.String())
	}
}

func TestARecordingThatRunsIsFilmedWhenTheWindowCloses(t *testing.T) {
	a, c := newRecordingApp(t)
	a.record()
	a.Advance(time.Second)
	if err := a.closing(true); err != nil {
		t.Fatal("the window closes over a recording", err)
	}
	a.endWith(true)
	if len(c.args) != 1 || !errors.Is(a.closing(false), ebiten.Termination) {
		t.Errorf("processes %q", c.args)
	}
	c.now.end(nil)
	a.rec.finish(english, io.Discard)
	b, c := newRecordingApp(t)
	b.record()
	b.closing(true)
	b.endWith(true)
	if len(c.args) != 0 || !errors.Is(b.closing(false), ebiten.Termination) {
		t.Errorf("a recording without length: processes %q, message %q", c.args, b.Fault)
	}
}

func TestClosingTheWindowAsksNothingWhereNothingWouldBeLost(t *testing.T) {
	a, c := newRecordingApp(t)
	recordTwoSeconds(t, a)
	c.now.end(nil)
	<-a.rec.films[0].ended // and the window has not told of it yet
	if err := a.closing(true); !errors.Is(err, ebiten.Termination) || a.rec.ask.IsOpen() {
		t.Error("it asks about a film that is made:", err)
	}
	var said strings.Builder
	if a.rec.finish(english, &said); !strings.Contains(said.String(), "film: ") {
		t.Errorf("nothing tells of the film: %q", said.String())
	}
	b, _ := newRecordingApp(t)
	b.record()
	kept := b.rec.safe.files
	if err := b.closing(true); !errors.Is(err, ebiten.Termination) || b.rec.on || b.rec.ask.IsOpen() {
		t.Error("it asks about a recording without length:", err)
	}
	for _, path := range kept {
		if naming.Exists(path) {
			t.Errorf("%s is left", path)
		}
	}
}
