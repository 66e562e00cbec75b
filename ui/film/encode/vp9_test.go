package encode

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/Eyevinn/mp4ff/mp4"

	"driftlab/internal/files"
)

// vp9 is a picture that looks like VP9 to a container: the third bit of its first byte is 0 in a key frame.
func vp9(k int, key bool) []byte {
	picture := bytes.Repeat([]byte{byte(k)}, 300)
	picture[0] = 0x86
	if key {
		picture[0] = 0x82
	}
	return picture
}

// vp9Movie returns a movie of such pictures; every 40th is a key frame.
func vp9Movie(t *testing.T, path string, frames int) *movie {
	t.Helper()
	m, err := newMovie(Spec{Path: path, Width: 64, Height: 48, FPS: 25}, "vp09")
	for k := 0; k < frames && err == nil; k++ {
		err = m.add(vp9(k, k%40 == 0))
	}
	check(t, err)
	return m
}

// Browsers without H.264 encode VP9, and this package makes the file.
func TestAnMP4OfVP9HasItsPicturesAndKeyFrames(t *testing.T) {
	const frames = 100
	path := filepath.Join(t.TempDir(), "a.mp4")
	m := vp9Movie(t, path, frames)
	whole, err := m.finish()
	check(t, err)
	for _, name := range []string{whole[0].Part, PartName(path)} {
		if err := checkOurs(files.Disk{}, name); err != nil {
			t.Error(err)
		}
	}
	content, err := os.ReadFile(whole[0].Part)
	check(t, err)
	film, err := mp4.DecodeFile(bytes.NewReader(content))
	check(t, err)
	table := film.Moov.Trak.Mdia.Minf.Stbl
	if keys := table.Stss.SampleNumber; !slices.Equal(keys, []uint32{1, 41, 81}) {
		t.Errorf("the key frames are %v", keys)
	}
	entry := table.Stsd.VpXX
	if entry == nil || entry.Type() != "vp09" || entry.Width != 64 || entry.Height != 48 || entry.VppC == nil || entry.VppC.Level != 51 {
		t.Errorf("its pictures are said to be %+v", entry)
	}
	if at := int(table.Stco.ChunkOffset[0]); !bytes.HasPrefix(content[at:], vp9(0, true)) || !bytes.Equal(content[len(content)-300:], vp9(frames-1, false)) {
		t.Error("the pictures aren't where the index says")
	}
}

// A page that is closed keeps what was encoded so far.
func TestAnMP4OfVP9ThatIsAbandonedKeepsItsPictures(t *testing.T) {
	m := vp9Movie(t, filepath.Join(t.TempDir(), "a.mp4"), 30)
	kept, lost, err := m.abandon()
	film, unread := os.ReadFile(kept)
	if err != nil || unread != nil || lost != 0 {
		t.Fatalf("%d are lost, %v, %v", lost, err, unread)
	}
	for k := range 30 {
		if !bytes.Contains(film, vp9(k, k == 0)[1:]) {
			t.Errorf("picture %d is not in the film", k)
		}
	}
}
