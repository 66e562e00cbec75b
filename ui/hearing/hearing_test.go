package hearing

import (
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/roomtest"
	"driftlab/ui/sound"
	"driftlab/ui/words"
)

// fakeSpeaker plays as fast as it is asked to, and keeps what was heard.
type fakeSpeaker struct {
	mixer   *mixer
	playing bool
	volume  float64
	fault   error
	heard   []int16 // left and right in turn
}

func (s *fakeSpeaker) play()               { s.playing = true }
func (s *fakeSpeaker) pause()              { s.playing = false }
func (s *fakeSpeaker) setVolume(v float64) { s.volume = v }
func (s *fakeSpeaker) err() error          { return s.fault }

// listen plays a number of samples.
func (s *fakeSpeaker) listen(samples int) {
	b := make([]byte, 4*samples)
	if s.playing {
		s.mixer.Read(b)
	}
	for i := 0; i < len(b); i += 2 {
		s.heard = append(s.heard, int16(binary.LittleEndian.Uint16(b[i:])))
	}
}

// loud returns the samples at which something begins in one ear, 0 or 1, after a twentieth of a second that is quiet: a lift hums all the time.
func (s *fakeSpeaker) loud(ear int) (at []int) {
	last := -sound.Rate
	for i := ear; i < len(s.heard); i += 2 {
		if v := s.heard[i]; v > 3000 || v < -3000 {
			if i/2-last > sound.Rate/20 {
				at = append(at, i/2)
			}
			last = i / 2
		}
	}
	return at
}

// rig is the room with what it is given.
type rig struct {
	*roomtest.Rig
	room *Room
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := roomtest.New(t, "first")
	return &rig{r, New(r.Picture, r.Lines, r.Opt.Config)}
}

// withSpeaker returns a room of a still world, in which only metronomes beat, with sound that is on.
func withSpeaker(t *testing.T) (*rig, *fakeSpeaker) {
	t.Helper()
	a, s := newRig(t), &fakeSpeaker{}
	a.room.open = func(m *mixer) (speaker, error) {
		s.mixer = m
		return s, nil
	}
	a.Travel.Advance(10 * time.Second)
	if a.room.Toggle(); !a.room.on || !s.playing || a.Lines.Notice == "" {
		t.Fatalf("on %v, playing %v, %q is told", a.room.on, s.playing, a.Lines.Notice)
	}
	return a, s
}

// goOnHearing lets a number of updates pass, with the sound of a sixtieth of a second each.
func goOnHearing(a *rig, s *fakeSpeaker, updates int) {
	for range updates {
		a.Travel.Pass()
		a.room.Update(false)
		s.listen(sound.Rate / 60)
	}
}

func TestSoundIsOffAtTheStartAndThenNobodyListens(t *testing.T) {
	a := newRig(t)
	a.room.open = func(*mixer) (speaker, error) { t.Error("a device is opened"); return nil, errors.New("none") }
	for range 60 {
		a.Travel.Pass()
		a.room.Update(false)
	}
	a.Picture.Session.Ears().Hear()
	if cues := a.Picture.Session.Ears().Cues(nil); len(cues) > 0 || a.room.on {
		t.Errorf("%d cues, on %v", len(cues), a.room.on)
	}
}

func TestSoundGoesAsFastAsTimeAndBeyondTwiceOnlyMetronomesBeat(t *testing.T) {
	for _, speed := range []float64{0.25, 1, 2, 4} {
		a, s := withSpeaker(t)
		a.Picture.Speed = speed
		goOnHearing(a, s, int(360/speed))
		at := s.loud(0)
		if len(at) < 5 {
			t.Errorf("at speed %v only %d sounds begin", speed, len(at))
		}
		if speed <= fastestHeard {
			continue
		}
		want := int(sound.Rate / 2 / speed) // half a second of virtual time
		for i := 1; i < len(at); i++ {
			if d := (at[i] - at[i-1]) % want; d > 3 && d < want-3 {
				t.Errorf("at speed %v beats are %d samples apart, want %d", speed, at[i]-at[i-1], want)
			}
		}
	}
}

func TestBeatsAreAsFarApartAsInVirtualTimeHoweverUnevenFramesAre(t *testing.T) {
	a, s := withSpeaker(t)
	a.room.sources = nil
	k := a.room
	k.keepAnchor(a.Picture.Session.Now(), 1)
	first := k.beat
	for i := range 120 {
		a.Travel.Pass()
		k.keepAnchor(a.Picture.Session.Now(), 1)
		s.listen([]int{400, 1200}[i%2]) // the device asks now for less and now for more
	}
	if k.beat != first {
		t.Errorf("the anchor was %+v and is %+v", first, k.beat)
	}
	s.listen(sound.Rate) // and now it has run away
	if k.keepAnchor(a.Picture.Session.Now(), 1); k.beat == first {
		t.Error("what is late stays late")
	}
}

func TestAPauseIsSilentAndGoingBackMakesNoNoise(t *testing.T) {
	a, s := withSpeaker(t)
	goOnHearing(a, s, 120)
	a.Picture.Paused = true
	goOnHearing(a, s, 1)
	s.heard = nil
	goOnHearing(a, s, 60)
	if at := s.loud(0); len(at) > 0 {
		t.Errorf("in a pause something is heard at samples %v", at)
	}
	a.Travel.Seek(netsim.Time(2 * time.Second))
	for a.Picture.Line.Busy() {
		goOnHearing(a, s, 1)
	}
	goOnHearing(a, s, 30)
	if at := append(s.loud(0), s.loud(1)...); len(at) > 0 {
		t.Errorf("going back is heard at samples %v", at)
	}
	a.Picture.Paused = false
	if goOnHearing(a, s, 120); len(s.loud(0)) == 0 {
		t.Error("after it nothing is heard")
	}
}

func TestWithoutADeviceOneLineIsToldAndNothingElseHappens(t *testing.T) {
	a := newRig(t)
	a.room.open = func(*mixer) (speaker, error) { return nil, errors.New("oto: no device\nand more") }
	if a.room.Toggle(); a.room.on || a.Lines.Fault != words.English().T("sound.none") {
		t.Errorf("on %v, %q is told", a.room.on, a.Lines.Fault)
	}
	a.room.Update(false)
}

func TestADeviceThatVanishesIsToldOnce(t *testing.T) {
	a, s := withSpeaker(t)
	goOnHearing(a, s, 30)
	s.fault = errors.New("unplugged")
	if goOnHearing(a, s, 1); a.room.on || s.playing || a.Lines.Fault != words.English().T("sound.none") {
		t.Errorf("on %v, playing %v, %q is told", a.room.on, s.playing, a.Lines.Fault)
	}
	a.Lines.CloseFault()
	if goOnHearing(a, s, 30); a.Lines.Fault != "" {
		t.Errorf("it is told again: %q", a.Lines.Fault)
	}
	s.fault = nil // it is there again
	a.room.Toggle()
	if goOnHearing(a, s, 120); !a.room.on || len(s.loud(0)) == 0 {
		t.Error("with the device again nothing is heard")
	}
}

func TestADriversPanicIsAnErrorOfTheSpeaker(t *testing.T) {
	s := &otoSpeaker{}
	s.play() // there is no player
	if err := s.err(); err == nil {
		t.Error("there is none")
	}
}

func TestWhoIsHeardGoesByTheLayout(t *testing.T) {
	a := newRig(t)
	a.Picture.Deck.Chosen = 2
	if got := a.room.heard(); len(got) != 1 || got[0].Ears != (sound.Ears{Left: 0, Right: 2}) {
		t.Errorf("in the lab %+v", got)
	}
	a.Picture.Regions.Watching = true
	for kind, want := range map[string]sound.Ears{scenario.WatchSolo: {Left: 2, Right: 2}, scenario.WatchPair: {Left: 0, Right: 2}, scenario.WatchTwo: {Left: 2, Right: 1}} {
		if a.Picture.Watch.Kind = kind; a.room.heard()[0].Ears != want {
			t.Errorf("%s: %+v, want %+v", kind, a.room.heard()[0].Ears, want)
		}
	}
	a.Picture.Frame.Blind = true
	if got := a.room.heard()[0].Ears; got.Left != got.Right {
		t.Errorf("where the truth is hidden, %+v is heard", got)
	}
	a.Picture.Frame.Blind, a.Picture.Regions.Watching = false, false
	if err := a.Travel.StoreA(); err != nil {
		t.Fatal(err)
	}
	if got := a.room.heard(); len(got) != 2 || got[0].Ears.Left != 2 || got[1].Ears.Right != 2 || got[0].Session == got[1].Session {
		t.Errorf("of A and B %+v", got)
	}
}

func TestVolumeGoesRoundAndIsKept(t *testing.T) {
	a, s := withSpeaker(t)
	for _, want := range []float64{0.5, 0.25, 1} {
		if a.room.TurnVolume(); s.volume != want || a.Opt.Config.Settings().Volume != int(100*want) {
			t.Errorf("volume %v, %d %% is kept, want %v", s.volume, a.Opt.Config.Settings().Volume, want)
		}
	}
}

func TestTheMixersVoicesAreBounded(t *testing.T) {
	var m mixer
	for range 1000 {
		m.add(sound.Voice{Kind: observe.CueBell, Left: 100})
	}
	if len(m.voices) > mostVoices {
		t.Errorf("%d voices", len(m.voices))
	}
	for range 60 {
		m.Read(make([]byte, 4*sound.Rate/30))
	}
	if len(m.voices) > 0 {
		t.Errorf("%d voices are left", len(m.voices))
	}
}
