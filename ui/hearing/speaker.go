package hearing

import (
	"errors"
	"fmt"
	"time"

	"github.com/ebitengine/oto/v3"

	"driftlab/ui/sound"
)

// A speaker plays what a mixer mixes.
type speaker interface {
	play()
	pause()
	setVolume(v float64) // 0 to 1
	err() error          // why nothing is heard, nil as long as that is not known; what has failed stays so
}

// otoSpeaker is the system's. Ebitengine's own audio package, which is made of the same library, ends the game when a device
// is missing or vanishes; here the window only falls silent.
type otoSpeaker struct {
	context *oto.Context
	player  *oto.Player
	fault   error // a panic of a driver
}

// speakerBuffer is how much sound is read ahead.
const speakerBuffer = 40 * time.Millisecond

// openSpeaker opens the system's, once in a run of the program. Whether there is one is known a little later: see err.
func openSpeaker(m *mixer) (s speaker, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("%v", r)
		}
	}()
	context, _, err := oto.NewContext(&oto.NewContextOptions{SampleRate: sound.Rate, ChannelCount: 2, Format: oto.FormatSignedInt16LE,
		BufferSize: speakerBuffer, ApplicationName: "driftlab"})
	if err != nil {
		return nil, err
	}
	player := context.NewPlayer(m)
	player.SetBufferSize(int(speakerBuffer * sound.Rate / time.Second * 4))
	return &otoSpeaker{context: context, player: player}, nil
}

// guard keeps what a driver's fault does from the window.
func (s *otoSpeaker) guard(do func()) {
	defer func() {
		if r := recover(); r != nil {
			s.fault = fmt.Errorf("%v", r)
		}
	}()
	if s.fault == nil {
		do()
	}
}

func (s *otoSpeaker) play()               { s.guard(s.player.Play) }
func (s *otoSpeaker) pause()              { s.guard(s.player.Pause) }
func (s *otoSpeaker) setVolume(v float64) { s.guard(func() { s.player.SetVolume(v) }) }

func (s *otoSpeaker) err() (err error) {
	s.guard(func() { err = errors.Join(s.context.Err(), s.player.Err()) })
	return errors.Join(s.fault, err)
}
