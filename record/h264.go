package record

import "fmt"

// h264Quantiser is the step with which the OpenH264 encoders code everything, 0 (finest) to 51: the same
// quality all along, as many bytes as that needs. At 24 text of 10 pixels and lines of one stay as they are.
const h264Quantiser = 24

// An h264Coder codes I420 pictures.
type h264Coder interface {
	// planes are where the next picture goes.
	planes() (y, u, v []byte)
	// code codes it. The stream, NAL units behind start codes, is valid until the next call.
	code(k int) (stream []byte, err error)
	close()
}

// An h264Sink is a coder and an MP4 file.
type h264Sink struct {
	spec  Spec
	coder h264Coder
	movie *movie
}

func openH264(s Spec, coder h264Coder) (sink, error) {
	m, err := newMovie(s)
	if err != nil {
		coder.close()
		return nil, err
	}
	return &h264Sink{s, coder, m}, nil
}

func (e *h264Sink) workers() int { return 1 }

func (e *h264Sink) frame(k int, rgba []byte) error {
	y, u, v := e.coder.planes()
	i420(rgba, e.spec.Width, e.spec.Height, y, u, v)
	stream, err := e.coder.code(k)
	if err == nil {
		err = e.movie.add(stream)
	}
	if err != nil {
		return fmt.Errorf("frame %d: %w", k, err)
	}
	return nil
}

func (e *h264Sink) finish() error {
	if err := e.movie.finish(); err != nil {
		return err
	}
	e.coder.close()
	return nil
}

func (e *h264Sink) abandon() (string, error) {
	e.coder.close()
	return e.movie.abandon()
}

func (e *h264Sink) kill() {} // nothing outside is waited for
