package sound_test

import (
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/sound"
)

func yard(t *testing.T) *session.Session {
	t.Helper()
	sc := &scenario.Scenario{Name: "yard", Seed: 5, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("arena=yard", "link.delay=80ms")}
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// fill returns a second of a track, in pieces of a number of samples.
func fill(t *testing.T, track *sound.Track, piece int) (all []int16) {
	t.Helper()
	for from := 0; from < sound.Rate; from += piece {
		part := make([]int16, 2*min(piece, sound.Rate-from))
		if err := track.Fill(part, int64(from)); err != nil {
			t.Fatal(err)
		}
		all = append(all, part...)
	}
	return all
}

func TestATrackIsTheSameInAnyPiecesAndFromAnyBegin(t *testing.T) {
	t.Parallel()
	ears := sound.Ears{Left: 0, Right: 1}
	want := fill(t, sound.NewTrack(10*time.Second, sound.Source{Session: yard(t), Ears: ears}), 12000)
	got := fill(t, sound.NewTrack(10*time.Second, sound.Source{Session: yard(t), Ears: ears}), 800)
	quiet := true
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("value %d is %d, want %d", i, got[i], want[i])
		}
		quiet = quiet && got[i] == 0
	}
	if quiet {
		t.Error("nothing is heard")
	}
}

func TestTheHostsMetronomeBeatsAtItsSampleOfAFilm(t *testing.T) {
	t.Parallel()
	track := sound.NewTrack(10*time.Second+250*time.Millisecond, sound.Source{Session: yard(t), Ears: sound.Ears{Left: 0, Right: sound.Nobody}})
	s := fill(t, track, 800)
	s2 := yard(t)
	s2.Ears().Hear(0)
	var beats []int64
	for s2.Now() < netsim.Time(11500*time.Millisecond) {
		if err := s2.Advance(10 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		for _, c := range s2.Ears().Cues(nil) {
			if at := sound.Sample(c.At.Sub(netsim.Time(10250 * time.Millisecond))); c.Kind == observe.CueHostMetronome && at >= 0 && at < sound.Rate {
				beats = append(beats, at)
			}
		}
	}
	if len(beats) != 2 || beats[0] < sound.Rate/4-2 || beats[0] > sound.Rate/4+2 {
		t.Fatalf("beats at samples %v, want 12000 and 36000", beats)
	}
	for _, at := range beats {
		before, after := 0, 0
		for i := int64(0); i < 48; i++ {
			before, after = max(before, int(s[2*(at-1-i)])), max(after, int(s[2*(at+i)]))
		}
		if after < before+3000 {
			t.Errorf("about sample %d it goes from %d to %d", at, before, after)
		}
	}
}
