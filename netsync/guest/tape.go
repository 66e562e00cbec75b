package guest

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// MaxTape is how long a tape may be, in bytes. A log has all tapes of a session in it, packed, and is a text of 16 MB at most.
const MaxTape = 16 << 20

// A Tape is what a guest has answered in a session, its clients' halves and the host's in the order in which they were asked:
//
//	2h 1c291ca3 {"n":7,"wake":12000000000}
//
// is an answer of the host's half for client 2 to the event whose line ([Event.Append]) has that CRC-32. What is there never
// changes.
type Tape struct {
	text   []byte
	events []byte // those that were answered, a line each; none on the tape of a log
	full   bool   // an answer did not fit: those that follow are left out
}

// head returns what a line of a tape begins with: whose answer it is, and to what.
func head(client int, ev *Event, r Role) []byte {
	return fmt.Appendf(nil, "%d%c %08x ", client, r.String()[0], crc32.ChecksumIEEE(ev.Append(nil, r)))
}

// errOtherEvent is that of an event that a tape has no answer to.
var errOtherEvent = errors.New("the log has no answer to it, because the session has been played differently since")

// at returns the answer that begins at a place of the tape, and where the next one does.
func (t *Tape) at(place int, head []byte) (r Reply, next int, err error) {
	line, _, _ := bytes.Cut(t.text[place:], []byte{'\n'})
	text, is := bytes.CutPrefix(line, head)
	if !is {
		return r, place, errOtherEvent
	}
	if len(text) >= MaxLine {
		return r, place, fmt.Errorf("the log's answer is longer than %d bytes", MaxLine)
	}
	r, err = ParseReply(text)
	return r, min(place+len(line)+1, len(t.text)), err
}

// Bytes returns how long the tape is, 0 of none.
func (t *Tape) Bytes() int {
	if t == nil {
		return 0
	}
	return len(t.text)
}

// packedLine is how long the lines of a packed tape are.
const packedLine = 120

// Pack returns the tape as lines of text: a raw DEFLATE stream (RFC 1951) in base64.
func (t *Tape) Pack() string {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		panic(err) // of a level that there is
	}
	w.Write(t.text) // into memory
	w.Close()
	text := base64.RawStdEncoding.EncodeToString(packed.Bytes())
	var b strings.Builder
	for len(text) > packedLine {
		b.WriteString(text[:packedLine] + "\n")
		text = text[packedLine:]
	}
	return b.String() + text + "\n"
}

// Unpack reads what Pack has written, up to a number of unpacked bytes. Its lines are checked when they are played.
func Unpack(text string, most int) (*Tape, error) {
	packed, err := base64.RawStdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		return nil, errors.New("they are not base64 without padding")
	}
	all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), int64(most)+1))
	switch {
	case err != nil:
		return nil, errors.New("they cannot be unpacked")
	case len(all) > most:
		return nil, fmt.Errorf("they unpack to more than %d bytes", most)
	}
	return &Tape{text: all}, nil
}
