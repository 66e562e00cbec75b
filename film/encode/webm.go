package encode

import (
	"bytes"
	"errors"
	"io"

	"github.com/at-wat/ebml-go"
	"github.com/at-wat/ebml-go/webm"
)

// A matroska puts a VP8 stream into a WebM file.
//
// The part file has its clusters, one for each half second, behind a head without duration and index, and plays
// as far as it goes. The film has both in front of the same clusters.
type matroska struct {
	copied
	spec   Spec
	first  int64 // of the first cluster
	whole  int64 // end of the last cluster
	frames int
	now    webm.Cluster
	cues   []cue
}

// A cue says where in the part file a cluster begins that begins with a key frame.
type cue struct {
	ms     uint64
	offset int64
}

// The head of a file. Its structures are those of package webm, with the colour that it lacks.
type matroskaHead struct {
	Header  webm.EBMLHeader `ebml:"EBML"`
	Segment any             `ebml:"Segment,size=unknown"`
}

type matroskaSegment struct {
	Info   webm.Info      `ebml:"Info"`
	Tracks matroskaTracks `ebml:"Tracks"`
	Cues   *webm.Cues     `ebml:"Cues"`
}

type matroskaTracks struct {
	TrackEntry matroskaTrack `ebml:"TrackEntry"`
}

type matroskaTrack struct {
	TrackNumber     uint64        `ebml:"TrackNumber"`
	TrackUID        uint64        `ebml:"TrackUID"`
	CodecID         string        `ebml:"CodecID"`
	TrackType       uint64        `ebml:"TrackType"`
	DefaultDuration uint64        `ebml:"DefaultDuration"` // ns
	Video           matroskaVideo `ebml:"Video"`
}

type matroskaVideo struct {
	PixelWidth  uint64         `ebml:"PixelWidth"`
	PixelHeight uint64         `ebml:"PixelHeight"`
	Colour      matroskaColour `ebml:"Colour"`
}

// matroskaColour has the numbers of ISO/IEC 23091-4; 1 is BT.709 in all three, and limited range.
type matroskaColour struct {
	MatrixCoefficients      uint64 `ebml:"MatrixCoefficients"`
	Range                   uint64 `ebml:"Range"`
	TransferCharacteristics uint64 `ebml:"TransferCharacteristics"`
	Primaries               uint64 `ebml:"Primaries"`
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

// head is all that comes before the clusters; duration and cues are the film's.
func (m *matroska) head(cues *webm.Cues, duration float64) ([]byte, error) {
	track := matroskaTrack{
		TrackNumber: 1, TrackUID: 1, CodecID: "V_VP8", TrackType: 1,
		DefaultDuration: uint64(1_000_000_000 / m.spec.FPS),
		Video: matroskaVideo{PixelWidth: uint64(m.spec.Width), PixelHeight: uint64(m.spec.Height),
			Colour: matroskaColour{1, 1, 1, 1}},
	}
	info := webm.Info{TimecodeScale: 1_000_000, MuxingApp: "ebml-go", WritingApp: Stamp, Duration: duration}
	var out bytes.Buffer
	err := ebml.Marshal(&matroskaHead{*webm.DefaultEBMLHeader, matroskaSegment{info, matroskaTracks{track}, cues}}, &out)
	return out.Bytes(), err
}

// add appends one VP8 picture.
func (m *matroska) add(stream []byte) error {
	if len(stream) == 0 {
		return errors.New("the encoder left out a frame")
	}
	if m.frames == 0 {
		head, err := m.head(nil, 0)
		if err == nil {
			_, err = m.Write(head)
		}
		if err != nil {
			return m.failed(err)
		}
		m.first, m.whole = m.offset, m.offset
	}
	key := stream[0]&1 == 0 // RFC 6386, 9.1: the first bit of a frame is 0 for a key frame
	if waiting := len(m.now.SimpleBlock); waiting > 0 && (key || waiting >= max(m.spec.FPS/2, 1)) {
		if err := m.flush(); err != nil {
			return err
		}
	}
	at := m.ms(m.frames)
	if len(m.now.SimpleBlock) == 0 {
		m.now.Timecode = at
		if key {
			m.cues = append(m.cues, cue{at, m.offset})
		}
	}
	m.now.SimpleBlock = append(m.now.SimpleBlock, ebml.Block{
		TrackNumber: 1, Timecode: int16(at - m.now.Timecode), Keyframe: key, Data: [][]byte{bytes.Clone(stream)},
	})
	m.frames++
	return nil
}

// flush writes the cluster of now.
func (m *matroska) flush() error {
	if len(m.now.SimpleBlock) == 0 {
		return nil
	}
	cluster := struct {
		Cluster webm.Cluster `ebml:"Cluster"`
	}{m.now}
	var out bytes.Buffer
	if err := ebml.Marshal(&cluster, &out); err != nil {
		return err
	}
	if _, err := m.Write(out.Bytes()); err != nil {
		return m.failed(err)
	}
	m.now = webm.Cluster{}
	m.whole = m.offset
	return nil
}

// finish copies the clusters into the film, behind the head with duration and index.
func (m *matroska) finish() ([]Whole, error) {
	if err := m.flush(); err != nil {
		return nil, err
	}
	head, err := m.filmHead()
	if err != nil {
		return nil, err
	}
	return m.copy(func(f io.Writer) error {
		if _, err := f.Write(head); err != nil {
			return err
		}
		_, err := io.Copy(f, io.NewSectionReader(m.file, m.first, m.whole-m.first))
		return err
	})
}

// filmHead is the head with the index. Numbers in it take as many bytes as they need, so where the clusters lie
// depends on how long it is, and how long it is on where they lie: it is made until that stays.
func (m *matroska) filmHead() ([]byte, error) {
	var bare bytes.Buffer // up to the segment's content, from which positions count
	if err := ebml.Marshal(&matroskaHead{*webm.DefaultEBMLHeader, struct{}{}}, &bare); err != nil {
		return nil, err
	}
	var head []byte
	for length := -1; len(head) != length; {
		length = len(head)
		cues := &webm.Cues{}
		for _, c := range m.cues {
			at := uint64(length-bare.Len()) + uint64(c.offset-m.first)
			if length == 0 {
				at = 0
			}
			cues.CuePoint = append(cues.CuePoint, webm.CuePoint{CueTime: c.ms,
				CueTrackPositions: []webm.CueTrackPosition{{CueTrack: 1, CueClusterPosition: at}}})
		}
		var err error
		if head, err = m.head(cues, float64(m.frames)*1000/float64(m.spec.FPS)); err != nil {
			return nil, err
		}
	}
	return head, nil
}

// abandon leaves the clusters that there are.
func (m *matroska) abandon() (string, int, error) {
	_ = m.flush() // on a full disk the last one cannot be written; those before it play all the same
	size := m.whole
	if m.whole == m.first {
		size = 0
	}
	kept, err := m.keep(size)
	return kept, len(m.now.SimpleBlock), err
}
