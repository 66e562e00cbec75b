package encode

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
)

// A matroska puts a VP8 stream into a WebM file (RFC 9559).
//
// The part file has its clusters, one for each half second, behind a head without duration and index, and plays
// as far as it goes. The film has both in front of the same clusters.
type matroska struct {
	copied
	spec   Spec
	first  int64 // of the first cluster
	whole  int64 // end of the last cluster
	frames int
	begin  int      // number of the first frame that waits for its cluster
	blocks []string // of the frames that wait
	cues   []cue
}

// A cue says where in the part file a cluster begins that begins with a key frame.
type cue struct {
	ms     uint64
	offset int64
}

func newMatroska(s Spec) (*matroska, error) {
	c, err := newCopied(s)
	if err != nil {
		return nil, err
	}
	return &matroska{copied: c, spec: s}, nil
}

// ms is when frame k is shown, in WebM's unit.
func (m *matroska) ms(k int) uint64 { return uint64((2000*k + m.spec.FPS) / (2 * m.spec.FPS)) }

// webmStart opens the one segment of a file, whose length is left open.
var webmStart = element("\x1a\x45\xdf\xa3", number("\x42\x86", 1), number("\x42\xf7", 1), number("\x42\xf2", 4), number("\x42\xf3", 8),
	element("\x42\x82", "webm"), number("\x42\x87", 4), number("\x42\x85", 2)) + "\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff"

// info is Info and Tracks. Colour has the numbers of ISO/IEC 23091-4: 1 is BT.709 in all three, and limited range.
func (m *matroska) info(milliseconds float64) string {
	duration := ""
	if milliseconds > 0 {
		duration = element("\x44\x89", eight(math.Float64bits(milliseconds)))
	}
	return element("\x15\x49\xa9\x66", number("\x2a\xd7\xb1", 1_000_000), duration, element("\x4d\x80", "driftlab"), element("\x57\x41", Stamp)) +
		element("\x16\x54\xae\x6b", element("\xae",
			number("\xd7", 1), number("\x73\xc5", 1), element("\x86", "V_VP8"), number("\x83", 1),
			number("\x23\xe3\x83", uint64(1_000_000_000/m.spec.FPS)), // ns a frame
			element("\xe0", number("\xb0", uint64(m.spec.Width)), number("\xba", uint64(m.spec.Height)),
				element("\x55\xb0", number("\x55\xb1", 1), number("\x55\xb9", 1), number("\x55\xba", 1), number("\x55\xbb", 1)))))
}

// index is Cues, for clusters of which the first begins so many bytes after the begin of the segment's content.
func (m *matroska) index(first int64) string {
	var points strings.Builder
	for _, c := range m.cues {
		points.WriteString(element("\xbb", number("\xb3", c.ms),
			element("\xb7", number("\xf7", 1), number("\xf1", uint64(first+c.offset-m.first)))))
	}
	return element("\x1c\x53\xbb\x6b", points.String())
}

// add appends one VP8 picture.
func (m *matroska) add(stream []byte) error {
	if len(stream) == 0 {
		return errors.New("the encoder left out a frame")
	}
	if m.frames == 0 {
		if err := m.put(webmStart + m.info(0)); err != nil {
			return err
		}
		m.first = m.offset
	}
	key := stream[0]&1 == 0 // RFC 6386, 9.1: the first bit of a frame is 0 for a key frame
	if waiting := len(m.blocks); waiting > 0 && (key || waiting >= max(m.spec.FPS/2, 1)) {
		if err := m.flush(); err != nil {
			return err
		}
	}
	flags := byte(0)
	if len(m.blocks) == 0 {
		m.begin = m.frames
	}
	if key { // it begins a cluster
		flags = 0x80
		m.cues = append(m.cues, cue{m.ms(m.begin), m.offset})
	}
	after := m.ms(m.frames) - m.ms(m.begin)
	m.blocks = append(m.blocks, element("\xa3", string([]byte{0x81, byte(after >> 8), byte(after), flags}), string(stream)))
	m.frames++
	return nil
}

// flush writes a cluster of the frames that wait.
func (m *matroska) flush() error {
	if len(m.blocks) == 0 {
		return nil
	}
	if err := m.put(element("\x1f\x43\xb6\x75", number("\xe7", m.ms(m.begin)), strings.Join(m.blocks, ""))); err != nil {
		return err
	}
	m.blocks = nil
	return nil
}

// put appends whole elements to the part.
func (m *matroska) put(elements string) error {
	_, err := m.Write([]byte(elements))
	if err == nil {
		m.whole = m.offset
	}
	return m.failed(err)
}

// finish copies the clusters into the film, behind the head with duration and index.
func (m *matroska) finish() ([]Whole, error) {
	if err := m.flush(); err != nil {
		return nil, err
	}
	info := m.info(float64(m.frames) * 1000 / float64(m.spec.FPS))
	index := m.index(int64(len(info) + len(m.index(0)))) // each position has eight bytes, so both are as long
	return m.copy(func(f io.Writer) error {
		if _, err := io.WriteString(f, webmStart+info+index); err != nil {
			return err
		}
		_, err := io.Copy(f, io.NewSectionReader(m.file, m.first, m.whole-m.first))
		return err
	})
}

// abandon leaves the clusters that there are.
func (m *matroska) abandon() (string, int, error) {
	_ = m.flush() // on a full disk the last one cannot be written; those before it play all the same
	size := m.whole
	if m.whole == m.first {
		size = 0
	}
	kept, err := m.keep(size)
	return kept, len(m.blocks), err
}

// element is one element of EBML (RFC 8794): its identifier, the length of its content, in one byte or eight, and that.
func element(id string, content ...string) string {
	all := strings.Join(content, "")
	if len(all) < 127 {
		return id + string([]byte{0x80 | byte(len(all))}) + all
	}
	return id + eight(1<<56|uint64(len(all))) + all
}

// number is an element that is a number.
func number(id string, n uint64) string { return element(id, eight(n)) }

func eight(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }
