package sound

import (
	"slices"
	"time"

	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/netsim"
)

// A Source is a session, and which of its machines are heard with which ear.
type Source struct {
	Session *session.Session
	Ears    Ears
}

// Machines returns those that are heard.
func (e Ears) Machines() []int {
	return slices.DeleteFunc([]int{e.Left, e.Right}, func(machine int) bool { return machine == Nobody })
}

const (
	// before is how long before its start a track is listened for what still sounds then.
	before = 2 * time.Second
	// noticed is how much later than it happened a cue is noticed at most.
	noticed = 250 * time.Millisecond
)

// A Track is the sound of sessions over a span of virtual time, sample by sample. It advances them.
type Track struct {
	sources []Source
	zero    time.Duration
	voices  []Voice
	cues    []observe.Cue
}

// NewTrack returns the track whose sample 0 is at the instant zero. The sessions must not have come so far.
func NewTrack(zero time.Duration, sources ...Source) *Track {
	return &Track{sources: sources, zero: zero}
}

// Fill mixes the samples from the sample from on. From call to call they come in order.
func (t *Track) Fill(dst []int16, from int64) error {
	end := from + int64(len(dst)/2)
	until := t.zero + time.Duration(end/Rate)*time.Second + time.Duration(end%Rate)*time.Second/Rate + noticed
	for i := range t.sources {
		s := &t.sources[i]
		if quiet := t.zero - before - time.Duration(s.Session.Now()); quiet > 0 {
			if err := s.Session.Advance(quiet); err != nil {
				return err
			}
		}
		s.Session.Ears().Hear(s.Ears.Machines()...)
		for time.Duration(s.Session.Now()) < until {
			if err := s.Session.Advance(min(noticed, until-time.Duration(s.Session.Now()))); err != nil {
				return err
			}
			t.cues = s.Session.Ears().Cues(t.cues[:0])
			for i := range t.cues {
				if v, ok := s.Ears.Hear(&t.cues[i], netsim.Time(t.zero)); ok {
					t.voices = append(t.voices, v)
				}
			}
		}
	}
	t.voices = slices.DeleteFunc(t.voices, func(v Voice) bool { return v.End() <= from })
	Mix(dst, from, t.voices)
	return nil
}

// FrameSamples returns how many samples some frames of a film have: frame n begins with sample n · Rate/fps, rounded down.
func FrameSamples(frames, fps int) int64 { return int64(frames) * Rate / int64(fps) }
