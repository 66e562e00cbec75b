package program

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"net"
	"strings"
	"testing"

	"driftlab/internal/xvfb"
)

// A display is an X server without a screen, and a connection to it. It speaks as much of X's protocol as the tests need:
// https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html.
type display struct {
	*xvfb.Server
	x    net.Conn
	root uint32
}

// newDisplay starts an X server with a screen of this many pixels for a test, and connects to it.
func newDisplay(t testing.TB, width, height int) *display {
	t.Helper()
	server, err := xvfb.Start(width, height)
	check(t, err)
	t.Cleanup(server.Stop)
	d := &display{Server: server}
	if err := d.connect(); err != nil {
		t.Fatalf("display %s: %v", d.Display(), err)
	}
	t.Cleanup(func() { d.x.Close() })
	return d
}

var order = binary.LittleEndian

// connect connects, and finds the root window.
func (d *display) connect() (err error) {
	if d.x, err = net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(d.Display(), ":")); err != nil {
		return err
	}
	if _, err = d.x.Write([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0}); err != nil {
		return err
	}
	head := make([]byte, 8)
	if _, err = io.ReadFull(d.x, head); err != nil {
		return err
	}
	setup := make([]byte, 4*int(order.Uint16(head[6:])))
	if _, err = io.ReadFull(d.x, setup); err != nil {
		return err
	}
	if head[0] != 1 {
		return errors.New("it refuses the connection")
	}
	const fixed, aFormat = 32, 8 // bytes before the vendor's name, and of each format after it
	vendor, formats := int(order.Uint16(setup[16:])), int(setup[21])
	d.root = order.Uint32(setup[fixed+(vendor+3)&^3+aFormat*formats:])
	return nil
}

// numbers and text are arguments as X has them.
func numbers(all ...uint32) (b []byte) {
	for _, v := range all {
		b = order.AppendUint32(b, v)
	}
	return b
}

func text(s string) []byte { return append([]byte(s), make([]byte, -len(s)&3)...) }

// tell sends a request.
func (d *display) tell(operation, detail byte, arguments []byte) error {
	b := order.AppendUint16([]byte{operation, detail}, uint16(1+len(arguments)/4))
	_, err := d.x.Write(append(b, arguments...))
	return err
}

// ask sends a request and returns its answer: 32 bytes, and what follows them.
func (d *display) ask(operation, detail byte, arguments []byte) (answer, rest []byte, err error) {
	if err := d.tell(operation, detail, arguments); err != nil {
		return nil, nil, err
	}
	const failed, answered = 0, 1 // others are events, such as a new keyboard
	for answer = []byte{2}; answer[0] > answered; {
		answer = make([]byte, 32)
		if _, err := io.ReadFull(d.x, answer); err != nil {
			return nil, nil, err
		}
	}
	if answer[0] == failed {
		return nil, nil, fmt.Errorf("request %d: error %d", operation, answer[1])
	}
	rest = make([]byte, 4*int(order.Uint32(answer[4:])))
	_, err = io.ReadFull(d.x, rest)
	return answer, rest, err
}

// atom returns the number of a name.
func (d *display) atom(name string) (uint32, error) {
	const internAtom = 16
	answer, _, err := d.ask(internAtom, 0, append(numbers(uint32(len(name))), text(name)...))
	if err != nil {
		return 0, err
	}
	return order.Uint32(answer[8:]), nil
}

// size returns a window's size in pixels.
func (d *display) size(window uint32) (image.Point, error) {
	const getGeometry = 14
	answer, _, err := d.ask(getGeometry, 0, numbers(window))
	if err != nil {
		return image.Point{}, err
	}
	return image.Pt(int(order.Uint16(answer[16:])), int(order.Uint16(answer[18:]))), nil
}

// see returns a part of the screen.
func (d *display) see(part image.Rectangle) (*image.RGBA, error) {
	const getImage, wholePixels, allBits = 73, 2, 1<<32 - 1
	arguments := numbers(d.root, uint32(part.Min.Y)<<16|uint32(part.Min.X), uint32(part.Dy())<<16|uint32(part.Dx()), allBits)
	_, pix, err := d.ask(getImage, wholePixels, arguments)
	if err != nil {
		return nil, err
	}
	if len(pix) != 4*part.Dx()*part.Dy() {
		return nil, fmt.Errorf("%v of the screen are %d bytes", part, len(pix))
	}
	img := image.NewRGBA(part)
	for i := 0; i < len(pix); i += 4 { // blue first
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = pix[i+2], pix[i+1], pix[i], 255
	}
	return img, nil
}

// close closes a window as its close button does.
func (d *display) close(window uint32) error {
	protocols, err := d.atom("WM_PROTOCOLS")
	if err != nil {
		return err
	}
	closes, err := d.atom("WM_DELETE_WINDOW")
	if err != nil {
		return err
	}
	const sendEvent, clientMessage, bits = 25, 33, 32
	event := append([]byte{clientMessage, bits, 0, 0}, numbers(window, protocols, closes, 0, 0, 0, 0)...)
	return d.tell(sendEvent, 0, append(numbers(window, 0), event...))
}

// resources sets what programs read of the display at their start, such as its resolution.
func (d *display) resources(s string) error {
	const changeProperty, replace, resourceManager, aString, bits = 18, 0, 23, 31, 8
	if err := d.tell(changeProperty, replace, append(numbers(d.root, resourceManager, aString, bits, uint32(len(s))), text(s)...)); err != nil {
		return err
	}
	_, err := d.atom("RESOURCE_MANAGER") // its answer comes after the change
	return err
}
