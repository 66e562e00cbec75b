package lessons

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/blind"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/roomtest"
	"driftlab/ui/widgets"
)

// rig is the room with what it is given, and its window: there is nothing to be seen of it.
type rig struct {
	*roomtest.Rig
	room  *Room
	blind *blind.Room

	filmed [2]time.Duration // what a film was offered of
}

func (r *rig) Shows() string                    { return config.WatchView }
func (r *rig) Caption() (string, palette.Color) { return r.Picture.Told(), palette.Color{} }
func (r *rig) Root() *widgets.Root              { return nil }
func (r *rig) ShowWatch()                       {}
func (r *rig) OfferFilm(from, to time.Duration) { r.filmed = [2]time.Duration{from, to} }
func (r *rig) OfferSound()                      {}
func (r *rig) Rebuild()                         {}
func (r *rig) ShowControls()                    {}
func (r *rig) Choose(int)                       {}

func (r *rig) Open(sc *scenario.Scenario, known time.Duration) error {
	if err := r.Rig.Open(sc, known); err != nil {
		return err
	}
	r.room.Begin()
	r.Picture.Taught.Begin(sc, false)
	return nil
}

func newRig(t *testing.T, name string) *rig {
	t.Helper()
	r := &rig{Rig: roomtest.New(t, name)}
	r.blind = blind.New(r.Picture, r.Lines, r.Travel, r)
	r.room = New(r.Picture, r.Lines, r.Travel, r.Opt, r.blind, r)
	r.Travel.Heed(r.room, r.blind, &r.Window)
	check(t, r.Open(r.Opt.Scenario, 0))
	return r
}

// told opens a lesson step by step.
func told(t *testing.T, name string) *rig {
	t.Helper()
	r := newRig(t, name)
	<-r.Picture.Taught.Whole.Finished
	r.arrive()
	return r
}

// arrive lets updates pass until the window has come to where it is to go.
func (r *rig) arrive() {
	for range 3 {
		for r.pass(1); r.Travel.Underway(); {
			r.pass(1)
		}
	}
}

// to has the window go to an instant.
func (r *rig) to(at netsim.Time) {
	r.Travel.Seek(at)
	r.arrive()
}

// ask lets time pass until the question of a step waits.
func (r *rig) ask(t *testing.T, step int) *lesson.Question {
	t.Helper()
	r.to(r.Picture.Taught.Lesson.Steps[step].Last())
	q, at := r.room.Asks()
	if q == nil || at != step {
		t.Fatalf("at %v step %d does not ask", r.Picture.Session.Now(), step+1)
	}
	return q
}

// pass lets a number of updates pass.
func (r *rig) pass(updates int) {
	for range updates {
		r.Travel.Pass()
		r.Travel.Drawn()
		r.Picture.Read(false)
		r.room.Pass()
		r.Travel.UpdateAB()
		r.Travel.CatchUp()
	}
}

func TestTimeStandsAtAQuestionUntilItIsAnswered(t *testing.T) {
	r := newRig(t, "lesson-asymmetric")
	steps := r.Picture.Taught.Lesson.Steps
	r.Travel.Seek(steps[1].Last() - 5e7)
	r.pass(60)
	if q, step := r.room.Asks(); q == nil || step != 1 || r.Picture.Session.Now() != steps[1].Last() || !r.room.Hides() || !r.room.Refused() {
		t.Fatalf("step %d asks %v at %v, and the truth is hidden: %v", step+1, q != nil, r.Picture.Session.Now(), r.room.Hides())
	}
	if err := r.Travel.Apply(scenario.Event{Rejoin: 1}); err == nil {
		t.Error("the session can be changed before the answer")
	}
	r.room.Commit(80)
	if r.pass(30); r.room.Hides() || r.Picture.Session.Now() <= steps[1].Last() {
		t.Errorf("after the answer it is %v", r.Picture.Session.Now())
	}
	if g, ok := r.room.Answer(1); !ok || g.Value != 80 {
		t.Errorf("the answer is %v", g)
	}
	if log := r.Picture.Line.Log().Text(); !strings.Contains(log, "guess = {step = 2, value = 80.0, took = ") {
		t.Errorf("the log has not got the answer:\n%s", log)
	}
}

func TestALessonThatIsOpenedIsKeptAsTheOneToGoOnWith(t *testing.T) {
	r := newRig(t, "lesson-asymmetric")
	path := filepath.Join(t.TempDir(), "settings.toml")
	r.Opt.Config = config.Open(r.Opt.Files, path)
	all := lesson.All()
	r.room.Start(all[1].Number, 0)
	if got := config.Open(r.Opt.Files, path).Settings().Lesson; got != all[1].Name || r.Picture.Taught.Lesson != all[1] {
		t.Errorf("kept is %q, %s", got, r.Lines.Fault)
	}
	if r.room.Next(-1); r.Picture.Taught.Lesson != all[0] {
		t.Errorf("the one before is %s", r.Picture.Taught.Lesson.Name)
	}
	if r.room.End(); r.Picture.Taught.Lesson != nil || r.Picture.Session.Scenario().Name != "first" {
		t.Errorf("after the end %s runs", r.Picture.Session.Scenario().Name)
	}
}

func TestAnswersAreWrittenBesideTheLog(t *testing.T) {
	r := newRig(t, "lesson-asymmetric")
	for format, ending := range map[string]string{"CSV": ".csv", "JSON": ".json"} {
		r.room.Export(format)
		if _, err := os.Stat(filepath.Join(filepath.Dir(r.Opt.Log), "lesson-asymmetric-answers"+ending)); err != nil || r.Lines.Fault != "" {
			t.Errorf("%s: %v, %q", format, err, r.Lines.Fault)
		}
	}
}

// In lesson 18 A, at the left, is the second world.
func TestTheButtonsOfWorldsStandAsTheWorldsDo(t *testing.T) {
	r := newRig(t, "lesson-authority")
	if got := r.room.Worlds(); got[0] != 0 || got[1] != 1 {
		t.Fatalf("alone they are %v", got)
	}
	steps := r.Picture.Taught.Lesson.Steps
	r.Travel.Seek(steps[2].At)
	r.pass(60)
	if a, _ := lesson.Of(r.Picture.AB.A.Session.Scenario(), nil); !r.room.Beside() || a != r.Picture.Taught.Lesson {
		t.Fatal("they are not side by side")
	}
	got := r.room.Worlds()
	if worlds := r.Picture.Taught.Lesson.Worlds; worlds[got[0]].Scenario.Name != r.Picture.AB.A.Session.Scenario().Name || worlds[got[1]].Scenario.Name != r.Picture.Session.Scenario().Name {
		t.Errorf("side by side they are %v", got)
	}
}

// The last step of lesson 23 turns on what its first world is without.
func TestTheWorldIsLitWhoseSettingsAStepHasMade(t *testing.T) {
	r := newRig(t, "lesson-hit")
	taught, steps := &r.Picture.Taught, r.Picture.Taught.Lesson.Steps
	if got := taught.Standing(r.Picture.Session); got != 0 {
		t.Errorf("at the begin it is world %d", got)
	}
	r.Travel.Seek(steps[len(steps)-1].At + netsim.Time(time.Second))
	r.pass(600)
	if now := r.Picture.Session.Value(0, "hits.compensation"); now == 0 || taught.World != 0 || taught.Standing(r.Picture.Session) != 1 {
		t.Errorf("with compensation %d it is world %d", now, taught.Standing(r.Picture.Session))
	}
}

// A screenshot's way leads to its instant in one update, in which the frame is read before and after.
func TestTheLitWorldAndTheFiguresAreOfThisInstantThoughOthersHaveReadTheFrame(t *testing.T) {
	r := newRig(t, "lesson-hit")
	strip, taught := lessonStrip{lit: panel.Nobody}, &r.Picture.Taught
	<-taught.Whole.Finished
	r.pass(1)
	if strip.light(r.room); strip.lit != 0 {
		t.Errorf("at the begin it is world %d", strip.lit)
	}
	check(t, r.Picture.Line.Seek(taught.Lesson.Steps[4].At+netsim.Time(time.Second)))
	r.Picture.Session = r.Picture.Line.Session()
	for range 2 {
		r.Picture.Frame.Read(r.Picture.Session, r.Picture.Deck.Machines, 1, true)
	}
	r.Picture.Read(true)
	if strip.light(r.room); r.Picture.Frame.Fresh || strip.lit != 1 {
		t.Errorf("with the frame read before it is world %d", strip.lit)
	}
	for i, want := range taught.Lesson.Readings(r.Picture.Session, taught.World, taught.Whole.Readings(), nil) {
		if got := taught.Readings[i]; got != want {
			t.Errorf("%s is %v, want %v", taught.Lesson.Figures[i].Name, got, want)
		}
	}
}

func TestTheListOfLessonsAsksAndDoesNotAnswer(t *testing.T) {
	for _, l := range lesson.All() {
		for _, language := range []string{"en", "de"} {
			if asks := l.Promise().In(language); !strings.HasSuffix(asks, "?") || asks == l.Teaches.In(language) {
				t.Errorf("lesson %d says %q", l.Number, asks)
			}
		}
	}
}

func TestLessonsGoRoundAndAreRemembered(t *testing.T) {
	all := lesson.All()
	first, last := all[0], all[len(all)-1]
	r := told(t, last.Name)
	r.room.Next(1)
	if got := r.Picture.Taught.Lesson.Number; got != first.Number {
		t.Errorf("after the last comes %d", got)
	}
	r.room.Next(-1)
	if got := r.Picture.Taught.Lesson.Number; got != last.Number {
		t.Errorf("before the first comes %d", got)
	}
	if got := r.Opt.Config.Settings().Lesson; got != last.Name {
		t.Errorf("remembered is %q", got)
	}
	r.room.Start(99, 0)
	if got := r.Picture.Taught.Lesson.Number; got != last.Number {
		t.Errorf("a lesson that is not there started %d", got)
	}
}

func TestTheLessonsTwinsCannotBeToldApart(t *testing.T) {
	r := newRig(t, "first")
	r.room.Start(9, 0)
	r.room.ToggleBeside()
	r.Travel.Advance(15 * time.Second)
	for r.pass(1); r.Picture.AB.Behind(); {
		r.pass(1)
	}
	twins := &r.Picture.AB.Twins
	if of := twins.Result; of.Compared < 10 || of.Equal != of.Compared || !strings.Contains(twins.Text, "no algorithm can tell these worlds apart") {
		t.Errorf("%q, %+v", twins.Text, of)
	}
	// The cards' estimates are of other packets in each, and were read as a contradiction.
	if want := r.Picture.Words.F("ab.sooner", 40.0); !strings.HasSuffix(twins.Text, want) {
		t.Errorf("%q does not say %q", twins.Text, want)
	}
	if x, y := r.Picture.AB.A.Session.Facts(1), r.Picture.Session.Facts(1); (x.Error - y.Error).Abs() < 30*time.Millisecond {
		t.Errorf("the clocks are off by %v and %v", x.Error, y.Error)
	}
}

// check ends a test that an error is in the way of.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
