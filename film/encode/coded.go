package encode

import "fmt"

// A coder codes I420 pictures. Every two seconds one of them is a key frame.
type coder interface {
	// planes are where the next picture goes.
	planes() (y, u, v []byte)
	// code codes it. The stream is valid until the next call.
	code(k int) (stream []byte, err error)
	close()
}

// A container puts what a coder makes into a file.
type container interface {
	add(stream []byte) error
	finish() ([]Whole, error)
	placed() error
	abandon() (kept string, lost int, err error)
}

// A codedSink is a coder and a container.
type codedSink struct {
	spec  Spec
	coder coder
	file  container
}

func openH264(s Spec, c coder) (sink, error) {
	m, err := newMovie(s)
	if err != nil {
		c.close()
		return nil, err
	}
	return &codedSink{s, c, m}, nil
}

func openVP8(s Spec, c coder) (sink, error) {
	m, err := newMatroska(s)
	if err != nil {
		c.close()
		return nil, err
	}
	return &codedSink{s, c, m}, nil
}

func (e *codedSink) workers() int { return 1 }

func (e *codedSink) frame(k int, rgba []byte) error {
	y, u, v := e.coder.planes()
	i420(rgba, e.spec.Width, e.spec.Height, y, u, v)
	stream, err := e.coder.code(k)
	if err == nil {
		err = e.file.add(stream)
	}
	if err != nil {
		return fmt.Errorf("frame %d: %w", k, err)
	}
	return nil
}

func (e *codedSink) finish() ([]Whole, error) { return e.file.finish() }

func (e *codedSink) placed() error {
	e.coder.close()
	return e.file.placed()
}

func (e *codedSink) abandon() (string, int, error) {
	e.coder.close()
	return e.file.abandon()
}

func (e *codedSink) kill() {} // nothing outside is waited for
