package film

import (
	"errors"
	"fmt"
	"image"
	"time"
)

// The mark is a field of black and white blocks in the bottom right corner of a frame, from which
// programs read the frame's virtual time out of the finished film:
//
//	16 × 4 blocks, row by row, white is 1: 48 bits of microseconds, the highest first, and 16 bits of
//	CRC-16/CCITT-FALSE (polynomial 0x1021, from 0xFFFF) over them as 6 bytes; a black edge one block wide.
//
// A block is large enough to come through the encoders' blocks of 8 × 8 or 16 × 16 pixels: only
// brightness counts, and only of a block's middle.
const (
	markColumns = 16
	markRows    = 4
	markBits    = markColumns * markRows
)

// ErrNoMark is what [ReadMark] returns where there is no mark, or one that cannot be read.
var ErrNoMark = errors.New("no mark of time can be read in the frame")

// markBlock returns how many pixels wide and high a block is in a frame of some size.
func markBlock(width, height int) int { return max(6, min(width/160, height/90)) }

// MarkSize returns how many pixels the mark takes in the corner of a frame.
func MarkSize(width, height int) (w, h int) {
	b := markBlock(width, height)
	return (markColumns + 2) * b, (markRows + 2) * b
}

// DrawMark draws the mark of an instant into a frame of opaque RGBA pixels.
func DrawMark(pix []byte, width, height int, at time.Duration) {
	b := markBlock(width, height)
	w, h := MarkSize(width, height)
	code := markCode(at)
	for y := range h {
		row := pix[4*((height-h+y)*width+width-w):][:4*w]
		for x := range w {
			v := byte(0)
			if c, r := x/b-1, y/b-1; c >= 0 && c < markColumns && r >= 0 && r < markRows && code>>(markBits-1-(r*markColumns+c))&1 == 1 {
				v = 0xff
			}
			row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = v, v, v, 0xff
		}
	}
}

// ReadMark reads the instant that the mark of a frame tells, in whole microseconds.
func ReadMark(frame image.Image) (time.Duration, error) {
	bounds := frame.Bounds()
	b := markBlock(bounds.Dx(), bounds.Dy())
	w, h := MarkSize(bounds.Dx(), bounds.Dy())
	if bounds.Dx() < w || bounds.Dy() < h {
		return 0, fmt.Errorf("%w: %d×%d pixels are too few", ErrNoMark, bounds.Dx(), bounds.Dy())
	}
	left, top := bounds.Max.X-w, bounds.Max.Y-h
	var code uint64
	for r := range markRows {
		for c := range markColumns {
			code <<= 1
			if brightness(frame, left+(c+1)*b, top+(r+1)*b, b) > 0x7fff {
				code |= 1
			}
		}
	}
	at := time.Duration(code>>16) * time.Microsecond
	if code == 0 || markCode(at) != code {
		return 0, ErrNoMark
	}
	return at, nil
}

// brightness returns how bright the middle of a block is, 0..0xffff.
func brightness(frame image.Image, x, y, b int) uint32 {
	sum, n := uint32(0), uint32(0)
	for dy := b / 4; dy < b-b/4; dy++ {
		for dx := b / 4; dx < b-b/4; dx++ {
			r, g, bl, _ := frame.At(x+dx, y+dy).RGBA()
			sum += (r + g + bl) / 3
			n++
		}
	}
	return sum / n
}

// markCode returns the bits of an instant: its microseconds and their checksum.
func markCode(at time.Duration) uint64 {
	us := uint64(at.Microseconds()) & (1<<48 - 1)
	crc := uint16(0xffff)
	for shift := 40; shift >= 0; shift -= 8 {
		crc ^= uint16(byte(us>>shift)) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return us<<16 | uint64(crc)
}
