package sound

import (
	"encoding/binary"
	"fmt"
	"io"
)

// wavHead is the length of the header before the samples, without the text.
const wavHead = 12 + 8 + 16 + 8 + 4 + 8 + 8

// MostSamples is how many samples a WAV file has at most, for each ear: its lengths have 32 bits.
const MostSamples = (1<<32 - 1 - 1<<10) / 4

// WriteWAV writes samples as a WAV file, 48 kHz, stereo, 16 bits. software says what has made it; fill is asked for
// the samples piece by piece, each from the sample from on.
func WriteWAV(w io.Writer, software string, samples int64, fill func(dst []int16, from int64) error) error {
	if samples < 0 || samples > MostSamples {
		return fmt.Errorf("a WAV file of %d samples is outside 0..%d", samples, int64(MostSamples))
	}
	if _, err := w.Write(Head(software, samples)); err != nil {
		return err
	}
	const piece = Rate / 4
	buf, out := make([]int16, 2*piece), make([]byte, 0, 4*piece)
	for from := int64(0); from < samples; from += piece {
		part := buf[:2*min(piece, samples-from)]
		if err := fill(part, from); err != nil {
			return err
		}
		out = out[:0]
		for _, v := range part {
			out = binary.LittleEndian.AppendUint16(out, uint16(v))
		}
		if _, err := w.Write(out); err != nil {
			return err
		}
	}
	return nil
}

// Head returns the header before the samples.
func Head(software string, samples int64) []byte {
	text := software + "\x00"
	if len(text)%2 == 1 {
		text += "\x00"
	}
	u16, u32 := binary.LittleEndian.AppendUint16, binary.LittleEndian.AppendUint32
	data := uint32(4 * samples)
	b := u32([]byte("RIFF"), uint32(wavHead-8+len(text))+data)
	b = u32(append(b, "WAVEfmt "...), 16)
	b = u16(u16(b, 1), 2) // PCM, stereo
	b = u32(u32(b, Rate), 4*Rate)
	b = u16(u16(b, 4), 16)
	b = u32(append(b, "LIST"...), uint32(4+8+len(text)))
	b = u32(append(b, "INFOISFT"...), uint32(len(text)))
	return u32(append(append(b, text...), "data"...), data)
}
