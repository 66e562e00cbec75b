package stage

import (
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsync/unity"
	"driftlab/ui/draw"
)

func TestOutlinesInWatchAreOfWhatTheCameraIsAboutOrOfWhatIsElsewhere(t *testing.T) {
	a := rigAt(t, "arenas/yard", true, 9*time.Second)
	v, f := &a.views[1], &a.Frame
	riding := f.Machine(v.Machine).Riding
	if len(riding) == 0 {
		t.Fatal("nobody rides")
	}
	there := game.Object{ID: 1}
	near, far := there, there
	near.Pos.X += game.Metre / 100
	far.Pos.X += game.Metre
	all, player, platform, shot := scenario.SubjectAll, scenario.SubjectPlayer, scenario.SubjectPlatform, scenario.SubjectShot
	rider := game.Object{ID: riding[0].Rider}
	lift := game.Object{ID: riding[0].Platform}
	for _, c := range []struct {
		about scenario.Subject
		kind  scenario.SubjectKind
		o, at game.Object
		want  bool
	}{
		{scenario.Subject{Kind: all}, player, there, near, false},
		{scenario.Subject{Kind: all}, player, there, far, true},
		{scenario.Subject{Kind: all}, shot, there, far, true},
		{scenario.Subject{Kind: player, Of: 1}, player, there, near, true},
		{scenario.Subject{Kind: player, Of: 2}, player, there, far, false},
		{scenario.Subject{Kind: player, Of: 1}, platform, there, far, false},
		{scenario.Subject{Kind: shot}, shot, there, near, true},
		{scenario.Subject{Kind: shot}, player, there, far, false},
		{scenario.Subject{Kind: platform, Of: lift.ID}, platform, lift, lift, true},
		{scenario.Subject{Kind: platform, Of: lift.ID + 1}, platform, lift, lift, false},
		{scenario.Subject{Kind: platform, Of: lift.ID}, player, rider, rider, true},
		{scenario.Subject{Kind: platform, Of: lift.ID + 7}, player, rider, rider, false},
	} {
		v.look.Watched, v.look.About = true, c.about
		if got := v.outlines(f, c.kind, c.o, c.at); got != c.want {
			t.Errorf("of %v, something of kind %d that is %d, %v off: %v", c.about, c.kind, c.o.ID, c.at.Pos.Sub(c.o.Pos), got)
		}
		if v.look.Watched = false; !v.outlines(f, c.kind, c.o, c.at) {
			t.Error("the Lab leaves an outline out")
		}
	}
}

func TestACorrectionTellsItsMetresAndHowLongAfterItCame(t *testing.T) {
	a := rigAt(t, "arenas/yard", true, 9*time.Second)
	v, f := &a.views[1], &a.Frame
	at := unity.NewNetworkTime(f.Rate, 300).World()
	own, _ := Find(f.Machine(1).Players, 1)
	k := game.Correction{Tick: 300, From: own.Pos, To: own.Pos.Plus(game.Point{X: game.Metre + game.Metre/2}), At: at.Add(210 * time.Millisecond)}
	say := func(k game.Correction) string {
		return strings.Join(a.written(func(c *draw.Canvas) {
			v.Labels.start(v.Picture, 0)
			v.correction(c, a.Tips, k, f.Rate, 1)
		}), "|")
	}
	if got := say(k); got != "corrected by 1.50 m, 210 ms later" {
		t.Errorf("it says %q", got)
	}
	v.look.About = scenario.Subject{Kind: scenario.SubjectShot}
	if got := say(k); got != "" {
		t.Errorf("where the sentence is about a shot it says %q", got)
	}
	v.look.About = scenario.Subject{}
	if k.To = k.From.Plus(game.Point{X: wrongFrom / 2}); say(k) != "" {
		t.Errorf("of a small one it says %q", say(k))
	}
}
