package ui

import (
	"slices"
	"sync"
	"time"

	"driftlab/config"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
	"driftlab/sound"
	"driftlab/ui/notice"
)

// hearing is what of the worlds is heard. Off, it costs nothing: nobody listens to the sessions.
type hearing struct {
	on      bool
	open    func(*mixer) (speaker, error) // tests have others than the system's
	speaker speaker                       // nil until sound was asked for
	mixer   mixer
	sources []sound.Source // that are listened to
	cues    []session.Cue
	beat    anchor
	last    netsim.Time // up to which it was heard
}

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
	// leadSamples is how far ahead of what is being played a frame's cues are, beside the frame's own length: 70 ms.
	leadSamples = 70 * sound.Rate / 1000
	// Between these speeds all cues are heard, beyond them metronomes alone.
	slowestHeard, fastestHeard = 0.25, 2
	// heardGap is how much virtual time of a second of speed 1 may pass between two updates that are one after the other.
	heardGap = time.Second / 4
)

// volumes are those to choose from, in percent.
var volumes = []int{100, 50, 25}

// toggleSound turns sound on and off.
func (a *App) toggleSound() {
	h := &a.hearing
	if h.on {
		h.stop()
		a.ShowNotice(a.Words.T("sound.off"))
		return
	}
	if h.speaker == nil {
		s, err := h.open(&h.mixer)
		if err != nil {
			a.ShowFault(a.Words.F("sound.none", notice.Reason(err)))
			return
		}
		h.speaker = s
	}
	h.on, h.beat = true, anchor{}
	h.speaker.setVolume(float64(a.opt.Config.Settings().Volume) / 100)
	h.speaker.play()
	a.ShowNotice(a.Words.T("sound.on"))
}

// turnVolume goes to the next volume, from the lowest to the full one.
func (a *App) turnVolume() {
	at := slices.Index(volumes, a.opt.Config.Settings().Volume)
	volume := volumes[(at+1)%len(volumes)]
	err := a.opt.Config.Change(func(s *config.Settings) { s.Volume = volume }) // which holds for this run, kept or not
	if a.hearing.speaker != nil {
		a.hearing.speaker.setVolume(float64(volume) / 100)
	}
	a.ShowOutcome(a.Words.F("sound.volume", volume), err)
}

// stop has nobody listen any more.
func (h *hearing) stop() {
	h.on = false
	h.listen(nil)
	h.mixer.silence()
	if h.speaker != nil {
		h.speaker.pause()
	}
}

// update takes what was to be heard in the time that an update has let pass.
func (h *hearing) update(a *App) {
	if !h.on {
		return
	}
	if err := h.speaker.err(); err != nil {
		h.stop()
		a.ShowFault(a.Words.F("sound.none", notice.Reason(err)))
		return
	}
	h.listen(a.sources())
	now, speed := a.Session.Now(), a.Speed
	if passed := now.Sub(h.last); passed < 0 || float64(passed) > float64(heardGap)*max(speed, 1) {
		h.beat = anchor{} // it was a leap
		h.drop()
	}
	h.last = now
	if a.Paused || a.Line.Busy() || a.AB.Behind() || a.Held {
		h.beat = anchor{}
		h.drop()
		h.mixer.silence()
		return
	}
	h.keepAnchor(now, speed)
	for i := range h.sources {
		s := &h.sources[i]
		h.cues = s.Session.Cues(h.cues[:0])
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
func heardAt(kind session.CueKind, speed float64) bool {
	switch kind {
	case session.CueMetronome, session.CueHostMetronome:
		return true
	case session.CueRising, session.CueSinking:
		return speed == 1
	}
	return speed >= slowestHeard && speed <= fastestHeard
}

// keepAnchor drops an anchor anew where it does not hold: at another speed, or where picture and sound have come apart.
func (h *hearing) keepAnchor(now netsim.Time, speed float64) {
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
func (h *hearing) drop() {
	for _, s := range h.sources {
		h.cues = s.Session.Cues(h.cues[:0])
	}
}

// listen has these sessions be listened to, and no others.
func (h *hearing) listen(sources []sound.Source) {
	if slices.Equal(h.sources, sources) {
		return
	}
	for _, s := range h.sources {
		s.Session.Hear()
	}
	for _, s := range sources {
		s.Session.Hear(s.Ears.Machines()...)
		s.Session.Cues(nil) // of where it was copied
	}
	h.sources, h.beat = append(h.sources[:0], sources...), anchor{}
}

// sources says what is heard: of A and B the chosen client left and right; of a pair the host left and the client right; of
// two clients one with each ear; of one client alone that client with both, and so where the truth is hidden.
func (a *App) sources() []sound.Source {
	client := a.Deck.Chosen
	if a.AB.On {
		return []sound.Source{
			{Session: a.AB.A.Session, Ears: sound.Ears{Left: client, Right: sound.Nobody}},
			{Session: a.Session, Ears: sound.Ears{Left: sound.Nobody, Right: client}},
		}
	}
	ears := sound.Ears{Left: 0, Right: client}
	switch plan := a.WatchPlan(); {
	case a.Frame.Blind, a.Regions.Watching && plan.Kind == scenario.WatchSolo:
		ears.Left = client
	case a.Regions.Watching && plan.Kind == scenario.WatchTwo:
		ears = sound.Ears{Left: client, Right: plan.With}
	}
	return []sound.Source{{Session: a.Session, Ears: ears}}
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
