package capture

import (
	"bytes"
	"io"
)

// application is the name of this program, as it stands in a capture.
const application = "driftlab"

// maxHead bounds in bytes where the program's name stands in a trace.
const maxHead = 8 << 10

// IsPcapng says whether a file is one that [Pcapng] has written: it begins with a section whose application is this
// program.
func IsPcapng(f io.ReaderAt) bool {
	return hasHead(f, "\x0a\x0d\x0d\x0a", "\x04\x00\x08\x00"+application) // the option shb_userappl, of 8 bytes
}

// hasHead says whether a file begins with one text and has the other soon after it.
func hasHead(f io.ReaderAt, begin, mark string) bool {
	b := make([]byte, maxHead)
	n, _ := f.ReadAt(b, 0)
	return bytes.HasPrefix(b[:n], []byte(begin)) && bytes.Contains(b[:n], []byte(mark))
}
