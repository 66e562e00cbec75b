package encode

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"regexp"

	"driftlab/internal/files"
)

// pictureSoftware stands in a single picture as the program that has made it. A film's pictures have the [Stamp].
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

// IsHashes is the [files.Mark] of what [Spec.Hashes] gets: the first line is of frame 0.
func IsHashes(f io.ReaderAt) bool { return firstHash.Match(files.Head(f, 0, 67)) }

var firstHash = regexp.MustCompile("^0 [0-9a-f]{64}\n")
