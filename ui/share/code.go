package share

import (
	"errors"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"rsc.io/qr"

	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

const (
	// maxCode is the longest address that is shown as a code, in characters: a telephone still reads its dots off a wall.
	maxCode = 1500
	// codeEdge is the white around a code, in its dots: ISO/IEC 18004 wants four.
	codeEdge = 4
)

// showCode shows the address of the session so far as a QR code, for the people in the room.
func (s *Room) showCode() {
	s.travel.WhenThere(func() error {
		address, err := s.sessionAddress()
		if err != nil {
			return err
		}
		pixels, side, err := codePixels(address, min(s.picture.Width, s.picture.Height)-int(2*picture.BarHeight*s.picture.Scale))
		if err != nil {
			return errors.New(s.picture.Words.F("share.code-long", len(address), maxCode))
		}
		picture := ebiten.NewImage(side, side)
		picture.WritePixels(pixels)
		theme := s.panel.theme
		board := theme.Popover(theme.Column(widget.NewGraphic(widget.GraphicOpts.Image(picture))), nil)
		w, h := board.PreferredSize()
		board.Open(s.window.Root(), panel.NewRect(float32(s.picture.Width-w)/2, float32(s.picture.Height-h)/2, float32(w), float32(h)).Pixels())
		return nil
	})
}

// codePixels returns a square of so many pixels a side, RGBA, with an address as a QR code, each dot as large as there is
// room for.
func codePixels(address string, room int) (pixels []byte, side int, err error) {
	if len(address) > maxCode {
		return nil, 0, errors.New("too long")
	}
	code, err := qr.Encode(address, qr.L)
	if err != nil {
		return nil, 0, err
	}
	dots := code.Size + 2*codeEdge
	dot := max(room/dots, 1)
	side = dots * dot
	pixels = make([]byte, 0, 4*side*side)
	for y := range side {
		for x := range side {
			shade := byte(0xff)
			if code.Black(x/dot-codeEdge, y/dot-codeEdge) {
				shade = 0
			}
			pixels = append(pixels, shade, shade, shade, 0xff)
		}
	}
	return pixels, side, nil
}
