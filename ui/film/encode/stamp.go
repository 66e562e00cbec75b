package encode

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"regexp"

	"driftlab/internal/files"
)

// Stamp is near the beginning of each file that this package makes, where the format names the program that made it. A film with
// the stamp may be replaced by another.
const Stamp = "driftlab record"

// Limits on what is read of a file to find the stamp.
const (
	mostElements = 32   // boxes of MP4 or elements of WebM on each of two levels
	mostDetails  = 4096 // bytes of the element that has the stamp
)

// IsFilm is the [files.Mark] of films: the file has the stamp where its format names the program. It only reads a few places.
func IsFilm(f io.ReaderAt) bool {
	head := files.Head(f, 0, 16)
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		stamp := software(Stamp)
		return bytes.Equal(files.Head(f, pngHead, len(stamp)), stamp)
	case bytes.HasPrefix(head, []byte("GIF89a")) && len(head) >= 13 && head[10]&0x80 != 0:
		palette := int64(3) << (head[10]&7 + 1)
		return bytes.Equal(files.Head(f, 13+palette, len(gifStamp)), gifStamp)
	case bytes.HasPrefix(head, ebmlID):
		segment, ok := elementIn(f, 0, 1<<62, segmentID)
		if !ok {
			return false
		}
		info, ok := elementIn(f, segment.content, segment.end, infoID)
		if !ok {
			return false
		}
		app := append(append([]byte(nil), writingAppID...), 0x80|byte(len(Stamp)))
		return bytes.Contains(files.Head(f, info.content, int(min(info.end-info.content, mostDetails))), append(app, Stamp...))
	case bytes.HasPrefix(head, []byte(Stamp)): // kept free for one
		return true
	case bytes.HasPrefix(head, []byte("RIFF")): // its first chunk but for the format's is the text
		return bytes.Equal(files.Head(f, 36, 4), []byte("LIST")) && bytes.Equal(files.Head(f, 56, len(Stamp)), []byte(Stamp))
	case len(head) >= 8 && string(head[4:8]) == "ftyp":
		moov, _, ok := boxIn(f, 0, 1<<62, "moov")
		if !ok {
			return false
		}
		udta, size, ok := boxIn(f, moov.content, moov.end, "udta")
		return ok && bytes.Contains(files.Head(f, udta.content, int(min(size, mostDetails))), []byte("data"+mp4Text+Stamp))
	}
	return false
}

// A stamper passes a file on, and inserts a stamp after its head.
type stamper struct {
	io.Writer
	head  int // bytes before the stamp
	stamp []byte
}

// Write implements io.Writer.
func (s *stamper) Write(b []byte) (int, error) {
	if s.head == 0 {
		return s.Writer.Write(b)
	}
	n, err := s.Writer.Write(b[:min(len(b), s.head)])
	if s.head -= n; err != nil || s.head > 0 {
		return n, err
	}
	if _, err := s.Writer.Write(s.stamp); err != nil {
		return n, err
	}
	rest, err := s.Writer.Write(b[n:])
	return n + rest, err
}

// pngHead is the length of a PNG's signature and its first chunk.
const pngHead = 8 + 25

// software returns a text chunk, "Software".
func software(name string) []byte {
	chunk := []byte("tEXtSoftware\x00" + name)
	b := binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-4))
	return binary.BigEndian.AppendUint32(append(b, chunk...), crc32.ChecksumIEEE(chunk))
}

// gifStamp is a comment extension.
var gifStamp = append([]byte{0x21, 0xfe, byte(len(Stamp))}, Stamp+"\x00"...)

// mp4Text comes before a text in a data box: its type, UTF-8, and no locale.
const mp4Text = "\x00\x00\x00\x01\x00\x00\x00\x00"

// A span is where the content of a box or an element starts, and where it ends.
type span struct{ content, end int64 }

// boxIn finds a box among those from at to end.
func boxIn(f io.ReaderAt, at, end int64, name string) (found span, size int64, ok bool) {
	for range mostElements {
		head := files.Head(f, at, 16)
		if len(head) < 8 || at > end-8 {
			return span{}, 0, false
		}
		content, length := at+8, int64(binary.BigEndian.Uint32(head))
		switch {
		case length == 1 && len(head) == 16: // its size needs 64 bits
			content, length = at+16, int64(binary.BigEndian.Uint64(head[8:]))
		case length == 0: // it is the last
			length = end - at
		}
		if length < content-at || length > end-at {
			return span{}, 0, false
		}
		if string(head[4:8]) == name {
			return span{content, at + length}, at + length - content, true
		}
		at += length
	}
	return span{}, 0, false
}

// The elements of WebM that lead to the stamp, RFC 9559.
var (
	ebmlID       = []byte{0x1a, 0x45, 0xdf, 0xa3}
	segmentID    = []byte{0x18, 0x53, 0x80, 0x67}
	infoID       = []byte{0x15, 0x49, 0xa9, 0x66}
	writingAppID = []byte{0x57, 0x41}
)

// elementIn finds an element of EBML, RFC 8794, among those from at to end.
func elementIn(f io.ReaderAt, at, end int64, id []byte) (found span, ok bool) {
	for range mostElements {
		head := files.Head(f, at, 12)
		idLength, _, ok := vint(head)
		if !ok || at >= end {
			return span{}, false
		}
		sizeLength, size, ok := vint(head[idLength:])
		if !ok {
			return span{}, false
		}
		content := at + int64(idLength+sizeLength)
		if size == 1<<(7*sizeLength)-1 || int64(size) > end-content { // of unknown size, or truncated
			size = uint64(max(end-content, 0))
		}
		if bytes.Equal(head[:idLength], id) {
			return span{content, content + int64(size)}, true
		}
		at = content + int64(size)
	}
	return span{}, false
}

// vint reads an EBML number of up to eight bytes, and its length.
func vint(b []byte) (length int, value uint64, ok bool) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0, false
	}
	for length = 1; b[0]&(0x80>>(length-1)) == 0; length++ {
	}
	if len(b) < length {
		return 0, 0, false
	}
	value = uint64(b[0] & (0x7f >> (length - 1)))
	for _, next := range b[1:length] {
		value = value<<8 | uint64(next)
	}
	return length, value, true
}

// pictureSoftware is the program that a single picture names. A film's pictures have the [Stamp].
const pictureSoftware = "driftlab"

// WritePicture writes a single picture as PNG, with the mark of [IsPicture].
func WritePicture(w io.Writer, img image.Image) error {
	return png.Encode(&stamper{Writer: w, head: pngHead, stamp: software(pictureSoftware)}, img)
}

// IsPicture is the [files.Mark] of what WritePicture has written.
func IsPicture(f io.ReaderAt) bool {
	mark := software(pictureSoftware)
	return bytes.Equal(files.Head(f, pngHead, len(mark)), mark)
}

// IsHashes is the [files.Mark] of what [Spec.Hashes] gets: the first line is about frame 0.
func IsHashes(f io.ReaderAt) bool { return firstHash.Match(files.Head(f, 0, 67)) }

var firstHash = regexp.MustCompile("^0 [0-9a-f]{64}\n")
