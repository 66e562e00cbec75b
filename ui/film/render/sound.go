package render

import (
	"io"

	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/film/encode"
	"driftlab/ui/sound"
)

// sound writes the film's sound. It runs the sessions once more, since an encoder needs all sound at once.
func (j *Job) sound(w io.Writer) error {
	var sources []sound.Source
	for i, sc := range j.opt.Scenarios() {
		s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect()})
		if err != nil {
			return err
		}
		defer s.Close()
		sources = append(sources, sound.Source{Session: s, Ears: filmEars(i, j.opt.Beside != nil, j.picture.Deck.Chosen)})
	}
	track := sound.NewTrack(j.opt.From, sources...)
	return sound.WriteWAV(w, encode.Stamp, sound.FrameSamples(j.frames, j.opt.FPS), func(dst []int16, from int64) error {
		if j.ctx.Err() != nil {
			return Cancelled{"the film was cancelled before its first frame"}
		}
		return track.Fill(dst, from)
	})
}

// filmEars returns who is heard left and right in one of a film's sessions: with one session the host is left and the client
// right; with two A's client is left and B's right.
func filmEars(side int, compared bool, client int) sound.Ears {
	switch {
	case !compared:
		return sound.Ears{Left: 0, Right: client}
	case side == 0:
		return sound.Ears{Left: client, Right: sound.Nobody}
	}
	return sound.Ears{Left: sound.Nobody, Right: client}
}
