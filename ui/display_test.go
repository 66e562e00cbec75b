package ui

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"driftlab/internal/await"
)

// A xServer is an X server without a screen, and a connection to it by which frames are counted. It speaks as much
// of X's protocol as that takes: https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html and, for
// DAMAGE, https://www.x.org/releases/X11R7.7/doc/damageproto/damageproto.txt.
type xServer struct {
	number string
	buffer string // file in which Xvfb keeps the screen
	x      net.Conn
	base   uint32 // of the identifiers that this connection may give
	damage byte   // the extension's operations have this number
	notify byte   // and its event this one
	drawn  atomic.Int64
	ended  atomic.Bool
	giveUp time.Time // when what has not come does not come
}

// newXServer starts an X server that keeps its screen in a file in dir, and connects to it.
func newXServer(t testing.TB, dir string) *xServer {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	// -r: a key that is held down for some frames, however long they take, is one key.
	server := exec.Command("Xvfb", "-r", "-displayfd", "3", "-screen", "0", "1920x1080x24", "-fbdir", dir, "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{w}
	err = server.Start()
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(server) })
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb does not say which display it is: %v", err)
	}
	d := &xServer{number: strings.TrimSpace(number), buffer: filepath.Join(dir, "Xvfb_screen0"), giveUp: await.Deadline(t)}
	if err := d.connect(); err != nil {
		t.Fatalf("display %s: %v", d.number, err)
	}
	t.Cleanup(func() { d.x.Close() })
	return d
}

// end ends a program that was started here.
func end(c *exec.Cmd) {
	c.Process.Kill()
	c.Wait()
}

var order = binary.LittleEndian

// connect makes the connection, and finds the extension that tells when something was drawn.
func (d *xServer) connect() (err error) {
	if d.x, err = net.Dial("unix", "/tmp/.X11-unix/X"+d.number); err != nil {
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
	d.base = order.Uint32(setup[4:])
	const queryExtension = 98
	found, err := d.ask(queryExtension, 0, named("DAMAGE"))
	if err != nil {
		return err
	}
	if found[8] == 0 {
		return errors.New("it has no DAMAGE")
	}
	d.damage, d.notify = found[9], found[10]
	_, err = d.ask(d.damage, 0, numbers(1, 1)) // the version
	return err
}

// numbers and named are arguments as X has them.
func numbers(all ...uint32) (b []byte) {
	for _, v := range all {
		b = order.AppendUint32(b, v)
	}
	return b
}

func named(name string) []byte {
	b := append(order.AppendUint32(nil, uint32(len(name))), name...)
	return append(b, make([]byte, -len(b)&3)...)
}

// tell makes a request.
func (d *xServer) tell(operation, detail byte, arguments []byte) error {
	b := order.AppendUint16([]byte{operation, detail}, uint16(1+len(arguments)/4))
	_, err := d.x.Write(append(b, arguments...))
	return err
}

// ask makes a request and returns its answer.
func (d *xServer) ask(operation, detail byte, arguments []byte) ([]byte, error) {
	if err := d.tell(operation, detail, arguments); err != nil {
		return nil, err
	}
	answer := make([]byte, 32)
	if _, err := io.ReadFull(d.x, answer); err != nil {
		return nil, err
	}
	if answer[0] != 1 {
		return nil, fmt.Errorf("request %d: error %d", operation, answer[1])
	}
	return answer, nil
}

// watch counts from now on how often a window is drawn. Nothing can be asked any more.
func (d *xServer) watch(window uint32) error {
	const create, everyRectangle = 1, 0
	if err := d.tell(d.damage, create, numbers(d.base, window, everyRectangle)); err != nil {
		return err
	}
	go func() {
		for event := make([]byte, 32); ; {
			if _, err := io.ReadFull(d.x, event); err != nil {
				d.ended.Store(true)
				return
			}
			// A picture that comes in parts is whole with its lowest part.
			if y, h, all := order.Uint16(event[18:]), order.Uint16(event[22:]), order.Uint16(event[30:]); event[0] == d.notify && y+h >= all {
				d.drawn.Add(1)
			}
		}
	}()
	return nil
}

// atom returns the number of a name.
func (d *xServer) atom(name string) (uint32, error) {
	const internAtom = 16
	b, err := d.ask(internAtom, 0, named(name))
	if err != nil {
		return 0, err
	}
	return order.Uint32(b[8:]), nil
}

// see returns what is on the screen. Xvfb keeps it in a file in the format of xwd: a header of 32 bit numbers,
// the most significant byte first, colours, and then the pixels, here four bytes each, blue first.
func (d *xServer) see() (*image.RGBA, error) {
	file, err := os.ReadFile(d.buffer)
	if err != nil {
		return nil, err
	}
	field := func(i int) int { return int(binary.BigEndian.Uint32(file[4*i:])) }
	const header, width, height, bits, stride, colours = 0, 4, 5, 11, 12, 19
	if field(bits) != 32 {
		return nil, fmt.Errorf("the screen has %d bits a pixel", field(bits))
	}
	pix := file[field(header)+12*field(colours):]
	img := image.NewRGBA(image.Rect(0, 0, field(width), field(height)))
	for y := range img.Rect.Dy() {
		row, out := pix[y*field(stride):], img.Pix[y*img.Stride:]
		for x := 0; x < 4*img.Rect.Dx(); x += 4 {
			out[x], out[x+1], out[x+2], out[x+3] = row[x+2], row[x+1], row[x], 255
		}
	}
	return img, nil
}

// closing returns the message by which a window manager asks a window to close.
func (d *xServer) closing(window uint32) (message []byte, err error) {
	protocols, err := d.atom("WM_PROTOCOLS")
	if err != nil {
		return nil, err
	}
	closes, err := d.atom("WM_DELETE_WINDOW")
	if err != nil {
		return nil, err
	}
	const clientMessage, bits = 33, 32
	return append(numbers(window, 0), append([]byte{clientMessage, bits, 0, 0}, numbers(window, protocols, closes, 0, 0, 0, 0)...)...), nil
}

// close sends that message.
func (d *xServer) close(message []byte) error {
	const sendEvent = 25
	return d.tell(sendEvent, 0, message)
}

// frames waits until so many frames more were drawn.
func (d *xServer) frames(n int64) error {
	for want := d.drawn.Load() + n; d.drawn.Load() < want; time.Sleep(2 * time.Millisecond) {
		if d.ended.Load() || time.Now().After(d.giveUp) {
			return errors.New("nothing is drawn any more")
		}
	}
	return nil
}
