// Package hearing has what of the worlds is heard. It is given a picture, and knows no window.
package hearing

import (
	"slices"
	"sync"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/notice"
	"driftlab/ui/picture"
	"driftlab/ui/sound"
)

// A Room plays the sounds of the worlds. Switched off, it costs nothing: nothing listens to the sessions.
type Room struct {
	picture *picture.Picture
	lines   *notice.Lines
	config  *config.Store

	on      bool
	open    func(*mixer) (speaker, error) // tests have others than the system's
	speaker speaker                       // nil until sound was asked for
	mixer   mixer
	sources []sound.Source // that are listened to
	cues    []observe.Cue
	beat    anchor
	last    netsim.Time // up to which it was heard
}

// New returns a room in which sound is off. The volume is what was chosen for the program.
func New(p *picture.Picture, lines *notice.Lines, config *config.Store) *Room {
	return &Room{picture: p, lines: lines, config: config, open: openSpeaker}
}

// On reports whether sound is on.
func (h *Room) On() bool { return h.on }

// An anchor says which instant is heard with which sample. Between two anchors cues are as far apart in samples as they
// are in virtual time, however unevenly frames come.
type anchor struct {
	at     netsim.Time
	sample int64
	speed  float64 // virtual seconds a second, 0 for no anchor
}

// sampleOf returns the sample with which what happens at an instant is heard.
func (k *anchor) sampleOf(at netsim.Time) int64 {
	return k.sample + int64(float64(at-k.at)*sound.Rate/(float64(time.Second)*k.speed))
}

const (
	// leadSamples is how far ahead of playback a frame's cues are, in addition to the frame's length: 70 ms.
	leadSamples = 70 * sound.Rate / 1000
	// Between these speeds all cues are heard, beyond them metronomes alone.
	slowestHeard, fastestHeard = 0.25, 2
	// heardGap is how much virtual time of a second of speed 1 may pass between two updates that are one after the other.
	heardGap = time.Second / 4
)

// volumes are those to choose from, in percent.
var volumes = []int{100, 50, 25}

// Toggle turns sound on and off.
func (h *Room) Toggle() {
	if h.on {
		h.stop()
		h.lines.ShowNotice(h.picture.Words.T("sound.off"))
		return
	}
	if h.speaker == nil {
		s, err := h.open(&h.mixer)
		if err != nil {
			h.lines.ShowFault(h.picture.Words.T("sound.none")) // the library's own message has several lines
			return
		}
		h.speaker = s
	}
	h.on, h.beat = true, anchor{}
	h.speaker.setVolume(float64(h.config.Settings().Volume) / 100)
	h.speaker.play()
	h.lines.ShowNotice(h.picture.Words.T("sound.on"))
}

// TurnVolume goes to the next volume, from the lowest to the full one.
func (h *Room) TurnVolume() {
	at := slices.Index(volumes, h.config.Settings().Volume)
	volume := volumes[(at+1)%len(volumes)]
	err := h.config.Change(func(s *config.Settings) { s.Volume = volume }) // which holds for this run, kept or not
	if h.speaker != nil {
		h.speaker.setVolume(float64(volume) / 100)
	}
	h.lines.ShowOutcome(h.picture.Words.F("sound.volume", volume), err)
}

// stop ends listening.
func (h *Room) stop() {
	h.on = false
	h.listen(nil)
	h.mixer.silence()
	if h.speaker != nil {
		h.speaker.pause()
	}
}

// Update takes what was to be heard in the time that an update has let pass. Held says that time is in a person's hand.
func (h *Room) Update(held bool) {
	if !h.on {
		return
	}
	if err := h.speaker.err(); err != nil {
		h.stop()
		h.lines.ShowFault(h.picture.Words.T("sound.none"))
		return
	}
	h.listen(h.heard())
	now, speed := h.picture.Session.Now(), h.picture.Speed
	if passed := now.Sub(h.last); passed < 0 || float64(passed) > float64(heardGap)*max(speed, 1) {
		h.beat = anchor{} // it was a jump
		h.drop()
	}
	h.last = now
	if h.picture.Paused || h.picture.Line.Busy() || h.picture.AB.Behind() || held {
		h.beat = anchor{}
		h.drop()
		h.mixer.silence()
		return
	}
	h.keepAnchor(now, speed)
	for i := range h.sources {
		s := &h.sources[i]
		h.cues = s.Session.Ears().Cues(h.cues[:0])
		for j := range h.cues {
			c := &h.cues[j]
			if v, ok := s.Ears.Hear(c, 0); ok && heardAt(c.Kind, speed) {
				v.Start = h.beat.sampleOf(c.At)
				h.mixer.add(v)
			}
		}
	}
}

// heardAt says whether a cue is heard at a speed: its sound is never stretched, and so a lift, which has no beginning, is
// heard at the usual one alone.
func heardAt(kind observe.CueKind, speed float64) bool {
	switch kind {
	case observe.CueMetronome, observe.CueHostMetronome:
		return true
	case observe.CueRising, observe.CueSinking:
		return speed == 1
	}
	return speed >= slowestHeard && speed <= fastestHeard
}

// keepAnchor drops a new anchor where the old one does not hold: at another speed, or where picture and sound have come apart.
func (h *Room) keepAnchor(now netsim.Time, speed float64) {
	played := h.mixer.played()
	lead := leadSamples + int64(sound.Rate/60/speed)
	if k := &h.beat; k.speed == speed {
		if ahead := k.sampleOf(now) - played; ahead > lead/2 && ahead < 3*lead {
			return
		}
	}
	h.beat = anchor{now, played + lead, speed}
}

// drop forgets what was to be heard.
func (h *Room) drop() {
	for _, s := range h.sources {
		h.cues = s.Session.Ears().Cues(h.cues[:0])
	}
}

// listen has these sessions be listened to, and no others.
func (h *Room) listen(sources []sound.Source) {
	if slices.Equal(h.sources, sources) {
		return
	}
	for _, s := range h.sources {
		s.Session.Ears().Hear()
	}
	for _, s := range sources {
		s.Session.Ears().Hear(s.Ears.Machines()...)
		s.Session.Ears().Cues(nil) // of where it was copied
	}
	h.sources, h.beat = append(h.sources[:0], sources...), anchor{}
}

// heard returns what is heard: of A and B the chosen client left and right; of a pair the host left and the client right; of
// two clients one with each ear; of one client alone that client with both, and so where the truth is hidden.
func (h *Room) heard() []sound.Source {
	client := h.picture.Deck.Chosen
	if h.picture.AB.On {
		return []sound.Source{
			{Session: h.picture.AB.A.Session, Ears: sound.Ears{Left: client, Right: sound.Nobody}},
			{Session: h.picture.Session, Ears: sound.Ears{Left: sound.Nobody, Right: client}},
		}
	}
	ears := sound.Ears{Left: 0, Right: client}
	switch plan := h.picture.WatchPlan(); {
	case h.picture.Frame.Blind, h.picture.Regions.Watching && plan.Kind == scenario.WatchSolo:
		ears.Left = client
	case h.picture.Regions.Watching && plan.Kind == scenario.WatchTwo:
		ears = sound.Ears{Left: client, Right: plan.With}
	}
	return []sound.Source{{Session: h.picture.Session, Ears: ears}}
}

// A mixer is what a speaker plays: without end, and silence where nothing is to be heard. Its lock is held for as long as a
// few milliseconds of sound take.
type mixer struct {
	lock    sync.Mutex
	next    int64 // sample
	voices  []sound.Voice
	samples []int16
}

// Read implements io.Reader, for the system's audio thread.
func (m *mixer) Read(p []byte) (int, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	n := len(p) / 4
	m.samples = slices.Grow(m.samples[:0], 2*n)[:2*n]
	m.voices = slices.DeleteFunc(m.voices, func(v sound.Voice) bool { return v.End() <= m.next })
	sound.Mix(m.samples, m.next, m.voices)
	for i, v := range m.samples {
		p[2*i], p[2*i+1] = byte(v), byte(v>>8)
	}
	m.next += int64(n)
	return 4 * n, nil
}

func (m *mixer) add(v sound.Voice) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if len(m.voices) < mostVoices {
		m.voices = append(m.voices, v)
	}
}

// mostVoices bounds what sounds at a time.
const mostVoices = 64

// silence forgets all that sounds or is to sound.
func (m *mixer) silence() {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.voices = m.voices[:0]
}

// played returns the next sample that is asked for.
func (m *mixer) played() int64 {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.next
}
