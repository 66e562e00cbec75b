package main

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"testing"
)

func TestAnIconOfWindowsLeadsToItsPictures(t *testing.T) {
	sizes := []int{16, 32}
	b := ico(sizes)
	for i, size := range sizes {
		row := b[6+16*i:]
		length, at := binary.LittleEndian.Uint32(row[8:]), binary.LittleEndian.Uint32(row[12:])
		picture, err := png.Decode(bytes.NewReader(b[at : at+length]))
		if err != nil || picture.Bounds().Dx() != size || int(row[0]) != size {
			t.Errorf("%d pixels: %v", size, err)
		}
	}
}

func TestAnIconOfMacOSHasItsLength(t *testing.T) {
	if testing.Short() {
		t.Skip("large pictures are drawn")
	}
	b := icns()
	if string(b[:4]) != "icns" || int(binary.BigEndian.Uint32(b[4:])) != len(b) {
		t.Errorf("%q, %d of %d bytes", b[:4], binary.BigEndian.Uint32(b[4:]), len(b))
	}
	for b = b[8:]; len(b) > 0; b = b[binary.BigEndian.Uint32(b[4:]):] {
		if _, err := png.DecodeConfig(bytes.NewReader(b[8:])); err != nil {
			t.Errorf("%s: %v", b[:4], err)
		}
	}
}
