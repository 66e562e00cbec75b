package encode

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"driftlab/internal/files"
)

// In a page the browser codes VP8, and this package makes the file of it.
func TestTheIndexOfAWebMLeadsToItsKeyFrames(t *testing.T) {
	const frames = 100
	path := filepath.Join(t.TempDir(), "a.webm")
	m, err := newMatroska(Spec{Path: path, Width: 64, Height: 48, FPS: 25})
	if err != nil {
		t.Fatal(err)
	}
	for k := range frames {
		picture := bytes.Repeat([]byte{byte(k)}, 300)
		picture[0] = 1
		if k%40 == 0 {
			picture[0] = 0 // a key frame
		}
		if err := m.add(picture); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := m.finish()
	if err != nil {
		t.Fatal(err)
	}
	film, err := os.ReadFile(whole[0].Part)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{whole[0].Part, PartName(path)} {
		if err := checkOurs(files.Disk{}, name); err != nil {
			t.Error(err)
		}
	}
	segment, _ := elementIn(bytes.NewReader(film), 0, 1<<62, segmentID)
	var at []uint64
	index := []byte("\xb7") // CueTrackPositions: its length, CueTrack in ten bytes, CueClusterPosition behind two
	for rest := film; ; {
		i := bytes.Index(rest, append(index, 0x80|20, 0xf7))
		if i < 0 {
			break
		}
		at = append(at, binary.BigEndian.Uint64(rest[i+14:]))
		rest = rest[i+1:]
	}
	for i, ms := range []uint64{0, 1600, 3200} {
		want := "\x1f\x43\xb6\x75\x01"
		if i >= len(at) || !bytes.HasPrefix(film[segment.content+int64(at[i]):], []byte(want)) {
			t.Fatalf("key frame %d of %v: there is no cluster", i, at)
		}
		if got := binary.BigEndian.Uint64(film[segment.content+int64(at[i])+14:]); got != ms {
			t.Errorf("key frame %d is at %d ms, want %d", i, got, ms)
		}
	}
	for k := range frames {
		if !bytes.Contains(film, bytes.Repeat([]byte{byte(k)}, 299)) {
			t.Errorf("picture %d is not in the film", k)
		}
	}
}

// A page that is closed leaves what was coded so far.
func TestAWebMThatIsAbandonedKeepsItsPictures(t *testing.T) {
	m, err := newMatroska(Spec{Path: filepath.Join(t.TempDir(), "a.webm"), Width: 64, Height: 48, FPS: 25})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 30 {
		if err := m.add(bytes.Repeat([]byte{byte(k)}, 300)); err != nil {
			t.Fatal(err)
		}
	}
	kept, lost, err := m.abandon()
	film, unread := os.ReadFile(kept)
	if err != nil || unread != nil || lost != 0 {
		t.Fatalf("%d are lost, %v, %v", lost, err, unread)
	}
	for k := range 30 {
		if !bytes.Contains(film, bytes.Repeat([]byte{byte(k)}, 299)) {
			t.Errorf("picture %d is not in the film", k)
		}
	}
}
