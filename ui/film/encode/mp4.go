package encode

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/Eyevinn/mp4ff/avc"
	"github.com/Eyevinn/mp4ff/mp4"

	"driftlab/internal/files"
)

// vp9Level is 5.1, times ten: up to 8192×4352 pixels, and 4K at 120 frames a second.
const vp9Level = 51

// frameTime is how long a frame is shown, in units of a movie's time scale, FPS × frameTime a second: exact at every rate, and
// fine enough for players that round to a scale of their own.
const frameTime = 1000

// A movie puts an H.264 or VP9 stream into an MP4 file.
//
// As with ffmpeg, the part file is a fragmented MP4, which plays up to its last whole fragment, one for each
// half second, and the film is copied from it into a plain MP4 with the index in front. In memory are the
// fragment of now and 4 bytes a frame for the index: 0.9 MB for an hour at 60 frames a second.
type movie struct {
	spec   Spec
	coding string     // "avc1" or "vp09", as MP4 has it
	file   files.File // the part
	offset int64      // bytes written to it so far
	err    error      // of the first failed write: nothing may follow half a piece
	made   string     // the copy; "" for none

	fragment *mp4.Fragment
	pending  int // frames in the present fragment

	parameters [2][][]byte // for H.264: SPS and PPS, from the first frame
	sizes      []uint32    // of all frames, in bytes
	keys       []uint32    // numbers of the key frames, from 1
	chunks     []chunk
}

// A chunk is the frames of one fragment of the part file.
type chunk struct {
	offset, bytes int64
	frames        uint32
}

func newMovie(s Spec, coding string) (*movie, error) {
	f, err := createPart(s.disk(), PartName(s.Path))
	if err != nil {
		return nil, err
	}
	return &movie{spec: s, coding: coding, file: f}, nil
}

// Write writes to the part and counts the bytes.
func (m *movie) Write(p []byte) (int, error) {
	if m.err != nil {
		return 0, m.err
	}
	n, err := m.file.Write(p)
	m.offset, m.err = m.offset+int64(n), err
	return n, err
}

// failed adds the part's name to an error.
func (m *movie) failed(err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", m.file.Name(), files.Reason(err))
	}
	return nil
}

// add appends one coded picture in the form that encoders give: for H.264, NAL units after start codes.
func (m *movie) add(stream []byte) error {
	sample, key := stream, len(stream) > 0 && stream[0]&0x04 == 0 // frame_type of VP9's profiles 0 to 2
	if m.coding == "avc1" {
		sample, key = h264Sample(stream)
	}
	if len(sample) == 0 {
		return errors.New("the encoder left out a frame")
	}
	if len(m.sizes) == 0 {
		if err := m.begin(stream); err != nil {
			return err
		}
	}
	if m.pending >= max(m.spec.FPS/2, 1) {
		if err := m.flush(); err != nil {
			return err
		}
	}
	if key {
		m.keys = append(m.keys, uint32(len(m.sizes)+1))
	}
	return m.append(sample, key)
}

// h264Sample returns a picture with the length of each NAL unit before it, and whether it is a key frame.
func h264Sample(stream []byte) (sample []byte, key bool) {
	for _, unit := range avc.ExtractNalusFromByteStream(stream) {
		switch kind := avc.GetNaluType(unit[0]); kind {
		case avc.NALU_SPS, avc.NALU_PPS: // they go into the index, once
			continue
		case avc.NALU_IDR:
			key = true
		}
		sample = binary.BigEndian.AppendUint32(sample, uint32(len(unit)))
		sample = append(sample, unit...)
	}
	return sample, key
}

// begin writes the start of the part file.
func (m *movie) begin(stream []byte) error {
	if m.coding == "avc1" {
		m.parameters[0], m.parameters[1] = avc.GetParameterSetsFromByteStream(stream)
		if len(m.parameters[0]) == 0 || len(m.parameters[1]) == 0 {
			return errors.New("the encoder's first frame has no parameter sets")
		}
	}
	for _, sets := range m.parameters {
		for i := range sets {
			sets[i] = append([]byte(nil), sets[i]...) // that is the encoder's
		}
	}
	head := mp4.NewMP4Init()
	head.AddChild(mp4.NewFtyp("iso5", 512, []string{"iso5", "iso6", m.coding, "mp41"}))
	moov, err := m.moov()
	if err != nil {
		return err
	}
	mvex := mp4.NewMvexBox()
	mvex.AddChild(mp4.CreateTrex(1))
	moov.AddChild(mvex)
	head.AddChild(moov)
	var whole bytes.Buffer // so that the part has its stamp from the start
	if err := head.Encode(&whole); err != nil {
		return err
	}
	_, err = m.Write(whole.Bytes())
	return m.failed(err)
}

// moov returns an index without frames.
func (m *movie) moov() (*mp4.MoovBox, error) {
	moov := mp4.NewMoovBox()
	scale := uint32(m.spec.FPS * frameTime)
	mvhd := mp4.CreateMvhd()
	mvhd.Timescale, mvhd.NextTrackID = scale, 2
	moov.AddChild(mvhd)
	track := mp4.CreateEmptyTrak(1, scale, "video", "und")
	if m.coding == "avc1" {
		if err := track.SetAVCDescriptor("avc1", m.parameters[0], m.parameters[1], true); err != nil {
			return nil, err
		}
	} else { // VP Codec ISO Media File Format Binding; BT.709 is 1 in ISO/IEC 23091-4
		track.Tkhd.Width, track.Tkhd.Height = mp4.Fixed32(m.spec.Width<<16), mp4.Fixed32(m.spec.Height<<16)
		track.Mdia.Minf.Stbl.Stsd.AddChild(mp4.CreateVisualSampleEntryBox("vp09", uint16(m.spec.Width), uint16(m.spec.Height),
			&mp4.VppCBox{Version: 1, Level: vp9Level, BitDepth: 8, ChromaSubsampling: 1, ColourPrimaries: 1, TransferCharacteristics: 1, MatrixCoefficients: 1}))
	}
	moov.AddChild(track)
	moov.AddChild(mp4Stamp())
	return moov, nil
}

func (m *movie) append(sample []byte, key bool) error {
	if m.fragment == nil {
		var err error
		if m.fragment, err = mp4.CreateFragment(uint32(len(m.chunks)+1), 1); err != nil {
			return err
		}
	}
	flags := mp4.NonSyncSampleFlags
	if key {
		flags = mp4.SyncSampleFlags
	}
	m.fragment.AddFullSample(mp4.FullSample{
		Sample:     mp4.NewSample(flags, frameTime, uint32(len(sample)), 0),
		DecodeTime: uint64(len(m.sizes)) * frameTime,
		Data:       sample,
	})
	m.sizes = append(m.sizes, uint32(len(sample)))
	m.pending++
	return nil
}

// flush writes the present fragment.
func (m *movie) flush() error {
	if m.pending == 0 {
		return nil
	}
	if err := m.failed(m.fragment.Encode(m)); err != nil {
		return err
	}
	c := chunk{frames: uint32(m.pending)}
	for _, size := range m.sizes[len(m.sizes)-m.pending:] {
		c.bytes += int64(size)
	}
	c.offset = m.offset - c.bytes // a fragment ends with its frames
	m.chunks = append(m.chunks, c)
	m.fragment, m.pending = nil, 0
	return nil
}

// finish copies the frames into the film, beside the part.
func (m *movie) finish() ([]Whole, error) {
	if err := m.flush(); err != nil {
		return nil, err
	}
	name := PartName(m.file.Name())
	f, err := createPart(m.spec.disk(), name)
	if err != nil {
		return nil, err
	}
	m.made = name
	if err := cmp.Or(m.copyTo(f), f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, files.Reason(err))
	}
	return []Whole{{name, m.spec.Path}}, nil
}

// copyTo writes the film: index first, then all frames in a row.
func (m *movie) copyTo(f io.Writer) error {
	out := bufio.NewWriterSize(f, 1<<20)
	var bytes int64
	for _, c := range m.chunks {
		bytes += c.bytes
	}
	head := mp4.NewMP4Init()
	head.AddChild(mp4.NewFtyp("isom", 512, []string{"isom", "iso2", m.coding, "mp41"}))
	moov, err := m.moov()
	if err != nil {
		return err
	}
	offsets := m.fill(moov, bytes)
	head.AddChild(moov)
	data := &mp4.MdatBox{LargeSize: bytes >= 1<<31}
	data.SetLazyDataSize(uint64(bytes))
	at := head.Size() + data.HeaderSize()
	for i, c := range m.chunks {
		offsets(i, at)
		at += uint64(c.bytes)
	}
	if err := head.Encode(out); err != nil {
		return err
	}
	if err := mp4.EncodeHeaderWithSize("mdat", data.HeaderSize()+uint64(bytes), data.LargeSize, out); err != nil {
		return err
	}
	for _, c := range m.chunks {
		if _, err := io.Copy(out, io.NewSectionReader(m.file, c.offset, c.bytes)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// fill enters all frames into the index. It returns a function that sets where a chunk is, which depends on the index's size.
func (m *movie) fill(moov *mp4.MoovBox, bytes int64) (set func(i int, offset uint64)) {
	duration := uint64(len(m.sizes)) * frameTime
	track := moov.Trak
	moov.Mvhd.Duration, track.Tkhd.Duration, track.Mdia.Mdhd.Duration = duration, duration, duration
	table := track.Mdia.Minf.Stbl
	table.Stts.SampleCount, table.Stts.SampleTimeDelta = []uint32{uint32(len(m.sizes))}, []uint32{frameTime}
	table.Stsz.SampleSize, table.Stsz.SampleNumber = m.sizes, uint32(len(m.sizes))
	table.AddChild(&mp4.StssBox{SampleNumber: m.keys})
	for i, c := range m.chunks {
		if i == 0 || c.frames != m.chunks[i-1].frames {
			// Its error would be about a chunk other than the first.
			_ = table.Stsc.AddEntry(uint32(i+1), c.frames, 1)
		}
	}
	if bytes < 1<<31 {
		table.Stco.ChunkOffset = make([]uint32, len(m.chunks))
		return func(i int, offset uint64) { table.Stco.ChunkOffset[i] = uint32(offset) }
	}
	large := &mp4.Co64Box{ChunkOffset: make([]uint64, len(m.chunks))}
	for i, box := range table.Children {
		if box == mp4.Box(table.Stco) {
			table.Children[i] = large
		}
	}
	return func(i int, offset uint64) { large.ChunkOffset[i] = offset }
}

// placed removes the part.
func (m *movie) placed() error {
	_ = m.file.Close() // it is no longer needed
	return m.spec.disk().Remove(m.file.Name())
}

// abandon keeps the finished fragments, without half a one after them, and removes the copy.
func (m *movie) abandon() (string, int, error) {
	_ = m.flush() // on a full disk the last one fails; those before it play anyway
	size := int64(0)
	if len(m.chunks) > 0 {
		last := m.chunks[len(m.chunks)-1]
		size = last.offset + last.bytes
	}
	if m.made != "" {
		_ = m.spec.disk().Remove(m.made)
	}
	_ = m.file.Truncate(size)
	_ = m.file.Close()
	kept, err := keepUnlessEmpty(m.spec.disk(), m.file.Name())
	return kept, m.pending, err
}

// mp4Stamp returns a moov's user data in the form of iTunes and ffmpeg: the encoding tool, ©too.
func mp4Stamp() mp4.Box {
	handler := box("hdlr", "\x00\x00\x00\x00\x00\x00\x00\x00mdirappl\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	meta := box("meta", "\x00\x00\x00\x00"+handler+box("ilst", box("\xa9too", box("data", mp4Text+Stamp))))
	return mp4.CreateUnknownBox("udta", uint64(8+len(meta)), []byte(meta))
}

// box returns a box of MP4.
func box(name, payload string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(payload)))) + name + payload
}
